// Typed values to the bytes that a tensor stores. No conversion here is silent: what does not fit is reported by its index.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "tables.h"

namespace tosa_core {

enum class SourceType : std::uint8_t {
    kInt8,
    kUint8,
    kInt16,
    kUint16,
    kInt32,
    kUint32,
    kInt64,
    kUint64,
    kFloat32,
    kFloat64,
};

// A contiguous run of `count` values in native byte order.
struct SourceValues {
    SourceType type;
    const void* data;
    std::uint64_t count;
};

struct IntegerRange {
    std::int64_t lowest;
    std::int64_t highest;
};

// What an integer type of TOSA holds. INT4 is symmetric: -8 is not a value of it. nullopt for other types; BOOL is {0, 1}.
std::optional<IntegerRange> integer_range(DType dtype);

struct FloatRange {
    double lowest;
    double highest;
};

// The numbers from the lowest to the highest that a float type of TOSA holds; nullopt for other types.
std::optional<FloatRange> float_range(DType dtype);

// The largest finite value of a float type in which a wider number becomes an infinity or NaN; nullopt for other types.
std::optional<double> float_limit(DType dtype);
// Whether one of the stored values of such a type is an infinity or NaN.
bool holds_non_finite(DType dtype, std::span<const std::uint8_t> stored);

// FP8UE8M0, FP6 and FP4 have no infinity, and some no NaN and no sign: casts to them give another number, or NaN, in silence.
bool is_bounded_float(DType dtype);
// The index of the first float that such a type has nothing near for, or nullopt. What rounds to one of its values is near.
std::optional<std::uint64_t> find_unstorable(DType dtype, const SourceValues& floats);

// Writes whole numbers as the integer type `dtype` (BOOL too: any value but 0 is 1) stores them. `target` has packed_size bytes.
// Returns the index of the first value that the type does not hold (out of range, a fraction, NaN), or nullopt.
std::optional<std::uint64_t> pack_integers(DType dtype, const SourceValues& values, std::span<std::uint8_t> target);

// One value a byte to two values a byte, the first in the low half; an odd tail is padded with 0.
void pack_4bit(std::span<const std::uint8_t> values, std::span<std::uint8_t> target);
// One value a byte to four values in three bytes, the first in the lowest bits; the tail is padded with 0.
void pack_6bit(std::span<const std::uint8_t> values, std::span<std::uint8_t> target);
// The low six bytes of each value.
void pack_48bit(std::span<const std::int64_t> values, std::span<std::uint8_t> target);

}  // namespace tosa_core
