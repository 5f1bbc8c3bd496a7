// UTF-8, and text for messages.
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

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

// A text or a number of a message, for as long as the expression that it is made in.
class Part {
public:
    Part(std::string_view text) : text_(text.data()), number_(text.size()), kind_(Kind::kText) {}
    Part(const std::string& text) : Part(std::string_view(text)) {}
    Part(const char* text) : Part(std::string_view(text)) {}
    template <std::integral T>
    Part(T number) : number_(static_cast<std::uint64_t>(number)), kind_(std::is_signed_v<T> ? Kind::kSigned : Kind::kUnsigned) {}

    void append_to(std::string& text) const;

private:
    enum class Kind : std::uint8_t { kText, kSigned, kUnsigned };

    const char* text_ = nullptr;
    std::uint64_t number_;  // of bytes, where it is a text
    Kind kind_;
};

// The parts as one text. Long chains of + and texts of numbers are much more code.
std::string joined(std::initializer_list<Part> parts);

// "[1, 2, 3]"
std::string shape_text(std::span<const std::int32_t> shape);

}  // namespace tosa_core
