#include "blob.h"

#include <algorithm>

#include "pages.h"
#include "sharing.h"

namespace tosa_core {
namespace {

constexpr std::size_t kAlign = 8;
// Chunks grow up to this, and the largest of them are of huge pages.
constexpr std::size_t kMaxChunk = std::size_t{8} << 20;

}  // namespace

NewBlob Arena::allocate(std::size_t size) {
    if (size == 0) return {};
    if (size >= kLargeBlob) {
        Pages pages = map_pages(size);
        const std::span<std::uint8_t> bytes = pages.bytes.first(size);
        return {Blob(bytes, std::move(pages.owner)), bytes};
    }
    const std::size_t need = round_up(size, kAlign);
    if (need > left_) {
        const std::size_t length = std::max(next_chunk_, need);
        Pages chunk = length >= kLargeBlob ? map_pages(length) : heap_bytes(length);
        cursor_ = chunk.bytes.data();
        left_ = chunk.bytes.size();
        chunk_ = std::move(chunk.owner);
        next_chunk_ = std::min(next_chunk_ * 2, kMaxChunk);
    }
    const std::span<std::uint8_t> bytes(cursor_, size);
    cursor_ += need;
    left_ -= need;
    return {Blob(bytes, chunk_), bytes};
}

void Arena::take_back(const NewBlob& last) {
    const std::size_t size = round_up(last.bytes.size(), kAlign);
    // A large one has a mapping of its own, and goes with its blob.
    if (size == 0 || last.bytes.size() >= kLargeBlob || last.bytes.data() + size != cursor_) return;
    cursor_ -= size;
    left_ += size;
}

Blob Arena::copy(std::span<const std::uint8_t> bytes) {
    NewBlob made = allocate(bytes.size());
    copy_bytes(made.bytes, bytes.data());
    return std::move(made.blob);
}

}  // namespace tosa_core
