// Work on large constants, shared with a few threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tosa_core {

// How work is divided: into portions of `size` items, and shared from `least` items on.
struct Portions {
    std::size_t size;
    std::size_t least;
};

// Calls work(first, count) for portions that make up 0 to `total`, on several threads where there are processors for them: one
// thread alone is busy with new pages for most of the time. A thread that the system starts late holds nobody up. `work` must not
// throw.
template <typename Work>
void share_out(std::size_t total, const Portions& portions, const Work& work);

// memcpy to where nothing else is written meanwhile.
void copy_bytes(std::span<std::uint8_t> target, const std::uint8_t* source);

using PartOfWork = void (*)(const void* work, std::size_t first, std::size_t count);
void share_out(std::size_t total, const Portions& portions, PartOfWork part, const void* work);

template <typename Work>
void share_out(std::size_t total, const Portions& portions, const Work& work) {
    const PartOfWork part = [](const void* what, std::size_t first, std::size_t count) {
        (*static_cast<const Work*>(what))(first, count);
    };
    share_out(total, portions, part, &work);
}

}  // namespace tosa_core
