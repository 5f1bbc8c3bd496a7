#include "wrap.h"

namespace tosa_bindings {
namespace {

PyObject* checked(PyObject* object) {
    if (object == nullptr) throw py::error_already_set();
    return object;
}

void* copy_enum(const void* value) { return new std::uint32_t(*static_cast<const std::uint32_t*>(value)); }

}  // namespace

py::detail::value_and_holder place_of(PyObject* self, const TypeInfo& type) {
    auto* instance = reinterpret_cast<py::detail::instance*>(self);
    // A Python class of several bound bases has a value for each. One whose `__bases__` were assigned has none for the new ones.
    const py::detail::value_and_holder place = instance->get_value_and_holder(&type, false);
    if (place.inst == nullptr) {
        throw py::type_error("'" + std::string(Py_TYPE(self)->tp_name) + "' objects were not made with the base class " +
                             type.type->tp_name);
    }
    return place;
}

void* value_of(PyObject* self, const TypeInfo& type) {
    void* value = Py_TYPE(self) == type.type ? reinterpret_cast<py::detail::instance*>(self)->simple_value_holder[0]
                                             : place_of(self, type).value_ptr();
    if (value == nullptr) throw py::type_error(std::string(Py_TYPE(self)->tp_name) + ".__init__() was not called");
    return value;
}

void construct(PyObject* self, const TypeInfo& type, void* value, const void* holder) {
    py::detail::value_and_holder place = place_of(self, type);
    if (place.instance_registered()) return;
    place.value_ptr() = value;
    type.init_instance(reinterpret_cast<py::detail::instance*>(self), holder);
}

PyObject* wrap_shared(const void* value, const TypeInfo& type, const void* holder) {
    return checked(
        py::detail::type_caster_generic::cast(value, py::return_value_policy::take_ownership, {}, &type, nullptr, nullptr, holder)
            .ptr());
}

PyObject* wrap_enum(std::uint32_t value, const TypeInfo& type) {
    return checked(
        py::detail::type_caster_generic::cast(&value, py::return_value_policy::copy, {}, &type, copy_enum, nullptr).ptr());
}

PyObject* wrap(const std::string& text) {
    return checked(PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), nullptr));
}
PyObject* wrap(std::int32_t value) { return checked(PyLong_FromLong(value)); }
PyObject* wrap(std::uint32_t value) { return checked(PyLong_FromUnsignedLong(value)); }
PyObject* wrap(bool value) { return PyBool_FromLong(value); }
PyObject* wrap(py::object object) { return object.release().ptr(); }
PyObject* wrap(const std::vector<std::int32_t>& values) { return to_list(values).release().ptr(); }
PyObject* wrap(const std::vector<std::string>& names) { return to_list(names).release().ptr(); }

}  // namespace tosa_bindings
