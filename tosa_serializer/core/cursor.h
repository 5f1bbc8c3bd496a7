// Unchecked stores of flatbuffer objects, from the end of a buffer to its start.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>

#include "short_text.h"

namespace tosa_core {

// The place of the last byte written. A local, so that it stays in registers while bytes are stored.
// Objects start at a multiple of 4 bytes from the end, so padding depends on what lies behind only for fields of 8 bytes, and
// after a vtable that ends between two words.
class Cursor {
public:
    // Where an object starts, counted from the end of the file. 0 is no object.
    using Position = std::uint64_t;

    static constexpr std::size_t kWord = sizeof(std::uint32_t);
    // What an empty vector and an empty string take.
    static constexpr std::size_t kEmptyVector = 4;
    static constexpr std::size_t kEmptyString = 8;

    // `zero` is the address at which size() would be 0, `odd` is size() % 4.
    Cursor(std::uint8_t* place, std::uint64_t zero, std::size_t odd) : place_(place), zero_(zero), odd_(odd) {}

    std::uint8_t* place() const { return place_; }
    std::size_t odd() const { return odd_; }
    Position size() const { return zero_ - reinterpret_cast<std::uintptr_t>(place_); }

    template <typename T>
    void push(T value) {
        static_assert(std::is_arithmetic_v<T>);
        place_ -= sizeof(T);
        std::memcpy(place_, &value, sizeof(T));
    }
    void copy(const void* data, std::size_t length) {
        place_ -= length;
        copy_short(place_, data, length);
    }
    // Zeros, so that `length` bytes which come next end at a multiple of `alignment`: 8 or less.
    void pre_align(std::uint64_t length, std::uint64_t alignment) {
        const std::uint64_t zeros = (0 - size() - length) & (alignment - 1);
        std::memset(place_ - 8, 0, 8);
        place_ -= zeros;
        odd_ = 0;
    }
    // What a 4-byte field that comes next holds to point to the object.
    std::uint32_t distance_to(Position object) const { return static_cast<std::uint32_t>(size() - object + kWord); }

    // A string or vector: its count and `length` bytes, which take `size` bytes with a terminator, and zeros to whole words.
    Position counted(const void* data, std::size_t count, std::size_t length, std::size_t size) {
        std::memset(place_ - 8, 0, 8);
        place_ -= whole_words(size + odd_) - odd_;
        odd_ = 0;
        copy_short(place_, data, length);
        push(static_cast<std::uint32_t>(count));
        return this->size();
    }
    Position string(std::string_view text) { return counted(text.data(), text.size(), text.size(), text.size() + 1); }
    Position vector(std::span<const std::int32_t> values) {
        return counted(values.data(), values.size(), values.size_bytes(), values.size_bytes());
    }
    Position references(std::span<const Position> objects) {
        pre_align(0, kWord);
        for (std::size_t i = objects.size(); i-- > 0;) push(distance_to(objects[i]));
        push(static_cast<std::uint32_t>(objects.size()));
        return size();
    }
    // What several empty vectors and strings take, right after another object: up to 16 zeros.
    Position zeros(std::size_t count) {
        std::memset(place_ - 16, 0, 16);
        place_ -= count;
        return size();
    }

    // Room that a string or a vector takes at most, and so many of those.
    static constexpr std::size_t room(std::size_t bytes, std::size_t objects = 1) { return bytes + objects * 3 * kWord; }

private:
    static std::size_t whole_words(std::size_t size) { return (size + kWord - 1) & ~(kWord - 1); }

    std::uint8_t* place_;
    std::uint64_t zero_;
    std::size_t odd_;
};

}  // namespace tosa_core
