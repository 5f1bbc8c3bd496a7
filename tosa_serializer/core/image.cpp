#include "image.h"

#include "sharing.h"

namespace tosa_core {
namespace {

constexpr std::uint8_t kZeros[64] = {};

}  // namespace

void Image::append(std::span<const std::uint8_t> bytes, std::shared_ptr<const void> owner) {
    if (bytes.empty()) return;
    size_ += bytes.size();
    pieces_.push_back({bytes, std::move(owner)});
}

void Image::pad_to(std::uint64_t alignment) {
    const std::uint64_t over = size_ % alignment;
    if (over != 0) append(std::span(kZeros).first(alignment - over), nullptr);
}

void Image::copy_to(std::span<std::uint8_t> target) const {
    std::uint8_t* cursor = target.data();
    for (const Piece& piece : pieces_) {
        copy_bytes({cursor, piece.bytes.size()}, piece.bytes.data());
        cursor += piece.bytes.size();
    }
}

}  // namespace tosa_core
