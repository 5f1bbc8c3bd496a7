// Methods that are called once an operator or more: bound through vectorcall, described by a table, without pybind11's dispatcher.
#pragma once

#include <pybind11/pybind11.h>

#include <exception>
#include <memory>
#include <string>
#include <typeinfo>
#include <vector>

#include "convert.h"

namespace tosa_bindings {

// One parameter. `type` and `preset` are what the docstring shows; '%' in them stands for the module's name and a dot.
struct Parameter {
    std::string name;
    std::string type;
    std::string preset;  // "": required
    // The argument that tells one overload from another: must be of this type. nullptr: any.
    py::handle kind = {};
};

struct Overload {
    std::vector<Parameter> parameters;
    std::string result;
    std::string summary = {};
};

// An argument that its parameter's type does not take.
struct Mismatch {};

inline constexpr std::size_t kMaxParameters = 12;

// The arguments of one call, by position of their parameters; nullptr where the caller gave none.
struct Arguments {
    PyObject* values[kMaxParameters] = {};
    std::size_t overload = 0;
    const void* data = nullptr;

    bool has(std::size_t i) const { return values[i] != nullptr; }
    // None where there is none.
    py::handle object(std::size_t i) const { return values[i] != nullptr ? values[i] : Py_None; }

    // These throw Mismatch.
    std::string text(std::size_t i, const char* preset = nullptr) const;
    bool flag(std::size_t i, bool preset) const;
    std::int32_t int32(std::size_t i) const;
    void dims(std::size_t i, std::vector<std::int32_t>& values) const;
    void names(std::size_t i, std::vector<std::string>& values) const;
    void bytes(std::size_t i, std::string& values) const;

    template <typename T>
    T cast(std::size_t i) const {
        py::detail::make_caster<T> caster;
        if (!caster.load(values[i], true)) throw Mismatch();
        return py::detail::cast_op<T>(caster);
    }
};

// Returns a new reference. May throw Mismatch, error_already_set and core's errors.
using Implementation = PyObject* (*)(PyObject* self, const Arguments& arguments);

struct Method {
    std::string name;
    std::vector<Overload> overloads;
    Implementation implementation;
    const void* data = nullptr;
};

// Adds the method to a class that pybind11 made.
void add_method(const py::object& type, Method method);

// The C++ object of that type in `self`, whose class was checked. Raises TypeError where __init__ never ran.
void* value_of(PyObject* self, const std::type_info& type);

template <typename T>
T& self_as(PyObject* self) {
    return *static_cast<T*>(value_of(self, typeid(T)));
}

// The shared pointer that keeps the object alive.
template <typename T>
const std::shared_ptr<T>& holder_of(PyObject* self) {
    value_of(self, typeid(T));
    auto* instance = reinterpret_cast<py::detail::instance*>(self);
    const py::detail::type_info* type = instance->simple_layout ? nullptr : py::detail::get_type_info(typeid(T));
    return instance->get_value_and_holder(type).template holder<std::shared_ptr<T>>();
}

}  // namespace tosa_bindings
