#include "sharing.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <vector>

#include "pages.h"
#include "testing.h"

namespace tosa_core {
namespace {

TEST(all_bytes_are_copied_and_no_others) {
    for (const std::size_t size :
         {std::size_t{0}, std::size_t{1}, kHugePage, 4 * kHugePage - 1, 4 * kHugePage, 9 * kHugePage + 5}) {
        std::vector<std::uint8_t> source(size);
        for (std::size_t i = 0; i < size; ++i) source[i] = static_cast<std::uint8_t>(i * 7 + i / 4096);
        std::vector<std::uint8_t> target(size + 2, 0xEE);
        copy_bytes(std::span(target).subspan(1, size), source.data());
        CHECK(std::equal(source.begin(), source.end(), target.begin() + 1));
        CHECK(target.front() == 0xEE && target.back() == 0xEE);
    }
}

TEST(every_item_is_in_one_portion) {
    for (const std::size_t total : {0, 1, 99, 100, 199, 200, 1001}) {
        std::vector<std::atomic<int>> seen(total);
        std::atomic<bool> are_portions = true;
        share_out(total, {8, 100}, [&](std::size_t first, std::size_t count) {
            for (std::size_t i = first; i < first + count; ++i) ++seen[i];
            if (total >= 100 && count != total && (first % 8 != 0 || count > 8)) are_portions = false;
        });
        CHECK(std::all_of(seen.begin(), seen.end(), [](const auto& one) { return one == 1; }));
        CHECK(are_portions);
    }
}

TEST(many_jobs_at_once_end) {
    std::atomic<std::size_t> sum = 0;
    for (int i = 0; i < 2000; ++i) share_out(64, {1, 2}, [&](std::size_t first, std::size_t) { sum += first; });
    CHECK(sum == std::size_t{2000} * 63 * 64 / 2);
}

}  // namespace
}  // namespace tosa_core
