// What a fuzzer is: one function that takes any bytes. libFuzzer calls it in the mode `fuzz`, fuzz_driver.cpp in all others.
#pragma once

#include <cstdint>
#include <span>

namespace tosa_core {

// Whether the input was read; false if it was refused with a reason. Aborts where a promise is broken.
bool try_input(std::span<const std::uint8_t> input);

}  // namespace tosa_core
