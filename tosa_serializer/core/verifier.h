// Checks a flatbuffer against the schema's own tables, so that whoever reads it afterwards may follow every offset.
#pragma once

#include <cstdint>
#include <span>

namespace tosa_core {

// What a reader copies out of a file may be at most this many times its size: parts that are shared over and over would
// otherwise turn a small file into any amount of work.
inline constexpr std::uint64_t kMaxExpansion = 64;

// Returns where the flatbuffer ends; what lies behind it is data of the outside layout. Every offset, vector, string and table
// that the schema can reach is in bounds and aligned, and every string is UTF-8. The kind of a union may still be unknown. Raises
// ReadError that names the part. Linear in the file's size.
std::uint64_t verify(std::span<const std::uint8_t> file);

}  // namespace tosa_core
