// What keeps Python code from making one of our objects pass for another.
#pragma once

#include <pybind11/pybind11.h>

namespace tosa_bindings {

namespace py = pybind11;

// For all classes of the module, once they are registered.
void guard_classes(const py::module_& m);

// True, with ImportError set, in an interpreter that is not the main one.
bool refuse_subinterpreter();

}  // namespace tosa_bindings
