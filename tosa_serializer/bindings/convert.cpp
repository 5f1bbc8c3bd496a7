#include "convert.h"

#include <pybind11/stl.h>

#include <limits>

namespace tosa_bindings {
namespace {

// Calls `visit` with each element of a list, a tuple, or what pybind11 takes for a std::vector. An element's conversion may run
// Python code that changes the list, so its size is read again at each step.
template <typename Visit>
bool visit_elements(PyObject* object, Visit visit) {
    if (PyList_CheckExact(object)) {
        for (Py_ssize_t i = 0; i < PyList_GET_SIZE(object); ++i) {
            const auto item = py::reinterpret_borrow<py::object>(PyList_GET_ITEM(object, i));
            if (!visit(item.ptr())) return false;
        }
        return true;
    }
    if (PyTuple_Check(object)) {
        for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(object); ++i) {
            if (!visit(PyTuple_GET_ITEM(object, i))) return false;
        }
        return true;
    }
    if (!py::detail::object_is_convertible_to_std_vector(object)) return false;
    const auto iterator = py::reinterpret_steal<py::object>(PyObject_GetIter(object));
    if (!iterator) {
        PyErr_Clear();
        return false;
    }
    while (true) {
        const auto item = py::reinterpret_steal<py::object>(PyIter_Next(iterator.ptr()));
        if (!item) break;
        if (!visit(item.ptr())) return false;
    }
    if (PyErr_Occurred() != nullptr) throw py::error_already_set();
    return true;
}

// An int of the object's value: __index__, or __int__ where that loses nothing. Empty for a float and for any other kind.
py::object to_python_int(PyObject* object) {
    if (PyFloat_Check(object)) return {};
    if (PyIndex_Check(object)) {
        auto number = py::reinterpret_steal<py::object>(PyNumber_Index(object));
        if (!number) PyErr_Clear();
        return number;
    }
    const PyNumberMethods* methods = Py_TYPE(object)->tp_as_number;
    if (methods == nullptr || methods->nb_int == nullptr) return {};
    auto number = py::reinterpret_steal<py::object>(PyNumber_Long(object));
    const int same = number ? PyObject_RichCompareBool(number.ptr(), object, Py_EQ) : -1;
    if (same < 0) PyErr_Clear();
    return same == 1 ? number : py::object();
}

}  // namespace

bool to_long(PyObject* object, long long& value) {
    py::object number;
    if (!PyLong_Check(object)) {
        number = to_python_int(object);
        if (!number) return false;
        object = number.ptr();
    }
    int overflow = 0;
    value = PyLong_AsLongLongAndOverflow(object, &overflow);
    return overflow == 0;
}

bool to_int32(PyObject* object, std::int32_t& value) {
    long long wide = 0;
    if (!to_long(object, wide)) return false;
    if (wide < std::numeric_limits<std::int32_t>::min() || wide > std::numeric_limits<std::int32_t>::max()) return false;
    value = static_cast<std::int32_t>(wide);
    return true;
}

bool to_bool(PyObject* object, bool& value) {
    if (object == Py_True || object == Py_False || object == Py_None) {
        value = object == Py_True;
        return true;
    }
    const PyNumberMethods* methods = Py_TYPE(object)->tp_as_number;
    if (methods == nullptr || methods->nb_bool == nullptr) return false;
    const int truth = methods->nb_bool(object);
    if (truth < 0) PyErr_Clear();
    value = truth == 1;
    return truth >= 0;
}

bool to_text(PyObject* object, std::string& text) {
    if (PyUnicode_Check(object)) {
        Py_ssize_t size = 0;
        const char* data = PyUnicode_AsUTF8AndSize(object, &size);
        if (data == nullptr) {
            PyErr_Clear();
            return false;
        }
        text.assign(data, static_cast<std::size_t>(size));
        return true;
    }
    if (PyBytes_Check(object)) {
        text.assign(PyBytes_AS_STRING(object), static_cast<std::size_t>(PyBytes_GET_SIZE(object)));
        return true;
    }
    if (PyByteArray_Check(object)) {
        text.assign(PyByteArray_AS_STRING(object), static_cast<std::size_t>(PyByteArray_GET_SIZE(object)));
        return true;
    }
    return false;
}

bool to_dims(PyObject* object, std::vector<std::int32_t>& values) {
    values.clear();
    return visit_elements(object, [&](PyObject* item) { return to_int32(item, values.emplace_back()); });
}

namespace {

// As upstream takes numpy's floats of other widths than Python's: without what comes after the point.
bool to_cut_int32(PyObject* object, std::int32_t& value) {
    const PyNumberMethods* methods = Py_TYPE(object)->tp_as_number;
    if (PyFloat_Check(object) || methods == nullptr || methods->nb_int == nullptr) return false;
    const auto number = py::reinterpret_steal<py::object>(PyNumber_Long(object));
    if (!number) PyErr_Clear();
    return number && to_int32(number.ptr(), value);
}

}  // namespace

// Python's or numpy's.
bool is_bool(PyObject* object) {
    if (PyLong_CheckExact(object)) return false;
    const std::string_view type = Py_TYPE(object)->tp_name;
    return PyBool_Check(object) || type == "numpy.bool" || type == "numpy.bool_";
}

bool to_dims(PyObject* object, Dims& dims) {
    const auto note = [&](PyObject* item, std::size_t place) {
        if (dims.bad) return;
        dims.bad = py::reinterpret_borrow<py::object>(item);
        dims.place = place;
    };
    const bool is_done = visit_elements(object, [&](PyObject* item) {
        const std::size_t place = dims.values.size();
        if (is_bool(item)) note(item, place);
        std::int32_t& value = dims.values.emplace_back();
        if (to_int32(item, value)) return true;
        note(item, place);
        dims.is_whole = to_cut_int32(item, value);
        return dims.is_whole;
    });
    return is_done || !dims.is_whole;
}

bool to_bytes(PyObject* object, std::string& bytes) {
    bytes.clear();
    return visit_elements(object, [&](PyObject* item) {
        std::int32_t value = 0;
        if (!to_int32(item, value) || value < 0 || value > 255) return false;
        bytes.push_back(static_cast<char>(value));
        return true;
    });
}

namespace {

// The characters of a few str objects where they lie: nothing here runs Python code that could free them.
bool to_names_in_place(PyObject* sequence, core::NameList& names) {
    constexpr Py_ssize_t kFew = 8;
    if (!PyList_CheckExact(sequence) && !PyTuple_CheckExact(sequence)) return false;
    const Py_ssize_t count = PySequence_Fast_GET_SIZE(sequence);
    if (count > kFew) return false;
    std::array<std::string_view, kFew> texts;
    for (Py_ssize_t i = 0; i < count; ++i) {
        PyObject* item = PySequence_Fast_GET_ITEM(sequence, i);
        if (!PyUnicode_Check(item) || !PyUnicode_IS_COMPACT_ASCII(item)) return false;
        texts[static_cast<std::size_t>(i)] = {reinterpret_cast<const char*>(PyUnicode_1BYTE_DATA(item)),
                                              static_cast<std::size_t>(PyUnicode_GET_LENGTH(item))};
    }
    names = {texts.begin(), texts.begin() + count};
    return true;
}

}  // namespace

bool to_names(PyObject* object, core::NameList& names) {
    if (to_names_in_place(object, names)) return true;
    std::vector<std::string> texts;
    if (!visit_elements(object, [&](PyObject* item) { return to_text(item, texts.emplace_back()); })) return false;
    names = {texts.begin(), texts.end()};
    return true;
}

py::list to_list(std::vector<std::int32_t> values) {
    py::list list(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        PyObject* number = PyLong_FromLong(values[i]);
        if (number == nullptr) throw py::error_already_set();
        PyList_SET_ITEM(list.ptr(), static_cast<Py_ssize_t>(i), number);
    }
    return list;
}

py::list to_list(std::vector<std::string> names) {
    py::list list(names.size());
    for (std::size_t i = 0; i < names.size(); ++i) {
        PyList_SET_ITEM(list.ptr(), static_cast<Py_ssize_t>(i), py::cast(names[i]).release().ptr());
    }
    return list;
}

py::list to_list(const std::uint8_t* bytes, std::size_t size) {
    py::list list(size);
    for (std::size_t i = 0; i < size; ++i) {
        // Small integers are shared: this neither allocates nor fails.
        PyList_SET_ITEM(list.ptr(), static_cast<Py_ssize_t>(i), PyLong_FromLong(bytes[i]));
    }
    return list;
}

}  // namespace tosa_bindings
