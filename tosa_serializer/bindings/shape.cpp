// TosaSerializerShape: the values of a shape operand.
#include <cstring>

#include "objects.h"
#include "values.h"

namespace tosa_bindings {

std::vector<std::int64_t> dims_of(const core::Shape& shape) {
    std::vector<std::int64_t> dims(shape.data.size() / sizeof(std::int64_t));
    if (!dims.empty()) std::memcpy(dims.data(), shape.data.data(), dims.size() * sizeof(std::int64_t));
    return dims;
}

namespace {

using core::Shape;
using SharedShape = std::shared_ptr<Shape>;

void convert_into(const SharedShape& shape, py::handle values) {
    const std::string name = shape->name();
    Converted converted = convert(values, {"shape", name, tosa::DType_SHAPE}, shape->strictness, loose_arena());
    shape->data = std::move(converted.blob);
    shape->deferred_error = std::move(converted.deferred_error);
}

PyObject* init(PyObject* self, const Arguments& arguments) {
    const auto shape = std::make_shared<Shape>(arguments.text(0), arguments.uint32(1));
    convert_into(shape, arguments.object(2));
    return construct(self, shape);
}

PyObject* get_data(PyObject* self, const Arguments&) {
    const core::Blob data = self_as<Shape>(self).data;
    return wrap(to_list(data.data(), data.size()));
}

PyObject* set_data(PyObject* self, const Arguments& arguments) {
    convert_into(SharedShape(holder_of<Shape>(self)), arguments.values[0]);
    Py_RETURN_NONE;
}

PyObject* get_dims(PyObject* self, const Arguments&) {
    py::list list;
    for (const std::int64_t dim : dims_of(self_as<Shape>(self))) list.append(py::int_(dim));
    return list.release().ptr();
}

// None says nothing about the dimensions, as upstream; `data = None` takes them away.
PyObject* set_dims(PyObject* self, const Arguments& arguments) {
    if (arguments.values[0] == Py_None) Py_RETURN_NONE;
    return set_data(self, arguments);
}

PyObject* get_shape(PyObject* self, const Arguments&) {
    const std::uint32_t rank = self_as<Shape>(self).rank;
    std::vector<std::int32_t> shape;
    if (rank != 0) shape.push_back(static_cast<std::int32_t>(rank));
    return wrap(shape);
}

}  // namespace

void register_shape(py::module_& m) {
    const py::class_<Shape, SharedShape> type(m, "TosaSerializerShape", py::module_local());
    add_method(type, {"__init__", {{{{"name", "str", ""}, {"rank", kInt, ""}, {"dims", "object", "None"}}, "None"}}, init});
    add_property(type, {"name", "str", [](PyObject* self, const Arguments&) { return wrap(self_as<Shape>(self).name()); }});
    add_property(type, {"rank", "int", [](PyObject* self, const Arguments&) { return wrap(self_as<Shape>(self).rank); }});
    add_property(type, {"data", "list[int]", get_data, "object", set_data});
    add_property(type, {"dims", "list[int]", get_dims, "object", set_dims});
    add_property(type, {"placeholderFilename", "str",
                        [](PyObject* self, const Arguments&) { return wrap(self_as<Shape>(self).placeholder); }});
    add_property(type, {"shape", "list[int]", get_shape});
    add_property(type, {"dtype", "%DType", [](PyObject*, const Arguments&) { return wrap(tosa::DType_SHAPE); }});
    add_method(type,
               {"__str__", {{{}, "str"}}, [](PyObject* self, const Arguments&) { return wrap(describe(self_as<Shape>(self))); }});
}

}  // namespace tosa_bindings
