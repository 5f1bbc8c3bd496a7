// The enums, their names from the schema.
#include <pybind11/pybind11.h>

#include <algorithm>
#include <cctype>

#include "../core/types.h"
#include "enum_class.h"
#include "objects.h"

namespace tosa_bindings {
namespace {

// An enum of the schema: all of its values under their names there.
template <typename E, std::size_t kCount>
void schema_enum(py::module_& m, const char* name, const E (&values)[kCount], const char* (*name_of)(E)) {
    EnumClass<E> type(m, name, EnumKind::kArithmetic);
    for (const E value : values) type.value(name_of(value), value);
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

PyObject* parse_dtype_name(PyObject*, const Arguments& arguments) { return wrap(parse_dtype(arguments.text(0))); }
PyObject* parse_scaled_name(PyObject*, const Arguments& arguments) { return wrap(parse_scaled_dtype(arguments.text(0))); }

}  // namespace

void register_enums(py::module_& m) {
    schema_enum(m, "DType", tosa::EnumValuesDType(), tosa::EnumNameDType);
    schema_enum(m, "Op", tosa::EnumValuesOp(), tosa::EnumNameOp);
    schema_enum(m, "NanPropagationMode", tosa::EnumValuesNanPropagationMode(), tosa::EnumNameNanPropagationMode);
    schema_enum(m, "ResizeMode", tosa::EnumValuesResizeMode(), tosa::EnumNameResizeMode);
    schema_enum(m, "RoundingMode", tosa::EnumValuesRoundingMode(), tosa::EnumNameRoundingMode);
    schema_enum(m, "BlockSize", tosa::EnumValuesBlockSize(), tosa::EnumNameBlockSize);
    schema_enum(m, "BlockShape", tosa::EnumValuesBlockShape(), tosa::EnumNameBlockShape);
    schema_enum(m, "CompatibilityFeature", tosa::EnumValuesCompatibilityFeature(), tosa::EnumNameCompatibilityFeature);

    EnumClass<core::ScaledDType> scaled(m, "ScaledDType", EnumKind::kPlain);
    for (const core::ScaledDTypeInfo& row : core::scaled_dtypes()) scaled.value(row.name, row.dtype);
    scaled.value("MIN", core::scaled_dtypes().front().dtype).value("MAX", core::scaled_dtypes().back().dtype);

    EnumClass<ConstMode>(m, "ConstMode", EnumKind::kOrdered)
        .value("EMBED", ConstMode::kEmbed, "Embed constants directly in the flatbuffer")
        .value("EMBED_DUMP", ConstMode::kEmbedDump, "Embed constants and also dump to files")
        .value("INPUTS", ConstMode::kInputs, "Treat constants as inputs")
        .export_values();
    EnumClass<TensorDir>(m, "TensorDir", EnumKind::kOrdered, "Tensor dir enum for testing")
        .value("PLACEHOLDER", TensorDir::kPlaceholder, "Placeholder tensor")
        .value("CONST", TensorDir::kConst, "Constant tensor")
        .value("INTERMEDIATE", TensorDir::kIntermediate, "Intermediate tensor")
        .value("RESULT", TensorDir::kResult, "Result tensor")
        .export_values();
    EnumClass<core::Compatibility>(m, "TosaVersionCompat", EnumKind::kOrdered)
        .value("COMPLETELY_COMPATIBLE", core::Compatibility::kComplete)
        .value("BACKWARD_COMPATIBLE", core::Compatibility::kBackward)
        .value("FORWARD_COMPATIBLE", core::Compatibility::kForward)
        .value("NOT_COMPATIBLE", core::Compatibility::kNone)
        .export_values();
    EnumClass<TosaError>(m, "TosaError", EnumKind::kArithmetic)
        .value("TOSA_OK", kTosaOk)
        .value("TOSA_USER_ERROR", kTosaUserError)
        .value("TOSA_FILE_ERROR", kTosaFileError)
        .value("TOSA_MEMORY_ERROR", kTosaMemoryError)
        .value("TOSA_SCHEMA_MISSING", kTosaSchemaMissing)
        .value("TOSA_INTERNAL_ERROR", kTosaInternalError)
        .value("TOSA_VERSION_MISMATCH", kTosaVersionMismatch)
        .value("NUM_TOSA_ERROR", kTosaErrorCount)
        .export_values();

    py::list names;
    for (const core::DType dtype : tosa::EnumValuesDType()) names.append(py::str(tosa::EnumNameDType(dtype)));
    m.attr("DTypeNames") = names;
    py::list scaled_names;
    for (const core::ScaledDTypeInfo& row : core::scaled_dtypes()) scaled_names.append(py::str(std::string(row.name)));
    m.attr("ScaledDTypeNames") = scaled_names;
    py::dict lengths;
    py::list length;
    length.append(py::int_(static_cast<int>(tosa::BlockShape_BLOCK_SHAPE_32)));
    lengths[wrapped(tosa::BlockShape_BLOCK_SHAPE_32)] = length;
    m.attr("BlockShapeValuesMap") = lengths;

    add_function(m, {"dtype_str_to_val", {{{{"dtype_str", "str", ""}}, "%DType"}}, parse_dtype_name});
    add_function(m, {"scaled_dtype_str_to_val", {{{{"sdtype_str", "str", ""}}, "%ScaledDType"}}, parse_scaled_name});
}

}  // namespace tosa_bindings
