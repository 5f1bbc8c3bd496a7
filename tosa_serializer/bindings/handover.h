// serialize()'s bytes object, to which the graph hands its constants over.
#pragma once

#include <pybind11/pybind11.h>

#include "../core/graph.h"
#include "../core/image.h"

namespace tosa_bindings {

namespace py = pybind11;
namespace core = tosa_core;

// The image as a bytes object. While it fills, tensors of the graph let go of their own copies and point into it, so that the
// data is there once and not twice; what they hold does not change. Constants of mapped files stay where they are.
// Raises MemoryError before anything is changed.
py::bytes to_bytes(core::Image image, const core::Graph& graph);

}  // namespace tosa_bindings
