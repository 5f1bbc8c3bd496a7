// Classes whose Python object is noted in the C++ object itself: pybind11's registry of instances costs more than most calls.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <new>
#include <utility>

namespace tosa_bindings {

namespace py = pybind11;

// A type with a core::Companion.
template <typename T>
concept Companionable = requires(T& value) { value.companion.object; };

using Instance = py::detail::instance;

inline Instance* instance_of(PyObject* self) { return reinterpret_cast<Instance*>(self); }

// The shared pointer in an object that has its value and holder in itself.
template <typename T>
std::shared_ptr<T>& simple_holder(PyObject* self) {
    static_assert(py::detail::size_in_ptrs(sizeof(std::shared_ptr<T>)) <= py::detail::instance_simple_holder_in_ptrs());
    return *std::launder(reinterpret_cast<std::shared_ptr<T>*>(&instance_of(self)->simple_value_holder[1]));
}

template <Companionable T>
void fill_simple(PyObject* self, const std::shared_ptr<T>& value) {
    instance_of(self)->simple_value_holder[0] = value.get();
    new (&instance_of(self)->simple_value_holder[1]) std::shared_ptr<T>(value);
    instance_of(self)->simple_holder_constructed = true;
    value->companion.object = self;
}

// A new object of the class that pybind11 made for T.
template <Companionable T>
PyObject* make_companion(PyTypeObject* type, const std::shared_ptr<T>& value) {
    PyObject* self = type->tp_alloc(type, 0);
    if (self == nullptr) throw py::error_already_set();
    instance_of(self)->simple_layout = true;
    instance_of(self)->owned = true;
    fill_simple(self, value);
    return self;
}

template <Companionable T>
void forget(T& value, PyObject* self) {
    if (value.companion.object == self) value.companion.object = nullptr;
}

// tp_dealloc of the class and of what is derived from it.
template <Companionable T>
void dealloc_companion(PyObject* self) {
    static PyTypeObject* const own_type = py::detail::get_type_info(typeid(T), true)->type;
    PyTypeObject* const type = Py_TYPE(self);
    Instance* const instance = instance_of(self);
    if (!instance->simple_layout) {
        const auto place = instance->get_value_and_holder(py::detail::get_type_info(typeid(T), true));
        if (place.holder_constructed()) forget(*static_cast<T*>(place.value_ptr()), self);
        return py::detail::pybind11_object_dealloc(self);
    }
    if (instance->simple_holder_constructed) forget(*simple_holder<T>(self), self);
    // A class written in Python may have more to clear.
    if (type != own_type || instance->has_patients || instance->simple_instance_registered) {
        return py::detail::pybind11_object_dealloc(self);
    }
    if (instance->weakrefs != nullptr) PyObject_ClearWeakRefs(self);
    if (instance->simple_holder_constructed) {
        const py::error_scope kept;
        simple_holder<T>(self).~shared_ptr();
    }
    type->tp_free(self);
    Py_DECREF(type);
}

// Has to come before the first object of the class.
template <Companionable T>
void note_companions(const py::class_<T, std::shared_ptr<T>>& type) {
    reinterpret_cast<PyTypeObject*>(type.ptr())->tp_dealloc = dealloc_companion<T>;
}

}  // namespace tosa_bindings
