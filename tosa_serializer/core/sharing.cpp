#include "sharing.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <memory>
#include <mutex>

#include "pages.h"

namespace tosa_core {
namespace {

// Memory is no faster with more of them.
constexpr std::size_t kMaxHelpers = 3;
// It takes 30 microseconds to start a thread.
constexpr Portions kBytes{kHugePage, 4 * kHugePage};

// What the threads of one share_out have in common. A helper that starts when all is done touches nothing else.
class Job {
public:
    Job(std::size_t total, std::size_t portion, PartOfWork part, const void* work)
        : total_(total), portion_(portion), part_(part), work_(work) {}
    Job(const Job&) = delete;
    Job& operator=(const Job&) = delete;

    // Works on portions until none is left.
    void help() {
        for (;;) {
            const std::size_t first = next_.fetch_add(portion_);
            if (first >= total_) return;
            const std::size_t count = std::min(portion_, total_ - first);
            part_(work_, first, count);
            const std::scoped_lock locked(mutex_);
            done_ += count;
            if (done_ == total_) ::pthread_cond_signal(&all_done_);
        }
    }

    // Until the helpers are done with what they took.
    void wait() {
        const std::scoped_lock locked(mutex_);
        while (done_ != total_) ::pthread_cond_wait(&all_done_, mutex_.native_handle());
    }

private:
    const std::size_t total_;
    const std::size_t portion_;
    const PartOfWork part_;
    const void* const work_;
    std::atomic<std::size_t> next_ = 0;
    std::mutex mutex_;
    pthread_cond_t all_done_ = PTHREAD_COND_INITIALIZER;
    std::size_t done_ = 0;
};

using SharedJob = std::shared_ptr<Job>;

void* help(void* argument) {
    const std::unique_ptr<SharedJob> job(static_cast<SharedJob*>(argument));
    (*job)->help();
    return nullptr;
}

// That this process may run on.
std::size_t processor_count() {
    cpu_set_t set;
    return ::sched_getaffinity(0, sizeof set, &set) == 0 ? static_cast<std::size_t>(CPU_COUNT(&set)) : 1;
}

// Threads that start in its scope leave signals to those that were there before, but for those of their own faults.
class SignalsBlocked {
public:
    SignalsBlocked() {
        sigset_t all;
        ::sigfillset(&all);
        for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) ::sigdelset(&all, fault);
        ::pthread_sigmask(SIG_SETMASK, &all, &before_);
    }
    ~SignalsBlocked() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
    SignalsBlocked(const SignalsBlocked&) = delete;
    SignalsBlocked& operator=(const SignalsBlocked&) = delete;

private:
    sigset_t before_;
};

// Without one the work takes longer.
void start_helper(const SharedJob& job) {
    auto argument = std::make_unique<SharedJob>(job);
    const SignalsBlocked blocked;
    pthread_t thread;
    if (::pthread_create(&thread, nullptr, help, argument.get()) != 0) return;
    argument.release();
    ::pthread_detach(thread);
}

}  // namespace

void share_out(std::size_t total, const Portions& portions, PartOfWork part, const void* work) {
    const std::size_t helpers = total < portions.least ? 0 : std::min(processor_count() - 1, kMaxHelpers);
    if (helpers == 0) return part(work, 0, total);
    const auto job = std::make_shared<Job>(total, portions.size, part, work);
    for (std::size_t i = 0; i < helpers; ++i) start_helper(job);
    job->help();
    job->wait();
}

void copy_bytes(std::span<std::uint8_t> target, const std::uint8_t* source) {
    share_out(target.size(), kBytes, [&](std::size_t first, std::size_t count) {
        if (count != 0) std::memcpy(target.data() + first, source + first, count);
    });
}

}  // namespace tosa_core
