#include <cstdio>
#include <exception>
#include <string>

#include "testing.h"

int main() {
    using namespace tosa_core::testing;
    int failed = 0;
    for (const Test& test : tests()) {
        const int before = failures();
        try {
            test.body();
        } catch (const std::exception& error) {
            report(false, test.name, 0, std::string("raised ") + error.what());
        }
        if (failures() == before) continue;
        ++failed;
        std::printf("FAILED %s\n", test.name);
    }
    std::printf("%zu passed, %d failed\n", tests().size() - static_cast<std::size_t>(failed), failed);
    return failed == 0 && !tests().empty() ? 0 : 1;
}
