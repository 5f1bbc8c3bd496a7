// TosaSerializerOperator and TosaOpLocation.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "objects.h"

namespace tosa_bindings {
namespace {

using core::Operator;
using SharedOperator = std::shared_ptr<Operator>;

}  // namespace

std::vector<Parameter> operator_parameters(const char* inputs, const char* outputs) {
    return {{"op", "%Op", ""},
            {inputs, "collections.abc.Sequence[str]", ""},
            {outputs, "collections.abc.Sequence[str]", ""},
            {"attributes", "%TosaSerializerAttribute", ""},
            {"location", "%TosaOpLocation | None", "None"}};
}

SharedOperator make_operator(const Arguments& arguments) {
    auto result = std::make_shared<Operator>();
    result->op = arguments.cast<core::Op>(0);
    arguments.names(1, result->inputs);
    arguments.names(2, result->outputs);
    py::detail::make_caster<AttributeHolder> attributes;
    if (arguments.object(3).is_none() || !attributes.load(arguments.values[3], false)) throw Mismatch();
    result->attribute = py::detail::cast_op<const AttributeHolder&>(attributes).attribute;
    if (arguments.object(4).is_none()) return result;
    py::detail::make_caster<OpLocation> location;
    if (!location.load(arguments.values[4], true)) throw Mismatch();
    result->location = *py::detail::cast_op<const OpLocation&>(location).text;
    return result;
}

void require_attribute(const Operator& op) {
    if (!op.attribute) throw core::StateError("Attribute not initialized");
}

void register_operator(py::module_& m) {
    py::class_<OpLocation> location(m, "TosaOpLocation", py::module_local());
    location.def(py::init<>())
        .def(py::init([](std::string text) { return OpLocation{std::make_shared<std::string>(std::move(text))}; }))
        .def_property("text", py::cpp_function([](const OpLocation& self) { return *self.text; }, py::is_method(location)),
                      py::cpp_function([](OpLocation& self, std::string text) { *self.text = std::move(text); }, py::is_method(location)));
    py::implicitly_convertible<std::string, OpLocation>();

    py::class_<Operator, SharedOperator> type(m, "TosaSerializerOperator", py::module_local());
    type.def(py::init([](core::Op op, Names inputs, Names outputs, const AttributeHolder& attributes,
                         const std::optional<OpLocation>& location) {
                 auto result = std::make_shared<Operator>(Operator{op, attributes.attribute, std::move(inputs.values),
                                                                   std::move(outputs.values), location ? *location->text : ""});
                 require_attribute(*result);
                 return result;
             }),
             py::arg("op"), py::arg("inputs"), py::arg("outputs"), py::arg("attributes"), py::arg("location") = py::none())
        .def_property_readonly("op", [](const Operator& self) { return self.op; })
        .def_property_readonly("inputs", [](const Operator& self) { return Names{self.inputs}; })
        .def_property_readonly("outputs", [](const Operator& self) { return Names{self.outputs}; })
        .def_property_readonly("location",
                               [](const SharedOperator& self) {
                                   return OpLocation{std::shared_ptr<std::string>(self, &self->location)};
                               })
        .def("__str__", [](const Operator& self) { return describe(self); });
    py::options options;
    options.disable_function_signatures();
    const std::string doc =
        "(arg0: " + module_name() + ".TosaSerializerOperator) -> " + module_name() + ".TosaAttributeBase\n";
    type.def_property_readonly("attributes", py::cpp_function(&attribute_object, py::doc(doc.c_str())));
}

}  // namespace tosa_bindings
