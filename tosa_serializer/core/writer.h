// A graph to the bytes of a .tosa file, byte for byte as tosa-tools 2026.8.0 writes it.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "graph.h"
#include "image.h"

namespace tosa_core {

// Largest flatbuffer (FLATBUFFERS_MAX_BUFFER_SIZE), and upstream's default for fb_size_cap.
inline constexpr std::uint64_t kDefaultCap = 2147483647;
inline constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

// Constants are embedded while flatbuffer and constants stay under `cap` bytes; above it they lie behind the flatbuffer, and each
// tensor holds the offset and size of its own. The image shares the graph's constants and copies the rest.
// Raises StateError for an operator whose attribute was never set, ValueError for a flatbuffer that would be too large, SizeError
// for a file of more than `max_size` bytes; one of kDefaultCap or less refuses constants behind the flatbuffer at any size.
Image write(const Graph& graph, std::uint64_t cap, std::uint64_t max_size = kNoLimit);

// Whether `write` puts the constants behind the flatbuffer. Raises what `write` raises of the graph.
bool needs_outside(const Graph& graph, std::uint64_t cap);

// The same of a graph that GraphChecker passes, else its ValueError. Its warnings come with the image.
struct CheckedImage {
    Image image;
    std::vector<std::string> warnings;
};
CheckedImage write_checked(const Graph& graph, std::uint64_t cap, std::uint64_t max_size = kNoLimit);

}  // namespace tosa_core
