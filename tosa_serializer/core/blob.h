// Bytes of constants: an append-only arena, and handles that keep their storage alive.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace tosa_core {

// A read-only run of bytes and a share of what owns them: an arena, a mapped file, a Python object.
class Blob {
public:
    Blob() = default;
    Blob(std::span<const std::uint8_t> bytes, std::shared_ptr<const void> owner) : bytes_(bytes), owner_(std::move(owner)) {}

    std::span<const std::uint8_t> bytes() const { return bytes_; }
    const std::uint8_t* data() const { return bytes_.data(); }
    std::size_t size() const { return bytes_.size(); }
    bool empty() const { return bytes_.empty(); }
    const std::shared_ptr<const void>& owner() const { return owner_; }

    // The bytes are those of a file: they take no memory that could be given back.
    bool is_mapped_file() const { return is_mapped_file_; }
    static Blob of_mapped_file(std::span<const std::uint8_t> bytes, std::shared_ptr<const void> owner) {
        Blob blob(bytes, std::move(owner));
        blob.is_mapped_file_ = true;
        return blob;
    }
    // A part of it.
    Blob part(std::size_t offset, std::size_t size) const {
        Blob blob(*this);
        blob.bytes_ = bytes_.subspan(offset, size);
        return blob;
    }

private:
    std::span<const std::uint8_t> bytes_;
    std::shared_ptr<const void> owner_;
    bool is_mapped_file_ = false;
};

// A blob under construction: `bytes` may be written until the blob is published.
struct NewBlob {
    Blob blob;
    std::span<std::uint8_t> bytes;
};

// Storage of a graph's constants. Small blobs share chunks, large ones have a mapping of their own, so that each can be given
// back alone. Not synchronised: one thread at a time (bindings hold the GIL while they allocate).
class Arena {
public:
    // Bytes of this size and more get their own mapping.
    static constexpr std::size_t kLargeBlob = std::size_t{2} << 20;

    // Uninitialised storage of `size` bytes, 8-aligned. Raises std::bad_alloc.
    NewBlob allocate(std::size_t size);
    // Takes back what was allocated last, if that is it: nobody may have its blob.
    void take_back(const NewBlob& last);
    // A copy of `bytes`. Raises std::bad_alloc.
    Blob copy(std::span<const std::uint8_t> bytes);

private:
    std::shared_ptr<const void> chunk_;
    std::uint8_t* cursor_ = nullptr;
    std::size_t left_ = 0;
    std::size_t next_chunk_ = std::size_t{16} << 10;
};

}  // namespace tosa_core
