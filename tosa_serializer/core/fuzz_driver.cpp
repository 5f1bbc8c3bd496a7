// Runs a fuzzer without libFuzzer: over damaged copies of the files in a folder, numbered, so that every one can be made again.
//
//   fuzz_reader SEEDS [COUNT [FIRST]]         tries copies FIRST to FIRST + COUNT - 1 (COUNT 0: the files themselves)
//   fuzz_reader SEEDS COUNT FIRST --write DIR writes them to DIR instead
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include "errors.h"
#include "file.h"
#include "fuzz.h"
#include "fuzz_mutation.h"

// Where a sanitizer is linked in: it ends the process without a signal.
extern "C" void __sanitizer_set_death_callback(void (*callback)()) __attribute__((weak));

namespace {

using namespace tosa_core;
using Bytes = std::vector<std::uint8_t>;
using Clock = std::chrono::steady_clock;

constexpr double kHang = 1.0;
constexpr unsigned kGiveUp = 20;

volatile std::uint64_t current = 0;

// Only what a signal handler may call.
void say_current() {
    char text[64] = "died of copy ";
    char digits[24];
    std::size_t count = 0;
    std::uint64_t rest = current;
    do {
        digits[count++] = static_cast<char>('0' + rest % 10);
        rest /= 10;
    } while (rest != 0);
    std::size_t length = std::strlen(text);
    while (count != 0) text[length++] = digits[--count];
    text[length++] = '\n';
    static_cast<void>(!::write(STDERR_FILENO, text, length));
}

void die(int signal) {
    say_current();
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

void watch() {
    if (__sanitizer_set_death_callback != nullptr) {
        __sanitizer_set_death_callback(say_current);
    } else {
        for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) std::signal(signal, die);
    }
    for (const int signal : {SIGABRT, SIGALRM}) std::signal(signal, die);
}

std::vector<Bytes> read_seeds(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.is_regular_file()) paths.push_back(entry.path());
    }
    std::sort(paths.begin(), paths.end());
    std::vector<Bytes> seeds;
    for (const auto& path : paths) {
        const Blob file = map_file(path.string());
        if (!file.empty()) seeds.emplace_back(file.bytes().begin(), file.bytes().end());
    }
    if (seeds.empty()) throw std::runtime_error("'" + folder.string() + "' holds no file to start from");
    return seeds;
}

struct Totals {
    std::uint64_t read = 0;
    std::uint64_t refused = 0;
    std::uint64_t hangs = 0;
    double slowest = 0;
};

void try_one(const Bytes& bytes, Totals& totals) {
    ::alarm(kGiveUp);
    const auto start = Clock::now();
    ++(try_input(bytes) ? totals.read : totals.refused);
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    totals.slowest = std::max(totals.slowest, seconds);
    if (seconds > kHang) {
        ++totals.hangs;
        std::fprintf(stderr, "copy %llu took %.1f s\n", static_cast<unsigned long long>(current), seconds);
    }
}

int run(int argc, char** argv) {
    if (argc < 2) throw std::runtime_error("expected SEEDS [COUNT [FIRST [--write DIR]]]");
    const std::vector<Bytes> seeds = read_seeds(argv[1]);
    const std::uint64_t count = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 0;
    const std::uint64_t first = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 0;
    if (argc == 6 && std::string(argv[4]) == "--write") {
        for (std::uint64_t i = first; i < first + count; ++i) {
            save(mutated(seeds, i), std::string(argv[5]) + "/" + std::to_string(i) + ".tosa", SaveTo::kKernel);
        }
        return 0;
    }
    watch();
    Totals totals;
    if (count == 0) {
        for (; current < seeds.size(); current = current + 1) try_one(seeds[current], totals);
    }
    for (current = first; current < first + count; current = current + 1) try_one(mutated(seeds, current), totals);
    std::printf("%llu inputs: %llu read, %llu refused, %llu took over %.0f s, slowest %.3f s\n",
                static_cast<unsigned long long>(totals.read + totals.refused), static_cast<unsigned long long>(totals.read),
                static_cast<unsigned long long>(totals.refused), static_cast<unsigned long long>(totals.hangs), kHang,
                totals.slowest);
    return totals.hangs == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "error: %s\n", error.what());
        return 2;
    }
}
