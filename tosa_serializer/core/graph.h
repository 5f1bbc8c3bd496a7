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

// The object of another language that stands for this one, while there is one. A copy has none.
struct Companion {
    Companion() = default;
    Companion(const Companion&) {}
    Companion& operator=(const Companion&) { return *this; }

    void* object = nullptr;
};

struct Operator {
    Op op = tosa::Op_UNKNOWN;
    std::optional<Attribute> attribute;  // empty: never set
    std::vector<std::string> inputs;
    std::vector<std::string> outputs;
    std::string location;
    Companion companion;
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
    Companion companion;

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

    // Tensors and shapes share one space of names: tensors are numbered first, then shapes. kNone if there is none of that name.
    static constexpr std::size_t kNone = NameIndex<Tensor>::kNone;
    std::size_t number_of(std::string_view name) {
        const std::size_t tensor = tensor_index_.find(tensors, name);
        if (tensor != kNone || shapes.empty()) return tensor;
        const std::size_t shape = shape_index_.find(shapes, name);
        return shape == kNone ? kNone : tensors.size() + shape;
    }
    // The first name that a second tensor or shape has too, or nullptr.
    const std::string* find_duplicate();

    std::string name;
    std::string region_name;
    std::vector<std::string> inputs;
    std::vector<std::string> outputs;
    std::vector<std::shared_ptr<Operator>> operators;
    std::vector<std::shared_ptr<Tensor>> tensors;
    std::vector<std::shared_ptr<Shape>> shapes;
    Strictness strictness = Strictness::kDeferred;
    Arena arena;
    Companion companion;

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

// Graphs are larger than the caches: objects further on are asked for while one is worked on. In a loop over all of them.
constexpr std::size_t kFarAhead = 12;
constexpr std::size_t kNearAhead = 6;

inline void prefetch_lines(const void* object, std::size_t size) {
    for (std::size_t line = 0; line < size; line += 64) __builtin_prefetch(static_cast<const char*>(object) + line);
}

inline void prefetch_contents(const Operator& op) {
    __builtin_prefetch(op.inputs.data());
    __builtin_prefetch(op.outputs.data());
}
inline void prefetch_contents(const Tensor& tensor) { __builtin_prefetch(tensor.shape.data()); }
inline void prefetch_contents(const Shape&) {}

template <typename T>
void prefetch_ahead(const std::vector<std::shared_ptr<T>>& items, std::size_t i) {
    if (i + kFarAhead < items.size()) prefetch_lines(items[i + kFarAhead].get(), sizeof(T));
    if (i + kNearAhead < items.size()) prefetch_contents(*items[i + kNearAhead]);
}

// A whole file: regions and the versions that go with them.
struct Graph {
    std::vector<std::shared_ptr<Region>> regions;
    TosaVersion version{kTosaVersionMajor, kTosaVersionMinor, kTosaVersionPatch, kTosaVersionDraft};
    SoftwareVersion software = library_version();
};

}  // namespace tosa_core
