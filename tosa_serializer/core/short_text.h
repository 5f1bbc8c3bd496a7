// Names are a few bytes long: here they are copied, compared, hashed and looked through by words, without calls.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace tosa_core {

template <typename Word>
Word load(const void* from) {
    Word word;
    std::memcpy(&word, from, sizeof word);
    return word;
}

inline void copy_short(std::uint8_t* to, const void* data, std::size_t length) {
    const auto* from = static_cast<const std::uint8_t*>(data);
    if (length > 16) {
        std::memcpy(to, from, length);
    } else if (length >= 8) {
        const auto last = load<std::uint64_t>(from + length - 8);
        std::memcpy(to, from, 8);
        std::memcpy(to + length - 8, &last, 8);
    } else if (length >= 4) {
        const auto last = load<std::uint32_t>(from + length - 4);
        std::memcpy(to, from, 4);
        std::memcpy(to + length - 4, &last, 4);
    } else if (length > 0) {
        to[0] = from[0];
        to[length / 2] = from[length / 2];
        to[length - 1] = from[length - 1];
    }
}

// The first and the last 8 bytes of a text of 16 bytes or less; they overlap, or hold the bytes of a shorter one and zeros.
struct TwoWords {
    std::uint64_t first;
    std::uint64_t last;
    friend bool operator==(const TwoWords&, const TwoWords&) = default;
};

inline TwoWords two_words(std::string_view text) {
    const char* data = text.data();
    const std::size_t length = text.size();
    if (length >= 8) return {load<std::uint64_t>(data), load<std::uint64_t>(data + length - 8)};
    if (length >= 4) return {load<std::uint32_t>(data), load<std::uint32_t>(data + length - 4)};
    if (length == 0) return {0, 0};
    const auto byte = [data](std::size_t i) { return std::uint64_t{static_cast<unsigned char>(data[i])}; };
    return {byte(0) | byte(length / 2) << 8, byte(length - 1)};
}

inline bool same_text(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) return false;
    if (a.size() > 16) return std::memcmp(a.data(), b.data(), a.size()) == 0;
    return two_words(a) == two_words(b);
}

// Of this process: whoever knew it could make names that all have one hash, and a file of such names takes for ever.
struct HashSeed {
    std::uint64_t first;
    std::uint64_t second;
};
extern const HashSeed kHashSeed;

inline std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(a ^ kHashSeed.first) * (b ^ kHashSeed.second);
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

inline std::uint64_t hash_text(std::string_view text) {
    std::uint64_t hash = text.size();
    while (text.size() > 16) {
        hash = mix(hash ^ load<std::uint64_t>(text.data()), load<std::uint64_t>(text.data() + 8));
        text.remove_prefix(16);
    }
    const TwoWords words = two_words(text);
    return mix(hash ^ words.first, words.last);
}

// What tables of names keep of the hash.
inline std::uint32_t short_hash(std::string_view text) { return static_cast<std::uint32_t>(hash_text(text)); }

// Only ASCII and no NUL.
inline bool is_plain(std::string_view text) {
    constexpr std::uint64_t kOnes = 0x0101010101010101ULL;
    // A byte of 0 borrows, and one of 128 and more has its high bit: either shows in the high bits.
    const auto faults = [](std::uint64_t word) { return ((word - kOnes) | word) & (kOnes << 7); };
    std::uint64_t found = 0;
    while (text.size() > 16) {
        found |= faults(load<std::uint64_t>(text.data()));
        text.remove_prefix(8);
    }
    if (text.size() >= 8) {
        const TwoWords words = two_words(text);
        return (found | faults(words.first) | faults(words.last)) == 0;
    }
    for (const char c : text) {
        if (static_cast<signed char>(c) <= 0) return false;
    }
    return true;
}

}  // namespace tosa_core
