// What takes the room in a graph's file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graph.h"

namespace tosa_core {

struct TensorSize {
    const Tensor* tensor;
    std::uint64_t bytes;  // of data and scales
};

// The tensors with the largest constants, at most five: largest first, in the graph's order where they are equal.
std::vector<TensorSize> biggest_tensors(const Graph& graph);

// The same for the end of a message; empty where no tensor has data.
std::string biggest_text(const Graph& graph);

}  // namespace tosa_core
