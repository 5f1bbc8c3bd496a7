#include "enum_class.h"

#include <new>

#include "fastcall.h"

namespace tosa_bindings {
namespace {

const TypeInfo& info_of_call(const Arguments& arguments) { return *static_cast<const TypeInfo*>(arguments.data); }

std::uint32_t number_of(PyObject* self, const Arguments& arguments) {
    return *static_cast<std::uint32_t*>(value_of(self, info_of_call(arguments)));
}

PyObject* get_number(PyObject* self, const Arguments& arguments) { return wrap(number_of(self, arguments)); }

PyObject* initialise(PyObject* self, const Arguments& arguments) {
    const std::uint32_t number = arguments.uint32(0);
    const TypeInfo& info = info_of_call(arguments);
    if (place_of(self, info).instance_registered()) Py_RETURN_NONE;
    construct(self, info, new std::uint32_t(number), nullptr);
    Py_RETURN_NONE;
}

py::object int_of(PyObject* object) {
    auto number = py::reinterpret_steal<py::object>(PyNumber_Long(object));
    if (!number) throw py::error_already_set();
    return number;
}

PyObject* checked(PyObject* result) {
    if (result == nullptr) throw py::error_already_set();
    return result;
}

// ---- with other numbers ----

template <int kOperation>
PyObject* equal_number(PyObject* self, const Arguments& arguments) {
    PyObject* other = arguments.values[0];
    if (other == Py_None) return wrap(kOperation == Py_NE);
    const int truth = PyObject_RichCompareBool(int_of(self).ptr(), other, Py_EQ);
    if (truth < 0) throw py::error_already_set();
    return wrap((truth == 1) == (kOperation == Py_EQ));
}

template <int kOperation>
PyObject* compare_number(PyObject* self, const Arguments& arguments) {
    const int truth = PyObject_RichCompareBool(int_of(self).ptr(), int_of(arguments.values[0]).ptr(), kOperation);
    if (truth < 0) throw py::error_already_set();
    return wrap(truth == 1);
}

template <PyObject* (*kOperation)(PyObject*, PyObject*)>
PyObject* combine(PyObject* self, const Arguments& arguments) {
    return checked(kOperation(int_of(self).ptr(), int_of(arguments.values[0]).ptr()));
}

PyObject* invert(PyObject* self, const Arguments&) { return checked(PyNumber_Invert(int_of(self).ptr())); }

// ---- among its own kind ----

template <int kOperation>
PyObject* compare_own(PyObject* self, const Arguments& arguments) {
    if (Py_TYPE(self) != Py_TYPE(arguments.values[0])) {
        if (kOperation == Py_EQ || kOperation == Py_NE) return wrap(kOperation == Py_NE);
        throw py::type_error("Expected an enumeration of matching type!");
    }
    return compare_number<kOperation>(self, arguments);
}

}  // namespace

void fill_enum(const py::object& type, const TypeInfo& info, EnumKind kind) {
    const auto add = [&](const char* name, std::vector<Parameter> parameters, const char* result, Implementation implementation) {
        add_method(type, {name, {{std::move(parameters), result}}, implementation, &info});
    };
    const Parameter other{"other", "object", ""};
    add("__init__", {{"value", kInt, ""}}, "None", initialise);
    add("__setstate__", {{"state", kInt, ""}}, "None", initialise);
    add("__int__", {}, "int", get_number);
    add("__index__", {}, "int", get_number);
    add("__hash__", {}, "int", get_number);
    add("__getstate__", {}, "int", get_number);
    add_property(type, {.name = "value", .type = "int", .get = get_number, .data = &info});
    if (kind != EnumKind::kArithmetic) {
        add("__eq__", {other}, "bool", compare_own<Py_EQ>);
        add("__ne__", {other}, "bool", compare_own<Py_NE>);
        if (kind == EnumKind::kPlain) return;
        add("__lt__", {other}, "bool", compare_own<Py_LT>);
        add("__gt__", {other}, "bool", compare_own<Py_GT>);
        add("__le__", {other}, "bool", compare_own<Py_LE>);
        add("__ge__", {other}, "bool", compare_own<Py_GE>);
        return;
    }
    add("__eq__", {other}, "bool", equal_number<Py_EQ>);
    add("__ne__", {other}, "bool", equal_number<Py_NE>);
    add("__lt__", {other}, "bool", compare_number<Py_LT>);
    add("__gt__", {other}, "bool", compare_number<Py_GT>);
    add("__le__", {other}, "bool", compare_number<Py_LE>);
    add("__ge__", {other}, "bool", compare_number<Py_GE>);
    for (const char* name : {"__and__", "__rand__"}) add(name, {other}, "object", combine<PyNumber_And>);
    for (const char* name : {"__or__", "__ror__"}) add(name, {other}, "object", combine<PyNumber_Or>);
    for (const char* name : {"__xor__", "__rxor__"}) add(name, {other}, "object", combine<PyNumber_Xor>);
    add("__invert__", {}, "object", invert);
}

}  // namespace tosa_bindings
