// Pages of large buffers: asked for in few steps, since a fault for each of them costs more than what is written there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace tosa_core {

// Asks for huge pages behind the whole pages in `bytes`, so that a first write faults once per 2 MiB. Without them all still
// works.
void prefer_huge_pages(std::span<std::uint8_t> bytes);

// Backs the whole pages in `bytes` in one call (Linux 5.14 and newer; else each faults when it is written).
void populate_pages(std::span<std::uint8_t> bytes);

// A mapping of its own of `size` bytes and more, of huge pages where there are such. Raises std::bad_alloc.
struct Pages {
    std::span<std::uint8_t> bytes;
    std::shared_ptr<const void> owner;
};
Pages map_pages(std::size_t size);

}  // namespace tosa_core
