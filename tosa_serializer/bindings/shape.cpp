// TosaSerializerShape: the values of a shape operand.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <pybind11/typing.h>

#include <cstring>

#include "admission.h"
#include "objects.h"
#include "values.h"

namespace tosa_bindings {

std::vector<std::int64_t> dims_of(const core::Shape& shape) {
    // Upstream fills up a last item of less than 8 bytes with zeros.
    std::vector<std::int64_t> dims((shape.data.size() + 7) / 8);
    if (!dims.empty()) std::memcpy(dims.data(), shape.data.data(), shape.data.size());
    return dims;
}

namespace {

using core::Shape;
using SharedShape = std::shared_ptr<Shape>;

void set_data(const SharedShape& shape, const py::object& data) {
    const std::string name = shape->name();
    Converted converted = convert(data, {"shape", name, tosa::DType_SHAPE}, shape->strictness, loose_arena());
    shape->data = std::move(converted.blob);
    shape->deferred_error = std::move(converted.deferred_error);
}

// None says nothing about the dimensions, as upstream; `data = None` takes them away.
void set_dims(const SharedShape& shape, const py::object& dims) {
    if (!dims.is_none()) set_data(shape, dims);
}

SharedShape make_shape(std::string name, std::uint32_t rank, const py::object& dims) {
    auto shape = std::make_shared<Shape>(std::move(name), rank);
    set_data(shape, dims);
    return shape;
}

py::list dims_list(const Shape& shape) {
    py::list list;
    for (const std::int64_t dim : dims_of(shape)) list.append(dim);
    return list;
}

}  // namespace

void register_shape(py::module_& m) {
    py::class_<Shape, SharedShape>(m, "TosaSerializerShape", py::module_local())
        .def(py::init(&make_shape), py::arg("name"), py::arg("rank"), py::arg("dims") = py::none())
        .def_property_readonly("name", [](const Shape& self) { return self.name(); })
        .def_property_readonly("rank", [](const Shape& self) { return self.rank; })
        .def_property("data",
                      [](const Shape& self) -> py::typing::List<int> { return to_list(self.data.data(), self.data.size()); },
                      &set_data)
        .def_property("dims", [](const Shape& self) -> py::typing::List<int> { return dims_list(self); }, &set_dims)
        .def_property_readonly("placeholderFilename", [](const Shape& self) { return self.placeholder; })
        .def_property_readonly("shape",
                               [](const Shape& self) {
                                   return Dims{self.rank == 0 ? std::vector<std::int32_t>{}
                                                              : std::vector<std::int32_t>{static_cast<std::int32_t>(self.rank)}};
                               })
        .def_property_readonly("dtype", [](const Shape&) { return tosa::DType_SHAPE; })
        .def("__str__", [](const Shape& self) { return describe(self); });
}

}  // namespace tosa_bindings
