// serialize, save, load and the JSON calls of TosaSerializer.
#pragma once

#include <pybind11/pybind11.h>

#include "objects.h"

namespace tosa_bindings {

void add_file_methods(py::class_<Serializer>& type);

}  // namespace tosa_bindings
