// Methods and properties bound through vectorcall and described by tables, without pybind11's dispatcher: it costs more time than
// most of them take, and several kilobytes of code for each.
#pragma once

#include <pybind11/pybind11.h>

#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "convert.h"
#include "wrap.h"

namespace tosa_bindings {

inline constexpr std::size_t kMaxParameters = 12;

// All text of the tables lives as long as the module: literals, or `keep`.
using Text = std::string_view;
Text keep(std::string text);

// One parameter. `type` and `preset` are what the docstring shows; '%' in them stands for the module's name and a dot.
struct Parameter {
    Text name;
    Text type;
    Text preset;  // "": required
    // The argument that tells one overload from another: must be of this type. nullptr: any.
    PyTypeObject* kind = nullptr;

    // The last parameter may be "*args".
    bool is_rest() const { return name.front() == '*'; }
};

struct Overload {
    std::vector<Parameter> parameters;
    Text result;
    Text summary = {};
    // Parameters from here on are keyword-only.
    std::size_t positional = kMaxParameters;
};

// What docstrings call the types of arguments.
inline constexpr Text kInt = "typing.SupportsInt | typing.SupportsIndex";
inline constexpr Text kIntList = "collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex]";
inline constexpr Text kNameList = "collections.abc.Sequence[str]";

// An argument that its parameter's type does not take.
struct Mismatch {};

// The arguments of one call, by position of their parameters; nullptr where the caller gave none.
struct Arguments {
    PyObject* values[kMaxParameters] = {};
    std::size_t overload = 0;
    const void* data = nullptr;
    py::object rest = {};  // what *args took

    bool has(std::size_t i) const { return values[i] != nullptr; }
    // None where there is none.
    py::handle object(std::size_t i) const { return values[i] != nullptr ? values[i] : Py_None; }

    // These throw Mismatch.
    std::string text(std::size_t i, const char* preset = nullptr) const;
    bool flag(std::size_t i, bool preset) const;
    std::int32_t int32(std::size_t i) const;
    void dims(std::size_t i, std::vector<std::int32_t>& values) const;
    // Throws Mismatch only for what is no list at all: the rest is up to admit_dims.
    Dims shape(std::size_t i) const;
    core::NameList names(std::size_t i) const;
    void bytes(std::size_t i, std::string& values) const;

    // An integer of any kind that fits.
    std::int64_t integer(std::size_t i, std::int64_t lowest, std::int64_t highest) const;
    std::uint32_t uint32(std::size_t i) const { return static_cast<std::uint32_t>(integer(i, 0, 0xFFFFFFFF)); }

    template <typename T>
    T& instance(std::size_t i) const {
        if (values[i] == nullptr || !is_a<T>(values[i])) throw Mismatch();
        return self_as<T>(values[i]);
    }
    template <typename T>
    const std::shared_ptr<T>& shared(std::size_t i) const {
        if (values[i] == nullptr || !is_a<T>(values[i])) throw Mismatch();
        return holder_of<T>(values[i]);
    }
    // An enum. Those of the schema take an integer too, as upstream.
    template <typename E>
    E enumerator(std::size_t i) const {
        if (is_a<E>(values[i])) return self_as<E>(values[i]);
        if (!kTakesInteger<E>) throw Mismatch();
        return static_cast<E>(uint32(i));
    }
};

// Returns a new reference. May throw Mismatch, error_already_set and core's errors.
using Implementation = PyObject* (*)(PyObject* self, const Arguments& arguments);

struct Method {
    Text name;
    std::vector<Overload> overloads;
    Implementation implementation;
    const void* data = nullptr;
};

// Adds the method to a class that pybind11 made.
void add_method(const py::object& type, Method method);

// A property, read-only without a setter. `self` is what the docstrings call the object.
struct Property {
    Text name;
    Text type;
    Implementation get;
    Text argument_type = {};
    Implementation set = nullptr;
    Text self = "arg0";
    const void* data = nullptr;
    Text summary = "";
};

void add_property(const py::object& type, const Property& property);
// A function of the module, or a static method of a class.
void add_function(const py::object& scope, Method method);

}  // namespace tosa_bindings
