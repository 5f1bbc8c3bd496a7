// The graph in memory: tensors, shapes, operators, blocks, regions. Shared pointers, since handles of a binding outlive their
// graph.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "blob.h"
#include "name_index.h"
#include "tables.h"
#include "types.h"

namespace tosa_core {

// Who decides on a questionable value: nobody yet (an object that no serializer has), or the serializer that has it.
enum class Strictness : std::uint8_t { kDeferred, kPermissive, kStrict };

// Values of an attribute, one for each field of its AttributeInfo, in declaration order.
// Scalars of all types are 32 bits; a uint8 vector and a string are a std::string.
struct Attribute {
    using Value = std::variant<std::uint32_t, std::vector<std::int32_t>, std::string>;

    AttributeType type = tosa::Attribute_NONE;
    std::vector<Value> values;
};

struct Operator {
    Op op = tosa::Op_UNKNOWN;
    std::optional<Attribute> attribute;  // empty: never set
    std::vector<std::string> inputs;
    std::vector<std::string> outputs;
    std::string location;
};

class Tensor {
public:
    explicit Tensor(std::string name) : name_(std::move(name)) {}

    const std::string& name() const { return name_; }
    void rename(std::string name);

    std::vector<std::int32_t> shape;
    TensorType type;
    Blob data;
    Blob scale_data;
    bool is_variable = false;
    bool is_unranked = false;
    std::string variable_name;
    // Files that a test runner reads values from; not part of the file format (upstream: placeholderFilename).
    std::string placeholder;
    std::string scale_placeholder;
    Strictness strictness = Strictness::kDeferred;
    // What strict mode would have raised for the values, kept until a serializer takes the tensor. Empty: nothing.
    std::string deferred_error;
    // The user was told of data longer than the shape.
    bool warned = false;

private:
    std::string name_;
};

class Shape {
public:
    Shape(std::string name, std::uint32_t rank) : rank(rank), name_(std::move(name)) {}

    const std::string& name() const { return name_; }

    std::uint32_t rank;
    Blob data;
    std::string placeholder;
    Strictness strictness = Strictness::kDeferred;
    std::string deferred_error;

private:
    std::string name_;
};

class Block {
public:
    Block(std::string name, std::string region_name) : name(std::move(name)), region_name(std::move(region_name)) {}

    // nullptr if there is none of that name.
    std::shared_ptr<Tensor> find_tensor(std::string_view name);
    std::shared_ptr<Shape> find_shape(std::string_view name);

    std::string name;
    std::string region_name;
    std::vector<std::string> inputs;
    std::vector<std::string> outputs;
    std::vector<std::shared_ptr<Operator>> operators;
    std::vector<std::shared_ptr<Tensor>> tensors;
    std::vector<std::shared_ptr<Shape>> shapes;
    Strictness strictness = Strictness::kDeferred;
    Arena arena;

private:
    NameIndex<Tensor> tensor_index_;
    NameIndex<Shape> shape_index_;
};

struct Region {
    explicit Region(std::string name) : name(std::move(name)) {}

    std::string name;
    std::vector<std::shared_ptr<Block>> blocks;
    Strictness strictness = Strictness::kDeferred;
};

// A whole file: regions and the versions that go with them.
struct Graph {
    std::vector<std::shared_ptr<Region>> regions;
    TosaVersion version{kTosaVersionMajor, kTosaVersionMinor, kTosaVersionPatch, kTosaVersionDraft};
    SoftwareVersion software = library_version();
};

}  // namespace tosa_core
