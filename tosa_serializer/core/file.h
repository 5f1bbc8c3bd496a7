// Files: read-only mappings, and saves that leave the old file or the new one, never half of one.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "blob.h"
#include "image.h"

namespace tosa_core {

// Called when a signal has come and every now and then while a file is read or written; what it raises ends that.
using Pulse = std::function<void()>;

// The whole file, mapped read-only (`copy` reads it into memory instead; pipes are always read). Raises FileError.
// A mapped file that someone cuts short while it is in use gives SIGBUS: take a copy where that may happen.
Blob map_file(const std::string& path, bool copy = false, const Pulse& pulse = {});

// kDisk: the file is on the disk when the call returns. kKernel: the kernel has it, and a crash of the machine may lose it.
enum class SaveTo : std::uint8_t { kDisk, kKernel };

// Writes a file without a name in the folder of `path`, syncs it for kDisk, and puts it in the place of `path`, whose mode it
// takes over; a symbolic link stays and what it points to is replaced. Devices and pipes are written as they are. Raises
// FileError and leaves no litter, whether it is raised or killed (file systems without O_TMPFILE: unless it is killed).
void save(const Image& image, const std::string& path, SaveTo place = SaveTo::kDisk, const Pulse& pulse = {});
// The same for text.
void save(std::span<const std::uint8_t> bytes, const std::string& path, SaveTo place = SaveTo::kDisk, const Pulse& pulse = {});

}  // namespace tosa_core
