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
#include "name_list.h"
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
    NameList inputs;
    NameList outputs;
    std::string location;
    Companion companion;
};

class Tensor {
public:
    explicit Tensor(std::string name) : name_(std::move(name)) {}

    const std::string& name() const { return name_.text(); }
    ListedName listed_name() const { return name_.listed(); }
    void prefetch_name() const { __builtin_prefetch(&name_); }
    void rename(std::string name);

    // What few tensors have.
    struct Extra {
        Blob scale_data;
        std::string variable_name;
        // Files that a test runner reads values from; not part of the file format (upstream: placeholderFilename).
        std::string placeholder;
        std::string scale_placeholder;
        // What strict mode would have raised for the values, kept until a serializer takes the tensor. Empty: nothing.
        std::string deferred_error;
        // The same of its shape.
        std::string deferred_shape_error;
        const std::string& any_deferred_error() const {
            return deferred_shape_error.empty() ? deferred_error : deferred_shape_error;
        }
    };
    // nullptr where the tensor has none of it.
    Extra* own_extra() const { return extra_.get(); }
    const Extra& extra() const { return extra_ != nullptr ? *extra_ : kNoExtra; }
    template <typename T>
    void set_extra(T Extra::* field, T value) {
        if (extra_ == nullptr) {
            if (value.empty()) return;
            extra_ = std::make_unique<Extra>();
        }
        (*extra_).*field = std::move(value);
    }

    Blob data;
    std::vector<std::int32_t> shape;
    TensorType type;
    bool is_variable = false;
    bool is_unranked = false;
    Strictness strictness = Strictness::kDeferred;
    // The user was told of data longer than the shape.
    bool warned = false;
    Companion companion;

private:
    static const Extra kNoExtra;

    // A copy of a tensor has its own.
    struct ExtraOwner : std::unique_ptr<Extra> {
        ExtraOwner() = default;
        ExtraOwner(const ExtraOwner& other) : std::unique_ptr<Extra>(other ? std::make_unique<Extra>(*other) : nullptr) {}
        using std::unique_ptr<Extra>::operator=;
    };

    ExtraOwner extra_;
    Name name_;
};

class Shape {
public:
    Shape(std::string name, std::uint32_t rank) : rank(rank), name_(std::move(name)) {}

    const std::string& name() const { return name_.text(); }
    ListedName listed_name() const { return name_.listed(); }

    std::uint32_t rank;
    Blob data;
    std::string placeholder;
    Strictness strictness = Strictness::kDeferred;
    std::string deferred_error;

private:
    Name name_;
};

class Block {
public:
    Block(std::string name, std::string region_name) : name(std::move(name)), region_name(std::move(region_name)) {}

    // nullptr if there is none of that name.
    std::shared_ptr<Tensor> find_tensor(std::string_view name);
    std::shared_ptr<Shape> find_shape(std::string_view name);

    // Tensors and shapes share one space of names: tensors are numbered first, then shapes. kNone if there is none of that name.
    static constexpr std::size_t kNone = NameIndex<Tensor>::kNone;
    std::size_t number_of(std::string_view name) { return number_of(name, short_hash(name)); }
    std::size_t number_of(std::string_view name, std::uint32_t hash) {
        const std::size_t tensor = tensor_index_.find(tensors, name, hash);
        if (tensor != kNone || shapes.empty()) return tensor;
        const std::size_t shape = shape_index_.find(shapes, name, hash);
        return shape == kNone ? kNone : tensors.size() + shape;
    }
    // Hints of the numbers that will be asked for: of the names' slots in the index, and later of what they lead to.
    void prefetch_slots(const NameList& names) const {
        for (const ListedName& name : names) tensor_index_.prefetch_slot(name.hash);
    }
    void prefetch_tensors(const NameList& names) const {
        for (const ListedName& name : names) tensor_index_.prefetch_item(tensors, name.hash);
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
constexpr std::size_t kSlotsAhead = 4;
constexpr std::size_t kTensorsAhead = 2;

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
