#include "errors.h"

#include <new>

#include "../core/errors.h"

namespace tosa_bindings {
namespace {

namespace py = pybind11;
namespace core = tosa_core;

// Names from files and users may not be UTF-8.
PyObject* text_of(const char* text) {
    return PyUnicode_DecodeUTF8(text, static_cast<Py_ssize_t>(std::char_traits<char>::length(text)), "backslashreplace");
}

void set_os_error(const core::FileError& error) {
    const auto path = py::reinterpret_steal<py::object>(PyUnicode_DecodeFSDefault(error.path.c_str()));
    if (!path) return;
    PyObject* arguments = Py_BuildValue("(iNO)", error.code, text_of(error.what()), path.ptr());
    if (arguments == nullptr) return;
    PyErr_SetObject(PyExc_OSError, arguments);
    Py_DECREF(arguments);
}

void set_text(PyObject* type, const char* text) {
    PyObject* message = text_of(text);
    if (message == nullptr) return;
    PyErr_SetObject(type, message);
    Py_DECREF(message);
}

// Rethrows what is not core's.
void translate_core(const std::exception_ptr& exception) {
    try {
        std::rethrow_exception(exception);
    } catch (const core::FileError& error) {
        set_os_error(error);
    } catch (const core::ValueError& error) {
        set_text(PyExc_ValueError, error.what());
    } catch (const core::TypeError& error) {
        set_text(PyExc_TypeError, error.what());
    } catch (const core::LookupError& error) {
        set_text(PyExc_KeyError, error.what());
    } catch (const core::Error& error) {
        set_text(PyExc_RuntimeError, error.what());
    }
}

}  // namespace

void set_python_error(const std::exception_ptr& exception) noexcept {
    try {
        translate_core(exception);
    } catch (py::error_already_set& error) {
        error.restore();
    } catch (const py::builtin_exception& error) {
        error.set_error();
    } catch (const std::bad_alloc&) {
        PyErr_NoMemory();
    } catch (const std::exception& error) {
        set_text(PyExc_RuntimeError, error.what());
    } catch (...) {
        PyErr_SetString(PyExc_RuntimeError, "unknown C++ exception");
    }
}

void register_errors() {
    py::register_local_exception_translator([](std::exception_ptr exception) {
        if (exception) translate_core(exception);
    });
}

void warn(const std::string& text) {
    if (PyErr_WarnEx(PyExc_UserWarning, text.c_str(), 1) < 0) throw py::error_already_set();
}

}  // namespace tosa_bindings
