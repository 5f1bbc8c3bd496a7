#include "check.h"

#include <algorithm>
#include <cstddef>

#include "errors.h"
#include "short_text.h"
#include "signature.h"
#include "text.h"

namespace tosa_core {
namespace {

std::string bytes_text(std::uint64_t count) { return std::to_string(count) + (count == 1 ? " byte" : " bytes"); }

// An operator that TOSA does not have goes by its number.
std::string operator_text(const Operator& op, std::size_t index) {
    const std::string_view name = name_of(op.op);
    return joined(
        {"operator ", index, " (", (name.empty() ? std::to_string(static_cast<unsigned>(op.op)) : std::string(name)), ")"});
}

// "operator 3 (ADD) in block 'main'"
std::string operator_text(const Block& block, const Operator& op, std::size_t index) {
    return joined({operator_text(op, index), " in block ", quoted(block.name)});
}

// What is wrong with a text that the file format stores, or nullptr.
const char* text_fault(std::string_view text) {
    if (is_plain(text)) return nullptr;
    if (text.find('\0') != std::string_view::npos) return "holds a NUL character, at which the file format would cut it";
    return is_utf8(text) ? nullptr : "is not UTF-8";
}

void check_text(const std::string& owner, const char* what, std::string_view text) {
    if (const char* fault = text_fault(text)) throw ValueError(joined({owner, ": its ", what, " ", quoted(text), " ", fault}));
}

[[noreturn]] void refuse_dimension(std::string_view name, std::span<const std::int32_t> shape, std::int32_t dim,
                                   bool is_constant) {
    throw ValueError(joined(
        {"tensor ", quoted(name), ": dimension ", dim, " in shape ", shape_text(shape),
         (is_constant ? "; dimensions of a constant are 0 or more" : "; dimensions are 0 or more, or -1 for an unknown size")}));
}

// One run of values against the bytes that shape and type ask for. Returns the warning, or "".
std::string check_size(const Tensor& tensor, const char* what, std::uint64_t found, std::optional<std::uint64_t> expected,
                       DType dtype) {
    const std::string owner = joined({"tensor ", quoted(tensor.name())});
    if (!expected) {
        throw ValueError(joined({owner, ": ", bytes_text(found), " of ", what, ", but a shape ", shape_text(tensor.shape),
                                 " of type ", name_of(dtype), " has no size"}));
    }
    if (found == *expected) return {};
    const std::string sizes = joined({"shape ", shape_text(tensor.shape), " of ", name_of(dtype), " takes ",
                                      bytes_text(*expected), ", its ", what, " has ", bytes_text(found)});
    if (found < *expected) throw ValueError(joined({owner, ": ", sizes, "; give a value for every element"}));
    return joined({owner, ": ", sizes, "; all of it is written, readers use the first ", bytes_text(*expected)});
}

// What the data has beyond its size are the zeros up to the next multiple of 8.
bool is_padded(const Tensor& tensor) {
    if (!tensor.extra().scale_data.empty()) return false;
    const auto count = element_count(tensor.shape);
    const auto size = count ? packed_size(tensor.type.value, *count) : std::nullopt;
    if (!size || tensor.data.size() != (*size + 7) / 8 * 8) return false;
    const auto rest = tensor.data.bytes().subspan(static_cast<std::size_t>(*size));
    return std::all_of(rest.begin(), rest.end(), [](std::uint8_t byte) { return byte == 0; });
}

constexpr std::uint32_t kNobody = UINT32_MAX;
// As element_count.
constexpr double kMaxCount = 0x1p62;
constexpr char kOneName[] = "; every name stands for one";

}  // namespace

void check_name(std::string_view kind, std::string_view name) {
    if (name.empty()) throw ValueError(joined({"a ", kind, "'s name is empty"}));
    if (const char* fault = text_fault(name)) throw ValueError(joined({"the ", kind, " name ", quoted(name), " ", fault}));
}

void check_shape(std::string_view name, std::span<const std::int32_t> shape, bool is_constant) {
    const std::int32_t least = is_constant ? 0 : kUnknownDim;
    // In doubles, which do not overflow: exact up to 2^53, and the limit is no matter of one value more.
    double count = 1;
    for (const std::int32_t dim : shape) {
        if (dim < least) [[unlikely]]
            refuse_dimension(name, shape, dim, is_constant);
        if (dim != kUnknownDim) count *= dim;
    }
    if (count > kMaxCount) [[unlikely]] {
        throw ValueError(joined(
            {"tensor ", quoted(name), ": shape ", shape_text(shape), " has more than 2^62 values, beyond what a size can say"}));
    }
}

std::string check_data(const Tensor& tensor) {
    const Blob& scales = tensor.extra().scale_data;
    if (tensor.data.empty() && scales.empty()) return {};
    if (tensor.type.is_block_scaled() && (tensor.data.empty() || scales.empty())) {
        throw ValueError(joined({"tensor ", quoted(tensor.name()), ": a block-scaled constant needs values and scales; it has ",
                                 bytes_text(tensor.data.size()), " of values and ", bytes_text(scales.size()), " of scales"}));
    }
    if (!scales.empty() && !tensor.type.is_block_scaled()) {
        throw ValueError(joined(
            {"tensor ", quoted(tensor.name()), ": ", bytes_text(scales.size()), " of scales, but its type ",
             name_of(tensor.type.value),
             " is no block-scaled one; set dtype, scale_dtype and block_shape to one, or make the tensor without scales"}));
    }
    // The shape of an unranked tensor says nothing.
    if (tensor.is_unranked) return {};
    const auto size = [](DType dtype, std::optional<std::uint64_t> count) {
        return count ? packed_size(dtype, *count) : std::nullopt;
    };
    std::string warning;
    if (!tensor.data.empty()) {
        const DType dtype = tensor.type.value;
        warning = check_size(tensor, "data", tensor.data.size(), size(dtype, element_count(tensor.shape)), dtype);
    }
    if (scales.empty()) return warning;
    const DType dtype = tensor.type.scale;
    const auto expected = size(dtype, scale_count(tensor.shape, tensor.type.block_shape));
    const std::string second = check_size(tensor, "scale data", scales.size(), expected, dtype);
    return warning.empty() ? second : second.empty() ? warning : joined({warning, "; ", second});
}

void check_signature(const Block& block, const Operator& op, std::size_t index) {
    if (!op.attribute) throw StateError(joined({operator_text(block, op, index), ": Attribute not initialized"}));
    if (const std::string fault = signature_fault(op); !fault.empty())
        throw ValueError(joined({operator_text(block, op, index), ": ", fault}));
}

void check_names(const Block& block, const Operator& op, std::size_t index) {
    const auto check = [&](const NameList& names, const char* what) {
        for (const auto [name, hash, is_plain] : names) {
            if (name.empty())
                throw ValueError(joined({operator_text(block, op, index), ": the name of its ", what, " is empty"}));
            if (!is_plain) check_text(operator_text(block, op, index), what, name);
        }
    };
    check(op.inputs, "input");
    check(op.outputs, "output");
}

GraphChecker::GraphChecker(const Graph& graph) {
    std::unordered_set<std::string_view> regions;
    for (const auto& region : graph.regions) {
        check_name("region", region->name);
        if (!regions.insert(region->name).second)
            throw ValueError(joined({"two regions are named ", quoted(region->name), kOneName}));
        graph_names_.insert(region->name);
        std::unordered_set<std::string_view> blocks;
        for (const auto& block : region->blocks) {
            if (!blocks.insert(block->name).second) {
                throw ValueError(
                    joined({"region ", quoted(region->name), ": two of its blocks are named ", quoted(block->name), kOneName}));
            }
            graph_names_.insert(block->name);
        }
    }
}

void GraphChecker::enter(Block& block) {
    block_ = &block;
    check_name("block", block.name);
    if (const std::string* name = block.find_duplicate()) {
        check_name("tensor", *name);
        throw ValueError(
            joined({"block ", quoted(block.name), ": two of its tensors and shapes are named ", quoted(*name), kOneName}));
    }
    check_block_names(block.inputs, "input");
    check_block_names(block.outputs, "output");
    producers_.assign(block.tensors.size() + block.shapes.size(), kNobody);
}

void GraphChecker::check(Tensor& tensor) {
    check_name("tensor", tensor.listed_name());
    if (tensor.type.value == tosa::DType_UNKNOWN) [[unlikely]]
        throw ValueError(joined({"tensor ", quoted(tensor.name()), ": its type is UNKNOWN, expected one that has values"}));
    if (tensor.data.empty() && tensor.own_extra() == nullptr) {
        // The shape of an unranked tensor says nothing.
        if (!tensor.is_unranked) check_shape(tensor.name(), tensor.shape, false);
    } else {
        check_constant(tensor);
    }
}

void GraphChecker::check_constant(Tensor& tensor) {
    const Tensor::Extra& extra = tensor.extra();
    if (!extra.any_deferred_error().empty()) throw ValueError(extra.any_deferred_error());
    if (!extra.variable_name.empty())
        check_text(joined({"tensor ", quoted(tensor.name())}), "variable_name", extra.variable_name);
    const bool is_constant = !tensor.data.empty() || !extra.scale_data.empty();
    if (!tensor.is_unranked) check_shape(tensor.name(), tensor.shape, is_constant);
    if (!is_constant) return;
    std::string warning = check_data(tensor);
    if (!warning.empty() && is_from_file_ && is_padded(tensor)) tensor.warned = true;
    if (!warning.empty() && !tensor.warned) warnings_.emplace_back(&tensor, std::move(warning));
}

void GraphChecker::check(const Shape& shape) {
    if (!shape.deferred_error.empty()) throw ValueError(shape.deferred_error);
    check_name("shape", shape.listed_name());
    const std::uint64_t expected = std::uint64_t{shape.rank} * sizeof(std::int64_t);
    if (shape.data.empty() || shape.data.size() == expected) return;
    throw ValueError(joined({"shape ", quoted(shape.name()), ": rank ", shape.rank, " takes ", bytes_text(expected),
                             " (an int64 for each dimension), its data has ", bytes_text(shape.data.size())}));
}

void GraphChecker::check(const Operator& op, std::size_t index) {
    check_signature(*block_, op, index);
    const Signature& signature = signature_of(op.op);
    const auto& operators = block_->operators;
    if (index + kSlotsAhead < operators.size()) {
        block_->prefetch_slots(operators[index + kSlotsAhead]->inputs);
        block_->prefetch_slots(operators[index + kSlotsAhead]->outputs);
        block_->prefetch_tensors(operators[index + kTensorsAhead]->inputs);
        block_->prefetch_tensors(operators[index + kTensorsAhead]->outputs);
    }
    const std::size_t count = op.inputs.size();
    std::size_t place = 0;
    for (const auto [name, hash, is_plain] : op.inputs) {
        const std::size_t number = block_->number_of(name, hash);
        if (number == Block::kNone) refuse_unknown(index, "input", name);
        const bool is_shape = number >= block_->tensors.size();
        if (is_shape != signature.is_shape(place++, count)) [[unlikely]]
            refuse_kind(index, "input", name, is_shape);
    }
    for (const auto [name, hash, is_plain] : op.outputs) {
        const std::size_t number = block_->number_of(name, hash);
        if (number == Block::kNone) refuse_unknown(index, "output", name);
        const bool is_shape = number >= block_->tensors.size();
        if (is_shape != signature.gives_shapes) [[unlikely]]
            refuse_kind(index, "output", name, is_shape);
        std::uint32_t& producer = producers_[number];
        if (producer != kNobody) [[unlikely]] {
            // A variable is assigned as often as the graph likes.
            const bool is_variable = number < block_->tensors.size() && block_->tensors[number]->is_variable;
            if (!is_variable) refuse_producers(producer, index, name);
        }
        producer = static_cast<std::uint32_t>(index);
    }
    if (!op.location.empty()) check_location(index);
    if (op.attribute && !op.attribute->values.empty()) check_attribute_texts(index);
}

void GraphChecker::check_all(Block& block) {
    is_from_file_ = true;
    enter(block);
    for (std::size_t i = 0; i < block.operators.size(); ++i) check(*block.operators[i], i);
    for (const auto& tensor : block.tensors) check(*tensor);
    for (const auto& shape : block.shapes) check(*shape);
}

std::vector<std::string> GraphChecker::take_warnings() {
    std::vector<std::string> texts;
    for (auto& [tensor, text] : warnings_) {
        if (!std::exchange(tensor->warned, true)) texts.push_back(std::move(text));
    }
    return texts;
}

void GraphChecker::check_block_names(const std::vector<std::string>& names, const char* what) {
    for (const std::string& name : names) {
        if (block_->number_of(name) == Block::kNone) {
            throw ValueError(
                joined({"block ", quoted(block_->name), ": its ", what, " ", quoted(name), " is none of its tensors or shapes"}));
        }
    }
}

void GraphChecker::check_location(std::size_t index) const {
    const std::string& location = block_->operators[index]->location;
    if (text_fault(location)) check_text(operator_text(*block_, *block_->operators[index], index), "location", location);
}

// Texts of attributes must not be cut. Those of COND_IF and WHILE_LOOP name what the operator runs: a region, or a block of one.
void GraphChecker::check_attribute_texts(std::size_t index) const {
    const Operator& op = *block_->operators[index];
    const AttributeInfo* info = find_attribute(op.attribute->type);
    if (!info) return;
    const bool names_bodies = op.op == tosa::Op_COND_IF || op.op == tosa::Op_WHILE_LOOP;
    for (std::size_t i = 0; i < std::min(info->fields.size(), op.attribute->values.size()); ++i) {
        const std::string* text = std::get_if<std::string>(&op.attribute->values[i]);
        if (!text || info->fields[i].is_vector) continue;
        const bool is_unknown = names_bodies && !graph_names_.contains(*text);
        if (!is_unknown && !text_fault(*text)) continue;
        const std::string owner = operator_text(*block_, op, index);
        check_text(owner, info->fields[i].name.data(), *text);
        throw ValueError(
            joined({owner, ": its ", info->fields[i].name, " ", quoted(*text), " is no region or block of the graph"}));
    }
}

void GraphChecker::refuse_unknown(std::size_t index, const char* what, std::string_view name) const {
    throw ValueError(joined({operator_text(*block_, *block_->operators[index], index), ": its ", what, " ", quoted(name),
                             " is none of the block's tensors or shapes; add it, or correct the name"}));
}

void GraphChecker::refuse_producers(std::size_t first, std::size_t second, std::string_view name) const {
    throw ValueError(
        joined({"block ", quoted(block_->name), ": ", quoted(name), " has two producers, ",
                operator_text(*block_->operators[first], first), " and ", operator_text(*block_->operators[second], second)}));
}

void GraphChecker::refuse_kind(std::size_t index, const char* what, std::string_view name, bool is_shape) const {
    throw ValueError(joined({operator_text(*block_, *block_->operators[index], index), ": its ", what, " ", quoted(name),
                             (is_shape ? " is a shape, expected a tensor" : " is a tensor, expected a shape")}));
}

}  // namespace tosa_core
