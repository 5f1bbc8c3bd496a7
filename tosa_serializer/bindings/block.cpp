// TosaSerializerBasicBlock, and the maps of its tensors and shapes.
#include <pybind11/pybind11.h>

#include "admission.h"
#include "building.h"
#include "objects.h"

namespace tosa_bindings {
namespace {

using core::Block;

PyObject* add_tensor_method(PyObject* self, const Arguments& arguments) {
    const bool is_scaled = arguments.overload == 1;
    NewTensor request;
    request.name = arguments.text(0);
    arguments.dims(1, request.shape);
    if (is_scaled) {
        request.type = tensor_type(arguments.cast<core::ScaledDType>(2));
        request.scales = arguments.object(4);
        request.placeholder = arguments.text(5, "");
        request.scale_placeholder = arguments.text(6, "");
    } else {
        request.type.value = arguments.cast<core::DType>(2);
        request.placeholder = arguments.text(4, "");
    }
    request.values = arguments.object(3);
    const std::size_t rest = is_scaled ? 7 : 5;
    request.is_unranked = arguments.flag(rest, false);
    request.is_variable = arguments.flag(rest + 1, false);
    request.variable_name = arguments.text(rest + 2, "");
    const SharedBlock block = holder_of<Block>(self);
    return py::cast(add_tensor(block, std::move(request))).release().ptr();
}

PyObject* add_operator_method(PyObject* self, const Arguments& arguments) {
    const SharedOperator op = make_operator(arguments);
    const SharedBlock block = holder_of<Block>(self);
    add_operator(*block, op);
    Py_RETURN_NONE;
}

SharedShape add_shape_method(const SharedBlock& block, std::string name, std::uint32_t rank, const py::object& data,
                             const py::object& placeholder) {
    return add_shape(block, std::move(name), rank, data, placeholder.is_none() ? std::string() : placeholder.cast<std::string>());
}

// pybind11's text for a null unique_ptr, which is what upstream's getTensorByName gives for an unknown name.
[[noreturn]] void refuse_lookup(const char* function, const char* result) {
    throw py::type_error("Unable to convert function return value to a Python type! The signature was\n\t(self: " + module_name() +
                         ".TosaSerializerBasicBlock, name: str) -> " + result + " (" + function + ": no such name)");
}

template <typename Items>
py::list keys_of(const Items& items) {
    py::list keys;
    for (const auto& item : items) keys.append(item->name());
    return keys;
}

template <typename Items>
py::list list_of(const Items& items) {
    py::list list;
    for (const auto& item : items) list.append(item);
    return list;
}

void register_maps(py::module_& m) {
    py::class_<TensorMap>(m, "TensorMap", py::module_local())
        .def("__len__", [](const TensorMap& self) { return self.block->tensors.size(); })
        .def("__getitem__",
             [](const TensorMap& self, const std::string& name) {
                 auto tensor = self.block->find_tensor(name);
                 if (!tensor) throw py::index_error("Tensor not found: " + name);
                 return tensor;
             })
        .def("__iter__", [](const TensorMap& self) -> py::object { return keys_of(self.block->tensors).attr("__iter__")(); })
        .def("keys", [](const TensorMap& self) { return keys_of(self.block->tensors); });
    py::class_<ShapeMap>(m, "ShapeMap", py::module_local())
        .def("__len__", [](const ShapeMap& self) { return self.block->shapes.size(); })
        .def("__getitem__",
             [](const ShapeMap& self, const std::string& name) {
                 auto shape = self.block->find_shape(name);
                 if (!shape) throw py::index_error("Shape not found: " + name);
                 return shape;
             })
        .def("__iter__", [](const ShapeMap& self) -> py::object { return keys_of(self.block->shapes).attr("__iter__")(); })
        .def("keys", [](const ShapeMap& self) { return keys_of(self.block->shapes); });
}

void add_fast_methods(const py::object& type) {
    const char* dims = "collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex]";
    const Parameter name{"name", "str", ""};
    const Parameter shape{"shape", dims, ""};
    const Parameter data{"data", "object", "None"};
    const Parameter placeholder{"placeholderFilename", "str", "''"};
    const Parameter is_unranked{"is_unranked", "bool", "False"};
    const Parameter variable{"variable", "bool", "False"};
    const Parameter variable_name{"variable_name", "str", "''"};
    add_method(type,
               {"addTensor",
                {{{name, shape, {"dtype", "%DType", "", dtype_type()}, data, placeholder, is_unranked, variable, variable_name},
                  "%TosaSerializerTensor"},
                 {{name, shape, {"dtype", "%ScaledDType", "", scaled_dtype_type()}, data, {"scale_data", "object", "None"}, placeholder,
                   {"placeholder_file_name_scales", "str", "''"}, is_unranked, variable, variable_name},
                  "%TosaSerializerTensor"}},
                add_tensor_method});
    add_method(type, {"addOperator", {{operator_parameters("inputs", "outputs"), "None"}}, add_operator_method});
}

}  // namespace

void register_block(py::module_& m) {
    register_maps(m);
    py::class_<Block, SharedBlock> type(m, "TosaSerializerBasicBlock", py::module_local());
    type.def(py::init<std::string, std::string>(), py::arg("name"), py::arg("region_name"))
        .def_property_readonly("name", [](const Block& self) { return self.name; })
        .def_property_readonly("region_name", [](const Block& self) { return self.region_name; })
        .def_property_readonly("inputs", [](const Block& self) { return Names{self.inputs}; })
        .def_property_readonly("outputs", [](const Block& self) { return Names{self.outputs}; })
        .def_property_readonly("operators", [](const SharedBlock& self) { return list_of(self->operators); })
        .def_property_readonly("tensors", [](const SharedBlock& self) { return TensorMap{self}; })
        .def_property_readonly("shapes", [](const SharedBlock& self) { return ShapeMap{self}; })
        .def("addShape", &add_shape_method, py::arg("name"), py::arg("rank"), py::arg("data") = py::none(),
             py::arg("placeholderFilename") = py::none())
        .def("addInput",
             [](Block& self, std::string name) {
                 admit_name(self.strictness, "block input", name);
                 self.inputs.push_back(std::move(name));
             },
             py::arg("name"))
        .def("addOutput",
             [](Block& self, std::string name) {
                 admit_name(self.strictness, "block output", name);
                 self.outputs.push_back(std::move(name));
             },
             py::arg("name"))
        .def("__str__", [](const Block& self) { return describe(self); });
    add_fast_methods(type);

    py::options options;
    options.disable_function_signatures();
    const std::string self = "(self: " + module_name() + ".TosaSerializerBasicBlock, name: str) -> ";
    type.def("getTensorByName",
             [](Block& block, const std::string& name) {
                 auto tensor = block.find_tensor(name);
                 if (!tensor) refuse_lookup("getTensorByName", "tosa::TosaSerializationTensor");
                 return tensor;
             },
             py::arg("name"), ("getTensorByName" + self + "tosa::TosaSerializationTensor\n").c_str());
    type.def("getShapeByName",
             [](Block& block, const std::string& name) {
                 auto shape = block.find_shape(name);
                 if (!shape) refuse_lookup("getShapeByName", "tosa::TosaSerializationShape");
                 return shape;
             },
             py::arg("name"), ("getShapeByName" + self + "tosa::TosaSerializationShape\n").c_str());
}

}  // namespace tosa_bindings
