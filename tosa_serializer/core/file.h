// Files: read-only mappings, and saves that leave the old file or the new one, never half of one.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "blob.h"
#include "image.h"

namespace tosa_core {

// The whole file, mapped read-only (`copy` reads it into memory instead; pipes are always read). Raises FileError.
// A mapped file that someone cuts short while it is in use gives SIGBUS: take a copy where that may happen.
Blob map_file(const std::string& path, bool copy = false);

// kDisk: the file is on the disk when the call returns. kKernel: the kernel has it, and a crash of the machine may lose it.
enum class SaveTo : std::uint8_t { kDisk, kKernel };

// Writes to a temporary file beside `path`, syncs it for kDisk, and renames it over `path`, whose mode it takes over; a symbolic
// link stays and what it points to is replaced. Devices and pipes are written as they are. Raises FileError and leaves no litter.
void save(const Image& image, const std::string& path, SaveTo place = SaveTo::kDisk);
// The same for text.
void save(std::span<const std::uint8_t> bytes, const std::string& path, SaveTo place = SaveTo::kDisk);

}  // namespace tosa_core
