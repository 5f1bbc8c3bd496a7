#include "float_packing.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstring>

#include "sharing.h"

namespace tosa_core {
namespace {

constexpr int kSingleBias = 127;
constexpr int kSingleMantissa = 23;

// A narrow float: what it stores, and its largest finite value as it is stored.
template <typename T, int kMantissaBits, int kExponentBias, T kLargest>
struct Format {
    using Stored = T;
    static constexpr int kDropped = kSingleMantissa - kMantissaBits;
    static constexpr int kSignShift = 32 - 8 * static_cast<int>(sizeof(T));
    static constexpr std::uint32_t kMaxFinite = kLargest;
    static constexpr std::uint32_t kRebias = static_cast<std::uint32_t>(kSingleBias - kExponentBias) << kSingleMantissa;
    // The smallest number that is not subnormal.
    static constexpr std::uint32_t kLeastNormal = static_cast<std::uint32_t>(kSingleBias - kExponentBias + 1) << kSingleMantissa;
    // A float32 whose last bit weighs what the last bit of a subnormal does: adding it rounds there.
    static constexpr float kRounder =
        std::bit_cast<float>(static_cast<std::uint32_t>(kSingleBias - kExponentBias + 1 + kDropped) << kSingleMantissa);
    static constexpr bool kHasOwnSubnormals = kExponentBias != kSingleBias;

    // The stored value without its sign; more than kMaxFinite for what is too large, an infinity or NaN.
    static std::uint32_t round(std::uint32_t magnitude) {
        const std::uint32_t rebiased = magnitude - kRebias;
        const std::uint32_t half = (std::uint32_t{1} << (kDropped - 1)) - 1;
        const std::uint32_t normal = (rebiased + half + (rebiased >> kDropped & 1)) >> kDropped;
        if constexpr (!kHasOwnSubnormals) return normal;
        const std::uint32_t subnormal =
            std::bit_cast<std::uint32_t>(std::bit_cast<float>(magnitude) + kRounder) - std::bit_cast<std::uint32_t>(kRounder);
        return magnitude < kLeastNormal ? subnormal : normal;
    }
};

using Bf16 = Format<std::uint16_t, 7, 127, 0x7F7F>;
using Fp16 = Format<std::uint16_t, 10, 15, 0x7BFF>;
using Fp8E4M3 = Format<std::uint8_t, 3, 7, 0x7E>;
using Fp8E5M2 = Format<std::uint8_t, 2, 15, 0x7B>;

// No exit inside a run of these, so that it is compiled to vectors.
constexpr std::size_t kRun = 4096;
constexpr Portions kValues{32 * kRun, 256 * kRun};

template <typename F>
bool pack_some(std::span<const float> values, std::uint8_t* target) {
    using Stored = typename F::Stored;
    for (std::size_t first = 0; first < values.size(); first += kRun) {
        const std::size_t count = std::min(kRun, values.size() - first);
        const float* const source = values.data() + first;
        std::uint8_t* const out = target + first * sizeof(Stored);
        std::uint32_t excess = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const auto bits = std::bit_cast<std::uint32_t>(source[i]);
            const std::uint32_t stored = F::round(bits & 0x7FFFFFFF);
            // Negative, with its highest bit set, if the value is too large.
            excess |= F::kMaxFinite - stored;
            const auto result = static_cast<Stored>(stored | (bits & 0x80000000) >> F::kSignShift);
            std::memcpy(out + i * sizeof(Stored), &result, sizeof(Stored));
        }
        if (excess >> 31 != 0) return false;
    }
    return true;
}

template <typename F>
bool pack(std::span<const float> values, std::uint8_t* target) {
    std::atomic<bool> are_finite = true;
    share_out(values.size(), kValues, [&](std::size_t first, std::size_t count) {
        if (!pack_some<F>(values.subspan(first, count), target + first * sizeof(typename F::Stored))) are_finite = false;
    });
    return are_finite;
}

}  // namespace

bool is_narrow_float(DType dtype) {
    switch (dtype) {
        case tosa::DType_BF16:
        case tosa::DType_FP16:
        case tosa::DType_FP8E4M3:
        case tosa::DType_FP8E5M2: return true;
        default: return false;
    }
}

bool pack_finite_floats(DType dtype, std::span<const float> values, std::span<std::uint8_t> target) {
    switch (dtype) {
        case tosa::DType_BF16: return pack<Bf16>(values, target.data());
        case tosa::DType_FP16: return pack<Fp16>(values, target.data());
        case tosa::DType_FP8E4M3: return pack<Fp8E4M3>(values, target.data());
        case tosa::DType_FP8E5M2: return pack<Fp8E5M2>(values, target.data());
        default: return false;
    }
}

}  // namespace tosa_core
