#include "short_text.h"

#include <sys/random.h>

#include <chrono>

namespace tosa_core {
namespace {

HashSeed random_seed() {
    HashSeed seed{0x9E3779B97F4A7C15ULL, 0xD6E8FEB86659FD93ULL};
    HashSeed random;
    if (::getrandom(&random, sizeof random, GRND_NONBLOCK) != static_cast<ssize_t>(sizeof random)) {
        // Early in a boot there is none: better some uncertainty than to wait.
        random = {static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count()),
                  reinterpret_cast<std::uintptr_t>(&random)};
    }
    seed.first ^= random.first;
    seed.second ^= random.second;
    return seed;
}

}  // namespace

const HashSeed kHashSeed = random_seed();

}  // namespace tosa_core
