// What memory there is, so that a request for more is refused: the kernel would grant it, and end the process when it is used.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace tosa_core {

// Bytes that this process can still take: what the machine has and what its control groups (version 2) leave it, files in the
// page cache counted as free. nullopt where the system does not say. `root` is put before /proc and /sys; for tests.
std::optional<std::uint64_t> available_memory(const std::string& root = "");

// Raises std::bad_alloc if `bytes` more are not there. Requests below 64 MiB pass unseen.
void require_memory(std::uint64_t bytes);

}  // namespace tosa_core
