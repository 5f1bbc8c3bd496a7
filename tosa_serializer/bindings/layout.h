// Inside the flatbuffer or outside: where the constants of a graph or of a file lie, and how large a file may be.
#pragma once

#include <cstdint>

#include "objects.h"

namespace tosa_bindings {

inline constexpr Parameter kMaxSize{"max_size", "typing.SupportsIndex | None", "None"};
inline constexpr Text kMaxSizeSummary =
    "A file of more than max_size bytes is a ValueError; up to MAX_INSIDE_SIZE, so are constants outside the flatbuffer.";
// Its value; core::kNoLimit for None.
std::uint64_t size_limit(const Arguments& arguments, std::size_t i);

void add_layout_property(const py::object& type);

}  // namespace tosa_bindings
