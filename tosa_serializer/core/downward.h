// A flatbuffer writer that gives the same bytes as FlatBufferBuilder 25.2.10 for the calls that TOSA needs.
// A flatbuffer is built from its end to its start: positions count bytes from the end of the file.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "blob.h"
#include "cursor.h"
#include "image.h"
#include "pages.h"
#include "vtables.h"

namespace tosa_core {

static_assert(std::endian::native == std::endian::little, "a flatbuffer is little-endian, and so are these stores");

// Large blobs are not copied: the writer notes where they belong and the image points to them.
// Each string, vector and table asks once for all the room that it can take; the stores in it are unchecked.
class Downward {
public:
    using Position = Cursor::Position;

    // Blobs below this size are copied; a piece of its own would cost more than the copy.
    static constexpr std::size_t kInlineBlob = 4096;

    class Table;
    // The vtable that a place in the code used last.
    using LastVTable = VTables::Entry;
    // Fields of a table that is written at once.
    struct Reference {
        unsigned slot;
        Position object;
    };
    struct Number {
        unsigned slot;
        std::uint32_t value;
    };
    struct Byte {
        unsigned slot;
        std::uint8_t value;
    };

    explicit Downward(std::size_t reserve);

    // Bytes so far, blobs included (FlatBufferBuilder::GetSize).
    Position size() const { return cursor().size(); }

    Position string(std::string_view text) {
        Cursor out = counted(text.size(), text.size() + 1);
        out.string(text);
        return end(out);
    }
    Position vector(std::span<const std::int32_t> values) {
        Cursor out = counted(values.size(), values.size_bytes());
        out.vector(values);
        return end(out);
    }
    Position vector(std::span<const std::uint8_t> values) {
        Cursor out = counted(values.size(), values.size());
        out.counted(values.data(), values.size(), values.size(), values.size());
        return end(out);
    }
    Position vector(const Blob& blob) { return blob.size() < kInlineBlob ? vector(blob.bytes()) : outside_vector(blob); }
    Position vector(std::span<const Position> objects);
    // Nothing else may be written until its end().
    Table table();

    // For objects that are written at once: a cursor with `room` bytes, and kTableRoom for each table. What it wrote counts with
    // end().
    static constexpr std::size_t kTableRoom = TableLayout::kMaxFields + 8 + TableLayout::kMaxVTable;
    Cursor begin(std::size_t room) {
        reserve(room);
        return cursor();
    }
    Position end(const Cursor& cursor) {
        place_ = cursor.place();
        odd_ = cursor.odd();
        return cursor.size();
    }
    // A table from fields in the order of put(), Byte last if at all: in few steps where none of them is left out.
    template <typename... Fields>
    Position table(Cursor& out, LastVTable& last, const Fields&... fields);

    // Writes root and identifier, and gives the image. Nothing may be written afterwards.
    // Raises ValueError if a flatbuffer cannot hold that many bytes.
    Image finish(Position root, std::string_view identifier);

    // Overwrites the 8 bytes at a Table's mark; for values that are known only at the end.
    void patch(std::size_t mark, std::uint64_t value) { std::memcpy(end_ - mark, &value, sizeof value); }

    // Raises ValueError for a string or vector that no flatbuffer can hold.
    static void check_count(std::size_t count) {
        if (count > kMaxCount) [[unlikely]]
            refuse_count(count);
    }

private:
    struct BlobPlace {
        std::size_t mark;
        Blob blob;
    };

    // Alignments, a length and the terminator around what is asked for.
    static constexpr std::size_t kSpare = 24;
    // Signed 32-bit offsets reach no further (FLATBUFFERS_MAX_BUFFER_SIZE).
    static constexpr std::uint64_t kMaxCount = std::numeric_limits<std::int32_t>::max();

    std::size_t mark() const { return static_cast<std::size_t>(end_ - place_); }
    Cursor cursor() const { return {place_, zero_, odd_}; }
    Cursor counted(std::size_t count, std::size_t size) {
        check_count(count);
        return begin(size);
    }
    void reserve(std::size_t more) {
        if (static_cast<std::size_t>(place_ - buffer_.bytes.data()) < more + kSpare) grow(more + kSpare);
    }
    void grow(std::size_t more);
    [[noreturn]] static void refuse_count(std::size_t count);
    Position outside_vector(const Blob& blob);
    // Sets the offset to the vtable, which comes next where there is none of that layout yet. Returns the table's position.
    Position finish_table(Cursor& out, const TableLayout& layout, std::uint64_t size, LastVTable& last);
    Position find_vtable(Cursor& out, const TableLayout& layout, std::uint64_t size);

    Pages buffer_;
    std::uint8_t* place_ = nullptr;
    std::uint8_t* end_ = nullptr;
    // The address at which size() would be 0. Not beside what end() stores: loading both as one vector would wait for that.
    std::uint64_t zero_ = 0;
    std::uint64_t min_align_ = Cursor::kWord;
    // size() % 4.
    std::size_t odd_ = 0;
    VTables vtables_;
    std::vector<BlobPlace> blobs_;
};

// One table under construction, field by field from the last to the first in the file: fields of 8 bytes, then those of 4, then
// those of 1.
class Downward::Table {
public:
    Table(Downward& out, const Cursor& cursor) : out_(out), cursor_(cursor), start_(cursor_.size()) {}

    // A field equal to its default is left out unless forced.
    template <typename T>
    void field(unsigned slot, T value, T default_value = T{}, bool force = false) {
        if (value == default_value && !force) return;
        put(slot, value);
    }
    void offset_field(unsigned slot, Position object) {
        if (object == 0) return;
        align_word();
        put(slot, cursor_.distance_to(object));
    }
    void put_field(const Reference& field) { offset_field(field.slot, field.object); }
    template <typename Field>
    void put_field(const Field& present) {
        field(present.slot, present.value);
    }
    // Of the field that was put last.
    std::size_t mark() const { return static_cast<std::size_t>(out_.end_ - cursor_.place()); }

    Position end() {
        LastVTable none;
        return end(none);
    }
    Position end(LastVTable& last) {
        cursor_.pre_align(0, Cursor::kWord);
        cursor_.push(std::int32_t{0});
        const Position table = out_.finish_table(cursor_, layout_, cursor_.size() - start_, last);
        out_.end(cursor_);
        return table;
    }

private:
    void align_word() {
        if (cursor_.odd() != 0) [[unlikely]]
            cursor_.pre_align(0, Cursor::kWord);
    }
    template <typename T>
    void put(unsigned slot, T value) {
        static_assert(sizeof(T) == 1 || sizeof(T) == Cursor::kWord || sizeof(T) == 8);
        if constexpr (sizeof(T) == 8) {
            out_.min_align_ = 8;
            cursor_.pre_align(0, 8);
        } else if constexpr (sizeof(T) == Cursor::kWord) {
            align_word();
        }
        cursor_.push(value);
        layout_.note(slot, cursor_.size() - start_);
    }

    Downward& out_;
    Cursor cursor_;
    Position start_;
    TableLayout layout_;
};

inline Downward::Table Downward::table() { return {*this, begin(kTableRoom)}; }

[[gnu::always_inline]] inline Downward::Position Downward::finish_table(Cursor& out, const TableLayout& layout,
                                                                        std::uint64_t size, LastVTable& last) {
    const Position table = out.size();
    std::uint8_t* const to_vtable = out.place();
    if (last.layout != layout || last.size != size) [[unlikely]]
        last = {layout, size, find_vtable(out, layout, size)};
    const auto distance = static_cast<std::int32_t>(last.position - table);
    std::memcpy(to_vtable, &distance, sizeof distance);
    return table;
}

template <typename... Fields>
[[gnu::always_inline]] inline Downward::Position Downward::table(Cursor& out, LastVTable& last, const Fields&... fields) {
    const auto is_there = [](const auto& field) {
        if constexpr (requires { field.object; }) {
            return field.object != 0;
        } else {
            return field.value != 0;
        }
    };
    if (out.odd() != 0 || !(is_there(fields) && ...)) [[unlikely]] {
        Table slow(*this, out);
        (slow.put_field(fields), ...);
        const Position table = slow.end(last);
        out = cursor();
        return table;
    }
    TableLayout layout;
    std::uint64_t size = 0;
    const auto put = [&](const auto& field) {
        if constexpr (requires { field.object; }) {
            out.push(out.distance_to(field.object));
        } else if constexpr (sizeof field.value == Cursor::kWord) {
            out.push(field.value);
        } else {
            // Behind three zeros.
            out.push(std::uint32_t{field.value} << 24);
        }
        constexpr bool is_byte = std::is_same_v<std::remove_cvref_t<decltype(field)>, Byte>;
        size += Cursor::kWord;
        layout.note(field.slot, is_byte ? size - 3 : size);
    };
    (put(fields), ...);
    out.push(std::int32_t{0});
    return finish_table(out, layout, size + Cursor::kWord, last);
}

}  // namespace tosa_core
