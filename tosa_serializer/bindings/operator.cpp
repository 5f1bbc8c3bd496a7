// TosaSerializerOperator and TosaOpLocation.
#include "objects.h"

namespace tosa_bindings {
namespace {

using core::Operator;
using SharedOperator = std::shared_ptr<Operator>;

// A TosaOpLocation, or a str that stands for one.
std::string location_argument(const Arguments& arguments, std::size_t i) {
    if (is_a<OpLocation>(arguments.values[i])) return *self_as<OpLocation>(arguments.values[i]).text;
    return arguments.text(i);
}

PyObject* init_location(PyObject* self, const Arguments& arguments) {
    auto location = std::make_shared<OpLocation>();
    if (arguments.overload == 1) *location->text = arguments.text(0);
    return construct(self, location);
}

PyObject* set_text(PyObject* self, const Arguments& arguments) {
    std::string text = arguments.text(0);
    *self_as<OpLocation>(self).text = std::move(text);
    Py_RETURN_NONE;
}

PyObject* init_operator(PyObject* self, const Arguments& arguments) {
    const SharedOperator op = make_operator(arguments);
    require_attribute(*op);
    return construct(self, op);
}

PyObject* get_location(PyObject* self, const Arguments&) {
    const SharedOperator& op = holder_of<Operator>(self);
    return wrap(std::make_shared<OpLocation>(OpLocation{std::shared_ptr<std::string>(op, &op->location)}));
}

}  // namespace

std::vector<Parameter> operator_parameters(const char* inputs, const char* outputs) {
    return {{"op", "%Op", ""},
            {inputs, kNameList, ""},
            {outputs, kNameList, ""},
            {"attributes", "%TosaSerializerAttribute", ""},
            {"location", "%TosaOpLocation | None", "None"}};
}

SharedOperator make_operator(const Arguments& arguments) {
    auto result = std::make_shared<Operator>();
    result->op = arguments.enumerator<core::Op>(0);
    result->inputs = arguments.names(1);
    result->outputs = arguments.names(2);
    result->attribute = arguments.instance<AttributeHolder>(3).attribute;
    if (!arguments.object(4).is_none()) result->location = location_argument(arguments, 4);
    return result;
}

void require_attribute(const Operator& op) {
    if (!op.attribute) throw core::StateError("Attribute not initialized");
}

void register_operator(py::module_& m) {
    const py::class_<OpLocation, std::shared_ptr<OpLocation>> location(m, "TosaOpLocation", py::module_local());
    add_method(location, {"__init__", {{{}, "None"}, {{{"arg0", "str", ""}}, "None"}}, init_location});
    add_property(location, {"text", "str", [](PyObject* self, const Arguments&) { return wrap(*self_as<OpLocation>(self).text); },
                            "str", set_text, "self"});

    const py::class_<Operator, SharedOperator> type(m, "TosaSerializerOperator", py::module_local());
    note_companions(type);
    add_method(type, {"__init__", {{operator_parameters("inputs", "outputs"), "None"}}, init_operator});
    add_property(type, {"op", "%Op", [](PyObject* self, const Arguments&) { return wrap(self_as<Operator>(self).op); }});
    add_property(type, {"inputs", "list[str]",
                        [](PyObject* self, const Arguments&) { return wrap(self_as<Operator>(self).inputs.texts()); }});
    add_property(type, {"outputs", "list[str]",
                        [](PyObject* self, const Arguments&) { return wrap(self_as<Operator>(self).outputs.texts()); }});
    add_property(type, {"attributes", "%TosaAttributeBase",
                        [](PyObject* self, const Arguments&) { return attribute_object(holder_of<Operator>(self)); }});
    add_property(type, {"location", "%TosaOpLocation", get_location});
    add_method(type, {"__str__", {{{}, "str"}}, [](PyObject* self, const Arguments&) {
                          return wrap(describe(self_as<Operator>(self)));
                      }});
}

}  // namespace tosa_bindings
