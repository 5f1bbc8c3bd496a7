#include "json_lexer.h"

#include <algorithm>

#include "text.h"

namespace tosa_core {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

// The digit's value, or 16.
unsigned hex_value(char c) {
    if (is_digit(c)) return static_cast<unsigned>(c - '0');
    if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a' + 10);
    if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A' + 10);
    return 16;
}

void append_utf8(std::string& text, std::uint32_t point) {
    const auto tail = [&](unsigned shift) { text += static_cast<char>(0x80 | (point >> shift & 0x3F)); };
    if (point < 0x80) {
        text += static_cast<char>(point);
    } else if (point < 0x800) {
        text += static_cast<char>(0xC0 | point >> 6);
        tail(0);
    } else if (point < 0x10000) {
        text += static_cast<char>(0xE0 | point >> 12);
        tail(6);
        tail(0);
    } else {
        text += static_cast<char>(0xF0 | point >> 18);
        tail(12);
        tail(6);
        tail(0);
    }
}

}  // namespace

JsonLexer::JsonLexer(std::string_view text, std::string_view source) : text_(text), source_(source) {
    if (text_.starts_with("\xEF\xBB\xBF")) cursor_ = 3;
}

void JsonLexer::fail(std::size_t position, const std::string& what) const {
    const std::string_view before = text_.substr(0, std::min(position, text_.size()));
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    const std::size_t start = before.rfind('\n');
    const std::size_t column = before.size() - (start == std::string_view::npos ? 0 : start + 1) + 1;
    throw ValueError(joined({source_, ", line ", line, ", column ", column, ": ", what}));
}

void JsonLexer::skip_comment() {
    if (at(cursor_ + 1) == '/') {
        cursor_ = std::min(text_.find('\n', cursor_), text_.size());
    } else if (at(cursor_ + 1) == '*') {
        const std::size_t end = text_.find("*/", cursor_ + 2);
        if (end == std::string_view::npos) fail(cursor_, "the comment does not end");
        cursor_ = end + 2;
    } else {
        fail(cursor_, "illegal character '/'");
    }
}

void JsonLexer::skip_space() {
    while (cursor_ < text_.size()) {
        const char c = text_[cursor_];
        if (c == ' ' || c == '\n' || c == '\r' || c == '\t') {
            ++cursor_;
        } else if (c == '/') {
            skip_comment();
        } else {
            return;
        }
    }
}

std::size_t JsonLexer::position() {
    skip_space();
    return cursor_;
}

char JsonLexer::peek() {
    skip_space();
    if (cursor_ < text_.size() && text_[cursor_] == '\0') fail(cursor_, "illegal character '\\x00'");
    return at(cursor_);
}

bool JsonLexer::take(char token) {
    if (peek() != token || cursor_ == text_.size()) return false;
    ++cursor_;
    return true;
}

std::string JsonLexer::found() {
    if (peek() == 0) return "the end of the text";
    std::size_t end = cursor_;
    while (end < text_.size() && (is_letter(text_[end]) || is_digit(text_[end]) || text_[end] == '.')) ++end;
    return quoted(text_.substr(cursor_, std::max<std::size_t>(end - cursor_, 1)));
}

void JsonLexer::expect(char token, std::string_view what) {
    if (!take(token)) fail(cursor_, joined({"expected '", std::string_view(&token, 1), "' ", what, ", found ", found()}));
}

bool JsonLexer::next_element(char end) {
    if (take(end)) return false;
    if (!take(',')) fail(cursor_, joined({"expected ',' or '", std::string_view(&end, 1), "', found ", found()}));
    return true;
}

bool JsonLexer::at_word() { return is_letter(peek()); }

std::string JsonLexer::word() {
    if (at_string()) return string();
    if (!at_word()) fail(cursor_, joined({"expected a word, found ", found()}));
    const std::size_t start = cursor_;
    while (is_letter(at(cursor_)) || is_digit(at(cursor_)) || at(cursor_) == '.') ++cursor_;
    return std::string(text_.substr(start, cursor_ - start));
}

std::uint32_t JsonLexer::hex(unsigned digits) {
    std::uint32_t value = 0;
    for (unsigned i = 0; i < digits; ++i, ++cursor_) {
        const unsigned digit = hex_value(at(cursor_));
        if (digit == 16) fail(cursor_, joined({"an escape needs ", digits, " hex digits"}));
        value = value << 4 | digit;
    }
    return value;
}

// The cursor stands behind the backslash.
void JsonLexer::escape(std::string& result) {
    const std::size_t start = cursor_ - 1;
    const char kind = at(cursor_++);
    switch (kind) {
        case 'n': result += '\n'; return;
        case 't': result += '\t'; return;
        case 'r': result += '\r'; return;
        case 'b': result += '\b'; return;
        case 'f': result += '\f'; return;
        case '"':
        case '\'':
        case '\\':
        case '/': result += kind; return;
        case 'x': result += static_cast<char>(hex(2)); return;
        case 'u': break;
        default: fail(start, "unknown escape in a string");
    }
    std::uint32_t point = hex(4);
    if (point >= 0xD800 && point <= 0xDBFF && at(cursor_) == '\\' && at(cursor_ + 1) == 'u') {
        cursor_ += 2;
        const std::uint32_t low = hex(4);
        if (low < 0xDC00 || low > 0xDFFF) fail(start, "a high surrogate without a low one");
        point = 0x10000 + ((point & 0x3FF) << 10) + (low & 0x3FF);
    } else if (point >= 0xD800 && point <= 0xDFFF) {
        fail(start, "a surrogate without its other half");
    }
    append_utf8(result, point);
}

std::string JsonLexer::string() {
    if (!at_string()) fail(cursor_, joined({"expected a string, found ", found()}));
    const std::size_t start = cursor_;
    const char quote = text_[cursor_++];
    std::string result;
    while (at(cursor_) != quote) {
        const std::size_t run = cursor_;
        while (static_cast<unsigned char>(at(cursor_)) >= ' ' && at(cursor_) != quote && at(cursor_) != '\\') ++cursor_;
        result += text_.substr(run, cursor_ - run);
        if (at(cursor_) == quote) break;
        if (cursor_ >= text_.size()) fail(start, "the string does not end");
        if (at(cursor_) != '\\') fail(cursor_, "illegal control character in a string");
        ++cursor_;
        escape(result);
    }
    ++cursor_;
    if (!is_utf8(result)) fail(start, "the string is not UTF-8");
    return result;
}

std::uint64_t JsonLexer::integer(std::int64_t least, std::uint64_t most, std::string_view what) {
    peek();
    const std::size_t start = cursor_;
    const char sign = at(cursor_);
    if (sign == '-' || sign == '+') ++cursor_;
    const bool is_hex = at(cursor_) == '0' && (at(cursor_ + 1) == 'x' || at(cursor_ + 1) == 'X');
    if (is_hex) cursor_ += 2;
    const unsigned base = is_hex ? 16 : 10;
    const std::size_t digits = cursor_;
    std::uint64_t value = 0;
    bool fits = true;
    for (unsigned digit = 0; (digit = hex_value(at(cursor_))) < base; ++cursor_) {
        fits = fits && value <= (UINT64_MAX - digit) / base;
        if (fits) value = value * base + digit;
    }
    if (cursor_ == digits) {
        cursor_ = start;
        fail(start, joined({"expected a whole number for ", what, ", found ", found()}));
    }
    const char next = at(cursor_);
    if (next == '.' || is_letter(next)) fail(start, joined({"expected a whole number for ", what}));
    // Negating without leaving the type: -least does not overflow as an unsigned value.
    const bool is_negative = sign == '-' && value != 0;
    const std::uint64_t limit = is_negative ? ~static_cast<std::uint64_t>(least) + 1 : most;
    if (!fits || value > limit) {
        fail(start, joined({what, " is ", text_.substr(start, cursor_ - start), ", its range is ", least, " to ", most}));
    }
    return is_negative ? ~value + 1 : value;
}

void JsonLexer::skip_value(unsigned depth) {
    if (depth == kMaxDepth) fail(cursor_, "nested too deep");
    const char first = peek();
    if (first == '{' || first == '[') {
        const char end = first == '{' ? '}' : ']';
        ++cursor_;
        if (take(end)) return;
        do {
            if (first == '{') {
                string();
                expect(':', "after a field's name");
            }
            skip_value(depth + 1);
        } while (next_element(end));
    } else if (at_string() || at_word()) {
        word();
    } else {
        integer(INT64_MIN, UINT64_MAX, "a value");
    }
}

}  // namespace tosa_core
