// What the Python classes hold beside core's graph, and the functions that register them.
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "../core/errors.h"
#include "../core/graph.h"
#include "../core/writer.h"
#include "convert.h"
#include "fastcall.h"

namespace tosa_bindings {

// Counters of the names that a region makes up; all regions of a serializer share one.
struct IndexCounter {
    std::uint32_t constant = 0;
    std::uint32_t input = 0;
    std::uint32_t layer = 1;
    std::uint32_t result = 0;
    std::uint32_t shape_layer = 0;
};

struct Region : core::Region {
    Region(std::string name, std::string path_prefix, ConstMode mode, std::shared_ptr<IndexCounter> counter)
        : core::Region(std::move(name)), path_prefix(std::move(path_prefix)), mode(mode), counter(std::move(counter)) {}

    std::string path_prefix;
    ConstMode mode;
    std::shared_ptr<IndexCounter> counter;
    std::shared_ptr<core::Block> block;  // the current one
};

struct CompatibilityInfo {
    std::vector<tosa::CompatibilityFeature> features;
    core::SoftwareVersion min_reader{-1, -1, -1, ""};
};

struct Serializer {
    std::string path_prefix;
    ConstMode mode = ConstMode::kEmbed;
    std::uint64_t cap = core::kDefaultCap;
    bool strict = true;
    std::shared_ptr<IndexCounter> counter = std::make_shared<IndexCounter>();
    std::vector<std::shared_ptr<Region>> regions;
    std::shared_ptr<Region> region;  // the current one; need not be in `regions` under strict=False
    core::TosaVersion version{core::kTosaVersionMajor, core::kTosaVersionMinor, core::kTosaVersionPatch, core::kTosaVersionDraft};
    core::TosaVersion graph_version = version;
    core::SoftwareVersion software = core::library_version();
    CompatibilityInfo compatibility;
    bool schema_loaded = false;
    bool expected_failure = false;
    std::string expected_failure_text;

    core::Strictness strictness() const { return strict ? core::Strictness::kStrict : core::Strictness::kPermissive; }
    core::Graph graph() const;
};

// TosaSerializerAttribute: an attribute, or none yet.
struct AttributeHolder {
    std::optional<core::Attribute> attribute;
    core::Companion companion;
};

// TosaOpLocation. Shares the operator of a location that was read from one, so that a change reaches the file.
struct OpLocation {
    std::shared_ptr<std::string> text = std::make_shared<std::string>();
};

// Live views of a block's tensors and shapes, in order.
struct TensorMap {
    std::shared_ptr<core::Block> block;
};
struct ShapeMap {
    std::shared_ptr<core::Block> block;
};

// The module's name and its package's, as imported ("tosa_serializer._tosa_serializer", "tosa_serializer").
const std::string& module_name();
std::string package_name();

void register_enums(py::module_& m);
void register_type_info(py::module_& m);
void register_versions(py::module_& m);
void register_attributes(py::module_& m);
void register_tensor(py::module_& m);
void register_shape(py::module_& m);
void register_operator(py::module_& m);
void register_block(py::module_& m);
void register_region(py::module_& m);
void register_serializer(py::module_& m);
void register_layout(py::module_& m);

// The values of a shape.
std::vector<std::int64_t> dims_of(const core::Shape& shape);

// str() of the classes.
std::string describe(const core::Tensor& tensor);
std::string describe(const core::Shape& shape);
std::string describe(const core::Operator& op);
std::string describe(const core::Block& block);
std::string describe(const Region& region);
std::string describe(const Serializer& serializer);
std::string describe(const AttributeHolder& holder);

// The TosaXAttribute object of an operator, which keeps it alive.
PyObject* attribute_object(const std::shared_ptr<core::Operator>& op);

// An operator of the arguments op, inputs, outputs, attributes, location. Its attribute may never have been set.
std::shared_ptr<core::Operator> make_operator(const Arguments& arguments);
// Raises StateError for an attribute that was never set.
void require_attribute(const core::Operator& op);
std::vector<Parameter> operator_parameters(const char* inputs, const char* outputs);

// The bound attribute of `const` operators.
core::Attribute simple_attribute(core::AttributeType type);

}  // namespace tosa_bindings
