#include "types.h"

#include "text.h"
#include "tosa_serialization_config_generated.h"

namespace tosa_core {
namespace {

constexpr std::uint64_t kMaxSize = std::uint64_t{1} << 62;

constexpr TensorType block_scaled(DType value) { return {tosa::BlockShape_BLOCK_SHAPE_32, tosa::DType_FP8UE8M0, value}; }

constexpr std::array<ScaledDTypeInfo, 7> kScaledDTypes{{
    {"UNKNOWN", ScaledDType::kUnknown, {}},
    {"BS32_FP8UE8M0_FP8E4M3", ScaledDType::kBs32Fp8ue8m0Fp8e4m3, block_scaled(tosa::DType_FP8E4M3)},
    {"BS32_FP8UE8M0_FP8E5M2", ScaledDType::kBs32Fp8ue8m0Fp8e5m2, block_scaled(tosa::DType_FP8E5M2)},
    {"BS32_FP8UE8M0_FP6E3M2", ScaledDType::kBs32Fp8ue8m0Fp6e3m2, block_scaled(tosa::DType_FP6E3M2)},
    {"BS32_FP8UE8M0_FP6E2M3", ScaledDType::kBs32Fp8ue8m0Fp6e2m3, block_scaled(tosa::DType_FP6E2M3)},
    {"BS32_FP8UE8M0_FP4E2M1", ScaledDType::kBs32Fp8ue8m0Fp4e2m1, block_scaled(tosa::DType_FP4E2M1)},
    {"BS32_FP8UE8M0_MXINT8", ScaledDType::kBs32Fp8ue8m0Mxint8, block_scaled(tosa::DType_MXINT8)},
}};

// The schema stores a one-dimensional block's length as the enum's value.
std::uint64_t block_length(BlockShape block) { return static_cast<std::uint64_t>(block); }

}  // namespace

unsigned bits_of(DType dtype) {
    switch (dtype) {
        case tosa::DType_UNKNOWN: return 0;
        case tosa::DType_INT4:
        case tosa::DType_FP4E2M1: return 4;
        case tosa::DType_FP6E2M3:
        case tosa::DType_FP6E3M2: return 6;
        case tosa::DType_BOOL:
        case tosa::DType_INT8:
        case tosa::DType_FP8E4M3:
        case tosa::DType_FP8E5M2:
        case tosa::DType_FP8UE8M0:
        case tosa::DType_MXINT8: return 8;
        case tosa::DType_INT16:
        case tosa::DType_FP16:
        case tosa::DType_BF16: return 16;
        case tosa::DType_INT32:
        case tosa::DType_FP32: return 32;
        case tosa::DType_INT48: return 48;
        case tosa::DType_SHAPE:
        case tosa::DType_INT64: return 64;
    }
    return 0;
}

std::span<const ScaledDTypeInfo> scaled_dtypes() { return kScaledDTypes; }

std::optional<TensorType> to_tensor_type(ScaledDType dtype) {
    for (const ScaledDTypeInfo& row : kScaledDTypes) {
        if (row.dtype == dtype && dtype != ScaledDType::kUnknown) return row.type;
    }
    return std::nullopt;
}

ScaledDType to_scaled_dtype(const TensorType& type) {
    if (type.is_primitive()) return ScaledDType::kUnknown;
    for (const ScaledDTypeInfo& row : kScaledDTypes) {
        if (row.type == type) return row.dtype;
    }
    return ScaledDType::kUnknown;
}

bool TensorType::is_block_scaled() const { return to_scaled_dtype(*this) != ScaledDType::kUnknown; }

std::optional<std::uint64_t> packed_size(DType dtype, std::uint64_t count) {
    const unsigned bits = bits_of(dtype);
    if (bits == 0 || count > kMaxSize / 64) return std::nullopt;
    return (count * bits + 7) / 8;
}

std::optional<std::uint64_t> element_count(std::span<const std::int32_t> shape) {
    std::uint64_t count = 1;
    bool fits = true;
    for (const std::int32_t dim : shape) {
        if (dim < 0) return std::nullopt;
        if (dim == 0) return 0;
    }
    for (const std::int32_t dim : shape) {
        if (count > kMaxSize / static_cast<std::uint64_t>(dim)) fits = false;
        if (fits) count *= static_cast<std::uint64_t>(dim);
    }
    return fits ? std::optional(count) : std::nullopt;
}

std::optional<std::uint64_t> scale_count(std::span<const std::int32_t> shape, BlockShape block) {
    const std::uint64_t length = block_length(block);
    if (shape.empty() || length == 0 || shape.back() < 0) return std::nullopt;
    const auto outer = element_count(shape.first(shape.size() - 1));
    if (!outer) return std::nullopt;
    const std::uint64_t blocks = (static_cast<std::uint64_t>(shape.back()) + length - 1) / length;
    if (blocks != 0 && *outer > kMaxSize / blocks) return std::nullopt;
    return *outer * blocks;
}

std::string to_string(const TosaVersion& v) { return joined({v.major, ".", v.minor, ".", v.patch, v.draft ? "d" : ""}); }

std::string to_string(const SoftwareVersion& v) { return joined({v.major, ".", v.minor, ".", v.micro, v.modifier}); }

bool less_than(const TosaVersion& a, const TosaVersion& b) {
    if (a.major != b.major) return a.major < b.major;
    if (a.minor != b.minor) return a.minor < b.minor;
    if (a.patch != b.patch) return a.patch < b.patch;
    return a.draft && !b.draft;
}

bool less_than(const SoftwareVersion& a, const SoftwareVersion& b, bool with_micro) {
    if (a.major != b.major) return a.major < b.major;
    if (a.minor != b.minor) return a.minor < b.minor;
    return with_micro && a.micro < b.micro;
}

Compatibility compatibility(const TosaVersion& file, const TosaVersion& reader) {
    if (file == reader) return Compatibility::kComplete;
    // Files before 0.100.0 have another schema.
    const bool readable = file.major > 0 || (file.major == 0 && file.minor >= 100);
    return readable && less_than(file, reader) ? Compatibility::kBackward : Compatibility::kNone;
}

Compatibility compatibility(const SoftwareVersion& file, const SoftwareVersion& reader, const SoftwareVersion& min_reader) {
    if (file.major == reader.major && file.minor == reader.minor) return Compatibility::kComplete;
    if (less_than(file, reader, false)) return Compatibility::kBackward;
    if (min_reader.major < 0 || min_reader.minor < 0 || min_reader.micro < 0) return Compatibility::kNone;
    return less_than(reader, min_reader, false) ? Compatibility::kNone : Compatibility::kForward;
}

SoftwareVersion library_version() {
    return {TOSA_SERIALIZATION_SW_VERSION_MAJOR, TOSA_SERIALIZATION_SW_VERSION_MINOR, TOSA_SERIALIZATION_SW_VERSION_MICRO,
            TOSA_SERIALIZATION_SW_VERSION_MODIFIER};
}

}  // namespace tosa_core
