#include "layout.h"

#include "../core/file.h"
#include "../core/sizes.h"
#include "files.h"
#include "gil.h"
#include "numbers.h"

namespace tosa_bindings {
namespace {

// A path of any kind, as the file system takes it.
std::string path_argument(const Arguments& arguments) {
    PyObject* bytes = nullptr;
    if (PyUnicode_FSConverter(arguments.object(0).ptr(), &bytes) == 0) throw py::error_already_set();
    return py::reinterpret_steal<py::bytes>(bytes);
}

// (size, whether its constants lie outside, [(name, bytes) of the biggest tensors]).
PyObject* file_layout(PyObject*, const Arguments& arguments) {
    const std::string path = path_argument(arguments);
    const core::Blob file = without_gil([&] { return core::map_file(path, false, handle_signals); });
    const core::ReadResult result = with_path(path, [&] { return without_gil([&] { return core::read(file, {}); }); });
    const auto biggest = py::reinterpret_steal<py::object>(PyList_New(0));
    for (const core::TensorSize& size : core::biggest_tensors(result.graph)) {
        const unsigned long long bytes = size.bytes;
        const auto item = py::reinterpret_steal<py::object>(Py_BuildValue("(sK)", size.tensor->name().c_str(), bytes));
        if (!item || PyList_Append(biggest.ptr(), item.ptr()) != 0) throw py::error_already_set();
    }
    const unsigned long long bytes = file.size();
    return Py_BuildValue("(KOO)", bytes, result.is_outside ? Py_True : Py_False, biggest.ptr());
}

}  // namespace

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
    add_function(m, {"_file_layout", {{{{"path", "object", ""}}, "tuple"}}, file_layout});
}

}  // namespace tosa_bindings
