// UTF-8, and text for messages.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

namespace tosa_core {

// Strict UTF-8: no overlong form, no surrogate, nothing above U+10FFFF.
bool is_utf8(std::string_view text);

// The code point at the start of `text` and its length in bytes; length 0 if it is not valid. `text` is not empty.
struct CodePoint {
    char32_t value;
    unsigned length;
};
CodePoint decode(std::string_view text);

// Printable form for messages: control characters and bytes that are not UTF-8 as \xNN, cut after 120 bytes.
std::string quoted(std::string_view text);

// The parts as one text. Long chains of + are much more code.
std::string joined(std::initializer_list<std::string_view> parts);

// "[1, 2, 3]"
std::string shape_text(std::span<const std::int32_t> shape);

}  // namespace tosa_core
