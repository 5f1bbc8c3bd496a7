// Python values to the bytes of a tensor or shape.
#pragma once

#include <pybind11/numpy.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "../core/graph.h"

namespace tosa_bindings {

namespace py = pybind11;
namespace core = tosa_core;

// What the values are for: names the object in errors, and says how to store them.
struct Target {
    std::string_view kind;  // "tensor", "scale of tensor", "shape"
    std::string_view name;
    core::DType dtype;
    const std::vector<std::int32_t>* shape = nullptr;  // nullptr: not known, or of no interest
};

struct Converted {
    core::Blob blob;
    // What strict mode refuses here, under kDeferred.
    std::string deferred_error;
};

// A copy of the values in `arena`. None is no data. Runs Python code (__array__, __index__): the caller must not hold iterators
// or references into a graph across it. Raises what numpy raises for objects that hold no values at all; under kStrict also
// core's ValueError and TypeError for values that the type does not hold.
Converted convert(py::handle values, const Target& target, core::Strictness strictness, core::Arena& arena);

// For objects that no block holds yet.
core::Arena& loose_arena();

// A read-only numpy array over the blob, which it keeps alive: of the stored type and the given shape where numpy has both.
// By value: numpy may run Python code that changes the tensor.
py::array view(core::Blob blob, core::DType dtype, std::vector<std::int32_t> shape);

}  // namespace tosa_bindings
