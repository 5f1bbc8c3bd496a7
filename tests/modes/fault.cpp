// One fault of each kind, chosen by name, that ends as if nothing were wrong where nothing watches.
#include <climits>
#include <cstdio>
#include <cstring>
#include <memory>
#include <thread>

namespace {

void overflow() {
    volatile int number = INT_MAX;
    number = number + 1;
}

void read_past_the_end() {
    const auto bytes = std::make_unique<char[]>(16);
    const volatile char* place = bytes.get();
    static_cast<void>(place[16]);
}

volatile int shared = 0;

void race() {
    std::thread other([] { shared = 1; });
    shared = 2;
    other.join();
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    if (std::strcmp(argv[1], "overflow") == 0) {
        overflow();
    } else if (std::strcmp(argv[1], "read") == 0) {
        read_past_the_end();
    } else if (std::strcmp(argv[1], "race") == 0) {
        race();
    } else {
        return 2;
    }
    std::puts("nobody noticed");
    return 0;
}
