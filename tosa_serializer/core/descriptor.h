// File descriptors, and what a failed system call raises.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

#include "errors.h"

namespace tosa_core {

[[noreturn]] inline void fail(int code, const std::string& path, const std::string& doing) {
    throw FileError(code, path, doing + " '" + path + "': " + std::generic_category().message(code));
}

class Descriptor {
public:
    explicit Descriptor(int number) : number_(number) {}
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    Descriptor& operator=(Descriptor&&) = delete;
    ~Descriptor() {
        if (number_ >= 0) ::close(number_);
    }

    int get() const { return number_; }
    bool is_open() const { return number_ >= 0; }

    // Closes and returns errno, or 0: a full quota may only show here.
    int close() {
        const int number = std::exchange(number_, -1);
        return ::close(number) == 0 || errno == EINTR ? 0 : errno;
    }

private:
    int number_;
};

// Not open if it failed: errno says why. EINTR is left to the caller, since opening a pipe waits for its other end.
inline Descriptor open_file(const std::string& path, int flags, int folder = AT_FDCWD, mode_t mode = 0) {
    return Descriptor(::openat(folder, path.c_str(), flags | O_CLOEXEC | O_NOCTTY, mode));
}

}  // namespace tosa_core
