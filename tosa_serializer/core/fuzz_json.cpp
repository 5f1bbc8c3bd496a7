// Any bytes as the JSON form: refused with line and column, or a flatbuffer that the reader takes or refuses with a reason.
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "errors.h"
#include "fuzz.h"
#include "json.h"
#include "reader.h"

bool tosa_core::try_input(std::span<const std::uint8_t> input) {
    const std::string_view text(reinterpret_cast<const char*>(input.data()), input.size());
    Blob file;
    try {
        file = from_json(text, "input");
    } catch (const ValueError&) {
        return false;
    }
    try {
        read(file, {});
    } catch (const ReadError&) {
        return false;
    }
    const std::string first = to_json(file.bytes());
    if (to_json(from_json(first, "written").bytes()) != first) {
        std::fputs("what was written reads as another file\n", stderr);
        std::abort();
    }
    return true;
}
