// The extension module: order of registration, and what holds for all of it.
#include <pybind11/pybind11.h>

#include <string>

#include "errors.h"
#include "guards.h"
#include "objects.h"

namespace tosa_bindings {
namespace {

std::string& stored_module_name() {
    static auto* name = new std::string();
    return *name;
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
    register_layout(m);
    guard_classes(m);
    m.attr("__all__") = public_names(m);
}

}  // namespace tosa_bindings

namespace py = pybind11;

static int pybind11_exec__tosa_serializer(PyObject* module);

// The module's one instance stands for one interpreter. CPython runs the first function in the main one, from 3.13 on.
static int execute(PyObject* module) {
    return tosa_bindings::refuse_subinterpreter() ? -1 : pybind11_exec__tosa_serializer(module);
}

PYBIND11_PLUGIN_IMPL(_tosa_serializer) {
    PYBIND11_CHECK_PYTHON_VERSION
    // pybind11 would wait for a lock that this thread holds.
    if (tosa_bindings::refuse_subinterpreter()) return nullptr;
    try {
        py::detail::ensure_internals();
        static py::detail::slots_array slots = py::detail::init_slots(&execute);
        static PyModuleDef definition{.m_base = PyModuleDef_HEAD_INIT,
                                      .m_name = "_tosa_serializer",
                                      .m_doc = nullptr,
                                      .m_size = 0,
                                      .m_methods = nullptr,
                                      .m_slots = slots.data(),
                                      .m_traverse = nullptr,
                                      .m_clear = nullptr,
                                      .m_free = nullptr};
        return PyModuleDef_Init(&definition);
    }
    PYBIND11_CATCH_INIT_EXCEPTIONS
    return nullptr;
}

PYBIND11_MODULE_EXEC(_tosa_serializer, m) { tosa_bindings::register_all(m); }
