// Copies of constants.
#pragma once

#include <cstdint>
#include <span>

namespace tosa_core {

// memcpy to where nothing else is written meanwhile. Large copies are shared with a few threads that end before it does: one
// alone is busy with the pages of the target for most of the time.
void copy_bytes(std::span<std::uint8_t> target, const std::uint8_t* source);

}  // namespace tosa_core
