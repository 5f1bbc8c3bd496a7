// Sizes of TOSA's data types, the block-scaled types, and the versions that a file carries.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "tables.h"

namespace tosa_core {

// TOSA 1.1 draft, as tosa_serialization_handler.h of tosa-tools 2026.8.0 has it.
inline constexpr std::int32_t kTosaVersionMajor = 1;
inline constexpr std::int32_t kTosaVersionMinor = 1;
inline constexpr std::int32_t kTosaVersionPatch = 0;
inline constexpr bool kTosaVersionDraft = true;

// A dimension whose size is not known (upstream: UNKNOWN_DIM).
inline constexpr std::int32_t kUnknownDim = -1;

// Bits of one stored value: 4 for INT4, 48 for INT48, 8 for BOOL; 0 for UNKNOWN.
unsigned bits_of(DType dtype);

// Upstream's ScaledDType: a block shape, a scale type and a value type under one name.
enum class ScaledDType : std::uint32_t {
    kUnknown = 0,
    kBs32Fp8ue8m0Fp8e4m3,
    kBs32Fp8ue8m0Fp8e5m2,
    kBs32Fp8ue8m0Fp6e3m2,
    kBs32Fp8ue8m0Fp6e2m3,
    kBs32Fp8ue8m0Fp4e2m1,
    kBs32Fp8ue8m0Mxint8,
};

// The type of a tensor: `value` alone, or all three for a block-scaled one (upstream: TensorTypeInfo).
struct TensorType {
    BlockShape block_shape = tosa::BlockShape_UNKNOWN;
    DType scale = tosa::DType_UNKNOWN;
    DType value = tosa::DType_UNKNOWN;

    // One of the combinations of ScaledDType, not merely all three parts set.
    bool is_block_scaled() const;
    bool is_primitive() const { return block_shape == tosa::BlockShape_UNKNOWN && scale == tosa::DType_UNKNOWN; }
    friend bool operator==(const TensorType&, const TensorType&) = default;
};

struct ScaledDTypeInfo {
    std::string_view name;
    ScaledDType dtype;
    TensorType type;
};

// All of ScaledDType in the order of its values, UNKNOWN first.
std::span<const ScaledDTypeInfo> scaled_dtypes();
std::optional<TensorType> to_tensor_type(ScaledDType dtype);
ScaledDType to_scaled_dtype(const TensorType& type);

// Bytes of a packed run of `count` values; nullopt where the size does not fit in 63 bits or the type has no size.
std::optional<std::uint64_t> packed_size(DType dtype, std::uint64_t count);
// Product of the dimensions; nullopt if one is negative or the product does not fit in 63 bits.
std::optional<std::uint64_t> element_count(std::span<const std::int32_t> shape);
// Number of scales of a block-scaled tensor: the last dimension counts in blocks, rounded up.
std::optional<std::uint64_t> scale_count(std::span<const std::int32_t> shape, BlockShape block);

// TOSA specification version (upstream: TosaVersion).
struct TosaVersion {
    std::int32_t major = 0;
    std::int32_t minor = 0;
    std::int32_t patch = 0;
    bool draft = false;
    friend bool operator==(const TosaVersion&, const TosaVersion&) = default;
};

// Version of the serialization library (upstream: SerLibVersion).
struct SoftwareVersion {
    std::int32_t major = 0;
    std::int32_t minor = 0;
    std::int32_t micro = 0;
    std::string modifier;
};

enum class Compatibility { kComplete, kBackward, kForward, kNone };

std::string to_string(const TosaVersion& version);
std::string to_string(const SoftwareVersion& version);
bool less_than(const TosaVersion& a, const TosaVersion& b);
bool less_than(const SoftwareVersion& a, const SoftwareVersion& b, bool with_micro = true);
Compatibility compatibility(const TosaVersion& file, const TosaVersion& reader);
Compatibility compatibility(const SoftwareVersion& file, const SoftwareVersion& reader, const SoftwareVersion& min_reader);

// The upstream release whose bytes this library writes: 2026.8.0.
SoftwareVersion library_version();

}  // namespace tosa_core
