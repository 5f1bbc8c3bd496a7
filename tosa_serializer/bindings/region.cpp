// TosaSerializerRegion.
#include <pybind11/pybind11.h>

#include "admission.h"
#include "building.h"
#include "objects.h"

namespace tosa_bindings {
namespace {

SharedRegion region_of_self(PyObject* self, const char*) { return holder_of<Region>(self); }

SharedRegion make_region(std::string name, std::string path_prefix, ConstMode mode) {
    return std::make_shared<Region>(std::move(name), std::move(path_prefix), mode, std::make_shared<IndexCounter>());
}

}  // namespace

void register_region(py::module_& m) {
    const py::class_<core::Region, std::shared_ptr<core::Region>> base(m, "_TosaSerializationRegion", py::module_local());
    py::class_<Region, core::Region, SharedRegion> type(m, "TosaSerializerRegion", py::module_local());
    type.def(py::init(&make_region), py::arg("name"), py::arg("pathPrefix"), py::arg("constMode") = ConstMode::kEmbed)
        .def(py::init([](std::string name, std::string path_prefix, std::shared_ptr<IndexCounter> counter, ConstMode mode) {
                 if (!counter) throw core::TypeError("TosaSerializerRegion: indexCounter must be an IndexCounter");
                 return std::make_shared<Region>(std::move(name), std::move(path_prefix), mode, std::move(counter));
             }),
             py::arg("name"), py::arg("pathPrefix"), py::arg("indexCounter"), py::arg("constMode") = ConstMode::kEmbed)
        .def_property_readonly("name", [](const Region& self) { return self.name; })
        .def_property_readonly("pathPrefix", [](const Region& self) { return self.path_prefix; })
        .def_property_readonly("basicBlocks",
                               [](const SharedRegion& self) {
                                   py::list list;
                                   for (const auto& block : self->blocks) list.append(block);
                                   return list;
                               })
        .def_property_readonly("currBasicBlock", [](const Region& self) -> py::object { return py::cast(self.block); })
        .def("addBasicBlock", &add_basic_block, py::arg("name"))
        .def("addPlaceholder", &add_placeholder, py::arg("shape"), py::arg("dtype"), py::arg("vals") = py::none())
        .def("addPlaceholder", &add_scaled_placeholder, py::arg("shape"), py::arg("dtype"), py::arg("vals") = py::none(),
             py::arg("scale_vals") = py::none())
        .def("addIntermediateShape", &add_intermediate_shape, py::arg("rank"), py::arg("data") = py::none(),
             py::arg("placeholderFilename") = py::none())
        .def("addOutput",
             [](const SharedRegion& self, Dims shape, core::DType dtype) {
                 return add_output(self, std::move(shape), {.value = dtype});
             },
             py::arg("shape"), py::arg("dtype"))
        .def("addOutput",
             [](const SharedRegion& self, Dims shape, core::ScaledDType dtype) {
                 return add_output(self, std::move(shape), tensor_type(dtype));
             },
             py::arg("shape"), py::arg("sdtype"))
        .def("addOutput", &add_output, py::arg("shape"), py::arg("type"))
        .def("addInputTensor", &add_input_tensor, py::arg("tensor"))
        .def("addOutputTensor", [](const SharedRegion& self, const core::Tensor& tensor) { add_output_name(self, tensor.name()); },
             py::arg("tensor"))
        .def("addOutputTensor", [](const SharedRegion& self, const core::Shape& shape) { add_output_name(self, shape.name()); },
             py::arg("shape"))
        .def("__str__", [](const Region& self) { return describe(self); });
    add_graph_methods(type, region_of_self, "data", "input_names", "output_names");
}

}  // namespace tosa_bindings
