// What strict mode asks of a complete graph. Every refusal names the object, what was expected and what came.
#pragma once

#include <string>
#include <vector>

#include "graph.h"

namespace tosa_core {

// For names of `kind` ("tensor", "block", ...): not empty, no NUL, valid UTF-8. Raises ValueError.
void check_name(std::string_view kind, std::string_view name);

// Dimensions are at least 0, or kUnknownDim where the tensor is no constant. Raises ValueError.
void check_shape(std::string_view name, std::span<const std::int32_t> shape, bool is_constant);

// Data of the tensor against its shape and type: shorter is a ValueError, longer a warning. Returns the warning, or "".
std::string check_data(const Tensor& tensor);

// All of the above for every object, and every reference: inputs and outputs of operators and blocks exist, no name has two
// producers. Raises ValueError. Returns the warnings that the user has not seen, and marks their tensors as warned.
std::vector<std::string> check_graph(const Graph& graph);

}  // namespace tosa_core
