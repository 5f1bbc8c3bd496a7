// The extension module: order of registration, and what holds for all of it.
#include <pybind11/pybind11.h>

#include <string>

#include "errors.h"
#include "objects.h"

namespace tosa_bindings {
namespace {

std::string& stored_module_name() {
    static auto* name = new std::string();
    return *name;
}

// pybind11 gives a method called on an object whose __init__ never ran a fresh, uninitialised value. Ours refuses.
void* refuse_uninitialised(std::size_t) { throw py::type_error("__init__() of the object was not called"); }

// For all protocols of pickle: object's own way ends the process under 0 and 1, where it builds the bare pybind11 base class.
py::tuple reduce(const py::object& self) {
    if (!py::hasattr(self, "__setstate__")) {
        throw py::type_error("cannot pickle '" + std::string(Py_TYPE(self.ptr())->tp_name) + "' object");
    }
    const py::object make = py::module_::import("copyreg").attr("__newobj__");
    return py::make_tuple(make, py::make_tuple(py::type::of(self)), self.attr("__getstate__")());
}

void guard_classes(const py::module_& m) {
    for (const auto& [name, value] : py::reinterpret_borrow<py::dict>(m.attr("__dict__"))) {
        if (!PyType_Check(value.ptr())) continue;
        auto* info = py::detail::get_type_info(reinterpret_cast<PyTypeObject*>(value.ptr()));
        if (info == nullptr || info->type != reinterpret_cast<PyTypeObject*>(value.ptr())) continue;
        info->operator_new = refuse_uninitialised;
        value.attr("__reduce__") = py::cpp_function(&reduce, py::is_method(value));
        // The way by which other modules would take our objects for theirs.
        if (PyObject_DelAttrString(value.ptr(), PYBIND11_MODULE_LOCAL_ID) < 0) PyErr_Clear();
    }
}

py::list public_names(const py::module_& m) {
    py::list names;
    for (const auto& [name, value] : py::reinterpret_borrow<py::dict>(m.attr("__dict__"))) {
        if (!name.cast<std::string>().starts_with("_")) names.append(name);
    }
    names.attr("sort")();
    return names;
}

}  // namespace

const std::string& module_name() { return stored_module_name(); }

std::string package_name() { return module_name().substr(0, module_name().rfind('.')); }

void register_all(py::module_& m) {
    stored_module_name() = m.attr("__name__").cast<std::string>();
    m.attr("__doc__") = "pybind11 bindings for TOSA Serialization (Pythonic API via wrappers)";
    register_errors();
    register_enums(m);
    register_type_info(m);
    register_versions(m);
    register_attributes(m);
    register_tensor(m);
    register_shape(m);
    register_operator(m);
    register_block(m);
    register_region(m);
    register_serializer(m);
    guard_classes(m);
    m.attr("__all__") = public_names(m);
}

}  // namespace tosa_bindings

PYBIND11_MODULE(_tosa_serializer, m) { tosa_bindings::register_all(m); }
