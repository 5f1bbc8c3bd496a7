// C++ values to Python objects and back, without a template instance of pybind11's casters for each.
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "companion.h"
#include "convert.h"

namespace tosa_bindings {

using TypeInfo = py::detail::type_info;

// pybind11's record of a registered type, looked up once.
template <typename T>
const TypeInfo& info_of() {
    static const TypeInfo* const info = py::detail::get_type_info(typeid(T), true);
    return *info;
}

template <typename T>
bool is_a(PyObject* object) {
    return PyObject_TypeCheck(object, info_of<T>().type);
}

// Where the C++ object of that type is in `self`, and its holder. Raises TypeError where there is no place for one.
py::detail::value_and_holder place_of(PyObject* self, const TypeInfo& type);

// The C++ object of that type in `self`, whose class was checked. Raises TypeError where __init__ never ran.
void* value_of(PyObject* self, const TypeInfo& type);

template <typename T>
T& self_as(PyObject* self) {
    return *static_cast<T*>(value_of(self, info_of<T>()));
}

// The shared pointer that keeps the object alive.
template <typename T>
const std::shared_ptr<T>& holder_of(PyObject* self) {
    value_of(self, info_of<T>());
    auto* instance = reinterpret_cast<py::detail::instance*>(self);
    return instance->get_value_and_holder(instance->simple_layout ? nullptr : &info_of<T>())
        .template holder<std::shared_ptr<T>>();
}

// What __init__ does: `value` becomes the object of `self`. A second __init__ changes nothing, as with pybind11.
void construct(PyObject* self, const TypeInfo& type, void* value, const void* holder);

template <typename T>
PyObject* construct(PyObject* self, const std::shared_ptr<T>& value) {
    if constexpr (Companionable<T>) {
        if (instance_of(self)->simple_layout) {
            place_of(self, info_of<T>());
            if (!instance_of(self)->simple_holder_constructed) fill_simple(self, value);
            Py_RETURN_NONE;
        }
    }
    construct(self, info_of<T>(), value.get(), &value);
    if constexpr (Companionable<T>) value->companion.object = self;
    Py_RETURN_NONE;
}

// All of these return a new reference and raise error_already_set.
PyObject* wrap_shared(const void* value, const TypeInfo& type, const void* holder);
PyObject* wrap_enum(std::uint32_t value, const TypeInfo& type);

// The same Python object each time, for as long as someone holds it. None for nullptr.
template <typename T>
PyObject* wrap(const std::shared_ptr<T>& value) {
    if constexpr (Companionable<T>) {
        if (!value) Py_RETURN_NONE;
        if (auto* known = static_cast<PyObject*>(value->companion.object)) return Py_NewRef(known);
        return make_companion(info_of<T>().type, value);
    } else {
        return wrap_shared(value.get(), info_of<T>(), &value);
    }
}

template <typename E>
    requires kIsBoundEnum<E>
PyObject* wrap(E value) {
    return wrap_enum(static_cast<std::uint32_t>(value), info_of<E>());
}

PyObject* wrap(const std::string& text);
PyObject* wrap(std::int32_t value);
PyObject* wrap(std::uint32_t value);
PyObject* wrap(bool value);
PyObject* wrap(py::object object);
PyObject* wrap(const std::vector<std::int32_t>& values);
PyObject* wrap(const std::vector<std::string>& names);

// By value, as to_list.
template <typename T>
PyObject* wrap(std::vector<std::shared_ptr<T>> values) {
    py::list list(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) PyList_SET_ITEM(list.ptr(), static_cast<Py_ssize_t>(i), wrap(values[i]));
    return list.release().ptr();
}

template <typename T>
py::object wrapped(const T& value) {
    return py::reinterpret_steal<py::object>(wrap(value));
}

}  // namespace tosa_bindings
