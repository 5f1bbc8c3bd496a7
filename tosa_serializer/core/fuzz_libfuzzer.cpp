// libFuzzer's entry.
#include <cstddef>

#include "fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    tosa_core::try_input({data, size});
    return 0;
}
