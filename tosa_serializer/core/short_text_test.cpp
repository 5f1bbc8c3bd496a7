#include "short_text.h"

#include <set>
#include <string>

#include "testing.h"

namespace tosa_core {
namespace {

// Every length that is handled in a way of its own, and some beyond.
constexpr std::size_t kLongest = 40;

std::string text_of(std::size_t length) {
    std::string text;
    for (std::size_t i = 0; i < length; ++i) text += static_cast<char>('a' + i % 26);
    return text;
}

TEST(one_byte_changes_a_short_text) {
    for (std::size_t length = 0; length <= kLongest; ++length) {
        const std::string text = text_of(length);
        std::set<std::uint64_t> hashes{hash_text(text)};
        CHECK(same_text(text, text_of(length)));
        CHECK(!same_text(text, text_of(length + 1)));
        for (std::size_t i = 0; i < length; ++i) {
            std::string other = text;
            other[i] = '#';
            CHECK(!same_text(text, other));
            hashes.insert(hash_text(other));
        }
        CHECK(hashes.size() == length + 1);
    }
}

TEST(a_fault_anywhere_is_seen) {
    for (std::size_t length = 0; length <= kLongest; ++length) {
        CHECK(is_plain(text_of(length)));
        CHECK(is_plain(std::string(length, '\x01')) && is_plain(std::string(length, '\x7F')));
        for (std::size_t i = 0; i < length; ++i) {
            for (const char fault : {'\0', '\x80', '\xFF'}) {
                std::string text = text_of(length);
                text[i] = fault;
                CHECK(!is_plain(text));
            }
        }
    }
}

TEST(a_copy_writes_its_length_and_no_more) {
    for (std::size_t length = 0; length <= kLongest; ++length) {
        const std::string text = text_of(length);
        std::string target(kLongest + 16, '-');
        copy_short(reinterpret_cast<std::uint8_t*>(target.data()) + 8, text.data(), length);
        CHECK(target == std::string(8, '-') + text + std::string(kLongest + 8 - length, '-'));
    }
}

}  // namespace
}  // namespace tosa_core
