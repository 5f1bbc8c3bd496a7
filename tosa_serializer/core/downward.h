// A flatbuffer writer that gives the same bytes as FlatBufferBuilder 25.2.10 for the calls that TOSA needs.
// A flatbuffer is built from its end to its start: positions count bytes from the end of the file.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "blob.h"
#include "image.h"

namespace tosa_core {

// Large blobs are not copied: the writer notes where they belong and the image points to them.
class Downward {
public:
    // Where an object starts, counted from the end of the file. 0 is no object.
    using Position = std::uint64_t;

    // Blobs below this size are copied; a piece of its own would cost more than the copy.
    static constexpr std::size_t kInlineBlob = 4096;

    explicit Downward(std::size_t reserve);

    // Bytes so far, blobs included (FlatBufferBuilder::GetSize).
    std::uint64_t size() const { return written_ + blob_bytes_; }

    Position string(std::string_view text);
    Position vector(std::span<const std::int32_t> values);
    Position vector(std::span<const std::uint8_t> values);
    Position vector(const Blob& blob);
    Position vector(std::span<const Position> objects);

    // Between start_table and end_table only fields may be written. A field equal to its default is left out unless forced.
    void start_table();
    template <typename T>
    void field(unsigned slot, T value, T default_value = T{}, bool force = false) {
        if (value == default_value && !force) return;
        align(sizeof(T));
        push(value);
        note_field(slot);
    }
    void offset_field(unsigned slot, Position object);
    Position end_table();

    // Writes root and identifier, and gives the image. Nothing may be written afterwards.
    // Raises ValueError if a flatbuffer cannot hold that many bytes.
    Image finish(Position root, std::string_view identifier);

    // Overwrites 8 bytes of the last field before the next one; for values that are known only at the end.
    std::size_t mark() const { return written_; }
    void patch(std::size_t mark, std::uint64_t value);

private:
    struct Field {
        unsigned slot;
        Position position;
    };
    struct VTable {
        Position position;
        std::size_t mark;
        std::uint64_t key;
    };
    struct BlobPlace {
        std::size_t mark;
        Blob blob;
    };

    std::uint8_t* cursor() { return buffer_.get() + (capacity_ - written_); }
    std::uint8_t* at(std::size_t mark) { return buffer_.get() + (capacity_ - mark); }
    void reserve(std::size_t more);
    void fill(std::size_t zeros);
    void bytes(const void* data, std::size_t length);
    void align(std::size_t alignment) { pre_align(0, alignment); }
    void pre_align(std::uint64_t length, std::size_t alignment);
    void note_field(unsigned slot);
    std::uint32_t refer_to(Position object);
    Position end_vector(std::size_t length);

    template <typename T>
    void push(T value) {
        static_assert(std::is_arithmetic_v<T>);
        bytes(&value, sizeof(T));
    }

    std::shared_ptr<std::uint8_t[]> buffer_;
    std::size_t capacity_;
    std::size_t written_ = 0;
    std::uint64_t blob_bytes_ = 0;
    std::size_t min_align_ = 1;
    Position table_start_ = 0;
    std::array<Field, 16> fields_{};
    std::size_t field_count_ = 0;
    std::vector<VTable> vtables_;
    std::vector<BlobPlace> blobs_;
};

}  // namespace tosa_core
