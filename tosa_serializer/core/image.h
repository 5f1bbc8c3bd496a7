// A finished file as a list of pieces: what the writer made, and constants that it only points to.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "blob.h"

namespace tosa_core {

// Keeps all that it points to alive, so it may be copied or saved while the graph changes.
class Image {
public:
    struct Piece {
        std::span<const std::uint8_t> bytes;
        std::shared_ptr<const void> owner;
    };

    // In file order.
    void append(std::span<const std::uint8_t> bytes, std::shared_ptr<const void> owner);
    // Zeros up to the next multiple of `alignment` (at most 64).
    void pad_to(std::uint64_t alignment);

    std::span<const Piece> pieces() const { return pieces_; }
    std::uint64_t size() const { return size_; }
    // Constants lie behind the flatbuffer instead of in it.
    bool is_outside = false;
    // What the file asks of its reader: one bit for each CompatibilityFeature.
    std::uint64_t features = 0;

    // `target` has size() bytes. Calls nothing but memcpy: safe without a lock of the caller's language.
    void copy_to(std::span<std::uint8_t> target) const;
    // Gives the pieces away in file order, and with each the share of what it points to.
    template <typename Take>
    void drain(Take take) {
        for (Piece& piece : pieces_) take(std::move(piece));
        pieces_.clear();
        size_ = 0;
    }

private:
    std::vector<Piece> pieces_;
    std::uint64_t size_ = 0;
};

}  // namespace tosa_core
