#include "copying.h"

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

}  // namespace
}  // namespace tosa_core
