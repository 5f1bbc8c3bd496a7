#include "numbers.h"

namespace tosa_bindings {
namespace {

constexpr std::size_t kMaxDepth = 32;

std::string cut(std::string text) {
    if (text.size() > 100) text = text.substr(0, 97) + "...";
    return text;
}

bool collect(PyObject* object, Numbers& numbers, std::vector<Py_ssize_t>& shape, std::size_t depth, bool is_first) {
    const bool is_list = PyList_CheckExact(object);
    if (!is_list && !PyTuple_CheckExact(object)) return depth == shape.size() && numbers.add(object);
    const Py_ssize_t size = PySequence_Fast_GET_SIZE(object);
    if (is_first) {
        if (depth >= kMaxDepth) return false;
        shape.push_back(size);
    } else if (depth >= shape.size() || shape[depth] != size) {
        return false;
    }
    PyObject** items = PySequence_Fast_ITEMS(object);
    for (Py_ssize_t i = 0; i < size; ++i) {
        if (!collect(items[i], numbers, shape, depth + 1, is_first && i == 0)) return false;
    }
    return true;
}

}  // namespace

// Not repr(): a subclass of int may have one of its own.
std::string int_text(py::handle number) {
    const auto text = py::reinterpret_steal<py::object>(PyNumber_ToBase(number.ptr(), 10));
    const char* data = text ? PyUnicode_AsUTF8(text.ptr()) : nullptr;
    if (data != nullptr) return cut(data);
    PyErr_Clear();
    return "an int of thousands of digits";
}

bool Numbers::add(PyObject* item) {
    if (PyLong_Check(item)) {
        int overflow = 0;
        const long long value = PyLong_AsLongLongAndOverflow(item, &overflow);
        if (overflow != 0 && !huge) {
            huge = size();
            huge_text = int_text(item);
        }
        if (!all_integers) floats.push_back(static_cast<double>(value));
        integers.push_back(value);
        return true;
    }
    if (!PyFloat_Check(item)) return false;
    if (all_integers) {
        floats.assign(integers.begin(), integers.end());
        all_integers = false;
    }
    floats.push_back(PyFloat_AS_DOUBLE(item));
    integers.push_back(0);
    return true;
}

bool collect(PyObject* object, Numbers& numbers) {
    std::vector<Py_ssize_t> shape;
    return collect(object, numbers, shape, 0, true);
}

std::string short_repr(py::handle object) { return cut(py::repr(object).cast<std::string>()); }

}  // namespace tosa_bindings
