// Python's own numbers, read from a list, a nested list or one scalar without a numpy array in between.
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tosa_bindings {

namespace py = pybind11;

// Integers stay integers: a double holds 53 bits of them.
struct Numbers {
    std::vector<std::int64_t> integers;  // 0 in the place of a float
    std::vector<double> floats;          // empty as long as all are integers
    bool all_integers = true;
    // Index of the first int beyond 64 bits, and its text.
    std::optional<std::uint64_t> huge;
    std::string huge_text;

    std::uint64_t size() const { return integers.size(); }
    // False for another kind of object. Runs no Python code.
    bool add(PyObject* item);
};

// False where numpy must decide: other element types, ragged lists. Runs no Python code, so no list changes meanwhile.
bool collect(PyObject* object, Numbers& numbers);

// The digits of an int, cut at 100 characters.
std::string int_text(py::handle number);

// repr(), cut at 100 characters.
std::string short_repr(py::handle object);

}  // namespace tosa_bindings
