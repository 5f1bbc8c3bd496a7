// float32 to the narrower float types, bit for bit as numpy and ml_dtypes cast them, in vectors.
#pragma once

#include <cstdint>
#include <span>

#include "tables.h"

namespace tosa_core {

// BF16, FP16, FP8E4M3 and FP8E5M2.
bool is_narrow_float(DType dtype);

// Rounds each value to the nearest one of such a type, ties to even. False for another type, and where a value does not stay
// finite or is not: what the casts make of those depends on the machine. `target` is then of no use.
bool pack_finite_floats(DType dtype, std::span<const float> values, std::span<std::uint8_t> target);

}  // namespace tosa_core
