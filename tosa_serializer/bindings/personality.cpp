// Threads that end in the middle of our code. CPython before 3.14 ends a daemon thread that asks for the lock of a finished
// interpreter, by unwinding its stack; pthread_cancel does the same. Our destructors would then touch Python without its lock,
// and another unwinder than ours walks the stack. The linker puts the function below in the place of C++'s own (--wrap).
#include <unistd.h>
#include <unwind.h>

extern "C" {

// Weak, for a linker that was not told: then nothing changes.
[[gnu::weak]] _Unwind_Reason_Code __real___gxx_personality_v0(int version, _Unwind_Action actions, _Unwind_Exception_Class kind,
                                                              _Unwind_Exception* exception, _Unwind_Context* context);

_Unwind_Reason_Code __wrap___gxx_personality_v0(int version, _Unwind_Action actions, _Unwind_Exception_Class kind,
                                                _Unwind_Exception* exception, _Unwind_Context* context) {
    // Sleeps until the process is gone.
    while ((actions & _UA_FORCE_UNWIND) != 0) ::pause();
    return __real___gxx_personality_v0(version, actions, kind, exception, context);
}
}
