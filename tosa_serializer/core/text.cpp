#include "text.h"

#include <cstring>

namespace tosa_core {
namespace {

constexpr std::size_t kMaxQuoted = 120;

unsigned char byte_at(std::string_view text, std::size_t position) { return static_cast<unsigned char>(text[position]); }

bool is_ascii8(const char* bytes) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, sizeof(word));
    return (word & 0x8080808080808080ULL) == 0;
}

}  // namespace

CodePoint decode(std::string_view text) {
    const unsigned char lead = byte_at(text, 0);
    if (lead < 0x80) return {lead, 1};
    const unsigned length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return {0, 0};
    char32_t value = lead & (0x7FU >> length);
    for (unsigned i = 1; i < length; ++i) {
        if ((byte_at(text, i) & 0xC0) != 0x80) return {0, 0};
        value = (value << 6) | (byte_at(text, i) & 0x3FU);
    }
    const char32_t least = length == 4 ? 0x10000 : length == 3 ? 0x800 : 0x80;
    if (value < least || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) return {0, 0};
    return {value, length};
}

bool is_utf8(std::string_view text) {
    while (!text.empty()) {
        if (text.size() >= 8 && is_ascii8(text.data())) {
            text.remove_prefix(8);
            continue;
        }
        const unsigned length = decode(text).length;
        if (length == 0) return false;
        text.remove_prefix(length);
    }
    return true;
}

std::string quoted(std::string_view text) {
    constexpr char kHex[] = "0123456789abcdef";
    std::string result = "'";
    while (!text.empty()) {
        if (result.size() > kMaxQuoted) return result + "...'";
        const CodePoint point = decode(text);
        const unsigned length = point.length == 0 ? 1 : point.length;
        if (point.length != 0 && point.value >= 0x20 && point.value != 0x7F) {
            result.append(text.substr(0, length));
        } else {
            const unsigned char byte = byte_at(text, 0);
            result += {'\\', 'x', kHex[byte >> 4], kHex[byte & 15]};
        }
        text.remove_prefix(length);
    }
    return result + "'";
}

void Part::append_to(std::string& text) const {
    switch (kind_) {
        case Kind::kText: text.append(text_, number_); break;
        case Kind::kSigned: text += std::to_string(static_cast<std::int64_t>(number_)); break;
        case Kind::kUnsigned: text += std::to_string(number_); break;
    }
}

std::string joined(std::initializer_list<Part> parts) {
    std::string text;
    for (const Part& part : parts) part.append_to(text);
    return text;
}

std::string shape_text(std::span<const std::int32_t> shape) {
    std::string text = "[";
    for (const std::int32_t size : shape) text += (text.size() > 1 ? ", " : "") + std::to_string(size);
    return text + "]";
}

}  // namespace tosa_core
