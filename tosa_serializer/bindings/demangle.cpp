// The C++ runtime's demangler is a tenth of the module, and all it does here is to spell a type in messages about faulty
// bindings.
#include <cstddef>

extern "C" [[gnu::visibility("hidden")]] char* __cxa_demangle(const char*, char*, std::size_t*, int* status) {
    constexpr int kInvalidName = -2;
    if (status != nullptr) *status = kInvalidName;
    return nullptr;
}
