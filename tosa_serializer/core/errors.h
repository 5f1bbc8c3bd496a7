// The errors of core. Bindings map them to Python exceptions; C++ users catch them as they are.
#pragma once

#include <stdexcept>
#include <string>

namespace tosa_core {

// Base of all errors that core raises itself.
class Error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

// A value that cannot be written: range, shape, size, name. Python: ValueError.
class ValueError : public Error {
public:
    using Error::Error;
};

// A file larger than the caller's limit. Python: ValueError.
class SizeError : public ValueError {
public:
    using ValueError::ValueError;
};

// A value of the wrong kind. Python: TypeError.
class TypeError : public Error {
public:
    using Error::Error;
};

// A call in the wrong order, such as an attribute that was never set. Python: RuntimeError.
class StateError : public Error {
public:
    using Error::Error;
};

// A name that the object does not hold. Python: KeyError.
class LookupError : public Error {
public:
    using Error::Error;
};

// The operating system refused: `code` is errno. Python: OSError(code, text, path).
class FileError : public Error {
public:
    FileError(int code, std::string path, const std::string& what) : Error(what), code(code), path(std::move(path)) {}

    int code;
    std::string path;
};

}  // namespace tosa_core
