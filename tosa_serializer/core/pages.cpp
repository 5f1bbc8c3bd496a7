#include "pages.h"

#include <sys/mman.h>
#include <unistd.h>

#include <limits>
#include <new>

#include "memory.h"

namespace tosa_core {
namespace {

constexpr std::size_t kPage = 4096;
// A mapping is rounded up to huge pages where that adds no more than this part of it.
constexpr std::size_t kMaxWaste = 16;

// linux/mman.h of kernel 5.14; the headers that we build with may be older.
constexpr int kPopulateWrite = 23;

// Advice may be refused; it changes only how fast things are.
void advise_whole_pages(std::span<std::uint8_t> bytes, int advice) {
    const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    const auto address = reinterpret_cast<std::uintptr_t>(bytes.data());
    const std::uintptr_t begin = (address + page - 1) / page * page;
    const std::uintptr_t end = (address + bytes.size()) / page * page;
    if (end > begin) ::madvise(reinterpret_cast<void*>(begin), end - begin, advice);
}

}  // namespace

std::size_t round_up(std::size_t size, std::size_t unit) {
    if (size > std::numeric_limits<std::size_t>::max() - unit) throw std::bad_alloc();
    return (size + unit - 1) / unit * unit;
}

void prefer_huge_pages(std::span<std::uint8_t> bytes) { advise_whole_pages(bytes, MADV_HUGEPAGE); }

void populate_pages(std::span<std::uint8_t> bytes) { advise_whole_pages(bytes, kPopulateWrite); }

Pages map_pages(std::size_t size) {
    const std::size_t whole = round_up(size, kHugePage);
    const bool ends_huge = whole - size <= size / kMaxWaste;
    const std::size_t length = ends_huge ? whole : round_up(size, kPage);
    const std::size_t reserve = whole + kHugePage;
    require_memory(length);
    void* raw = ::mmap(nullptr, reserve, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (raw == MAP_FAILED) throw std::bad_alloc();
    auto* begin = static_cast<std::uint8_t*>(raw);
    auto* data = reinterpret_cast<std::uint8_t*>(round_up(reinterpret_cast<std::uintptr_t>(begin), kHugePage));
    const std::size_t head = static_cast<std::size_t>(data - begin);
    if (head != 0) ::munmap(begin, head);
    const std::size_t tail = reserve - head - length;
    if (tail != 0) ::munmap(data + length, tail);
    ::madvise(data, length, MADV_HUGEPAGE);
    // The kernel backs only whole huge pages: the rest would fault for each of its own.
    if (!ends_huge) populate_pages({data + length / kHugePage * kHugePage, length % kHugePage});
    try {
        return {{data, length},
                std::shared_ptr<const void>(data, [length](const void* p) { ::munmap(const_cast<void*>(p), length); })};
    } catch (...) {
        ::munmap(data, length);
        throw;
    }
}

Pages heap_bytes(std::size_t size) {
    std::shared_ptr<std::uint8_t[]> heap(new std::uint8_t[size]);
    return {{heap.get(), size}, heap};
}

}  // namespace tosa_core
