// Tokens of JSON as flatc reads it when strict: comments, single quotes and bare values (an enum's name) are accepted too.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "errors.h"

namespace tosa_core {

class JsonLexer {
public:
    // Deepest nesting of a value that is skipped.
    static constexpr unsigned kMaxDepth = 64;

    // Both must outlive the lexer; `source` names the text in errors.
    JsonLexer(std::string_view text, std::string_view source);

    // Where the next token starts; seek() goes back to it.
    std::size_t position();
    void seek(std::size_t position) { cursor_ = position; }

    // The first byte of the next token, or 0 at the end of the text.
    char peek();
    // Takes that byte if it is the next token.
    bool take(char token);
    void expect(char token, std::string_view what);
    // Takes ',' if another element follows, or `end`. True while elements follow.
    bool next_element(char end);

    // A quoted string with its escapes resolved, checked to be UTF-8.
    std::string string();
    // A word as a value: quoted, or letters, digits, '_' and '.'.
    std::string word();
    bool at_string() { return peek() == '"' || peek() == '\''; }
    bool at_word();

    // A whole number, decimal or 0x, in [least, most]. `least` is negative or 0.
    std::uint64_t integer(std::int64_t least, std::uint64_t most, std::string_view what);
    // Steps over any value.
    void skip_value(unsigned depth = 0);

    // Raises ValueError with source, line and column of `position`.
    [[noreturn]] void fail(std::size_t position, const std::string& what) const;

private:
    void skip_space();
    void skip_comment();
    char at(std::size_t position) const { return position < text_.size() ? text_[position] : '\0'; }
    void escape(std::string& result);
    std::uint32_t hex(unsigned digits);
    // For messages: the token that stands at the cursor.
    std::string found();

    std::string_view text_;
    std::string_view source_;
    std::size_t cursor_ = 0;
};

}  // namespace tosa_core
