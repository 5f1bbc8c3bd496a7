// serialize, save, load and the JSON calls of TosaSerializer.
#pragma once

#include "objects.h"

namespace tosa_bindings {

void add_file_methods(const py::object& type);

}  // namespace tosa_bindings
