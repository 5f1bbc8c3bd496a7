#include "guards.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <utility>

namespace tosa_bindings {
namespace {

// pybind11 gives a method called on an object whose __init__ never ran a fresh, uninitialised value. Ours refuses.
void* refuse_uninitialised(std::size_t) { throw py::type_error("__init__() of the object was not called"); }

// For all protocols of pickle: object's own way builds the bare pybind11 base class under 0 and 1.
py::tuple reduce(const py::object& self) {
    if (!py::hasattr(self, "__setstate__")) {
        throw py::type_error("cannot pickle '" + std::string(Py_TYPE(self.ptr())->tp_name) + "' object");
    }
    const py::object make = py::module_::import("copyreg").attr("__newobj__");
    return py::make_tuple(make, py::make_tuple(py::type::of(self)), self.attr("__getstate__")());
}

PyTypeObject* type_of(const py::handle& type) { return reinterpret_cast<PyTypeObject*>(type.ptr()); }

// ---- objects of a class that has no C++ type ----

newfunc make_instance = nullptr;

// pybind11 throws through the interpreter, which ends the process.
PyObject* new_object(PyTypeObject* type, PyObject* args, PyObject* kwargs) {
    try {
        if (!py::detail::all_type_info(type).empty()) return make_instance(type, args, kwargs);
        PyErr_Format(PyExc_TypeError, "cannot create '%.200s' objects: the class has no TOSA class for a base", type->tp_name);
    } catch (py::error_already_set& error) {
        error.restore();
    } catch (const std::exception& error) {
        PyErr_SetString(PyExc_TypeError, error.what());
    }
    return nullptr;
}

// A class has its base's tp_new from the day that it was made.
void guard_family(PyTypeObject* type) {
    if (type->tp_new == make_instance) type->tp_new = new_object;
    const py::list children = py::handle(reinterpret_cast<PyObject*>(type)).attr("__subclasses__")();
    for (const py::handle child : children) guard_family(type_of(child));
}

// ---- assignments to __class__ and __bases__ ----

// CPython lets them pass between classes of one layout, which all of ours have, but not where tp_free differs.
template <std::size_t kClass>
void free_object(void* self) {
    PyObject_Free(self);
}

constexpr std::size_t kMaxClasses = 48;

template <std::size_t... kClasses>
constexpr std::array<freefunc, sizeof...(kClasses)> free_functions(std::index_sequence<kClasses...>) {
    return {free_object<kClasses>...};
}

// A class written in Python frees its objects as its base does.
void guard_child(PyTypeObject* child) {
    if (child->tp_free == PyObject_Free) child->tp_free = child->tp_base->tp_free;
    // Of several bases CPython looks at the first only.
    const auto& infos = py::detail::all_type_info(child);
    const auto is_ours = [](const py::detail::type_info* info) { return info->operator_new == refuse_uninitialised; };
    if (infos.size() > 1 && std::any_of(infos.begin(), infos.end(), is_ours)) child->tp_flags |= Py_TPFLAGS_IMMUTABLETYPE;
}

// __init_subclass__ of the base of all bound classes.
PyObject* init_subclass(PyObject* type, PyObject* args, PyObject* kwargs) {
    try {
        guard_child(reinterpret_cast<PyTypeObject*>(type));
        const py::handle super(reinterpret_cast<PyObject*>(&PySuper_Type));
        const py::object next = super(py::handle(py::detail::get_internals().instance_base), py::handle(type));
        return PyObject_Call(next.attr("__init_subclass__").ptr(), args, kwargs);
    } catch (py::error_already_set& error) {
        error.restore();
    }
    return nullptr;
}

void set_in_class(PyTypeObject* type, const char* name, const py::object& value) {
    if (!value || PyDict_SetItemString(type->tp_dict, name, value.ptr()) < 0) throw py::error_already_set();
    PyType_Modified(type);
}

// pybind11 makes the text of an enum at each look, by a function that takes whatever it gets for a class.
void freeze_doc(const py::object& type) { set_in_class(type_of(type), "__doc__", py::str(type.attr("__doc__"))); }

// The base of all bound classes, which other modules may share.
void guard_base() {
    PyTypeObject* const base = type_of(py::detail::get_internals().instance_base);
    make_instance = base->tp_new;
    guard_family(base);
    static PyMethodDef hook{"__init_subclass__", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(init_subclass)),
                            METH_VARARGS | METH_KEYWORDS | METH_CLASS, nullptr};
    set_in_class(base, hook.ml_name, py::reinterpret_steal<py::object>(PyDescr_NewClassMethod(base, &hook)));
}

}  // namespace

void guard_classes(const py::module_& m) {
    static constexpr auto kFreeFunctions = free_functions(std::make_index_sequence<kMaxClasses>());
    std::size_t count = 0;
    py::list derived;
    for (const auto& [name, value] : py::reinterpret_borrow<py::dict>(m.attr("__dict__"))) {
        if (!PyType_Check(value.ptr())) continue;
        const auto& infos = py::detail::all_type_info(type_of(value));
        if (infos.empty()) continue;
        if (infos.front()->type != type_of(value)) {
            derived.append(value);
            continue;
        }
        infos.front()->operator_new = refuse_uninitialised;
        type_of(value)->tp_free = kFreeFunctions.at(count++);
        value.attr("__reduce__") = py::cpp_function(&reduce, py::is_method(value));
        if (py::hasattr(value, "__members__")) freeze_doc(py::reinterpret_borrow<py::object>(value));
        // The way by which other modules would take our objects for theirs.
        if (PyObject_DelAttrString(value.ptr(), PYBIND11_MODULE_LOCAL_ID) < 0) PyErr_Clear();
    }
    guard_base();
    // The classes of attributes, which are one C++ type.
    for (const py::handle type : derived) type_of(type)->tp_free = type_of(type)->tp_base->tp_free;
}

bool refuse_subinterpreter() {
    if (PyInterpreterState_Get() == PyInterpreterState_Main()) return false;
    PyErr_SetString(
        PyExc_ImportError,
        "tosa_serializer cannot be imported in a subinterpreter; import it in the main interpreter, or in a process of "
        "its own");
    return true;
}

}  // namespace tosa_bindings
