#include "packing.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "sharing.h"
#include "types.h"

namespace tosa_core {
namespace {

// Values go through a small buffer of 64-bit integers: one loop a source type and one a stored type, not one a pair.
constexpr std::size_t kChunk = 1024;
// Values for each thread, whole chunks of them.
constexpr Portions kValues{64 * kChunk, 512 * kChunk};
using Wide = std::array<std::int64_t, kChunk>;

// Index of the first value that is no 64-bit integer, or `count`.
template <typename T>
std::size_t widen(const void* source, std::uint64_t first, std::size_t count, Wide& wide) {
    const T* values = static_cast<const T*>(source) + first;
    for (std::size_t i = 0; i < count; ++i) {
        if constexpr (std::is_floating_point_v<T>) {
            // 2^63 itself is a float, so the upper bound is open.
            if (!(values[i] >= T{-9223372036854775808.0} && values[i] < T{9223372036854775808.0})) return i;
            if (std::trunc(values[i]) != values[i]) return i;
        } else if constexpr (std::is_same_v<T, std::uint64_t>) {
            if (values[i] > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) return i;
        }
        wide[i] = static_cast<std::int64_t>(values[i]);
    }
    return count;
}

std::size_t widen(const SourceValues& source, std::uint64_t first, std::size_t count, Wide& wide) {
    switch (source.type) {
        case SourceType::kInt8: return widen<std::int8_t>(source.data, first, count, wide);
        case SourceType::kUint8: return widen<std::uint8_t>(source.data, first, count, wide);
        case SourceType::kInt16: return widen<std::int16_t>(source.data, first, count, wide);
        case SourceType::kUint16: return widen<std::uint16_t>(source.data, first, count, wide);
        case SourceType::kInt32: return widen<std::int32_t>(source.data, first, count, wide);
        case SourceType::kUint32: return widen<std::uint32_t>(source.data, first, count, wide);
        case SourceType::kInt64: return widen<std::int64_t>(source.data, first, count, wide);
        case SourceType::kUint64: return widen<std::uint64_t>(source.data, first, count, wide);
        case SourceType::kFloat32: return widen<float>(source.data, first, count, wide);
        case SourceType::kFloat64: return widen<double>(source.data, first, count, wide);
    }
    return 0;
}

// BOOL asks a value only whether it is 0, so a fraction or NaN is no error.
template <typename T>
void store_bools(const void* source, std::uint64_t count, std::uint8_t* target) {
    const T* values = static_cast<const T*>(source);
    for (std::uint64_t i = 0; i < count; ++i) {
        if constexpr (std::is_same_v<T, std::uint64_t>) {
            // As above: no comparison.
            target[i] = static_cast<std::uint8_t>((values[i] | (0 - values[i])) >> 63);
        } else {
            target[i] = values[i] != 0;
        }
    }
}

void store_bools(const SourceValues& source, std::uint8_t* target) {
    switch (source.type) {
        case SourceType::kInt8:
        case SourceType::kUint8: return store_bools<std::uint8_t>(source.data, source.count, target);
        case SourceType::kInt16:
        case SourceType::kUint16: return store_bools<std::uint16_t>(source.data, source.count, target);
        case SourceType::kInt32:
        case SourceType::kUint32: return store_bools<std::uint32_t>(source.data, source.count, target);
        case SourceType::kInt64:
        case SourceType::kUint64: return store_bools<std::uint64_t>(source.data, source.count, target);
        case SourceType::kFloat32: return store_bools<float>(source.data, source.count, target);
        case SourceType::kFloat64: return store_bools<double>(source.data, source.count, target);
    }
}

using Values = std::span<const std::int64_t>;

// The 64-bit integers from `first` on: the source's own where it has such, else widened into `wide`. Ends before the first value
// that is none.
Values whole_numbers(const SourceValues& source, std::uint64_t first, std::size_t count, Wide& wide) {
    if (source.type == SourceType::kInt64) return {static_cast<const std::int64_t*>(source.data) + first, count};
    return {wide.data(), widen(source, first, count, wide)};
}

// No exit and no comparison: several values are taken at once, and vectors of the oldest x86-64 compare no 64-bit integers.
bool are_inside(Values values, IntegerRange range) {
    const auto lowest = static_cast<std::uint64_t>(range.lowest);
    const auto highest = static_cast<std::uint64_t>(range.highest);
    const std::uint64_t width = highest - lowest;
    std::uint64_t seen = 0;
    if ((width & (width + 1)) == 0) {
        // All values of so many bits: the distance from the lowest has no bit beyond them.
        for (const std::int64_t value : values) seen |= static_cast<std::uint64_t>(value) - lowest;
        return (seen & ~width) == 0;
    }
    // A value below or above the range makes one of the differences negative.
    for (const std::int64_t value : values) {
        seen |= (static_cast<std::uint64_t>(value) - lowest) | (highest - static_cast<std::uint64_t>(value));
    }
    return seen >> 63 == 0;
}

// Position of the first value out of range, or the number of values.
std::size_t find_outside(Values values, IntegerRange range) {
    if (are_inside(values, range)) return values.size();
    const auto is_outside = [=](std::int64_t value) { return value < range.lowest || value > range.highest; };
    return static_cast<std::size_t>(std::find_if(values.begin(), values.end(), is_outside) - values.begin());
}

template <typename T>
void narrow(Values values, std::uint8_t* target) {
    for (std::size_t i = 0; i < values.size(); ++i) {
        const T value = static_cast<T>(values[i]);
        std::memcpy(target + i * sizeof(T), &value, sizeof(T));
    }
}

void narrow_to_4bit(Values values, std::uint8_t* target) {
    const std::size_t pairs = values.size() / 2;
    for (std::size_t i = 0; i < pairs; ++i) {
        target[i] = static_cast<std::uint8_t>((values[2 * i] & 0xF) | (values[2 * i + 1] & 0xF) << 4);
    }
    if (values.size() % 2 != 0) target[pairs] = static_cast<std::uint8_t>(values.back() & 0xF);
}

void narrow(DType dtype, Values values, std::uint8_t* target) {
    switch (dtype) {
        case tosa::DType_INT4: return narrow_to_4bit(values, target);
        case tosa::DType_INT16: return narrow<std::int16_t>(values, target);
        case tosa::DType_INT32: return narrow<std::int32_t>(values, target);
        case tosa::DType_INT48: return pack_48bit(values, {target, values.size() * 6});
        case tosa::DType_INT64:
        case tosa::DType_SHAPE: return narrow<std::int64_t>(values, target);
        default: return narrow<std::int8_t>(values, target);
    }
}

// An infinity or NaN has all bits of `mask` set. No early exit inside a chunk, so that it is compiled to vectors.
template <typename T>
bool any_has(T mask, std::span<const std::uint8_t> stored) {
    const std::size_t count = stored.size() / sizeof(T);
    for (std::size_t first = 0; first < count; first += kChunk) {
        const std::size_t end = std::min(count, first + kChunk);
        bool found = false;
        for (std::size_t i = first; i < end; ++i) {
            T value;
            std::memcpy(&value, stored.data() + i * sizeof(T), sizeof(T));
            found |= (value & mask) == mask;
        }
        if (found) return true;
    }
    return false;
}

// Of `size` values from `begin` on. Returns the index of the first that does not fit, or UINT64_MAX.
std::uint64_t pack_some(DType dtype, const SourceValues& values, std::size_t begin, std::size_t size, std::uint8_t* target) {
    const IntegerRange range = integer_range(dtype).value();
    const unsigned bits = bits_of(dtype);
    Wide wide;
    for (std::size_t first = begin; first < begin + size; first += kChunk) {
        const std::size_t count = std::min(kChunk, begin + size - first);
        const Values whole = whole_numbers(values, first, count, wide);
        const std::size_t fitting = find_outside(whole, range);
        if (fitting != count) return first + fitting;
        // kChunk is even, so a chunk of 4-bit values starts at a whole byte.
        narrow(dtype, whole, target + std::uint64_t{first} * bits / 8);
    }
    return UINT64_MAX;
}

// Halfway from the largest value of a bounded float type to the next one that it would have: rounding leads beyond from here on.
std::optional<double> rounding_end(DType dtype) {
    switch (dtype) {
        case tosa::DType_FP8UE8M0: return 0x1.8p127;
        case tosa::DType_FP6E2M3: return 7.75;
        case tosa::DType_FP6E3M2: return 30.0;
        case tosa::DType_FP4E2M1: return 7.0;
        default: return std::nullopt;
    }
}

// Half of FP8UE8M0's smallest value.
constexpr double kLeastScale = 0x1p-128;

template <typename T>
std::optional<std::uint64_t> find_unstorable(DType dtype, const void* source, std::uint64_t count) {
    const T* values = static_cast<const T*>(source);
    const auto end = static_cast<T>(rounding_end(dtype).value());
    const bool is_scale = dtype == tosa::DType_FP8UE8M0;
    for (std::uint64_t i = 0; i < count; ++i) {
        const T value = values[i];
        const bool is_near = is_scale ? (value >= T{kLeastScale} && value < end) || std::isnan(value) : std::abs(value) < end;
        if (!is_near) return i;
    }
    return std::nullopt;
}

}  // namespace

std::optional<IntegerRange> integer_range(DType dtype) {
    switch (dtype) {
        case tosa::DType_BOOL: return IntegerRange{0, 1};
        case tosa::DType_INT4: return IntegerRange{-7, 7};
        case tosa::DType_INT8:
        case tosa::DType_MXINT8: return IntegerRange{-128, 127};
        case tosa::DType_INT16: return IntegerRange{-32768, 32767};
        case tosa::DType_INT32:
            return IntegerRange{std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max()};
        case tosa::DType_INT48: return IntegerRange{-(std::int64_t{1} << 47), (std::int64_t{1} << 47) - 1};
        case tosa::DType_INT64:
        case tosa::DType_SHAPE:
            return IntegerRange{std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()};
        default: return std::nullopt;
    }
}

std::optional<FloatRange> float_range(DType dtype) {
    switch (dtype) {
        case tosa::DType_FP8UE8M0: return FloatRange{0x1p-127, 0x1p127};
        case tosa::DType_FP6E2M3: return FloatRange{-7.5, 7.5};
        case tosa::DType_FP6E3M2: return FloatRange{-28.0, 28.0};
        case tosa::DType_FP4E2M1: return FloatRange{-6.0, 6.0};
        default: break;
    }
    const auto limit = float_limit(dtype);
    return limit ? std::optional(FloatRange{-*limit, *limit}) : std::nullopt;
}

bool is_bounded_float(DType dtype) { return rounding_end(dtype).has_value(); }

std::optional<std::uint64_t> find_unstorable(DType dtype, const SourceValues& floats) {
    return floats.type == SourceType::kFloat32 ? find_unstorable<float>(dtype, floats.data, floats.count)
                                               : find_unstorable<double>(dtype, floats.data, floats.count);
}

std::optional<double> float_limit(DType dtype) {
    switch (dtype) {
        case tosa::DType_FP32: return std::numeric_limits<float>::max();
        case tosa::DType_BF16: return 0x1.FEp127;
        case tosa::DType_FP16: return 65504.0;
        case tosa::DType_FP8E5M2: return 57344.0;
        case tosa::DType_FP8E4M3: return 448.0;
        default: return std::nullopt;
    }
}

bool holds_non_finite(DType dtype, std::span<const std::uint8_t> stored) {
    switch (dtype) {
        case tosa::DType_FP32: return any_has<std::uint32_t>(0x7F800000, stored);
        case tosa::DType_BF16: return any_has<std::uint16_t>(0x7F80, stored);
        case tosa::DType_FP16: return any_has<std::uint16_t>(0x7C00, stored);
        case tosa::DType_FP8E5M2: return any_has<std::uint8_t>(0x7C, stored);
        // No infinities: what is too large becomes NaN.
        case tosa::DType_FP8E4M3: return any_has<std::uint8_t>(0x7F, stored);
        default: return false;
    }
}

std::optional<std::uint64_t> pack_integers(DType dtype, const SourceValues& values, std::span<std::uint8_t> target) {
    if (dtype == tosa::DType_BOOL) {
        store_bools(values, target.data());
        return std::nullopt;
    }
    std::atomic<std::uint64_t> first_bad = values.count;
    share_out(values.count, kValues, [&](std::size_t first, std::size_t count) {
        const std::uint64_t bad = pack_some(dtype, values, first, count, target.data());
        std::uint64_t known = first_bad;
        while (bad < known && !first_bad.compare_exchange_weak(known, bad)) {
        }
    });
    if (first_bad == values.count) return std::nullopt;
    return first_bad.load();
}

void pack_4bit(std::span<const std::uint8_t> values, std::span<std::uint8_t> target) {
    for (std::size_t i = 0; i < values.size(); i += 2) {
        const unsigned high = i + 1 < values.size() ? values[i + 1] & 0xFu : 0u;
        target[i / 2] = static_cast<std::uint8_t>((values[i] & 0xFu) | (high << 4));
    }
}

void pack_6bit(std::span<const std::uint8_t> values, std::span<std::uint8_t> target) {
    unsigned pending = 0;
    unsigned bits = 0;
    std::size_t out = 0;
    for (const std::uint8_t value : values) {
        pending |= (value & 0x3Fu) << bits;
        bits += 6;
        if (bits >= 8) {
            target[out++] = static_cast<std::uint8_t>(pending);
            pending >>= 8;
            bits -= 8;
        }
    }
    if (bits != 0) target[out] = static_cast<std::uint8_t>(pending);
}

void pack_48bit(std::span<const std::int64_t> values, std::span<std::uint8_t> target) {
    constexpr std::uint64_t kMask = (std::uint64_t{1} << 48) - 1;
    std::uint8_t* cursor = target.data();
    // Four values fill three words.
    for (; values.size() >= 4; values = values.subspan(4)) {
        const std::uint64_t a = static_cast<std::uint64_t>(values[0]) & kMask;
        const std::uint64_t b = static_cast<std::uint64_t>(values[1]) & kMask;
        const std::uint64_t c = static_cast<std::uint64_t>(values[2]) & kMask;
        const auto d = static_cast<std::uint64_t>(values[3]);
        const std::uint64_t first = a | b << 48;
        const std::uint64_t second = b >> 16 | c << 32;
        const std::uint64_t third = c >> 32 | d << 16;
        // Not as one array: it would be read back before its stores are done.
        std::memcpy(cursor, &first, sizeof first);
        std::memcpy(cursor + 8, &second, sizeof second);
        std::memcpy(cursor + 16, &third, sizeof third);
        cursor += 24;
    }
    for (const std::int64_t value : values) {
        std::memcpy(cursor, &value, 6);
        cursor += 6;
    }
}

}  // namespace tosa_core
