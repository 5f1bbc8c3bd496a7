// str() of the classes: upstream's text, character for character.
#include <string>

#include "../core/text.h"
#include "../core/types.h"
#include "objects.h"

namespace tosa_bindings {
namespace {

const std::string kRegionIndent(3, ' ');
const std::string kBlockIndent(6, ' ');
const std::string kItemIndent(9, ' ');

std::string line(const std::string& indent, const std::string& text) { return indent + "   " + text + "\n"; }
std::string head(const std::string& indent, const char* name) { return indent + "-- " + name + " --\n"; }

std::string join(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += name + " ";
    return text;
}

std::string number(std::uint32_t value) { return std::to_string(value); }

}  // namespace

std::string describe(const core::Tensor& t) {
    std::string text = head(kItemIndent, "TosaSerializerTensor");
    text += line(kItemIndent, "Name: " + t.name());
    text += line(kItemIndent, "DType Name: " + std::string(core::name_of(t.type.value)));
    text += line(kItemIndent, "DType Enum Value: " + number(t.type.value));
    if (t.type.scale != tosa::DType_UNKNOWN) {
        text += line(kItemIndent, "Scale DType Name: " + std::string(core::name_of(t.type.scale)));
        text += line(kItemIndent, "Scale DType Enum Value: " + number(t.type.scale));
        text += line(kItemIndent, "Block Shape: " + std::string(core::name_of(t.type.block_shape)));
    }
    return text + line(kItemIndent, "Shape: " + core::shape_text(t.shape));
}

std::string describe(const core::Shape& s) {
    std::string dims;
    for (const std::int64_t dim : dims_of(s)) dims += (dims.empty() ? "" : ", ") + std::to_string(dim);
    return head(kItemIndent, "TosaSerializerShape") + line(kItemIndent, "Name: " + s.name()) +
           line(kItemIndent, "Rank: " + number(s.rank)) + line(kItemIndent, "Dims: [" + dims + "]");
}

std::string describe(const core::Operator& op) {
    const core::AttributeType type = op.attribute ? op.attribute->type : tosa::Attribute_NONE;
    std::string text = head(kItemIndent, "TosaSerializerOperator");
    text += line(kItemIndent, "Operator Name: " + std::string(core::name_of(op.op)));
    text += line(kItemIndent, "Operator Enum Val: " + number(op.op));
    text += line(kItemIndent, "Input Tensors:");
    text += line(kItemIndent, "  " + join(op.inputs.texts()));
    text += line(kItemIndent, "Output Tensors:");
    text += line(kItemIndent, "  " + join(op.outputs.texts()));
    text += line(kItemIndent, std::string("Attribute Type Name: ") + tosa::EnumNameAttribute(type));
    text += line(kItemIndent, "Attribute Type Val: " + number(type));
    text.pop_back();
    return text;
}

std::string describe(const core::Block& block) {
    std::string text = head(kBlockIndent, "BasicBlock");
    text += line(kBlockIndent, "Region: " + block.region_name);
    text += line(kBlockIndent, "Name: " + block.name);
    text += line(kBlockIndent, "Inputs: ");
    text += line(kBlockIndent, "  " + join(block.inputs));
    text += line(kBlockIndent, "Outputs:");
    text += line(kBlockIndent, "  " + join(block.outputs));
    text += line(kBlockIndent, "Operators:");
    for (const auto& op : block.operators) text += describe(*op) + "\n";
    text += "\n" + line(kBlockIndent, "Tensors:");
    for (const auto& tensor : block.tensors) text += describe(*tensor) + "\n";
    text += "\n" + line(kBlockIndent, "Shapes:");
    for (const auto& shape : block.shapes) text += describe(*shape) + "\n";
    return text;
}

std::string describe(const Region& region) {
    std::string text = head(kRegionIndent, "TosaSerializerRegion");
    text += line(kRegionIndent, "Name: " + region.name);
    text += line(kRegionIndent, "Current Basic Block: " + (region.block ? region.block->name : "None"));
    text += line(kRegionIndent, "Path Prefix: " + region.path_prefix);
    text += line(kRegionIndent, "Const Mode: " + std::to_string(static_cast<int>(region.mode)));
    text += line(kRegionIndent, "Blocks:");
    for (const auto& block : region.blocks) text += describe(*block) + "\n";
    return text;
}

std::string describe(const Serializer& serializer) {
    std::string text = head("", "TosaSerializer");
    text += line("", "Path Prefix: " + serializer.path_prefix);
    text += line("", "Const Mode: " + std::to_string(static_cast<int>(serializer.mode)));
    text += line("", "Regions:");
    for (const auto& region : serializer.regions) text += describe(*region) + "\n";
    return text;
}

std::string describe(const AttributeHolder& holder) {
    // Upstream prints the opposite of what the first line says.
    const core::AttributeInfo* info = holder.attribute ? core::find_attribute(holder.attribute->type) : nullptr;
    const std::string name = info != nullptr ? std::string(info->name) : holder.attribute ? "None" : "";
    std::string text = head("", "TosaSerializerAttribute");
    text += line("", std::string("Has been initialized: ") + (holder.attribute ? "0" : "1"));
    text += line("", "Attribute Type: " + name);
    text += line("", "Attribute Enum Value: " + number(holder.attribute ? holder.attribute->type : 0));
    return text + line("", "Number of Parameters: " + std::to_string(info != nullptr ? info->fields.size() : 0));
}

}  // namespace tosa_bindings
