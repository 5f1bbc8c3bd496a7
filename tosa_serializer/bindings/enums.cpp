// The enums, their names from the schema, and the functions between block-scaled types and their parts.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cctype>

#include "../core/types.h"
#include "objects.h"

namespace tosa_bindings {
namespace {

template <typename E>
using NameOf = const char* (*)(E);

// Upstream's enums of the schema: `==` and arithmetic with integers, and an int is taken wherever one of them is.
template <typename E, std::size_t kCount>
py::enum_<E> schema_enum(py::module_& m, const char* name, const E (&values)[kCount], NameOf<E> name_of) {
    py::enum_<E> type(m, name, py::arithmetic(), py::module_local());
    for (const E value : values) type.value(name_of(value), value);
    py::implicitly_convertible<int, E>();
    return type;
}

std::string upper(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return text;
}

[[noreturn]] void refuse_type_name(const std::string& name) { throw core::StateError("Unable to parse type name: " + name); }

core::DType parse_dtype(const std::string& name) {
    for (const core::DType dtype : tosa::EnumValuesDType()) {
        if (tosa::EnumNameDType(dtype) == upper(name)) return dtype;
    }
    refuse_type_name(name);
}

core::ScaledDType parse_scaled_dtype(const std::string& name) {
    for (const core::ScaledDTypeInfo& row : core::scaled_dtypes()) {
        if (row.name == upper(name)) return row.dtype;
    }
    refuse_type_name(name);
}

// TensorTypeInfo(DType) or TensorTypeInfo(BlockShape, scale DType, value DType). Other objects are refused, integers too.
template <typename E>
E exactly(py::handle object, const char* complaint) {
    if (!py::isinstance<E>(object)) throw core::ValueError(complaint);
    return object.cast<E>();
}

// A property of an enum's value: def_readwrite would give an object that refers into its owner.
template <typename E>
void add_enum(py::class_<core::TensorType>& type, const char* name, E core::TensorType::*field) {
    type.def_property(name, py::cpp_function([field](const core::TensorType& self) { return self.*field; }, py::is_method(type)),
                      py::cpp_function([field](core::TensorType& self, E value) { self.*field = value; }, py::is_method(type)));
}

void register_type_info(py::module_& m) {
    py::class_<core::TensorType> type(m, "TensorTypeInfo", py::module_local());
    add_enum(type, "block_shape", &core::TensorType::block_shape);
    add_enum(type, "scale_type", &core::TensorType::scale);
    add_enum(type, "value_type", &core::TensorType::value);
    type.def(py::init([](const py::object& dtype) {
            return core::TensorType{.value = exactly<core::DType>(dtype, "dtype must be DType")};
        }))
        .def(py::init([](const py::object& block, const py::object& scale, const py::object& value) {
            return core::TensorType{exactly<core::BlockShape>(block, "bs must be BlockShape"),
                                    exactly<core::DType>(scale, "sdtype must take DType"),
                                    exactly<core::DType>(value, "dtype must take DType")};
        }))
        .def_property_readonly("is_block_scaled", &core::TensorType::is_block_scaled)
        .def_property_readonly("is_primitive", &core::TensorType::is_primitive)
        .def("__eq__", [](const core::TensorType& a, const core::TensorType& b) { return a == b; }, py::is_operator())
        .def("__eq__",
             [](const core::TensorType& a, const core::ScaledDType& b) { return a == core::to_tensor_type(b); }, py::is_operator())
        .def("__ne__", [](const core::TensorType& a, const core::TensorType& b) { return a != b; }, py::is_operator())
        .def("__ne__",
             [](const core::TensorType& a, const core::ScaledDType& b) { return a != core::to_tensor_type(b); }, py::is_operator());
}

}  // namespace

py::handle dtype_type() { return py::type::of<core::DType>(); }
py::handle scaled_dtype_type() { return py::type::of<core::ScaledDType>(); }

void register_enums(py::module_& m) {
    schema_enum(m, "DType", tosa::EnumValuesDType(), tosa::EnumNameDType);
    schema_enum(m, "Op", tosa::EnumValuesOp(), tosa::EnumNameOp);
    schema_enum(m, "NanPropagationMode", tosa::EnumValuesNanPropagationMode(), tosa::EnumNameNanPropagationMode);
    schema_enum(m, "ResizeMode", tosa::EnumValuesResizeMode(), tosa::EnumNameResizeMode);
    schema_enum(m, "RoundingMode", tosa::EnumValuesRoundingMode(), tosa::EnumNameRoundingMode);
    schema_enum(m, "BlockSize", tosa::EnumValuesBlockSize(), tosa::EnumNameBlockSize);
    schema_enum(m, "BlockShape", tosa::EnumValuesBlockShape(), tosa::EnumNameBlockShape);
    py::enum_<tosa::CompatibilityFeature>(m, "CompatibilityFeature", py::arithmetic(), py::module_local())
        .value("NONE", tosa::CompatibilityFeature_NONE)
        .value("MXFP", tosa::CompatibilityFeature_MXFP);

    py::enum_<core::ScaledDType> scaled(m, "ScaledDType", py::module_local());
    for (const core::ScaledDTypeInfo& row : core::scaled_dtypes()) scaled.value(std::string(row.name).c_str(), row.dtype);
    scaled.value("MIN", core::scaled_dtypes().front().dtype).value("MAX", core::scaled_dtypes().back().dtype);

    py::enum_<ConstMode>(m, "ConstMode", py::arithmetic(), py::module_local())
        .value("EMBED", ConstMode::kEmbed, "Embed constants directly in the flatbuffer")
        .value("EMBED_DUMP", ConstMode::kEmbedDump, "Embed constants and also dump to files")
        .value("INPUTS", ConstMode::kInputs, "Treat constants as inputs")
        .export_values();
    py::enum_<TensorDir>(m, "TensorDir", "Tensor dir enum for testing", py::arithmetic(), py::module_local())
        .value("PLACEHOLDER", TensorDir::kPlaceholder, "Placeholder tensor")
        .value("CONST", TensorDir::kConst, "Constant tensor")
        .value("INTERMEDIATE", TensorDir::kIntermediate, "Intermediate tensor")
        .value("RESULT", TensorDir::kResult, "Result tensor")
        .export_values();
    py::enum_<core::Compatibility>(m, "TosaVersionCompat", py::arithmetic(), py::module_local())
        .value("COMPLETELY_COMPATIBLE", core::Compatibility::kComplete)
        .value("BACKWARD_COMPATIBLE", core::Compatibility::kBackward)
        .value("FORWARD_COMPATIBLE", core::Compatibility::kForward)
        .value("NOT_COMPATIBLE", core::Compatibility::kNone)
        .export_values();
    py::enum_<TosaError>(m, "TosaError", py::arithmetic(), py::module_local())
        .value("TOSA_OK", kTosaOk)
        .value("TOSA_USER_ERROR", kTosaUserError)
        .value("TOSA_FILE_ERROR", kTosaFileError)
        .value("TOSA_MEMORY_ERROR", kTosaMemoryError)
        .value("TOSA_SCHEMA_MISSING", kTosaSchemaMissing)
        .value("TOSA_INTERNAL_ERROR", kTosaInternalError)
        .value("TOSA_VERSION_MISMATCH", kTosaVersionMismatch)
        .value("NUM_TOSA_ERROR", kTosaErrorCount)
        .export_values();

    register_type_info(m);

    py::list names;
    for (const core::DType dtype : tosa::EnumValuesDType()) names.append(tosa::EnumNameDType(dtype));
    m.attr("DTypeNames") = names;
    py::list scaled_names;
    for (const core::ScaledDTypeInfo& row : core::scaled_dtypes()) scaled_names.append(std::string(row.name));
    m.attr("ScaledDTypeNames") = scaled_names;
    py::dict lengths;
    py::list length;
    length.append(static_cast<int>(tosa::BlockShape_BLOCK_SHAPE_32));
    lengths[py::cast(tosa::BlockShape_BLOCK_SHAPE_32)] = length;
    m.attr("BlockShapeValuesMap") = lengths;

    m.def("dtype_str_to_val", &parse_dtype, py::arg("dtype_str"));
    m.def("scaled_dtype_str_to_val", &parse_scaled_dtype, py::arg("sdtype_str"));
    m.def("BlockScaledToTensorTypeInfo", &core::to_tensor_type, py::arg("sdtype"));
    m.def("TensorTypeInfoToBlockScaled", [](const core::TensorType& type) { return core::to_scaled_dtype(type); }, py::arg("type"));
}

}  // namespace tosa_bindings
