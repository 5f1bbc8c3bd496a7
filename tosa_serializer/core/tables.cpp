#include "tables.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace tosa_core {
namespace {

// The tokens of attribute.def as values.
#define TOSA_TYPE_int32_t FieldType::kInt32
#define TOSA_TYPE_bool FieldType::kBool
#define TOSA_TYPE_uint8_t FieldType::kUint8
#define TOSA_TYPE_string FieldType::kString
#define TOSA_TYPE_DType FieldType::kDType
#define TOSA_TYPE_NanPropagationMode FieldType::kNanPropagationMode
#define TOSA_TYPE_ResizeMode FieldType::kResizeMode
#define TOSA_TYPE_RoundingMode FieldType::kRoundingMode
#define TOSA_TYPE_BlockSize FieldType::kBlockSize
#define TOSA_VECTOR_S false
#define TOSA_VECTOR_V true

#define TOSA_FIELDS_0(...)
#define TOSA_FIELDS_1(T, F, V) AttributeField{#V, TOSA_TYPE_##T, TOSA_VECTOR_##F},
#define TOSA_FIELDS_2(T, F, V, ...) TOSA_FIELDS_1(T, F, V) TOSA_FIELDS_1(__VA_ARGS__)
#define TOSA_FIELDS_3(T, F, V, ...) TOSA_FIELDS_1(T, F, V) TOSA_FIELDS_2(__VA_ARGS__)
#define TOSA_FIELDS_4(T, F, V, ...) TOSA_FIELDS_1(T, F, V) TOSA_FIELDS_3(__VA_ARGS__)
#define TOSA_FIELDS_5(T, F, V, ...) TOSA_FIELDS_1(T, F, V) TOSA_FIELDS_4(__VA_ARGS__)
#define TOSA_FIELDS_6(T, F, V, ...) TOSA_FIELDS_1(T, F, V) TOSA_FIELDS_5(__VA_ARGS__)
#define TOSA_FIELDS_7(T, F, V, ...) TOSA_FIELDS_1(T, F, V) TOSA_FIELDS_6(__VA_ARGS__)
#define TOSA_FIELDS_8(T, F, V, ...) TOSA_FIELDS_1(T, F, V) TOSA_FIELDS_7(__VA_ARGS__)

#define DEF_ATTRIBUTE(NAME, COUNT, ...) \
    constexpr std::array<AttributeField, COUNT> kFields##NAME{{TOSA_FIELDS_##COUNT(__VA_ARGS__)}};
#include "attribute.def"
#undef DEF_ATTRIBUTE

constexpr AttributeInfo kAttributes[] = {
#define DEF_ATTRIBUTE(NAME, COUNT, ...) {#NAME, tosa::Attribute_##NAME##Attribute, kFields##NAME},
#include "attribute.def"
#undef DEF_ATTRIBUTE
};

constexpr InputKind TENSOR = InputKind::kTensor;
constexpr InputKind SHAPE = InputKind::kShape;
constexpr InputKind TENSOR_LIST = InputKind::kTensorList;
constexpr InputKind SHAPE_LIST = InputKind::kShapeList;

template <typename... Kinds>
constexpr std::array<InputKind, sizeof...(Kinds)> kinds(Kinds... list) {
    return {list...};
}

#define DEF_OP(NAME, ATTRIBUTE, ...) constexpr auto kInputs##NAME = kinds(__VA_ARGS__);
#include "op.def"
#undef DEF_OP

constexpr OpInfo kOperators[] = {
#define DEF_OP(NAME, ATTRIBUTE, ...) {#NAME, tosa::Op_##NAME, tosa::Attribute_##ATTRIBUTE##Attribute, kInputs##NAME},
#include "op.def"
#undef DEF_OP
};

// Row number by enum value; op.def and attribute.def are in another order than tosa.fbs.
template <std::size_t kSize, typename Row, std::size_t kRows, typename Key>
constexpr std::array<const Row*, kSize> index(const Row (&rows)[kRows], Key Row::* key) {
    std::array<const Row*, kSize> result{};
    for (const Row& row : rows) result[static_cast<std::size_t>(row.*key)] = &row;
    return result;
}

constexpr auto kAttributeIndex = index<tosa::Attribute_MAX + 1>(kAttributes, &AttributeInfo::type);
constexpr auto kOperatorIndex = index<tosa::Op_MAX + 1>(kOperators, &OpInfo::op);

}  // namespace

std::span<const AttributeInfo> attributes() { return kAttributes; }
std::span<const OpInfo> operators() { return kOperators; }

const AttributeInfo* find_attribute(AttributeType type) {
    const auto row = static_cast<std::size_t>(type);
    return row < kAttributeIndex.size() ? kAttributeIndex[row] : nullptr;
}

const OpInfo* find_operator(Op op) {
    const auto row = static_cast<std::size_t>(op);
    return row < kOperatorIndex.size() ? kOperatorIndex[row] : nullptr;
}

std::string_view name_of(DType dtype) { return tosa::EnumNameDType(dtype); }
std::string_view name_of(Op op) { return tosa::EnumNameOp(op); }
std::string_view name_of(BlockShape shape) { return tosa::EnumNameBlockShape(shape); }

}  // namespace tosa_core
