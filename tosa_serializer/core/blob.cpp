#include "blob.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>

#include "pages.h"

namespace tosa_core {
namespace {

constexpr std::size_t kAlign = 8;
constexpr std::size_t kHugePage = std::size_t{2} << 20;
constexpr std::size_t kMaxChunk = Arena::kLargeBlob;

struct Mapping {
    std::shared_ptr<const void> owner;
    std::uint8_t* data;
};

std::size_t round_up(std::size_t size, std::size_t unit) {
    if (size > std::numeric_limits<std::size_t>::max() - unit) throw std::bad_alloc();
    return (size + unit - 1) / unit * unit;
}

// Aligned to huge pages, since the kernel backs only whole aligned ones.
Mapping map_large(std::size_t size) {
    const std::size_t length = round_up(size, 4096);
    const std::size_t reserve = round_up(length, kHugePage) + kHugePage;
    void* raw = ::mmap(nullptr, reserve, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (raw == MAP_FAILED) throw std::bad_alloc();
    auto* begin = static_cast<std::uint8_t*>(raw);
    auto* data = reinterpret_cast<std::uint8_t*>(round_up(reinterpret_cast<std::uintptr_t>(begin), kHugePage));
    const std::size_t head = static_cast<std::size_t>(data - begin);
    if (head != 0) ::munmap(begin, head);
    const std::size_t tail = reserve - head - length;
    if (tail != 0) ::munmap(data + length, tail);
    prefer_huge_pages({data, length});
    try {
        return {std::shared_ptr<const void>(data, [length](const void* p) { ::munmap(const_cast<void*>(p), length); }), data};
    } catch (...) {
        ::munmap(data, length);
        throw;
    }
}

}  // namespace

NewBlob Arena::allocate(std::size_t size) {
    if (size == 0) return {};
    if (size >= kLargeBlob) {
        Mapping mapping = map_large(size);
        const std::span<std::uint8_t> bytes(mapping.data, size);
        return {Blob(bytes, std::move(mapping.owner)), bytes};
    }
    const std::size_t need = round_up(size, kAlign);
    if (need > left_) {
        const std::size_t length = std::max(next_chunk_, need);
        std::shared_ptr<std::uint8_t[]> chunk(new std::uint8_t[length]);
        cursor_ = chunk.get();
        left_ = length;
        chunk_ = std::shared_ptr<const void>(chunk, chunk.get());
        next_chunk_ = std::min(next_chunk_ * 2, kMaxChunk);
    }
    const std::span<std::uint8_t> bytes(cursor_, size);
    cursor_ += need;
    left_ -= need;
    return {Blob(bytes, chunk_), bytes};
}

Blob Arena::copy(std::span<const std::uint8_t> bytes) {
    NewBlob made = allocate(bytes.size());
    if (!bytes.empty()) std::memcpy(made.bytes.data(), bytes.data(), bytes.size());
    return std::move(made.blob);
}

}  // namespace tosa_core
