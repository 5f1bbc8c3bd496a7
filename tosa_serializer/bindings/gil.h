// The interpreter's lock. pybind11's guards end a daemon thread that outlives the interpreter by unwinding through our frames,
// which crashes; these let it sleep until the process is gone.
#pragma once

#include <pybind11/pybind11.h>

#include <unistd.h>

namespace tosa_bindings {

inline void sleep_if_finalizing() {
#if PY_VERSION_HEX >= 0x030D0000
    const auto is_finalizing = Py_IsFinalizing;
#else
    const auto is_finalizing = _Py_IsFinalizing;
#endif
    while (is_finalizing()) ::pause();
}

// Without the lock, for as long as it lives.
class Unlocked {
public:
    Unlocked() : state_(PyEval_SaveThread()) {}
    ~Unlocked() {
        sleep_if_finalizing();
        PyEval_RestoreThread(state_);
    }
    Unlocked(const Unlocked&) = delete;
    Unlocked& operator=(const Unlocked&) = delete;

private:
    PyThreadState* state_;
};

template <typename Action>
auto without_gil(const Action& action) {
    const Unlocked unlocked;
    return action();
}

// With the lock, on any thread.
class Locked {
public:
    Locked() : state_((sleep_if_finalizing(), PyGILState_Ensure())) {}
    ~Locked() { PyGILState_Release(state_); }
    Locked(const Locked&) = delete;
    Locked& operator=(const Locked&) = delete;

private:
    PyGILState_STATE state_;
};

}  // namespace tosa_bindings
