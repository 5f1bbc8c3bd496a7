// A flatbuffer writer that gives the same bytes as FlatBufferBuilder 25.2.10 for the calls that TOSA needs.
// A flatbuffer is built from its end to its start: positions count bytes from the end of the file.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "blob.h"
#include "image.h"
#include "pages.h"
#include "short_text.h"
#include "vtables.h"

namespace tosa_core {

static_assert(std::endian::native == std::endian::little, "a flatbuffer is little-endian, and so are these stores");

// Large blobs are not copied: the writer notes where they belong and the image points to them.
// Each string, vector and table asks once for all the room that it can take; the stores in it are unchecked.
class Downward {
public:
    // Where an object starts, counted from the end of the file. 0 is no object.
    using Position = std::uint64_t;

    // Blobs below this size are copied; a piece of its own would cost more than the copy.
    static constexpr std::size_t kInlineBlob = 4096;

    class Table;

    explicit Downward(std::size_t reserve);

    // Bytes so far, blobs included (FlatBufferBuilder::GetSize).
    Position size() const { return cursor().size(); }

    Position string(std::string_view text) { return text.empty() ? empty_string() : long_string(text); }
    Position vector(std::span<const std::int32_t> values) { return vector(values.data(), values.size(), sizeof(std::int32_t)); }
    Position vector(std::span<const std::uint8_t> values) { return vector(values.data(), values.size(), 1); }
    Position vector(const Blob& blob) { return blob.size() < kInlineBlob ? vector(blob.bytes()) : outside_vector(blob); }
    Position vector(std::span<const Position> objects);
    // What vector() and string() write for nothing right after a vector or a string, and several of those at once: up to 16
    // zeros.
    static constexpr std::size_t kEmptyVector = 4;
    static constexpr std::size_t kEmptyString = 8;
    Position zeros(std::size_t count) {
        reserve(count);
        std::memset(place_ - 16, 0, 16);
        place_ -= count;
        return size();
    }
    // Nothing else may be written until its end().
    Table table();

    // Writes root and identifier, and gives the image. Nothing may be written afterwards.
    // Raises ValueError if a flatbuffer cannot hold that many bytes.
    Image finish(Position root, std::string_view identifier);

    // Overwrites the 8 bytes at a Table's mark; for values that are known only at the end.
    void patch(std::size_t mark, std::uint64_t value) { std::memcpy(end_ - mark, &value, sizeof value); }

private:
    // The place of the last byte written. A local, so that it stays in registers while bytes are stored.
    class Cursor {
    public:
        Cursor(std::uint8_t* place, std::uint64_t zero) : place_(place), zero_(zero) {}

        std::uint8_t* place() const { return place_; }
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
            skip(zeros);
        }
        // Up to 8 zeros.
        void skip(std::uint64_t zeros) {
            std::memset(place_ - 8, 0, 8);
            place_ -= zeros;
        }
        // What a 4-byte field that comes next holds to point to the object.
        std::uint32_t distance_to(Position object) const {
            return static_cast<std::uint32_t>(size() - object + sizeof(std::uint32_t));
        }

    private:
        std::uint8_t* place_;
        std::uint64_t zero_;
    };

    struct BlobPlace {
        std::size_t mark;
        Blob blob;
    };

    // Alignments, a length and the terminator around what is asked for.
    static constexpr std::size_t kSpare = 24;

    std::size_t mark() const { return static_cast<std::size_t>(end_ - place_); }
    Cursor cursor() const { return {place_, zero_}; }
    Position take(const Cursor& cursor) {
        place_ = cursor.place();
        return cursor.size();
    }
    void reserve(std::size_t more) {
        if (static_cast<std::size_t>(place_ - buffer_.bytes.data()) < more + kSpare) grow(more + kSpare);
    }
    void grow(std::size_t more);
    // Padding, terminator and length are zeros.
    Position empty_string() {
        const std::uint64_t padding = (0 - size() - 1) & (sizeof(std::uint32_t) - 1);
        return zeros(padding + 1 + sizeof(std::uint32_t));
    }
    Position long_string(std::string_view text);
    Position vector(const void* data, std::size_t count, std::size_t size_of_one);
    Position outside_vector(const Blob& blob);

    Pages buffer_;
    std::uint8_t* place_ = nullptr;
    std::uint8_t* end_ = nullptr;
    // The address at which size() would be 0. Not beside place_: loading both as one vector would wait for the last store.
    std::uint64_t zero_ = 0;
    std::uint64_t min_align_ = sizeof(std::uint32_t);
    VTables vtables_;
    std::vector<BlobPlace> blobs_;
};

// One table under construction, field by field from the last to the first in the file.
class Downward::Table {
public:
    explicit Table(Downward& out) : out_(out), cursor_(out.cursor()), start_(cursor_.size()) {}

    // A field equal to its default is left out unless forced.
    template <typename T>
    void field(unsigned slot, T value, T default_value = T{}, bool force = false) {
        if (value == default_value && !force) return;
        put(slot, value);
    }
    void offset_field(unsigned slot, Position object) {
        if (object == 0) return;
        cursor_.pre_align(0, sizeof(std::uint32_t));
        put(slot, cursor_.distance_to(object));
    }
    // Of the field that was put last.
    std::size_t mark() const { return static_cast<std::size_t>(out_.end_ - cursor_.place()); }

    Position end();

private:
    template <typename T>
    void put(unsigned slot, T value) {
        if (sizeof(T) > out_.min_align_) out_.min_align_ = sizeof(T);
        cursor_.pre_align(0, sizeof(T));
        cursor_.push(value);
        layout_.note(slot, cursor_.size() - start_);
    }

    Downward& out_;
    Cursor cursor_;
    Position start_;
    TableLayout layout_;
};

inline Downward::Table Downward::table() {
    // Fields with their padding, the offset to the vtable, and the vtable.
    reserve(TableLayout::kMaxFields + 8 + TableLayout::kMaxVTable);
    return Table(*this);
}

[[gnu::always_inline]] inline Downward::Position Downward::Table::end() {
    cursor_.pre_align(0, sizeof(std::int32_t));
    cursor_.push(std::int32_t{0});
    const Position table = cursor_.size();
    std::uint8_t* const to_vtable = cursor_.place();
    const std::uint64_t size = table - start_;
    Position& vtable = out_.vtables_.find(layout_, size);
    if (vtable == 0) {
        std::array<std::uint8_t, TableLayout::kMaxVTable> bytes{};
        const std::size_t length = layout_.vtable(size, bytes);
        cursor_.copy(bytes.data(), length);
        vtable = cursor_.size();
    }
    const auto distance = static_cast<std::int32_t>(vtable - table);
    std::memcpy(to_vtable, &distance, sizeof distance);
    out_.take(cursor_);
    return table;
}

}  // namespace tosa_core
