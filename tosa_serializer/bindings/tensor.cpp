// TosaSerializerTensor.
#include <pybind11/stl.h>
#include <limits>

#include "../core/check.h"
#include "../core/text.h"
#include "admission.h"
#include "errors.h"
#include "objects.h"
#include "values.h"

namespace tosa_bindings {
namespace {

using core::Strictness;
using core::Tensor;
using Extra = Tensor::Extra;
using SharedTensor = std::shared_ptr<Tensor>;

// What strict mode would raise for the dimensions, or "".
std::string fault_of(const std::string& name, const Dims& dims) {
    if (!dims.bad) return {};
    try {
        admit_dims(Strictness::kStrict, "tensor", name, dims);
    } catch (const core::Error& refused) {
        return refused.what();
    }
    return {};
}

PyObject* init(PyObject* self, const Arguments& arguments) {
    auto tensor = std::make_shared<Tensor>(arguments.text(0));
    Dims dims = arguments.shape(1);
    tensor->type.value = arguments.enumerator<core::DType>(2);
    tensor->set_extra(&Extra::placeholder, arguments.text(4, ""));
    tensor->is_variable = arguments.flag(5, false);
    tensor->is_unranked = arguments.flag(6, false);
    tensor->set_extra(&Extra::variable_name, arguments.text(7, ""));
    tensor->set_extra(&Extra::deferred_shape_error, fault_of(tensor->name(), dims));
    std::vector<std::int32_t> shape = admit_dims(Strictness::kDeferred, "tensor", tensor->name(), std::move(dims));
    Converted converted = convert(arguments.object(3), {"tensor", tensor->name(), tensor->type.value, &shape},
                                  Strictness::kDeferred, loose_arena());
    tensor->shape = std::move(shape);
    tensor->data = std::move(converted.blob);
    tensor->set_extra(&Extra::deferred_error, std::move(converted.deferred_error));
    return construct(self, tensor);
}

PyObject* set_data(PyObject* self, const Arguments& arguments) {
    const SharedTensor tensor = holder_of<Tensor>(self);
    const std::string name = tensor->name();
    const std::vector<std::int32_t> shape = tensor->shape;
    Converted converted =
        convert(arguments.values[0], {"tensor", name, tensor->type.value, &shape}, tensor->strictness, loose_arena());
    tensor->data = std::move(converted.blob);
    tensor->set_extra(&Extra::deferred_error, std::move(converted.deferred_error));
    Py_RETURN_NONE;
}

void check_dims(const Tensor& tensor, const std::vector<std::int32_t>& shape) {
    if (tensor.strictness == Strictness::kStrict) core::check_shape(tensor.name(), shape, !tensor.data.empty());
}

PyObject* set_shape(PyObject* self, const Arguments& arguments) {
    Dims dims = arguments.shape(0);
    auto& tensor = self_as<Tensor>(self);
    std::string fault = tensor.strictness == Strictness::kDeferred ? fault_of(tensor.name(), dims) : std::string();
    std::vector<std::int32_t> shape = admit_dims(tensor.strictness, "tensor", tensor.name(), std::move(dims));
    check_dims(tensor, shape);
    tensor.shape = std::move(shape);
    tensor.set_extra(&Extra::deferred_shape_error, std::move(fault));
    Py_RETURN_NONE;
}

PyObject* set_dim(PyObject* self, const Arguments& arguments) {
    auto& tensor = self_as<Tensor>(self);
    const bool is_strict = tensor.strictness == Strictness::kStrict;
    // Under strict a negative place is as wrong as one behind the last.
    const std::int64_t least = is_strict ? std::numeric_limits<std::int64_t>::min() : 0;
    const std::int64_t dim = arguments.integer(0, least, std::numeric_limits<std::int64_t>::max());
    Dims given;
    if (is_strict && !to_dims(py::make_tuple(py::handle(arguments.values[1])).ptr(), given)) throw Mismatch();
    given.place = static_cast<std::size_t>(dim);
    const std::uint32_t size =
        is_strict ? static_cast<std::uint32_t>(admit_dims(tensor.strictness, "tensor", tensor.name(), std::move(given)).front())
                  : arguments.uint32(1);
    // Upstream prints "dim is out of bound" and then writes there.
    if (dim < 0 || static_cast<std::size_t>(dim) >= tensor.shape.size()) {
        throw py::index_error("tensor '" + tensor.name() + "': dim " + std::to_string(dim) + " is out of bound, the shape is " +
                              core::shape_text(tensor.shape));
    }
    std::vector<std::int32_t> shape = tensor.shape;
    shape[static_cast<std::size_t>(dim)] = static_cast<std::int32_t>(size);
    check_dims(tensor, shape);
    tensor.shape = std::move(shape);
    Py_RETURN_NONE;
}

PyObject* set_name(PyObject* self, const Arguments& arguments) {
    std::string name = arguments.text(0);
    auto& tensor = self_as<Tensor>(self);
    admit_name(tensor.strictness, "tensor", name);
    tensor.rename(std::move(name));
    Py_RETURN_NONE;
}

// By value: making a list may run Python code, by the garbage collector, that changes the tensor.
py::list bytes_of(core::Blob blob) { return to_list(blob.data(), blob.size()); }

// ---- pickle ----

// Upstream's items; one more of a tensor whose values no strict serializer takes, so that a copy is refused as well.
constexpr Py_ssize_t kStateItems = 12;

PyObject* get_state(PyObject* self, const Arguments&) {
    const auto& t = self_as<Tensor>(self);
    const std::string& deferred = t.extra().any_deferred_error();
    py::tuple state(kStateItems + (deferred.empty() ? 0 : 1));
    const auto put = [&](Py_ssize_t i, PyObject* item) { PyTuple_SET_ITEM(state.ptr(), i, item); };
    put(0, wrap(t.name()));
    put(1, wrap(t.shape));
    put(2, wrap(t.type.value));
    put(3, wrap(bytes_of(t.data)));
    put(4, wrap(t.extra().placeholder));
    put(5, wrap(t.is_variable));
    put(6, wrap(t.is_unranked));
    put(7, wrap(t.extra().variable_name));
    put(8, wrap(t.type.scale));
    put(9, wrap(bytes_of(t.extra().scale_data)));
    put(10, wrap(t.type.block_shape));
    put(11, wrap(t.extra().scale_placeholder));
    if (!deferred.empty()) put(kStateItems, wrap(deferred));
    return state.release().ptr();
}

core::Blob blob_argument(const Arguments& items, std::size_t i) {
    std::string bytes;
    items.bytes(i, bytes);
    return loose_arena().copy({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
}

PyObject* set_state(PyObject* self, const Arguments& arguments) {
    PyObject* state = arguments.values[0];
    if (!PyTuple_Check(state)) throw Mismatch();
    const Py_ssize_t size = PyTuple_GET_SIZE(state);
    if (size != kStateItems && size != kStateItems + 1) {
        throw core::StateError("TosaSerializerTensor state: expected 12 items, got " + std::to_string(size));
    }
    Arguments items;
    for (Py_ssize_t i = 0; i < kStateItems; ++i) items.values[i] = PyTuple_GET_ITEM(state, i);
    auto tensor = std::make_shared<Tensor>(items.text(0));
    items.dims(1, tensor->shape);
    tensor->type = {items.enumerator<core::BlockShape>(10), items.enumerator<core::DType>(8), items.enumerator<core::DType>(2)};
    tensor->data = blob_argument(items, 3);
    tensor->set_extra(&Extra::placeholder, items.text(4));
    tensor->is_variable = items.flag(5, false);
    tensor->is_unranked = items.flag(6, false);
    tensor->set_extra(&Extra::variable_name, items.text(7));
    tensor->set_extra(&Extra::scale_data, blob_argument(items, 9));
    tensor->set_extra(&Extra::scale_placeholder, items.text(11));
    if (size > kStateItems) {
        Arguments more;
        more.values[0] = PyTuple_GET_ITEM(state, kStateItems);
        tensor->set_extra(&Extra::deferred_error, more.text(0));
    }
    return construct(self, tensor);
}

// ---- properties ----

template <auto kField>
PyObject* get(PyObject* self, const Arguments&) {
    return wrap(self_as<Tensor>(self).*kField);
}

template <auto kField>
PyObject* get_extra(PyObject* self, const Arguments&) {
    return wrap(self_as<Tensor>(self).extra().*kField);
}

template <auto kField>
PyObject* get_type(PyObject* self, const Arguments&) {
    return wrap(self_as<Tensor>(self).type.*kField);
}

template <auto kField>
PyObject* set_type(PyObject* self, const Arguments& arguments) {
    auto& type = self_as<Tensor>(self).type;
    type.*kField = arguments.enumerator<std::remove_reference_t<decltype(type.*kField)>>(0);
    Py_RETURN_NONE;
}

PyObject* set_unranked(PyObject* self, const Arguments& arguments) {
    self_as<Tensor>(self).is_unranked = arguments.flag(0, false);
    Py_RETURN_NONE;
}

template <auto kField>
void add_type_property(const py::object& type, const char* name, const char* python_type) {
    add_property(type, {name, python_type, get_type<kField>, python_type, set_type<kField>});
}

}  // namespace

void register_tensor(py::module_& m) {
    const py::class_<Tensor, SharedTensor> type(m, "TosaSerializerTensor", py::module_local());
    note_companions(type);
    add_method(type, {"__init__",
                      {{{{"name", "str", ""},
                         {"shape", kIntList, ""},
                         {"dtype", "%DType", ""},
                         {"data", "object", "None"},
                         {"placeholderFilename", "str", "''"},
                         {"variable", "bool", "False"},
                         {"is_unranked", "bool", "False"},
                         {"variable_name", "str", "''"}},
                        "None"}},
                      init});
    add_property(type, {"name", "str", [](PyObject* self, const Arguments&) { return wrap(self_as<Tensor>(self).name()); }, "str",
                        set_name});
    add_property(type, {"shape", "list[int]", get<&Tensor::shape>, kIntList, set_shape});
    add_type_property<&core::TensorType::value>(type, "dtype", "%DType");
    add_property(
        type, {"data", "list[int]", [](PyObject* self, const Arguments&) { return wrap(bytes_of(self_as<Tensor>(self).data)); },
               "object", set_data});
    add_property(type, {"data_view", "numpy.ndarray", [](PyObject* self, const Arguments&) {
                            const auto& t = self_as<Tensor>(self);
                            return wrap(view(t.data, t.type.value, t.shape));
                        }});
    add_property(type, {"scale_data_view", "numpy.ndarray", [](PyObject* self, const Arguments&) {
                            const auto& t = self_as<Tensor>(self);
                            return wrap(view(t.extra().scale_data, t.type.scale, {-1}));
                        }});
    add_property(type, {"is_variable", "bool", get<&Tensor::is_variable>});
    add_property(type, {"is_unranked", "bool", get<&Tensor::is_unranked>, "bool", set_unranked});
    add_property(type, {"variable_name", "str", get_extra<&Extra::variable_name>});
    add_property(type, {"placeholderFilename", "str", get_extra<&Extra::placeholder>});
    add_property(type, {"placeholder_file_name_scales", "str", get_extra<&Extra::scale_placeholder>});
    add_type_property<&core::TensorType::scale>(type, "scale_dtype", "%DType");
    add_type_property<&core::TensorType::block_shape>(type, "block_shape", "%BlockShape");
    add_property(type, {"is_block_scaled", "bool", [](PyObject* self, const Arguments&) {
                            return wrap(core::to_scaled_dtype(self_as<Tensor>(self).type) != core::ScaledDType::kUnknown);
                        }});
    add_property(type, {"tosa_type", "%TensorTypeInfo", [](PyObject* self, const Arguments&) {
                            return wrap(std::make_shared<core::TensorType>(self_as<Tensor>(self).type));
                        }});
    add_method(type, {"setDtype", {{{{"dtype", "%DType", ""}}, "None"}}, set_type<&core::TensorType::value>});
    add_method(type, {"SetDimSize", {{{{"dim", kInt, ""}, {"size", kInt, ""}}, "None"}}, set_dim});
    add_method(
        type, {"__str__", {{{}, "str"}}, [](PyObject* self, const Arguments&) { return wrap(describe(self_as<Tensor>(self))); }});
    add_method(type, {"__getstate__", {{{}, "tuple"}}, get_state});
    add_method(type, {"__setstate__", {{{{"arg0", "tuple", ""}}, "None"}}, set_state});
}

}  // namespace tosa_bindings
