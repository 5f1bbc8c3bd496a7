// TosaSerializer.
#include <cstdio>

#include "../core/check.h"
#include "../core/file.h"
#include "../core/writer.h"
#include "admission.h"
#include "building.h"
#include "errors.h"
#include "files.h"
#include "layout.h"
#include "numbers.h"
#include "objects.h"
#include "values.h"

namespace tosa_bindings {
namespace {

SharedRegion region_of_serializer(PyObject* self, const char* what) {
    const SharedRegion& region = self_as<Serializer>(self).region;
    if (region) return region;
    // Upstream's word for shapes is that of a region without a block.
    const bool is_shape = std::string_view(what) == "add intermediate shape to";
    throw core::StateError(std::string("No current ") + (is_shape ? "basic block" : "region") + " to " + what + ".");
}

void start_region(Serializer& self, std::string name, std::string path_prefix) {
    admit_name(self.strictness(), "region", name);
    admit_new(self.strictness(), "region", name, self.regions);
    auto region = std::make_shared<Region>(std::move(name), std::move(path_prefix), self.mode, self.counter);
    region->strictness = self.strictness();
    self.regions.push_back(region);
    self.region = std::move(region);
}

PyObject* start_region_method(PyObject* self, const Arguments& arguments) {
    std::string name = arguments.text(0);
    auto& serializer = self_as<Serializer>(self);
    start_region(serializer, std::move(name), arguments.object(1).is_none() ? serializer.path_prefix : arguments.text(1));
    Py_RETURN_NONE;
}

std::int32_t number_or(const Arguments& arguments, std::size_t i, std::int32_t preset) {
    return arguments.has(i) ? arguments.int32(i) : preset;
}

// fb_size_cap: any 64-bit unsigned integer; none is larger than a flatbuffer may be.
std::uint64_t cap_argument(const Arguments& arguments, std::size_t i, bool strict) {
    if (!arguments.has(i)) return core::kDefaultCap;
    if (PyFloat_Check(arguments.values[i])) throw Mismatch();
    const auto number = py::reinterpret_steal<py::object>(PyNumber_Index(arguments.values[i]));
    const std::uint64_t cap = number ? PyLong_AsUnsignedLongLong(number.ptr()) : 0;
    if (PyErr_Occurred() != nullptr) {
        PyErr_Clear();
        if (!number || !strict) throw Mismatch();
        throw core::TypeError("fb_size_cap: expected a number of bytes from 0 to 18446744073709551615, got " + int_text(number));
    }
    if (cap <= core::kDefaultCap) return cap;
    std::printf(
        "WARNING: fb_size_cap over FLATBUFFERS_MAX_BUFFER_SIZE (2GiB) supplied, defaulting to FLATBUFFERS_MAX_BUFFER_SIZE\n");
    return core::kDefaultCap;
}

PyObject* init(PyObject* self, const Arguments& arguments) {
    auto serializer = std::make_shared<Serializer>();
    serializer->path_prefix = arguments.text(0, "");
    if (arguments.has(1)) serializer->mode = arguments.enumerator<ConstMode>(1);
    serializer->graph_version = {number_or(arguments, 2, core::kTosaVersionMajor),
                                 number_or(arguments, 3, core::kTosaVersionMinor),
                                 number_or(arguments, 4, core::kTosaVersionPatch), arguments.flag(5, core::kTosaVersionDraft)};
    serializer->strict = arguments.flag(7, true);
    serializer->cap = cap_argument(arguments, 6, serializer->strict);
    serializer->compatibility.min_reader = core::library_version();
    start_region(*serializer, "main", serializer->path_prefix);
    add_basic_block(*serializer->region, "main");
    return construct(self, serializer);
}

PyObject* set_region(PyObject* self, const Arguments& arguments) {
    auto& serializer = self_as<Serializer>(self);
    const SharedRegion region = arguments.object(0).is_none() ? nullptr : arguments.shared<Region>(0);
    bool is_ours = region == nullptr;
    for (const auto& known : serializer.regions) is_ours = is_ours || known == region;
    if (!is_ours && serializer.strict) {
        if (region->strictness != core::Strictness::kDeferred) {
            throw core::ValueError("region '" + region->name + "': another serializer holds it");
        }
        admit_new(core::Strictness::kStrict, "region", region->name, serializer.regions);
        admit(core::Strictness::kStrict, *region);
        serializer.regions.push_back(region);
    }
    serializer.region = region;
    Py_RETURN_NONE;
}

PyObject* set_experimental_version(PyObject* self, const Arguments&) {
    auto& software = self_as<Serializer>(self).software;
    if (software.major >= 2000) software.major -= 1000;
    Py_RETURN_NONE;
}

PyObject* convert_to_list(PyObject*, const Arguments& arguments) {
    core::Arena arena;
    const auto dtype = arguments.enumerator<core::DType>(0);
    const core::Blob blob = convert(arguments.object(1), {"data", "", dtype}, core::Strictness::kPermissive, arena).blob;
    return wrap(to_list(blob.data(), blob.size()));
}

// The description of a test: upstream's desc.json of the first block.
PyObject* write_description(PyObject* self, const Arguments& arguments) {
    const auto& serializer = self_as<Serializer>(self);
    std::vector<std::string> input_files;
    std::vector<std::string> output_files;
    std::vector<std::string> inputs;
    std::vector<std::string> outputs;
    if (!serializer.regions.empty() && !serializer.regions.front()->blocks.empty()) {
        core::Block& block = *serializer.regions.front()->blocks.front();
        inputs = block.inputs;
        outputs = block.outputs;
        for (const std::string& name : inputs) {
            if (const auto tensor = block.find_tensor(name)) input_files.push_back(tensor->extra().placeholder);
        }
        for (const std::string& name : outputs) output_files.push_back("ref-" + name + ".npy");
    }
    py::dict description;
    description["tosa_file"] = wrapped(arguments.text(0));
    description["ifm_name"] = wrapped(inputs);
    description["ifm_file"] = wrapped(input_files);
    description["ofm_name"] = wrapped(outputs);
    description["ofm_file"] = wrapped(output_files);
    description["expected_failure"] = wrapped(serializer.expected_failure);
    if (!serializer.expected_failure_text.empty())
        description["expected_failure_desc"] = wrapped(serializer.expected_failure_text);
    return wrap(py::object(py::module_::import("json").attr("dumps")(description, py::arg("indent") = py::int_(2))));
}

PyObject* set_expected_failure(PyObject* self, const Arguments& arguments) {
    auto& serializer = self_as<Serializer>(self);
    serializer.expected_failure_text = arguments.text(0);
    serializer.expected_failure = true;
    Py_RETURN_NONE;
}

// A live view of a member: it shares the serializer.
template <auto kField>
PyObject* member(PyObject* self, const Arguments&) {
    const auto& serializer = holder_of<Serializer>(self);
    using Member = std::remove_reference_t<decltype(*serializer.*kField)>;
    return wrap(std::shared_ptr<Member>(serializer, &(*serializer.*kField)));
}

void add_versions(const py::object& type) {
    add_method(type, {"getVersion", {{{}, "%TosaVersion"}}, member<&Serializer::version>});
    add_method(type, {"getGraphTosaVersion", {{{}, "%TosaVersion"}}, member<&Serializer::graph_version>});
    add_method(type, {"getSoftwareVersion", {{{}, "%SerLibVersion"}}, member<&Serializer::software>});
    add_method(type,
               {"getSerializationCompatibility", {{{}, "%SerializationCompatibilityInfo"}}, member<&Serializer::compatibility>});
    add_method(type, {"setExperimentalDevVersion", {{{}, "None"}}, set_experimental_version});
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
    const py::class_<Serializer, std::shared_ptr<Serializer>> type(m, "TosaSerializer", py::module_local());
    add_method(type, {"__init__",
                      {{.parameters = {{"pathPrefix", "str", "''"},
                                       {"constMode", "%ConstMode", "<ConstMode.EMBED: 0>"},
                                       {"targetMajor", kInt, keep(std::to_string(core::kTosaVersionMajor))},
                                       {"targetMinor", kInt, keep(std::to_string(core::kTosaVersionMinor))},
                                       {"targetPatch", kInt, keep(std::to_string(core::kTosaVersionPatch))},
                                       {"targetDraft", "bool", core::kTosaVersionDraft ? "True" : "False"},
                                       {"fb_size_cap", kInt, keep(std::to_string(core::kDefaultCap))},
                                       {"strict", "bool", "True"}},
                        .result = "None",
                        .positional = 7}},
                      init});
    add_property(type, {"regions", "list[%_TosaSerializationRegion]",
                        [](PyObject* self, const Arguments&) { return wrap(self_as<Serializer>(self).regions); }});
    add_property(type, {"currRegion", "%TosaSerializerRegion",
                        [](PyObject* self, const Arguments&) { return wrap(self_as<Serializer>(self).region); },
                        "%TosaSerializerRegion", set_region});
    add_method(type,
               {"startRegion", {{{{"name", "str", ""}, {"pathPrefix", "str | None", "None"}}, "None"}}, start_region_method});
    add_graph_methods(type, region_of_serializer, {"vals", "inputs", "outputs"});
    add_file_methods(type);
    add_layout_property(type);
    add_versions(type);
    add_method(type, {"setExpectedFailure", {{{{"desc", "str", ""}}, "None"}}, set_expected_failure});
    add_method(type, {"expectedFailure", {{{}, "bool"}}, [](PyObject* self, const Arguments&) {
                          return wrap(self_as<Serializer>(self).expected_failure);
                      }});
    add_method(type, {"expectedFailureDesc", {{{}, "str"}}, [](PyObject* self, const Arguments&) {
                          return wrap(self_as<Serializer>(self).expected_failure_text);
                      }});
    add_method(type, {"writeJson", {{{{"tosa_filename", "str", ""}}, "str"}}, write_description});
    add_function(type,
                 {"convertDataToUint8Vec", {{{{"dtype", "%DType", ""}, {"data", "object", ""}}, "list[int]"}}, convert_to_list});
    add_method(type, {"__str__", {{{}, "str"}}, [](PyObject* self, const Arguments&) {
                          return wrap(describe(self_as<Serializer>(self)));
                      }});
}

}  // namespace tosa_bindings
