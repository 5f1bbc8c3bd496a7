#include "copying.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>

#include "pages.h"

namespace tosa_core {
namespace {

// What is worth a thread; it takes 30 microseconds to start one.
constexpr std::size_t kLeastShare = 2 * kHugePage;
// Memory is no faster with more of them.
constexpr std::size_t kMaxHelpers = 3;

struct Share {
    std::uint8_t* target;
    const std::uint8_t* source;
    std::size_t size;
};

void* copy_share(void* argument) {
    const Share& share = *static_cast<const Share*>(argument);
    std::memcpy(share.target, share.source, share.size);
    return nullptr;
}

// That this process may run on.
std::size_t processor_count() {
    cpu_set_t set;
    return ::sched_getaffinity(0, sizeof set, &set) == 0 ? static_cast<std::size_t>(CPU_COUNT(&set)) : 1;
}

// Threads that start in its scope leave signals to those that were there before.
class SignalsBlocked {
public:
    SignalsBlocked() {
        sigset_t all;
        ::sigfillset(&all);
        ::pthread_sigmask(SIG_SETMASK, &all, &before_);
    }
    ~SignalsBlocked() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
    SignalsBlocked(const SignalsBlocked&) = delete;
    SignalsBlocked& operator=(const SignalsBlocked&) = delete;

private:
    sigset_t before_;
};

}  // namespace

void copy_bytes(std::span<std::uint8_t> target, const std::uint8_t* source) {
    if (target.empty()) return;
    std::array<Share, kMaxHelpers> shares;
    std::array<pthread_t, kMaxHelpers> threads;
    std::size_t started = 0;
    Share own{target.data(), source, target.size()};
    if (own.size >= 2 * kLeastShare) {
        const std::size_t count = std::min({own.size / kLeastShare, processor_count(), kMaxHelpers + 1});
        // Whole huge pages each, counted from the end.
        const std::size_t size = own.size / count / kHugePage * kHugePage;
        const SignalsBlocked blocked;
        for (; started + 1 < count; ++started) {
            own.size -= size;
            shares[started] = {own.target + own.size, own.source + own.size, size};
            if (::pthread_create(&threads[started], nullptr, copy_share, &shares[started]) != 0) {
                own.size += size;
                break;
            }
        }
    }
    copy_share(&own);
    for (std::size_t i = 0; i < started; ++i) ::pthread_join(threads[i], nullptr);
}

}  // namespace tosa_core
