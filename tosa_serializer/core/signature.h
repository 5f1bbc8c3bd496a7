// How many inputs and outputs an operator has, of which kinds, and which attribute: op.def, and what it leaves out.
#pragma once

#include <cstddef>
#include <limits>
#include <string>

#include "graph.h"
#include "tables.h"

namespace tosa_core {

struct CountRange {
    static constexpr std::size_t kAny = std::numeric_limits<std::size_t>::max();

    std::size_t least;
    std::size_t most;

    bool holds(std::size_t count) const { return count >= least && count <= most; }
};

// What one operator takes and gives.
struct Signature {
    // nullptr: op.def has no such operator, and nothing is known of it.
    const OpInfo* info = nullptr;
    CountRange inputs{0, CountRange::kAny};
    CountRange outputs{0, CountRange::kAny};
    // Not 0: there are so many fewer outputs than inputs.
    std::size_t fewer_outputs = 0;
    bool takes_shapes = false;
    bool gives_shapes = false;

    // Whether the input at that place, of `count`, is a shape and no tensor.
    bool is_shape(std::size_t place, std::size_t count) const { return takes_shapes && kind_of(place, count); }

private:
    bool kind_of(std::size_t place, std::size_t count) const;
};

const Signature& signature_of(Op op);

// What is wrong with the operator by itself, such as "it has 1 input, expected 3"; "" if nothing is.
std::string signature_fault(const Operator& op);

}  // namespace tosa_core
