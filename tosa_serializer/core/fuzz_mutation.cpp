#include "fuzz_mutation.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace tosa_core {
namespace {

using Bytes = std::vector<std::uint8_t>;

// splitmix64: one number a call, and any number may be the seed.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        std::uint64_t z = state_ += 0x9E3779B97F4A7C15;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return z ^ (z >> 31);
    }
    std::size_t below(std::size_t limit) { return static_cast<std::size_t>(next() % limit); }

private:
    std::uint64_t state_;
};

constexpr std::size_t kLongestRun = 64;
constexpr std::size_t kMostChanges = 8;

// Numbers at which offsets, sizes and counts go wrong.
std::uint64_t interesting(Random& random, std::size_t size) {
    const std::array<std::uint64_t, 16> numbers{
        0, 1, 2, 3, 4, 7, 8, size, size - 1, size + 1, 0x7FFFFFFF, 0xFFFFFFFF, 0x80000000, UINT64_MAX, 1ULL << 63, 0xFFFF};
    return random.below(4) == 0 ? random.next() : numbers[random.below(numbers.size())];
}

template <typename Number>
void set_number(Bytes& bytes, Random& random) {
    if (bytes.size() < sizeof(Number)) return;
    const std::size_t place = random.below(bytes.size() / sizeof(Number)) * sizeof(Number);
    Number value;
    std::memcpy(&value, bytes.data() + place, sizeof(Number));
    const std::uint64_t number = interesting(random, bytes.size());
    switch (random.below(3)) {
        case 0: value = static_cast<Number>(number); break;
        case 1: value = static_cast<Number>(value + (number & 0xFF)); break;
        default: value = static_cast<Number>(value - (number & 0xFF)); break;
    }
    std::memcpy(bytes.data() + place, &value, sizeof(Number));
}

struct Run {
    std::size_t start;
    std::size_t length;
};

Run any_run(const Bytes& bytes, Random& random) {
    const std::size_t start = random.below(bytes.size());
    return {start, 1 + random.below(std::min(kLongestRun, bytes.size() - start))};
}

void copy_run(Bytes& bytes, Random& random) {
    const Run from = any_run(bytes, random);
    const std::size_t to = random.below(bytes.size() - from.length + 1);
    std::memmove(bytes.data() + to, bytes.data() + from.start, from.length);
}

void change(Bytes& bytes, Random& random) {
    if (bytes.empty()) return;
    switch (random.below(10)) {
        case 0: bytes[random.below(bytes.size())] ^= static_cast<std::uint8_t>(1U << random.below(8)); break;
        case 1: bytes[random.below(bytes.size())] = static_cast<std::uint8_t>(random.next()); break;
        case 2: set_number<std::uint16_t>(bytes, random); break;
        case 3:
        case 4: set_number<std::uint32_t>(bytes, random); break;
        case 5: set_number<std::uint64_t>(bytes, random); break;
        case 6: copy_run(bytes, random); break;
        case 7: {
            const Run run = any_run(bytes, random);
            std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(run.start), run.length, std::uint8_t{0});
            break;
        }
        case 8: {
            const Run run = any_run(bytes, random);
            const auto first = bytes.begin() + static_cast<std::ptrdiff_t>(run.start);
            if (random.below(2) == 0) {
                bytes.erase(first, first + static_cast<std::ptrdiff_t>(run.length));
            } else {
                bytes.insert(first, run.length, static_cast<std::uint8_t>(random.next()));
            }
            break;
        }
        default: bytes.resize(random.below(bytes.size()));
    }
}

}  // namespace

Bytes mutated(std::span<const Bytes> seeds, std::uint64_t index) {
    Random random(index);
    Bytes bytes = seeds[random.below(seeds.size())];
    const std::size_t changes = 1 + random.below(random.below(2) == 0 ? 2 : kMostChanges);
    for (std::size_t i = 0; i < changes; ++i) change(bytes, random);
    return bytes;
}

}  // namespace tosa_core
