// TosaSerializer.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <pybind11/typing.h>

#include <cstdio>

#include "../core/check.h"
#include "../core/file.h"
#include "../core/writer.h"
#include "admission.h"
#include "building.h"
#include "errors.h"
#include "files.h"
#include "objects.h"
#include "values.h"

namespace tosa_bindings {
namespace {

SharedRegion region_of_serializer(PyObject* self, const char* what) {
    const SharedRegion& region = self_as<Serializer>(self).region;
    if (!region) throw core::StateError(std::string("No current region to ") + what + ".");
    return region;
}

const SharedRegion& current(const Serializer& self, const char* what) {
    if (!self.region) throw core::StateError(std::string("No current region to ") + what + ".");
    return self.region;
}

void start_region(Serializer& self, std::string name, std::string path_prefix) {
    admit_name(self.strictness(), "region", name);
    auto region = std::make_shared<Region>(std::move(name), std::move(path_prefix), self.mode, self.counter);
    region->strictness = self.strictness();
    self.regions.push_back(region);
    self.region = std::move(region);
}

std::unique_ptr<Serializer> make_serializer(std::string path_prefix, ConstMode mode, std::int32_t major, std::int32_t minor,
                                            std::int32_t patch, bool draft, std::uint64_t cap, bool strict) {
    auto self = std::make_unique<Serializer>();
    self->path_prefix = path_prefix;
    self->mode = mode;
    self->graph_version = {major, minor, patch, draft};
    self->strict = strict;
    if (cap > core::kDefaultCap) {
        std::printf("WARNING: fb_size_cap over FLATBUFFERS_MAX_BUFFER_SIZE (2GiB) supplied, defaulting to FLATBUFFERS_MAX_BUFFER_SIZE\n");
        cap = core::kDefaultCap;
    }
    self->cap = cap;
    self->compatibility.min_reader = core::library_version();
    start_region(*self, "main", std::move(path_prefix));
    add_basic_block(*self->region, "main");
    return self;
}

void set_region(Serializer& self, const SharedRegion& region) {
    bool is_ours = region == nullptr;
    for (const auto& known : self.regions) is_ours = is_ours || known == region;
    if (!is_ours && self.strict) {
        if (region->strictness != core::Strictness::kDeferred) {
            throw core::ValueError("region '" + region->name + "': another serializer holds it");
        }
        admit(core::Strictness::kStrict, *region);
        self.regions.push_back(region);
    }
    self.region = region;
}

void set_experimental_version(Serializer& self) {
    if (self.software.major >= 2000) self.software.major -= 1000;
}

py::list convert_to_list(core::DType dtype, const py::object& data) {
    core::Arena arena;
    const core::Blob blob = convert(data, {"data", "", dtype}, core::Strictness::kPermissive, arena).blob;
    return to_list(blob.data(), blob.size());
}

// The description of a test: upstream's desc.json of the first block.
std::string write_description(const Serializer& self, const std::string& tosa_filename) {
    py::list input_names;
    py::list input_files;
    py::list output_names;
    py::list output_files;
    if (!self.regions.empty() && !self.regions.front()->blocks.empty()) {
        core::Block& block = *self.regions.front()->blocks.front();
        for (const std::string& name : block.inputs) {
            input_names.append(name);
            if (const auto tensor = block.find_tensor(name)) input_files.append(tensor->placeholder);
        }
        for (const std::string& name : block.outputs) {
            output_names.append(name);
            output_files.append("ref-" + name + ".npy");
        }
    }
    py::dict description;
    description["tosa_file"] = tosa_filename;
    description["ifm_name"] = input_names;
    description["ifm_file"] = input_files;
    description["ofm_name"] = output_names;
    description["ofm_file"] = output_files;
    description["expected_failure"] = self.expected_failure;
    if (!self.expected_failure_text.empty()) description["expected_failure_desc"] = self.expected_failure_text;
    return py::module_::import("json").attr("dumps")(description, py::arg("indent") = 2).cast<std::string>();
}

void add_region_methods(py::class_<Serializer>& type) {
    type.def("addBasicBlock",
             [](Serializer& self, std::string name) { add_basic_block(*current(self, "add basic block to"), std::move(name)); },
             py::arg("name"))
        .def("addPlaceholder",
             [](Serializer& self, const Dims& shape, core::DType dtype, const py::object& values) {
                 return add_placeholder(current(self, "add placeholder to"), shape, dtype, values);
             },
             py::arg("shape"), py::arg("dtype"), py::arg("vals") = py::none())
        .def("addPlaceholder",
             [](Serializer& self, const Dims& shape, core::ScaledDType dtype, const py::object& values, const py::object& scales) {
                 return add_scaled_placeholder(current(self, "add placeholder to"), shape, dtype, values, scales);
             },
             py::arg("shape"), py::arg("dtype"), py::arg("vals") = py::none(), py::arg("scale_vals") = py::none())
        .def("addIntermediateShape",
             [](Serializer& self, std::uint32_t rank, const py::object& values, const py::object& placeholder) {
                 if (!self.region) throw core::StateError("No current basic block to add intermediate shape to.");
                 return add_intermediate_shape(self.region, rank, values, placeholder);
             },
             py::arg("rank"), py::arg("data") = py::none(), py::arg("placeholderFilename") = py::none())
        .def("addOutput",
             [](Serializer& self, Dims shape, core::DType dtype) {
                 return add_output(current(self, "add output tensor to"), std::move(shape), {.value = dtype});
             },
             py::arg("shape"), py::arg("dtype"))
        .def("addOutput",
             [](Serializer& self, Dims shape, core::ScaledDType dtype) {
                 return add_output(current(self, "add output tensor to"), std::move(shape), tensor_type(dtype));
             },
             py::arg("shape"), py::arg("sdtype"))
        .def("addOutput",
             [](Serializer& self, Dims shape, const core::TensorType& tensor_type) {
                 return add_output(current(self, "add output tensor to"), std::move(shape), tensor_type);
             },
             py::arg("shape"), py::arg("type"))
        .def("addInputTensor",
             [](Serializer& self, const core::Tensor& tensor) { add_input_tensor(current(self, "add input tensor to"), tensor); },
             py::arg("tensor"))
        .def("addOutputTensor",
             [](Serializer& self, const core::Tensor& tensor) {
                 add_output_name(current(self, "add output tensor to"), tensor.name());
             },
             py::arg("tensor"))
        .def("addOutputTensor",
             [](Serializer& self, const core::Shape& shape) { add_output_name(current(self, "add output tensor to"), shape.name()); },
             py::arg("shape"));
}

}  // namespace

core::Graph Serializer::graph() const {
    core::Graph graph;
    graph.regions.assign(regions.begin(), regions.end());
    graph.version = graph_version;
    graph.software = software;
    return graph;
}

void register_serializer(py::module_& m) {
    py::class_<Serializer> type(m, "TosaSerializer", py::module_local());
    type.def(py::init(&make_serializer), py::arg("pathPrefix") = "", py::arg("constMode") = ConstMode::kEmbed,
             py::arg("targetMajor") = core::kTosaVersionMajor, py::arg("targetMinor") = core::kTosaVersionMinor,
             py::arg("targetPatch") = core::kTosaVersionPatch, py::arg("targetDraft") = core::kTosaVersionDraft,
             py::arg("fb_size_cap") = core::kDefaultCap, py::kw_only(), py::arg("strict") = true)
        .def_property_readonly("regions",
                               [](const Serializer& self) {
                                   py::typing::List<core::Region> list;
                                   for (const auto& region : self.regions) list.append(region);
                                   return list;
                               })
        .def_property("currRegion", [](const Serializer& self) { return self.region; }, &set_region)
        .def("startRegion",
             [](Serializer& self, std::string name, std::optional<std::string> path_prefix) {
                 start_region(self, std::move(name), path_prefix ? std::move(*path_prefix) : self.path_prefix);
             },
             py::arg("name"), py::arg("pathPrefix") = py::none());
    add_region_methods(type);
    add_graph_methods(type, region_of_serializer, "vals", "inputs", "outputs");
    add_file_methods(type);
    type.def("getVersion", [](Serializer& self) -> core::TosaVersion& { return self.version; }, py::return_value_policy::reference_internal)
        .def("getGraphTosaVersion", [](Serializer& self) -> core::TosaVersion& { return self.graph_version; },
             py::return_value_policy::reference_internal)
        .def("getSoftwareVersion", [](Serializer& self) -> core::SoftwareVersion& { return self.software; },
             py::return_value_policy::reference_internal)
        .def("getSerializationCompatibility", [](Serializer& self) -> CompatibilityInfo& { return self.compatibility; },
             py::return_value_policy::reference_internal)
        .def("setExperimentalDevVersion", &set_experimental_version)
        .def("setExpectedFailure",
             [](Serializer& self, std::string text) {
                 self.expected_failure = true;
                 self.expected_failure_text = std::move(text);
             },
             py::arg("desc"))
        .def("expectedFailure", [](const Serializer& self) { return self.expected_failure; })
        .def("expectedFailureDesc", [](const Serializer& self) { return self.expected_failure_text; })
        .def("writeJson", &write_description, py::arg("tosa_filename"))
        .def_static("convertDataToUint8Vec",
                    [](core::DType dtype, const py::object& data) -> py::typing::List<int> { return convert_to_list(dtype, data); },
                    py::arg("dtype"), py::arg("data"))
        .def("__str__", [](const Serializer& self) { return describe(self); });
}

}  // namespace tosa_bindings
