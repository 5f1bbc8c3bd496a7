// What the vendored op.def, attribute.def and tosa.fbs say, as tables. A new TOSA version is a new pin, not new code.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "tosa_generated.h"

namespace tosa_core {

using tosa::BlockShape;
using tosa::DType;
using tosa::Op;
using AttributeType = tosa::Attribute;

// The C++ type that attribute.def gives an argument.
enum class FieldType : std::uint8_t {
    kInt32,
    kBool,
    kUint8,
    kString,
    kDType,
    kNanPropagationMode,
    kResizeMode,
    kRoundingMode,
    kBlockSize,
};

// One argument of an attribute.
struct AttributeField {
    std::string_view name;
    FieldType type;
    bool is_vector;

    // A string and both vectors are children: tables of their own that the attribute points to.
    bool is_child() const { return is_vector || type == FieldType::kString; }
    bool is_enum() const { return type >= FieldType::kDType; }
};

// One row of attribute.def. `fields` are in declaration order, which is also the order of the vtable slots.
struct AttributeInfo {
    std::string_view name;  // "Conv2d", without the suffix "Attribute"
    AttributeType type;
    std::span<const AttributeField> fields;
};

// Kinds of an operator's inputs.
enum class InputKind : std::uint8_t { kTensor, kShape, kTensorList, kShapeList };

// One row of op.def.
struct OpInfo {
    std::string_view name;
    Op op;
    AttributeType attribute;
    std::span<const InputKind> inputs;
};

// All attributes, in the order of attribute.def.
std::span<const AttributeInfo> attributes();
// All operators, in the order of op.def.
std::span<const OpInfo> operators();

// nullptr where the table has no such row.
const AttributeInfo* find_attribute(AttributeType type);
const OpInfo* find_operator(Op op);

// The enum's name in tosa.fbs, or "" for a value that it does not have.
std::string_view name_of(DType dtype);
std::string_view name_of(Op op);
std::string_view name_of(BlockShape shape);

}  // namespace tosa_core
