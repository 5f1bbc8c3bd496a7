#include "signature.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "text.h"

namespace tosa_core {
namespace {

constexpr std::size_t kAny = CountRange::kAny;

struct Counts {
    Op op;
    CountRange count;
    std::size_t fewer_outputs = 0;
};

// op.def has no outputs. One output, but for these: the output arguments of the operators in the TOSA 1.1 specification.
constexpr Counts kOutputs[] = {
    // Real and imaginary parts.
    {tosa::Op_FFT2D, {2, 2}},
    {tosa::Op_RFFT2D, {2, 2}},
    // Data and scales.
    {tosa::Op_CAST_TO_BLOCK_SCALED, {2, 2}},
    // As many as the list that they take: values, or values and scales. A shape or indices and a row count come after it.
    {tosa::Op_RESHAPE_BLOCK_SCALED, {1, 2}, 1},
    {tosa::Op_ROW_GATHER_BLOCK_SCALED, {1, 2}, 2},
    // output_list: what the implementation or the bodies give.
    {tosa::Op_CUSTOM, {0, kAny}},
    {tosa::Op_COND_IF, {0, kAny}},
    {tosa::Op_WHILE_LOOP, {0, kAny}},
    // No output arguments, but their attributes hold no name either: what writers do is name the variable's tensor.
    {tosa::Op_VARIABLE, {0, 1}},
    {tosa::Op_VARIABLE_WRITE, {0, 1}},
    // No output arguments.
    {tosa::Op_ASSERT_EQUAL_SHAPE, {0, 0}},
};

// Where op.def of tosa-tools 2026.8.0 and the specification differ, or the specification limits a list.
constexpr Counts kInputs[] = {
    // op.def has the counts of these two the wrong way round.
    {tosa::Op_CAST_TO_BLOCK_SCALED, {1, 1}},
    {tosa::Op_CAST_FROM_BLOCK_SCALED, {2, 2}},
    // The variable's tensor, as above.
    {tosa::Op_VARIABLE_READ, {0, 1}},
    // "There must be at least one input in the input list."
    {tosa::Op_CONCAT, {1, kAny}},
    {tosa::Op_CONCAT_SHAPE, {1, kAny}},
    {tosa::Op_RESHAPE_BLOCK_SCALED, {2, 3}},
    {tosa::Op_ROW_GATHER_BLOCK_SCALED, {3, 4}},
};

const Counts* find(std::span<const Counts> rows, Op op) {
    const auto row = std::find_if(rows.begin(), rows.end(), [op](const Counts& counts) { return counts.op == op; });
    return row == rows.end() ? nullptr : &*row;
}

bool is_list(InputKind kind) { return kind == InputKind::kTensorList || kind == InputKind::kShapeList; }
bool is_shape_kind(InputKind kind) { return kind == InputKind::kShape || kind == InputKind::kShapeList; }

// The specification's shape operators: those named so, and DIM.
bool gives_shape(const OpInfo& info) { return info.op == tosa::Op_DIM || info.name.ends_with("_SHAPE"); }

Signature make_signature(const OpInfo& info) {
    const auto lists = static_cast<std::size_t>(std::count_if(info.inputs.begin(), info.inputs.end(), is_list));
    Signature result;
    result.info = &info;
    result.inputs = {info.inputs.size() - lists, lists == 0 ? info.inputs.size() : kAny};
    result.outputs = {1, 1};
    result.takes_shapes = std::any_of(info.inputs.begin(), info.inputs.end(), is_shape_kind);
    result.gives_shapes = gives_shape(info);
    if (const Counts* exception = find(kInputs, info.op)) result.inputs = exception->count;
    if (const Counts* exception = find(kOutputs, info.op)) {
        result.outputs = exception->count;
        result.fewer_outputs = exception->fewer_outputs;
    }
    return result;
}

std::string text_of(CountRange range) {
    if (range.most == kAny) return joined({range.least, " or more"});
    if (range.least == range.most) return std::to_string(range.least);
    return joined({range.least, " to ", range.most});
}

std::string count_fault(const char* what, std::size_t found, CountRange expected) {
    return joined({"it has ", found, " ", what, (found == 1 ? "" : "s"), ", expected ", text_of(expected)});
}

std::string attribute_text(AttributeType type) {
    const AttributeInfo* info = find_attribute(type);
    return info == nullptr ? "no attribute" : joined({"the attribute ", info->name});
}

// tosa-opt of tosa-tools 2026.8.0 writes each use of a variable as an IDENTITY from or to its tensor.
bool is_variable_access(Op op, AttributeType attribute) {
    return op == tosa::Op_IDENTITY &&
           (attribute == tosa::Attribute_VariableReadAttribute || attribute == tosa::Attribute_VariableWriteAttribute);
}

}  // namespace

bool Signature::kind_of(std::size_t place, std::size_t count) const {
    const auto kinds = info->inputs;
    const auto list = static_cast<std::size_t>(std::find_if(kinds.begin(), kinds.end(), is_list) - kinds.begin());
    // Kinds after a list count from the end.
    if (place > list) place = std::max(list, place + kinds.size() >= count ? place + kinds.size() - count : list);
    return place < kinds.size() && is_shape_kind(kinds[place]);
}

const Signature& signature_of(Op op) {
    static const auto signatures = [] {
        std::array<Signature, tosa::Op_MAX + 1> rows;
        for (const OpInfo& info : operators()) rows[info.op] = make_signature(info);
        return rows;
    }();
    static const Signature any;
    return op < signatures.size() ? signatures[op] : any;
}

std::string signature_fault(const Operator& op) {
    const Signature& signature = signature_of(op.op);
    if (signature.info == nullptr) return "TOSA has no such operator";
    const std::size_t inputs = op.inputs.size();
    const std::size_t outputs = op.outputs.size();
    if (!signature.inputs.holds(inputs)) return count_fault("input", inputs, signature.inputs);
    if (!signature.outputs.holds(outputs)) return count_fault("output", outputs, signature.outputs);
    if (signature.fewer_outputs != 0 && outputs + signature.fewer_outputs != inputs) {
        const std::size_t expected = inputs - signature.fewer_outputs;
        return joined({count_fault("output", outputs, {expected, expected}), " for ", inputs, " inputs"});
    }
    const AttributeType attribute = op.attribute ? op.attribute->type : tosa::Attribute_NONE;
    if (attribute == signature.info->attribute || is_variable_access(op.op, attribute)) return {};
    return joined({"it has ", attribute_text(attribute), ", expected ", attribute_text(signature.info->attribute)});
}

}  // namespace tosa_core
