// The smallest test framework that does: named tests, checks that go on, and one line of result.
#pragma once

#include <cstdio>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tosa_core::testing {

struct Test {
    const char* name;
    void (*body)();
};

inline std::vector<Test>& tests() {
    static std::vector<Test> all;
    return all;
}

inline int& failures() {
    static int count = 0;
    return count;
}

struct Registration {
    Registration(const char* name, void (*body)()) { tests().push_back({name, body}); }
};

inline void report(bool ok, const char* file, int line, const std::string& what) {
    if (ok) return;
    ++failures();
    std::printf("%s:%d: %s\n", file, line, what.c_str());
}

// What `action` raises as Error, or "" if it raises nothing.
template <typename Error, typename F>
std::string message_of(F action) {
    try {
        action();
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

inline bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

}  // namespace tosa_core::testing

#define TEST(NAME)                                                                  \
    static void NAME();                                                             \
    static const tosa_core::testing::Registration registration_##NAME(#NAME, NAME); \
    static void NAME()

#define CHECK(CONDITION) tosa_core::testing::report(static_cast<bool>(CONDITION), __FILE__, __LINE__, #CONDITION)

// The action raises Error with a message that holds PART.
#define CHECK_RAISES(ERROR, PART, ...)                                                                                 \
    do {                                                                                                               \
        const std::string found = tosa_core::testing::message_of<ERROR>([&] { __VA_ARGS__; });                         \
        tosa_core::testing::report(!found.empty() && tosa_core::testing::contains(found, PART), __FILE__, __LINE__,    \
                                   "expected " #ERROR " with \"" + std::string(PART) + "\", found \"" + found + "\""); \
    } while (false)
