#include "layout.h"

#include "numbers.h"

namespace tosa_bindings {

std::uint64_t size_limit(const Arguments& arguments, std::size_t i) {
    const py::handle given = arguments.object(i);
    if (given.is_none()) return core::kNoLimit;
    const bool is_bool = PyBool_Check(given.ptr());
    const auto number = py::reinterpret_steal<py::object>(is_bool ? nullptr : PyNumber_Index(given.ptr()));
    if (!number) {
        if (!is_bool && PyErr_ExceptionMatches(PyExc_TypeError) == 0) throw py::error_already_set();
        PyErr_Clear();
        throw core::TypeError("max_size: expected a number of bytes, or None for any, got " + short_repr(given));
    }
    const std::uint64_t size = PyLong_AsUnsignedLongLong(number.ptr());
    if (PyErr_Occurred() == nullptr) return size;
    PyErr_Clear();
    throw core::ValueError("max_size: expected a number of bytes from 0 to 18446744073709551615, got " + int_text(number));
}

void add_layout_property(const py::object& type) {
    add_property(type, {.name = "needs_outside_layout",
                        .type = "bool",
                        .get =
                            [](PyObject* self, const Arguments&) {
                                const auto& serializer = self_as<Serializer>(self);
                                return wrap(core::needs_outside(serializer.graph(), serializer.cap));
                            },
                        .summary = "Whether a file of the graph as it is now holds its constants outside the flatbuffer."});
}

void register_layout(py::module_& m) {
    m.attr("MAX_INSIDE_SIZE") = py::int_(core::kDefaultCap);
}

}  // namespace tosa_bindings
