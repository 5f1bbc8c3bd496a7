// TosaSerializerTensor.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <pybind11/typing.h>
#include <pybind11/stl.h>

#include "../core/check.h"
#include "admission.h"
#include "errors.h"
#include "objects.h"
#include "values.h"

namespace tosa_bindings {
namespace {

using core::Strictness;
using core::Tensor;
using SharedTensor = std::shared_ptr<Tensor>;

SharedTensor make_tensor(std::string name, Dims shape, core::DType dtype, const py::object& data, std::string placeholder, bool variable,
                         bool is_unranked, std::string variable_name) {
    auto tensor = std::make_shared<Tensor>(std::move(name));
    Converted converted = convert(data, {"tensor", tensor->name(), dtype, &shape.values}, Strictness::kDeferred, loose_arena());
    tensor->shape = std::move(shape.values);
    tensor->type.value = dtype;
    tensor->data = std::move(converted.blob);
    tensor->deferred_error = std::move(converted.deferred_error);
    tensor->placeholder = std::move(placeholder);
    tensor->is_variable = variable;
    tensor->is_unranked = is_unranked;
    tensor->variable_name = std::move(variable_name);
    return tensor;
}

void set_data(const SharedTensor& tensor, const py::object& data) {
    const std::string name = tensor->name();
    const std::vector<std::int32_t> shape = tensor->shape;
    Converted converted = convert(data, {"tensor", name, tensor->type.value, &shape}, tensor->strictness, loose_arena());
    tensor->data = std::move(converted.blob);
    tensor->deferred_error = std::move(converted.deferred_error);
}

void check_dims(const Tensor& tensor, const std::vector<std::int32_t>& shape) {
    if (tensor.strictness == Strictness::kStrict) core::check_shape(tensor.name(), shape, !tensor.data.empty());
}

void set_shape(Tensor& tensor, Dims shape) {
    check_dims(tensor, shape.values);
    tensor.shape = std::move(shape.values);
}

void set_dim(Tensor& tensor, std::size_t dim, std::uint32_t size) {
    // Upstream prints "dim is out of bound" and then writes there.
    if (dim >= tensor.shape.size()) {
        throw py::index_error("tensor '" + tensor.name() + "': dim " + std::to_string(dim) + " is out of bound, the shape is " +
                              to_string(tensor.shape));
    }
    std::vector<std::int32_t> shape = tensor.shape;
    shape[dim] = static_cast<std::int32_t>(size);
    check_dims(tensor, shape);
    tensor.shape = std::move(shape);
}

void set_name(Tensor& tensor, std::string name) {
    admit_name(tensor.strictness, "tensor", name);
    tensor.rename(std::move(name));
}

py::list bytes_of(const core::Blob& blob) { return to_list(blob.data(), blob.size()); }

core::Blob blob_of(const py::handle& list) {
    std::string bytes;
    if (!to_bytes(list.ptr(), bytes)) throw core::ValueError("TosaSerializerTensor state: data must be a list of integers from 0 to 255");
    return loose_arena().copy({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
}

py::tuple get_state(const Tensor& t) {
    return py::make_tuple(t.name(), to_list(t.shape), t.type.value, bytes_of(t.data), t.placeholder, t.is_variable, t.is_unranked,
                          t.variable_name, t.type.scale, bytes_of(t.scale_data), t.type.block_shape, t.scale_placeholder);
}

SharedTensor set_state(const py::tuple& state) {
    if (state.size() != 12) {
        throw core::StateError("TosaSerializerTensor state: expected 12 items, got " + std::to_string(state.size()));
    }
    auto tensor = std::make_shared<Tensor>(state[0].cast<std::string>());
    tensor->shape = state[1].cast<Dims>().values;
    tensor->type = {state[10].cast<core::BlockShape>(), state[8].cast<core::DType>(), state[2].cast<core::DType>()};
    tensor->data = blob_of(state[3]);
    tensor->placeholder = state[4].cast<std::string>();
    tensor->is_variable = state[5].cast<bool>();
    tensor->is_unranked = state[6].cast<bool>();
    tensor->variable_name = state[7].cast<std::string>();
    tensor->scale_data = blob_of(state[9]);
    tensor->scale_placeholder = state[11].cast<std::string>();
    return tensor;
}

}  // namespace

void register_tensor(py::module_& m) {
    py::class_<Tensor, SharedTensor>(m, "TosaSerializerTensor", py::module_local())
        .def(py::init(&make_tensor), py::arg("name"), py::arg("shape"), py::arg("dtype"), py::arg("data") = py::none(),
             py::arg("placeholderFilename") = "", py::arg("variable") = false, py::arg("is_unranked") = false,
             py::arg("variable_name") = "")
        .def_property("name", [](const Tensor& self) { return self.name(); }, &set_name)
        .def_property("shape", [](const Tensor& self) { return Dims{self.shape}; }, &set_shape)
        .def_property("dtype", [](const Tensor& self) { return self.type.value; },
                      [](Tensor& self, core::DType dtype) { self.type.value = dtype; })
        .def_property("data", [](const Tensor& self) -> py::typing::List<int> { return bytes_of(self.data); }, &set_data)
        .def_property_readonly("data_view", [](const Tensor& self) { return view(self.data, self.type.value, self.shape); })
        .def_property_readonly("scale_data_view", [](const Tensor& self) { return view(self.scale_data, self.type.scale, {-1}); })
        .def_property_readonly("is_variable", [](const Tensor& self) { return self.is_variable; })
        .def_property("is_unranked", [](const Tensor& self) { return self.is_unranked; },
                      [](Tensor& self, bool is_unranked) { self.is_unranked = is_unranked; })
        .def_property_readonly("variable_name", [](const Tensor& self) { return self.variable_name; })
        .def_property_readonly("placeholderFilename", [](const Tensor& self) { return self.placeholder; })
        .def_property_readonly("placeholder_file_name_scales", [](const Tensor& self) { return self.scale_placeholder; })
        .def_property("scale_dtype", [](const Tensor& self) { return self.type.scale; },
                      [](Tensor& self, core::DType dtype) { self.type.scale = dtype; })
        .def_property("block_shape", [](const Tensor& self) { return self.type.block_shape; },
                      [](Tensor& self, core::BlockShape block) { self.type.block_shape = block; })
        .def_property_readonly(
            "is_block_scaled", [](const Tensor& self) { return core::to_scaled_dtype(self.type) != core::ScaledDType::kUnknown; })
        .def_property_readonly("tosa_type", [](const Tensor& self) { return self.type; })
        .def("setDtype", [](Tensor& self, core::DType dtype) { self.type.value = dtype; }, py::arg("dtype"))
        .def("SetDimSize", &set_dim, py::arg("dim"), py::arg("size"))
        .def("__str__", [](const Tensor& self) { return describe(self); })
        .def(py::pickle(&get_state, &set_state));
}

}  // namespace tosa_bindings
