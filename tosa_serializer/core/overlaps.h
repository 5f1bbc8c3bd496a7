// Constants behind the flatbuffer that share bytes.
#pragma once

#include <cstdint>
#include <span>

#include "graph.h"

namespace tosa_core {

// No two constants of the graph that lie in `outside` have a byte in common: whoever writes that layout puts one behind the
// other. Raises ValueError that names both tensors.
void refuse_overlaps(const Graph& graph, std::span<const std::uint8_t> outside);

}  // namespace tosa_core
