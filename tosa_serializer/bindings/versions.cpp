// Versions of the specification and of the library, and what a file asks of its reader.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>

#include "../core/types.h"
#include "objects.h"

namespace tosa_bindings {

void register_versions(py::module_& m) {
    using core::SoftwareVersion;
    using core::TosaVersion;

    m.attr("TOSA_VERSION_MAJOR") = core::kTosaVersionMajor;
    m.attr("TOSA_VERSION_MINOR") = core::kTosaVersionMinor;
    m.attr("TOSA_VERSION_PATCH") = core::kTosaVersionPatch;
    m.attr("TOSA_VERSION_DRAFT") = core::kTosaVersionDraft;
    m.attr("UNKNOWN_DIM") = core::kUnknownDim;

    py::class_<TosaVersion>(m, "TosaVersion", py::module_local())
        .def(py::init<>(), "Default constructor")
        .def(py::init([](std::int32_t major, std::int32_t minor, std::int32_t patch, bool draft) {
                 return TosaVersion{major, minor, patch, draft};
             }),
             py::arg("major"), py::arg("minor"), py::arg("patch"), py::arg("draft"))
        .def_readwrite("_major", &TosaVersion::major)
        .def_readwrite("_minor", &TosaVersion::minor)
        .def_readwrite("_patch", &TosaVersion::patch)
        .def_readwrite("_draft", &TosaVersion::draft)
        .def("set_version",
             [](TosaVersion& self, std::int32_t major, std::int32_t minor, std::int32_t patch, bool draft) {
                 self = {major, minor, patch, draft};
             },
             py::arg("major"), py::arg("minor"), py::arg("patch"), py::arg("draft"))
        .def("to_string", [](const TosaVersion& self) { return core::to_string(self); })
        .def_static("less_than", [](const TosaVersion& a, const TosaVersion& b) { return core::less_than(a, b); },
                    py::arg("version1"), py::arg("version2"))
        .def_static("is_compatible",
                    [](const TosaVersion& file, const TosaVersion& reader) { return core::compatibility(file, reader); },
                    py::arg("tosa_fb_version"), py::arg("serializer_version"));

    py::class_<SoftwareVersion>(m, "SerLibVersion", py::module_local())
        .def(py::init<>(), "Default constructor")
        .def(py::init([](std::int32_t major, std::int32_t minor, std::int32_t micro, std::string modifier) {
                 return SoftwareVersion{major, minor, micro, std::move(modifier)};
             }),
             py::arg("major"), py::arg("minor"), py::arg("micro"), py::arg("modifier"))
        .def_readwrite("_major", &SoftwareVersion::major)
        .def_readwrite("_minor", &SoftwareVersion::minor)
        .def_readwrite("_micro", &SoftwareVersion::micro)
        .def_readwrite("_modifier", &SoftwareVersion::modifier)
        .def("set_version",
             [](SoftwareVersion& self, std::int32_t major, std::int32_t minor, std::int32_t micro, std::string modifier) {
                 self = {major, minor, micro, std::move(modifier)};
             },
             py::arg("major"), py::arg("minor"), py::arg("micro"), py::arg("modifier"))
        .def("to_string", [](const SoftwareVersion& self) { return core::to_string(self); })
        .def_static("less_than",
                    [](const SoftwareVersion& a, const SoftwareVersion& b, bool with_micro) {
                        return core::less_than(a, b, with_micro);
                    },
                    py::arg("version1"), py::arg("version2"), py::arg("comp_micro"))
        .def_static("is_compatible",
                    [](const SoftwareVersion& file, const SoftwareVersion& reader, const SoftwareVersion& min_reader) {
                        return core::compatibility(file, reader, min_reader);
                    },
                    py::arg("tosa_fb_version"), py::arg("serializer_version"), py::arg("min_reader_version"))
        .def_static("earliest_compatible_release", &core::library_version);

    py::class_<CompatibilityInfo> info(m, "SerializationCompatibilityInfo", py::module_local());
    info.def(py::init<>(), "Default constructor")
        // By value: elements that refer into the list would dangle.
        .def_property("features", py::cpp_function([](const CompatibilityInfo& self) { return self.features; }, py::is_method(info)),
                      py::cpp_function([](CompatibilityInfo& self, std::vector<tosa::CompatibilityFeature> features) {
                          self.features = std::move(features);
                      }, py::is_method(info)))
        .def_readwrite("min_reader_version", &CompatibilityInfo::min_reader)
        .def("addFeature",
             [](CompatibilityInfo& self, tosa::CompatibilityFeature feature) {
                 const bool known = std::find(self.features.begin(), self.features.end(), feature) != self.features.end();
                 if (feature != tosa::CompatibilityFeature_NONE && !known) self.features.push_back(feature);
             },
             py::arg("feature"))
        .def("clear", [](CompatibilityInfo& self) { self = {}; })
        .def_static("isFeatureSupported",
                    [](tosa::CompatibilityFeature feature) {
                        return feature == tosa::CompatibilityFeature_NONE || feature == tosa::CompatibilityFeature_MXFP;
                    },
                    py::arg("feature"));

    py::class_<IndexCounter, std::shared_ptr<IndexCounter>>(m, "IndexCounter", py::module_local())
        .def_readwrite("curr_const_idx", &IndexCounter::constant)
        .def_readwrite("curr_input_idx", &IndexCounter::input)
        .def_readwrite("curr_layer_idx", &IndexCounter::layer)
        .def_readwrite("curr_result_idx", &IndexCounter::result)
        .def_readwrite("curr_shape_layer_idx", &IndexCounter::shape_layer);
}

}  // namespace tosa_bindings
