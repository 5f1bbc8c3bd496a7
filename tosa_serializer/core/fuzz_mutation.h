// Damaged copies of files, the same ones on every machine.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tosa_core {

// Number `index` of the damaged copies of `seeds` (none of them empty): bits, bytes, whole numbers, runs and ends.
std::vector<std::uint8_t> mutated(std::span<const std::vector<std::uint8_t>> seeds, std::uint64_t index);

}  // namespace tosa_core
