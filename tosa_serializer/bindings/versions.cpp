// Versions of the specification and of the library, and what a file asks of its reader.
#include <algorithm>
#include <memory>

#include "../core/types.h"
#include "objects.h"

namespace tosa_bindings {
namespace {

using core::SoftwareVersion;
using core::TosaVersion;

PyObject* init_tosa(PyObject* self, const Arguments& arguments) {
    auto version = std::make_shared<TosaVersion>();
    if (arguments.overload == 1)
        *version = {arguments.int32(0), arguments.int32(1), arguments.int32(2), arguments.flag(3, false)};
    return construct(self, version);
}

PyObject* set_tosa(PyObject* self, const Arguments& arguments) {
    self_as<TosaVersion>(self) = {arguments.int32(0), arguments.int32(1), arguments.int32(2), arguments.flag(3, false)};
    Py_RETURN_NONE;
}

SoftwareVersion software_argument(const Arguments& arguments) {
    return {arguments.int32(0), arguments.int32(1), arguments.int32(2), arguments.text(3)};
}

PyObject* init_software(PyObject* self, const Arguments& arguments) {
    auto version = std::make_shared<SoftwareVersion>();
    if (arguments.overload == 1) *version = software_argument(arguments);
    return construct(self, version);
}

PyObject* set_software(PyObject* self, const Arguments& arguments) {
    self_as<SoftwareVersion>(self) = software_argument(arguments);
    Py_RETURN_NONE;
}

template <typename T>
PyObject* version_text(PyObject* self, const Arguments&) {
    return wrap(core::to_string(self_as<T>(self)));
}

// A property over a member: a number, a flag or a text.
template <typename T, auto kField>
PyObject* get(PyObject* self, const Arguments&) {
    return wrap(self_as<T>(self).*kField);
}

template <typename T, auto kField>
PyObject* set(PyObject* self, const Arguments& arguments) {
    auto& field = self_as<T>(self).*kField;
    using Field = std::remove_reference_t<decltype(field)>;
    if constexpr (std::is_same_v<Field, bool>) {
        field = arguments.flag(0, false);
    } else if constexpr (std::is_same_v<Field, std::string>) {
        field = arguments.text(0);
    } else {
        field = static_cast<Field>(std::is_signed_v<Field> ? arguments.int32(0) : arguments.uint32(0));
    }
    Py_RETURN_NONE;
}

template <typename T, auto kField>
void add_number(const py::object& type, const char* name) {
    add_property(type, {name, "int", get<T, kField>, kInt, set<T, kField>, "self"});
}

void register_tosa_version(py::module_& m) {
    const py::class_<TosaVersion, std::shared_ptr<TosaVersion>> type(m, "TosaVersion", py::module_local());
    const std::vector<Parameter> parts{{"major", kInt, ""}, {"minor", kInt, ""}, {"patch", kInt, ""}, {"draft", "bool", ""}};
    add_method(type, {"__init__", {{{}, "None", "Default constructor"}, {parts, "None"}}, init_tosa});
    add_number<TosaVersion, &TosaVersion::major>(type, "_major");
    add_number<TosaVersion, &TosaVersion::minor>(type, "_minor");
    add_number<TosaVersion, &TosaVersion::patch>(type, "_patch");
    add_property(
        type, {"_draft", "bool", get<TosaVersion, &TosaVersion::draft>, "bool", set<TosaVersion, &TosaVersion::draft>, "self"});
    add_method(type, {"set_version", {{parts, "None"}}, set_tosa});
    add_method(type, {"to_string", {{{}, "str"}}, version_text<TosaVersion>});
    add_function(type, {"less_than",
                        {{{{"version1", "%TosaVersion", ""}, {"version2", "%TosaVersion", ""}}, "bool"}},
                        [](PyObject*, const Arguments& arguments) {
                            return wrap(core::less_than(arguments.instance<TosaVersion>(0), arguments.instance<TosaVersion>(1)));
                        }});
    add_function(type,
                 {"is_compatible",
                  {{{{"tosa_fb_version", "%TosaVersion", ""}, {"serializer_version", "%TosaVersion", ""}}, "%TosaVersionCompat"}},
                  [](PyObject*, const Arguments& arguments) {
                      return wrap(core::compatibility(arguments.instance<TosaVersion>(0), arguments.instance<TosaVersion>(1)));
                  }});
}

void register_software_version(py::module_& m) {
    const py::class_<SoftwareVersion, std::shared_ptr<SoftwareVersion>> type(m, "SerLibVersion", py::module_local());
    const std::vector<Parameter> parts{{"major", kInt, ""}, {"minor", kInt, ""}, {"micro", kInt, ""}, {"modifier", "str", ""}};
    add_method(type, {"__init__", {{{}, "None", "Default constructor"}, {parts, "None"}}, init_software});
    add_number<SoftwareVersion, &SoftwareVersion::major>(type, "_major");
    add_number<SoftwareVersion, &SoftwareVersion::minor>(type, "_minor");
    add_number<SoftwareVersion, &SoftwareVersion::micro>(type, "_micro");
    add_property(type, {"_modifier", "str", get<SoftwareVersion, &SoftwareVersion::modifier>, "str",
                        set<SoftwareVersion, &SoftwareVersion::modifier>, "self"});
    add_method(type, {"set_version", {{parts, "None"}}, set_software});
    add_method(type, {"to_string", {{{}, "str"}}, version_text<SoftwareVersion>});
    add_function(
        type, {"less_than",
               {{{{"version1", "%SerLibVersion", ""}, {"version2", "%SerLibVersion", ""}, {"comp_micro", "bool", ""}}, "bool"}},
               [](PyObject*, const Arguments& arguments) {
                   return wrap(core::less_than(arguments.instance<SoftwareVersion>(0), arguments.instance<SoftwareVersion>(1),
                                               arguments.flag(2, true)));
               }});
    add_function(
        type, {"is_compatible",
               {{{{"tosa_fb_version", "%SerLibVersion", ""},
                  {"serializer_version", "%SerLibVersion", ""},
                  {"min_reader_version", "%SerLibVersion", ""}},
                 "%TosaVersionCompat"}},
               [](PyObject*, const Arguments& arguments) {
                   return wrap(core::compatibility(arguments.instance<SoftwareVersion>(0), arguments.instance<SoftwareVersion>(1),
                                                   arguments.instance<SoftwareVersion>(2)));
               }});
    add_function(type, {"earliest_compatible_release", {{{}, "%SerLibVersion"}}, [](PyObject*, const Arguments&) {
                            return wrap(std::make_shared<SoftwareVersion>(core::library_version()));
                        }});
}

// ---- SerializationCompatibilityInfo ----

using tosa::CompatibilityFeature;

PyObject* get_features(PyObject* self, const Arguments&) {
    py::list list;
    for (const CompatibilityFeature feature : self_as<CompatibilityInfo>(self).features) list.append(wrapped(feature));
    return list.release().ptr();
}

PyObject* set_features(PyObject* self, const Arguments& arguments) {
    const auto list = py::reinterpret_steal<py::object>(PySequence_List(arguments.values[0]));
    if (!list) {
        PyErr_Clear();
        throw Mismatch();
    }
    std::vector<CompatibilityFeature> features;
    for (const py::handle item : list) {
        if (!is_a<CompatibilityFeature>(item.ptr())) throw Mismatch();
        features.push_back(self_as<CompatibilityFeature>(item.ptr()));
    }
    self_as<CompatibilityInfo>(self).features = std::move(features);
    Py_RETURN_NONE;
}

PyObject* add_feature(PyObject* self, const Arguments& arguments) {
    const auto feature = arguments.enumerator<CompatibilityFeature>(0);
    auto& features = self_as<CompatibilityInfo>(self).features;
    const bool is_known = std::find(features.begin(), features.end(), feature) != features.end();
    if (feature != tosa::CompatibilityFeature_NONE && !is_known) features.push_back(feature);
    Py_RETURN_NONE;
}

// A live view: it shares the object that it belongs to.
PyObject* get_min_reader(PyObject* self, const Arguments&) {
    const auto& info = holder_of<CompatibilityInfo>(self);
    return wrap(std::shared_ptr<SoftwareVersion>(info, &info->min_reader));
}

PyObject* set_min_reader(PyObject* self, const Arguments& arguments) {
    const SoftwareVersion version = arguments.instance<SoftwareVersion>(0);
    self_as<CompatibilityInfo>(self).min_reader = version;
    Py_RETURN_NONE;
}

void register_compatibility(py::module_& m) {
    const py::class_<CompatibilityInfo, std::shared_ptr<CompatibilityInfo>> type(m, "SerializationCompatibilityInfo",
                                                                                 py::module_local());
    const Parameter feature{"feature", "%CompatibilityFeature", ""};
    add_method(type, {"__init__", {{{}, "None", "Default constructor"}}, [](PyObject* self, const Arguments&) {
                          return construct(self, std::make_shared<CompatibilityInfo>());
                      }});
    add_property(type, {"features", "list[%CompatibilityFeature]", get_features,
                        "collections.abc.Sequence[%CompatibilityFeature]", set_features, "self"});
    add_property(type, {"min_reader_version", "%SerLibVersion", get_min_reader, "%SerLibVersion", set_min_reader, "self"});
    add_method(type, {"addFeature", {{{feature}, "None"}}, add_feature});
    add_method(type, {"clear", {{{}, "None"}}, [](PyObject* self, const Arguments&) {
                          self_as<CompatibilityInfo>(self) = {};
                          return Py_NewRef(Py_None);
                      }});
    add_function(type, {"isFeatureSupported", {{{feature}, "bool"}}, [](PyObject*, const Arguments& arguments) {
                            return wrap(arguments.enumerator<CompatibilityFeature>(0) <= tosa::CompatibilityFeature_MAX);
                        }});
}

void register_counter(py::module_& m) {
    const py::class_<IndexCounter, std::shared_ptr<IndexCounter>> type(m, "IndexCounter", py::module_local());
    add_number<IndexCounter, &IndexCounter::constant>(type, "curr_const_idx");
    add_number<IndexCounter, &IndexCounter::input>(type, "curr_input_idx");
    add_number<IndexCounter, &IndexCounter::layer>(type, "curr_layer_idx");
    add_number<IndexCounter, &IndexCounter::result>(type, "curr_result_idx");
    add_number<IndexCounter, &IndexCounter::shape_layer>(type, "curr_shape_layer_idx");
}

}  // namespace

void register_versions(py::module_& m) {
    m.attr("TOSA_VERSION_MAJOR") = py::int_(core::kTosaVersionMajor);
    m.attr("TOSA_VERSION_MINOR") = py::int_(core::kTosaVersionMinor);
    m.attr("TOSA_VERSION_PATCH") = py::int_(core::kTosaVersionPatch);
    m.attr("TOSA_VERSION_DRAFT") = py::bool_(core::kTosaVersionDraft);
    m.attr("UNKNOWN_DIM") = py::int_(core::kUnknownDim);
    register_tosa_version(m);
    register_software_version(m);
    register_compatibility(m);
    register_counter(m);
}

}  // namespace tosa_bindings
