#include "packing.h"

#include <cmath>
#include <limits>
#include <vector>

#include "testing.h"

namespace tosa_core {
namespace {

std::optional<std::uint64_t> unstorable(DType dtype, const std::vector<double>& values) {
    const std::vector<float> narrow(values.begin(), values.end());
    const auto bad = find_unstorable(dtype, {SourceType::kFloat64, values.data(), values.size()});
    CHECK(bad == find_unstorable(dtype, {SourceType::kFloat32, narrow.data(), narrow.size()}));
    return bad;
}

constexpr double kInfinity = std::numeric_limits<double>::infinity();
const double kNaN = std::nan("");

TEST(small_floats_take_what_rounds_to_one_of_their_values) {
    CHECK(!unstorable(tosa::DType_FP4E2M1, {6.0, -6.0, 6.9, -6.9, 0.0, -0.0, 1e-30}));
    CHECK(!unstorable(tosa::DType_FP6E2M3, {7.5, -7.5, 7.74}));
    CHECK(!unstorable(tosa::DType_FP6E3M2, {28.0, -28.0, 29.9}));
    CHECK(!unstorable(tosa::DType_FP4E2M1, {}));
}

TEST(small_floats_refuse_the_first_value_beyond_rounding) {
    CHECK(unstorable(tosa::DType_FP4E2M1, {1.0, 7.0, kNaN}) == 1);
    CHECK(unstorable(tosa::DType_FP6E2M3, {-7.75}) == 0);
    CHECK(unstorable(tosa::DType_FP6E3M2, {1.0, 2.0, 30.0}) == 2);
    for (const DType dtype : {tosa::DType_FP4E2M1, tosa::DType_FP6E2M3, tosa::DType_FP6E3M2}) {
        CHECK(unstorable(dtype, {kNaN}) == 0);
        CHECK(unstorable(dtype, {0.0, -kInfinity}) == 1);
    }
}

TEST(scales_are_positive) {
    CHECK(!unstorable(tosa::DType_FP8UE8M0, {1.0, 0x1p-127, 0x1p-128, 0x1p127, 0x1.7cp127, kNaN}));
    for (const double value : {0.0, -0.0, -1.0, 0x1p-129, 0x1.8p127, kInfinity, -kInfinity}) {
        CHECK(unstorable(tosa::DType_FP8UE8M0, {1.0, value}) == 1);
    }
}

TEST(ranges_are_those_of_the_types) {
    CHECK(float_range(tosa::DType_FP8UE8M0)->lowest == 0x1p-127);
    CHECK(float_range(tosa::DType_FP6E3M2)->highest == 28.0);
    CHECK(float_range(tosa::DType_FP16)->lowest == -65504.0);
    CHECK(!float_range(tosa::DType_INT8));
    CHECK(is_bounded_float(tosa::DType_FP4E2M1) && !is_bounded_float(tosa::DType_FP8E4M3));
}

}  // namespace
}  // namespace tosa_core
