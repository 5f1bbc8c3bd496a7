// TensorTypeInfo, and the functions between block-scaled types and their parts.
#include <memory>

#include "../core/types.h"
#include "objects.h"

namespace tosa_bindings {
namespace {

using core::TensorType;

// TensorTypeInfo(DType) or TensorTypeInfo(BlockShape, scale DType, value DType). Other objects are refused, integers too.
template <typename E>
E exactly(const Arguments& arguments, std::size_t i, const char* complaint) {
    if (!is_a<E>(arguments.values[i])) throw core::ValueError(complaint);
    return self_as<E>(arguments.values[i]);
}

PyObject* init(PyObject* self, const Arguments& arguments) {
    auto type = std::make_shared<TensorType>();
    if (arguments.overload == 0) {
        type->value = exactly<core::DType>(arguments, 0, "dtype must be DType");
    } else {
        type->block_shape = exactly<core::BlockShape>(arguments, 0, "bs must be BlockShape");
        type->scale = exactly<core::DType>(arguments, 1, "sdtype must take DType");
        type->value = exactly<core::DType>(arguments, 2, "dtype must take DType");
    }
    return construct(self, type);
}

template <auto kField>
PyObject* get(PyObject* self, const Arguments&) {
    return wrap(self_as<TensorType>(self).*kField);
}

template <auto kField>
PyObject* set(PyObject* self, const Arguments& arguments) {
    auto& type = self_as<TensorType>(self);
    type.*kField = arguments.enumerator<std::remove_reference_t<decltype(type.*kField)>>(0);
    Py_RETURN_NONE;
}

template <bool kEqual>
PyObject* compare(PyObject* self, const Arguments& arguments) {
    const auto& type = self_as<TensorType>(self);
    PyObject* other = arguments.values[0];
    if (is_a<TensorType>(other)) return wrap((type == self_as<TensorType>(other)) == kEqual);
    if (is_a<core::ScaledDType>(other)) return wrap((type == core::to_tensor_type(self_as<core::ScaledDType>(other))) == kEqual);
    Py_RETURN_NOTIMPLEMENTED;
}

PyObject* from_scaled(PyObject*, const Arguments& arguments) {
    const auto type = core::to_tensor_type(arguments.enumerator<core::ScaledDType>(0));
    return wrap(type ? std::make_shared<TensorType>(*type) : nullptr);
}

PyObject* to_scaled(PyObject*, const Arguments& arguments) {
    return wrap(core::to_scaled_dtype(arguments.instance<TensorType>(0)));
}

}  // namespace

void register_type_info(py::module_& m) {
    const py::class_<TensorType, std::shared_ptr<TensorType>> type(m, "TensorTypeInfo", py::module_local());
    const Parameter any0{"arg0", "object", ""};
    const Parameter any1{"arg1", "object", ""};
    const Parameter any2{"arg2", "object", ""};
    add_method(type, {"__init__", {{{any0}, "None"}, {{any0, any1, any2}, "None"}}, init});
    add_property(type, {"block_shape", "%BlockShape", get<&TensorType::block_shape>, "%BlockShape", set<&TensorType::block_shape>,
                        "self"});
    add_property(type, {"scale_type", "%DType", get<&TensorType::scale>, "%DType", set<&TensorType::scale>, "self"});
    add_property(type, {"value_type", "%DType", get<&TensorType::value>, "%DType", set<&TensorType::value>, "self"});
    add_property(type, {"is_block_scaled", "bool",
                        [](PyObject* self, const Arguments&) { return wrap(self_as<TensorType>(self).is_block_scaled()); }});
    add_property(type, {"is_primitive", "bool",
                        [](PyObject* self, const Arguments&) { return wrap(self_as<TensorType>(self).is_primitive()); }});
    const Overload with_type{{{"arg0", "%TensorTypeInfo", ""}}, "bool"};
    const Overload with_scaled{{{"arg0", "%ScaledDType", ""}}, "bool"};
    add_method(type, {"__eq__", {with_type, with_scaled}, compare<true>});
    add_method(type, {"__ne__", {with_type, with_scaled}, compare<false>});
    type.attr("__hash__") = py::none();
    add_function(m, {"BlockScaledToTensorTypeInfo", {{{{"sdtype", "%ScaledDType", ""}}, "%TensorTypeInfo | None"}}, from_scaled});
    add_function(m, {"TensorTypeInfoToBlockScaled", {{{{"type", "%TensorTypeInfo", ""}}, "%ScaledDType"}}, to_scaled});
}

}  // namespace tosa_bindings
