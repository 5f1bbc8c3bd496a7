// Pages of large buffers: asked for in few steps, since a fault for each of them costs more than what is written there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace tosa_core {

inline constexpr std::size_t kHugePage = std::size_t{2} << 20;

// Up to a multiple of `unit`. Raises std::bad_alloc where there is none.
std::size_t round_up(std::size_t size, std::size_t unit);

// Asks for huge pages behind the whole pages in `bytes`, so that a first write faults once per 2 MiB. Without them all still
// works.
void prefer_huge_pages(std::span<std::uint8_t> bytes);

// Backs the whole pages in `bytes` in one call (Linux 5.14 and newer; else each faults when it is written).
void populate_pages(std::span<std::uint8_t> bytes);

// Uninitialised storage and what owns it.
struct Pages {
    std::span<std::uint8_t> bytes;
    std::shared_ptr<const void> owner;
};

// A mapping of its own of `size` bytes and more, of huge pages where there are such. Raises std::bad_alloc, also where the kernel
// would grant it and has no memory for it.
Pages map_pages(std::size_t size);
// `size` bytes of the heap.
Pages heap_bytes(std::size_t size);

}  // namespace tosa_core
