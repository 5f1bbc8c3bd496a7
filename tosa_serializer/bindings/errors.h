// Core's errors as Python exceptions.
#pragma once

#include <pybind11/pybind11.h>

#include <exception>
#include <string>

namespace tosa_bindings {

// Sets the Python error that stands for a C++ exception: core's own, pybind11's, the standard library's.
void set_python_error(const std::exception_ptr& exception) noexcept;

void register_errors();

// A UserWarning. Raises where the user's filters make warnings errors.
void warn(const std::string& text);

}  // namespace tosa_bindings
