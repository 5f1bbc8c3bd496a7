// TosaSerializerOperator and TosaOpLocation.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "objects.h"

namespace tosa_bindings {
namespace {

using core::Operator;
using SharedOperator = std::shared_ptr<Operator>;

SharedOperator build(core::Op op, std::vector<std::string> inputs, std::vector<std::string> outputs, const AttributeHolder& attributes,
                     const OpLocation* location) {
    if (!attributes.attribute) throw core::StateError("Attribute not initialized");
    auto result = std::make_shared<Operator>();
    result->op = op;
    result->attribute = attributes.attribute;
    result->inputs = std::move(inputs);
    result->outputs = std::move(outputs);
    if (location != nullptr) result->location = *location->text;
    return result;
}

}  // namespace

std::vector<Parameter> operator_parameters(const char* inputs, const char* outputs) {
    return {{"op", "%Op", ""},
            {inputs, "collections.abc.Sequence[str]", ""},
            {outputs, "collections.abc.Sequence[str]", ""},
            {"attributes", "%TosaSerializerAttribute", ""},
            {"location", "%TosaOpLocation | None", "None"}};
}

SharedOperator make_operator(const Arguments& arguments, std::size_t first) {
    std::vector<std::string> inputs;
    std::vector<std::string> outputs;
    const auto op = arguments.cast<core::Op>(first);
    arguments.names(first + 1, inputs);
    arguments.names(first + 2, outputs);
    py::detail::make_caster<OpLocation> location;
    const bool has_location = !arguments.object(first + 4).is_none();
    if (has_location && !location.load(arguments.values[first + 4], true)) throw Mismatch();
    py::detail::make_caster<AttributeHolder> attributes;
    if (arguments.object(first + 3).is_none() || !attributes.load(arguments.values[first + 3], false)) throw Mismatch();
    return build(op, std::move(inputs), std::move(outputs), py::detail::cast_op<const AttributeHolder&>(attributes),
                 has_location ? py::detail::cast_op<const OpLocation*>(location) : nullptr);
}

void register_operator(py::module_& m) {
    py::class_<OpLocation>(m, "TosaOpLocation", py::module_local())
        .def(py::init<>())
        .def(py::init([](std::string text) { return OpLocation{std::make_shared<std::string>(std::move(text))}; }))
        .def_property("text", [](const OpLocation& self) { return *self.text; },
                      [](OpLocation& self, std::string text) { *self.text = std::move(text); });
    py::implicitly_convertible<std::string, OpLocation>();

    py::class_<Operator, SharedOperator>(m, "TosaSerializerOperator", py::module_local())
        .def(py::init([](core::Op op, Names inputs, Names outputs, const AttributeHolder& attributes,
                         const std::optional<OpLocation>& location) {
                 return build(op, std::move(inputs.values), std::move(outputs.values), attributes, location ? &*location : nullptr);
             }),
             py::arg("op"), py::arg("inputs"), py::arg("outputs"), py::arg("attributes"), py::arg("location") = py::none())
        .def_property_readonly("op", [](const Operator& self) { return self.op; })
        .def_property_readonly("inputs", [](const Operator& self) { return Names{self.inputs}; })
        .def_property_readonly("outputs", [](const Operator& self) { return Names{self.outputs}; })
        .def_property_readonly("attributes", &attribute_object)
        .def_property_readonly("location",
                               [](const SharedOperator& self) {
                                   return OpLocation{std::shared_ptr<std::string>(self, &self->location)};
                               })
        .def("__str__", [](const Operator& self) { return describe(self); });
}

}  // namespace tosa_bindings
