// The JSON form of a file: the text of `flatc --json --raw-binary --strict-json`, written and read from the schema's tables.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "blob.h"

namespace tosa_core {

// JSON of a verified flatbuffer (the file that `write` gives). Data behind the flatbuffer is not part of the text, as upstream.
std::string to_json(std::span<const std::uint8_t> file);

// A .tosa flatbuffer of the text; `what` names its source in errors. Raises ValueError with line and column.
Blob from_json(std::string_view text, std::string_view what);

}  // namespace tosa_core
