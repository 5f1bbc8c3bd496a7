// Advice to the kernel on the pages of large buffers.
#pragma once

#include <cstdint>
#include <span>

namespace tosa_core {

// Asks for huge pages behind the whole pages in `bytes`, so that a first write faults once per 2 MiB. Without them all still
// works.
void prefer_huge_pages(std::span<std::uint8_t> bytes);

}  // namespace tosa_core
