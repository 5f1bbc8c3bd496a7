#include "writer.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <variant>
#include <vector>

#include "downward.h"
#include "errors.h"

namespace tosa_core {
namespace {

using Position = Downward::Position;

// Field numbers of the generated tables are vtable offsets.
constexpr unsigned slot(unsigned vtable_offset) { return (vtable_offset - 4) / 2; }

// Names and texts of attributes end at the first NUL: upstream passes them through c_str(). A location does not.
std::string_view cut(const std::string& name) { return is_plain(name) ? std::string_view(name) : name.c_str(); }

// Where a constant behind the flatbuffer has its offset field.
struct OutsidePlace {
    const Blob* blob;
    std::size_t offset_mark;
    bool is_scale;
};

// Upstream's error for a value that no release of the format has.
[[noreturn]] void refuse(const char* kind, const std::string& name, const char* what, std::uint32_t value) {
    throw StateError(std::string("TosaSerializer::Serialize failed: ") + kind + " '" + name + "' has " + what + " " +
                     std::to_string(value) + ", which the schema does not have");
}

// Raised inside the writer when the embedded layout turns out to be too large.
struct OverCap {};

class Writer {
public:
    Writer(const Graph& graph, std::uint64_t cap, bool outside)
        : graph_(graph), out_(estimate(graph)), cap_(cap), outside_(outside) {}

    Image run() {
        std::vector<Position> regions;
        for (const auto& region : graph_.regions) regions.push_back(write_region(*region));
        const Position region_vector = out_.vector(std::span<const Position>(regions));
        const Position version = write_version();
        const Position software = write_software(graph_.software);
        const Position compatibility = write_compatibility();
        auto table = out_.table();
        table.offset_field(slot(tosa::TosaGraph::VT_COMPATIBILITY), compatibility);
        table.offset_field(slot(tosa::TosaGraph::VT_SOFTWARE_VERSION), software);
        table.offset_field(slot(tosa::TosaGraph::VT_REGIONS), region_vector);
        table.offset_field(slot(tosa::TosaGraph::VT_VERSION), version);
        const Position root = table.end();
        Image image = out_.finish(root, tosa::TosaGraphIdentifier());
        image.features = features();
        if (outside_) append_constants(image);
        return image;
    }

private:
    // Room for everything but the large constants; the buffer grows if it was too little.
    static std::size_t estimate(const Graph& graph) {
        std::size_t bytes = 1024;
        for (const auto& region : graph.regions) {
            for (const auto& block : region->blocks) {
                bytes += block->operators.size() * 192 + block->tensors.size() * 128 + block->shapes.size() * 96;
            }
        }
        return bytes;
    }

    std::span<const Position> write_names(const std::vector<std::string>& names, std::vector<Position>& positions) {
        positions.clear();
        for (const std::string& name : names) positions.push_back(out_.string(cut(name)));
        return positions;
    }

    Position write_attribute(const Operator& op) {
        const Attribute& attribute = *op.attribute;
        const AttributeInfo* info = find_attribute(attribute.type);
        if (info == nullptr) return 0;
        const auto& fields = info->fields;
        for (std::size_t i = fields.size(); i-- > 0;) {
            if (fields[i].is_child()) children_[i] = write_child(fields[i], attribute.values.at(i));
        }
        // As the generated CreateX does: wide fields before narrow ones, each from the last declared to the first.
        auto table = out_.table();
        for (std::size_t i = fields.size(); i-- > 0;) {
            const unsigned number = static_cast<unsigned>(i);
            if (fields[i].is_child()) {
                table.offset_field(number, children_[i]);
            } else if (fields[i].type != FieldType::kBool) {
                table.field(number, std::get<std::uint32_t>(attribute.values.at(i)));
            }
        }
        for (std::size_t i = fields.size(); i-- > 0;) {
            if (fields[i].is_child() || fields[i].type != FieldType::kBool) continue;
            table.field(static_cast<unsigned>(i), static_cast<std::uint8_t>(std::get<std::uint32_t>(attribute.values.at(i))));
        }
        return table.end();
    }

    Position write_child(const AttributeField& field, const Attribute::Value& value) {
        if (field.is_vector && field.type == FieldType::kInt32) {
            return out_.vector(std::span<const std::int32_t>(std::get<std::vector<std::int32_t>>(value)));
        }
        const std::string& text = std::get<std::string>(value);
        if (!field.is_vector) return out_.string(cut(text));
        return out_.vector(std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
    }

    Position write_operator(const Operator& op) {
        if (!op.attribute) throw StateError("Attribute not initialized");
        if (op.op > tosa::Op_MAX) refuse("operator", op.outputs.empty() ? "" : op.outputs.front(), "op", op.op);
        const auto inputs = write_names(op.inputs, inputs_);
        const auto outputs = write_names(op.outputs, outputs_);
        const Position input_vector = out_.vector(inputs);
        const Position output_vector = out_.vector(outputs);
        const Position attribute = write_attribute(op);
        const Position text = out_.string(op.location);
        auto place = out_.table();
        place.offset_field(slot(tosa::OpLocation::VT_TEXT), text);
        const Position location = place.end();
        auto table = out_.table();
        table.offset_field(slot(tosa::TosaOperator::VT_LOCATION), location);
        table.offset_field(slot(tosa::TosaOperator::VT_OUTPUTS), output_vector);
        table.offset_field(slot(tosa::TosaOperator::VT_INPUTS), input_vector);
        table.offset_field(slot(tosa::TosaOperator::VT_ATTRIBUTE), attribute);
        table.field(slot(tosa::TosaOperator::VT_OP), static_cast<std::uint32_t>(op.op));
        table.field(slot(tosa::TosaOperator::VT_ATTRIBUTE_TYPE), static_cast<std::uint8_t>(op.attribute->type));
        return table.end();
    }

    Position write_tensor(const Tensor& tensor) {
        if (tensor.type.value > tosa::DType_MAX) refuse("tensor", tensor.name(), "dtype", tensor.type.value);
        has_block_scaled_ = has_block_scaled_ || to_scaled_dtype(tensor.type) != ScaledDType::kUnknown;
        // Unsigned as upstream: past the cap the room wraps to a huge number, and the layout stays.
        if (!outside_ && tensor.data.size() + tensor.scale_data.size() > cap_ - out_.size()) throw OverCap{};
        const Position name = out_.string(cut(tensor.name()));
        const Position shape = out_.vector(std::span<const std::int32_t>(tensor.shape));
        Position data = 0;
        Position variable_name = 0;
        Position scale_data = 0;
        if (!outside_ && tensor.data.empty() && tensor.variable_name.empty() && tensor.scale_data.empty()) {
            // Most tensors are the result of an operator.
            scale_data = out_.zeros(2 * Downward::kEmptyVector + Downward::kEmptyString);
            variable_name = scale_data - Downward::kEmptyVector;
            data = variable_name - Downward::kEmptyString;
        } else {
            if (!outside_) data = out_.vector(tensor.data);
            variable_name = out_.string(cut(tensor.variable_name));
            if (!outside_) scale_data = out_.vector(tensor.scale_data);
        }
        const bool all = outside_;
        // Scales of a tensor without a scaled type stay behind; a scaled tensor without scales still has their place.
        const bool outside_scales = outside_ && tensor.type.is_block_scaled();
        auto table = out_.table();
        table.field(slot(tosa::TosaTensor::VT_SCALE_SIZE), outside_scales ? std::uint64_t{tensor.scale_data.size()} : 0,
                    std::uint64_t{0}, all);
        table.field(slot(tosa::TosaTensor::VT_SCALE_OFFSET), std::uint64_t{0}, std::uint64_t{0}, all);
        if (outside_scales) note_outside(tensor.scale_data, table.mark(), true);
        table.field(slot(tosa::TosaTensor::VT_SIZE), outside_ ? std::uint64_t{tensor.data.size()} : 0, std::uint64_t{0}, all);
        table.field(slot(tosa::TosaTensor::VT_OFFSET), std::uint64_t{0}, std::uint64_t{0}, all);
        if (outside_) note_outside(tensor.data, table.mark(), false);
        table.field(slot(tosa::TosaTensor::VT_BLOCK_SHAPE), static_cast<std::uint32_t>(tensor.type.block_shape), 0U, all);
        table.offset_field(slot(tosa::TosaTensor::VT_SCALE_DATA), scale_data);
        table.field(slot(tosa::TosaTensor::VT_SCALE_TYPE), static_cast<std::uint32_t>(tensor.type.scale), 0U, all);
        table.offset_field(slot(tosa::TosaTensor::VT_VARIABLE_NAME), variable_name);
        table.offset_field(slot(tosa::TosaTensor::VT_DATA), data);
        table.field(slot(tosa::TosaTensor::VT_TYPE), static_cast<std::uint32_t>(tensor.type.value), 0U, all);
        table.offset_field(slot(tosa::TosaTensor::VT_SHAPE), shape);
        table.offset_field(slot(tosa::TosaTensor::VT_NAME), name);
        table.field(slot(tosa::TosaTensor::VT_IS_UNRANKED), static_cast<std::uint8_t>(tensor.is_unranked), std::uint8_t{0}, all);
        table.field(slot(tosa::TosaTensor::VT_VARIABLE), static_cast<std::uint8_t>(tensor.is_variable), std::uint8_t{0}, all);
        return table.end();
    }

    Position write_shape(const Shape& shape) {
        const Position name = out_.string(cut(shape.name()));
        const Position data = out_.vector(shape.data);
        auto table = out_.table();
        table.offset_field(slot(tosa::TosaShape::VT_DATA), data);
        table.field(slot(tosa::TosaShape::VT_RANK), shape.rank);
        table.offset_field(slot(tosa::TosaShape::VT_NAME), name);
        return table.end();
    }

    template <typename T, typename F>
    Position write_all(const std::vector<std::shared_ptr<T>>& items, F write_one) {
        objects_.clear();
        for (std::size_t i = 0; i < items.size(); ++i) {
            prefetch_ahead(items, i);
            objects_.push_back((this->*write_one)(*items[i]));
        }
        return out_.vector(std::span<const Position>(objects_));
    }

    Position write_block(const Block& block) {
        const Position name = out_.string(cut(block.name));
        const auto inputs = write_names(block.inputs, inputs_);
        const auto outputs = write_names(block.outputs, outputs_);
        const Position input_vector = out_.vector(inputs);
        const Position output_vector = out_.vector(outputs);
        const Position operators = write_all(block.operators, &Writer::write_operator);
        const Position tensors = write_all(block.tensors, &Writer::write_tensor);
        const Position shapes = write_all(block.shapes, &Writer::write_shape);
        auto table = out_.table();
        table.offset_field(slot(tosa::TosaBasicBlock::VT_SHAPES), shapes);
        table.offset_field(slot(tosa::TosaBasicBlock::VT_OUTPUTS), output_vector);
        table.offset_field(slot(tosa::TosaBasicBlock::VT_INPUTS), input_vector);
        table.offset_field(slot(tosa::TosaBasicBlock::VT_TENSORS), tensors);
        table.offset_field(slot(tosa::TosaBasicBlock::VT_OPERATORS), operators);
        table.offset_field(slot(tosa::TosaBasicBlock::VT_NAME), name);
        return table.end();
    }

    Position write_region(const Region& region) {
        std::vector<Position> blocks;
        for (const auto& block : region.blocks) blocks.push_back(write_block(*block));
        const Position block_vector = out_.vector(std::span<const Position>(blocks));
        const Position name = out_.string(cut(region.name));
        auto table = out_.table();
        table.offset_field(slot(tosa::TosaRegion::VT_BLOCKS), block_vector);
        table.offset_field(slot(tosa::TosaRegion::VT_NAME), name);
        return table.end();
    }

    Position write_version() {
        const TosaVersion& version = graph_.version;
        auto table = out_.table();
        table.field(slot(tosa::Version::VT__PATCH), version.patch, -1);
        table.field(slot(tosa::Version::VT__MINOR), version.minor, -1);
        table.field(slot(tosa::Version::VT__MAJOR), version.major, -1);
        table.field(slot(tosa::Version::VT__DRAFT), static_cast<std::uint8_t>(version.draft), std::uint8_t{1});
        return table.end();
    }

    Position write_software(const SoftwareVersion& version) {
        const Position modifier = out_.string(version.modifier);
        auto table = out_.table();
        table.offset_field(slot(tosa::SoftwareVersion::VT__MODIFIER), modifier);
        table.field(slot(tosa::SoftwareVersion::VT__MICRO), version.micro, -1);
        table.field(slot(tosa::SoftwareVersion::VT__MINOR), version.minor, -1);
        table.field(slot(tosa::SoftwareVersion::VT__MAJOR), version.major, -1);
        return table.end();
    }

    Position write_compatibility() {
        const Position min_reader = write_software(library_version());
        auto table = out_.table();
        table.field(slot(tosa::SerializationCompatibility::VT_FEATURES), features());
        table.offset_field(slot(tosa::SerializationCompatibility::VT_MIN_READER_VERSION), min_reader);
        return table.end();
    }

    std::uint64_t features() const { return has_block_scaled_ ? std::uint64_t{1} << tosa::CompatibilityFeature_MXFP : 0; }

    void note_outside(const Blob& blob, std::size_t mark, bool is_scale) { places_.push_back({&blob, mark, is_scale}); }

    void append_constants(Image& image) {
        image.is_outside = true;
        image.pad_to(8);
        // Places of one tensor were noted scale first, since fields go out backwards.
        for (std::size_t i = 0; i < places_.size(); ++i) {
            if (places_[i].is_scale) {
                append_constant(image, places_[i + 1]);
                append_constant(image, places_[i]);
                ++i;
            } else {
                append_constant(image, places_[i]);
            }
        }
    }

    void append_constant(Image& image, const OutsidePlace& place) {
        const std::uint64_t offset = (image.size() + 7) / 8 * 8;
        out_.patch(place.offset_mark, offset);
        // Before an empty constant too, as upstream: the file then ends with padding.
        image.pad_to(8);
        image.append(place.blob->bytes(), place.blob->owner());
    }

    const Graph& graph_;
    Downward out_;
    std::uint64_t cap_;
    bool outside_;
    bool has_block_scaled_ = false;
    std::array<Position, TableLayout::kSlots> children_{};
    std::vector<Position> inputs_;
    std::vector<Position> outputs_;
    std::vector<Position> objects_;
    std::vector<OutsidePlace> places_;
};

std::uint64_t constant_bytes(const Graph& graph) {
    std::uint64_t bytes = 0;
    for (const auto& region : graph.regions) {
        for (const auto& block : region->blocks) {
            for (const auto& tensor : block->tensors) bytes += tensor->data.size() + tensor->scale_data.size();
        }
    }
    return bytes;
}

}  // namespace

Image write(const Graph& graph, std::uint64_t cap) {
    if (constant_bytes(graph) <= cap) {
        try {
            return Writer(graph, cap, false).run();
        } catch (const OverCap&) {
        }
    }
    return Writer(graph, cap, true).run();
}

}  // namespace tosa_core
