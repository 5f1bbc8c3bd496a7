#include "writer.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "check.h"
#include "downward.h"
#include "errors.h"
#include "sizes.h"
#include "text.h"

namespace tosa_core {
namespace {

using Position = Downward::Position;
using Reference = Downward::Reference;
using Number = Downward::Number;
using Byte = Downward::Byte;

// Field numbers of the generated tables are vtable offsets.
constexpr unsigned slot(unsigned vtable_offset) { return (vtable_offset - 4) / 2; }

// Names and texts of attributes end at the first NUL: upstream passes them through c_str(). A location does not.
std::string_view cut(const ListedName& name) { return name.is_plain ? name.text : name.text.substr(0, name.text.find('\0')); }
std::string_view cut(const std::string& text) { return text.c_str(); }

// Where a constant behind the flatbuffer has its offset field.
struct OutsidePlace {
    const Blob* blob;
    std::size_t offset_mark;
    bool is_scale;
};

// Upstream's error for a value that no release of the format has.
[[noreturn]] void refuse(const char* kind, std::string_view name, const char* what, std::uint32_t value) {
    throw StateError(joined({"TosaSerializer::Serialize failed: ", kind, " '", name, "' has ", what, " ", value,
                             ", which the schema does not have"}));
}

// Raised inside the writer when the embedded layout turns out to be too large.
struct OverCap {};

std::uint64_t constant_bytes(const Graph& graph) {
    std::uint64_t bytes = 0;
    for (const auto& region : graph.regions) {
        for (const auto& block : region->blocks) {
            for (const auto& tensor : block->tensors) bytes += tensor->data.size() + tensor->extra().scale_data.size();
        }
    }
    return bytes;
}

class Writer {
public:
    Writer(const Graph& graph, std::uint64_t cap, std::uint64_t max_size, bool outside, GraphChecker* checker)
        : graph_(graph), out_(estimate(graph)), cap_(cap), max_size_(max_size), outside_(outside), checker_(checker) {}

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
        if (image.size() > max_size_ || (outside_ && max_size_ <= kDefaultCap)) refuse_size(image.size());
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

    static std::size_t room(const NameList& names) {
        std::size_t bytes = Cursor::room(0);
        for (const ListedName& name : names) {
            Downward::check_count(name.text.size());
            bytes += Cursor::room(name.text.size() + Cursor::kWord);
        }
        return bytes;
    }

    [[gnu::always_inline]] static std::span<const Position> write_names(Cursor& out, const NameList& names,
                                                                        std::vector<Position>& positions) {
        positions.clear();
        for (const ListedName& name : names) positions.push_back(out.string(cut(name)));
        return positions;
    }

    std::span<const Position> write_names(const std::vector<std::string>& names, std::vector<Position>& positions) {
        positions.clear();
        for (const std::string& name : names) positions.push_back(out_.string(cut(name)));
        return positions;
    }

    [[gnu::always_inline]] Position write_attribute(Cursor& out, const Attribute& attribute) {
        const AttributeInfo* info = find_attribute(attribute.type);
        if (info == nullptr) return 0;
        if (info->fields.empty()) return out_.table(out, attribute_);
        out_.end(out);
        const Position position = write_fields(*info, attribute);
        out = out_.begin(0);
        return position;
    }

    Position write_fields(const AttributeInfo& info, const Attribute& attribute) {
        const auto& fields = info.fields;
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
        return table.end(attribute_);
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
        if (op.op > tosa::Op_MAX) refuse("operator", op.outputs.empty() ? "" : (*op.outputs.begin()).text, "op", op.op);
        Downward::check_count(op.location.size());
        Cursor out = out_.begin(room(op.inputs) + room(op.outputs) + Downward::kTableRoom);
        const auto inputs = write_names(out, op.inputs, inputs_);
        const auto outputs = write_names(out, op.outputs, outputs_);
        const Position input_vector = out.references(inputs);
        const Position output_vector = out.references(outputs);
        const Position attribute = write_attribute(out, *op.attribute);
        out_.end(out);
        out = out_.begin(Cursor::room(op.location.size()) + 2 * Downward::kTableRoom);
        const Position text = out.string(op.location);
        const Position location = out_.table(out, location_, Reference{slot(tosa::OpLocation::VT_TEXT), text});
        const Position position =
            out_.table(out, operator_, Reference{slot(tosa::TosaOperator::VT_LOCATION), location},
                       Reference{slot(tosa::TosaOperator::VT_OUTPUTS), output_vector},
                       Reference{slot(tosa::TosaOperator::VT_INPUTS), input_vector},
                       Reference{slot(tosa::TosaOperator::VT_ATTRIBUTE), attribute},
                       Number{slot(tosa::TosaOperator::VT_OP), static_cast<std::uint32_t>(op.op)},
                       Byte{slot(tosa::TosaOperator::VT_ATTRIBUTE_TYPE), static_cast<std::uint8_t>(op.attribute->type)});
        out_.end(out);
        return position;
    }

    // Most tensors are the result of an operator, and leave the same fields out.
    bool is_plain_result(const Tensor& tensor) const {
        return !outside_ && tensor.data.empty() && !tensor.own_extra() && !tensor.is_variable && !tensor.is_unranked &&
               tensor.type.is_primitive();
    }

    Position write_result(const Tensor& tensor) {
        Downward::check_count(tensor.name().size());
        Downward::check_count(tensor.shape.size());
        Cursor out =
            out_.begin(Cursor::room(tensor.name().size() + tensor.shape.size() * Cursor::kWord, 4) + Downward::kTableRoom);
        const Position name = out.string(cut(tensor.listed_name()));
        const Position shape = out.vector(tensor.shape);
        // The empty data, variable name and scale data.
        const Position scale_data = out.zeros(2 * Cursor::kEmptyVector + Cursor::kEmptyString);
        const Position variable_name = scale_data - Cursor::kEmptyVector;
        const Position data = variable_name - Cursor::kEmptyString;
        const Position position = out_.table(
            out, result_, Reference{slot(tosa::TosaTensor::VT_SCALE_DATA), scale_data},
            Reference{slot(tosa::TosaTensor::VT_VARIABLE_NAME), variable_name}, Reference{slot(tosa::TosaTensor::VT_DATA), data},
            Number{slot(tosa::TosaTensor::VT_TYPE), static_cast<std::uint32_t>(tensor.type.value)},
            Reference{slot(tosa::TosaTensor::VT_SHAPE), shape}, Reference{slot(tosa::TosaTensor::VT_NAME), name});
        out_.end(out);
        return position;
    }

    // Notes `bytes` more of constants in the flatbuffer. Raises OverCap if they and the flatbuffer, or all the constants, take
    // more than the cap.
    void embed(std::uint64_t bytes) {
        // Unsigned as upstream: past the cap the room wraps to a huge number, and the layout stays.
        if (bytes > cap_ - out_.size()) throw OverCap{};
        embedded_ += bytes;
        if (embedded_ > cap_) throw OverCap{};
        if (embedded_ <= kMuch || is_counted_) return;
        // Before much is written that is thrown away.
        is_counted_ = true;
        if (constant_bytes(graph_) > cap_) throw OverCap{};
    }

    Position write_tensor(const Tensor& tensor) {
        if (tensor.type.value > tosa::DType_MAX) refuse("tensor", tensor.name(), "dtype", tensor.type.value);
        has_block_scaled_ = has_block_scaled_ || to_scaled_dtype(tensor.type) != ScaledDType::kUnknown;
        // Unsigned as upstream: past the cap the room wraps to a huge number, and the layout stays.
        const Tensor::Extra& extra = tensor.extra();
        if (!outside_) embed(tensor.data.size() + extra.scale_data.size());
        if (is_plain_result(tensor)) return write_result(tensor);
        const Position name = out_.string(cut(tensor.listed_name()));
        const Position shape = out_.vector(std::span<const std::int32_t>(tensor.shape));
        const Position data = outside_ ? 0 : out_.vector(tensor.data);
        const Position variable_name = out_.string(cut(extra.variable_name));
        const Position scale_data = outside_ ? 0 : out_.vector(extra.scale_data);
        const bool all = outside_;
        // Scales of a tensor without a scaled type stay behind; a scaled tensor without scales still has their place.
        const bool outside_scales = outside_ && tensor.type.is_block_scaled();
        auto table = out_.table();
        table.field(slot(tosa::TosaTensor::VT_SCALE_SIZE), outside_scales ? std::uint64_t{extra.scale_data.size()} : 0,
                    std::uint64_t{0}, all);
        table.field(slot(tosa::TosaTensor::VT_SCALE_OFFSET), std::uint64_t{0}, std::uint64_t{0}, all);
        if (outside_scales) note_outside(extra.scale_data, table.mark(), true);
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
        return table.end(tensor_);
    }

    Position write_shape(const Shape& shape) {
        const Position name = out_.string(cut(shape.listed_name()));
        const Position data = out_.vector(shape.data);
        auto table = out_.table();
        table.offset_field(slot(tosa::TosaShape::VT_DATA), data);
        table.field(slot(tosa::TosaShape::VT_RANK), shape.rank);
        table.offset_field(slot(tosa::TosaShape::VT_NAME), name);
        return table.end();
    }

    // Checks and writes each.
    template <typename T, typename F>
    Position write_all(const std::vector<std::shared_ptr<T>>& items, F write_one) {
        objects_.resize(items.size());
        for (std::size_t i = 0; i < items.size(); ++i) {
            prefetch_ahead(items, i);
            objects_[i] = write_one(*items[i], i);
        }
        return out_.vector(std::span<const Position>(objects_));
    }

    Position write_block(Block& block) {
        if (checker_) checker_->enter(block);
        const Position name = out_.string(cut(block.name));
        const auto inputs = write_names(block.inputs, inputs_);
        const auto outputs = write_names(block.outputs, outputs_);
        const Position input_vector = out_.vector(inputs);
        const Position output_vector = out_.vector(outputs);
        const Position operators = write_all(block.operators, [this](const Operator& op, std::size_t i) {
            if (checker_) checker_->check(op, i);
            return write_operator(op);
        });
        const Position tensors = write_all(block.tensors, [this](Tensor& tensor, std::size_t) {
            if (checker_) checker_->check(tensor);
            return write_tensor(tensor);
        });
        const Position shapes = write_all(block.shapes, [this](const Shape& shape, std::size_t) {
            if (checker_) checker_->check(shape);
            return write_shape(shape);
        });
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

    [[noreturn]] void refuse_size(std::uint64_t size) const {
        const bool refuses_outside = outside_ && max_size_ <= kDefaultCap;
        throw SizeError(joined({"max_size: expected at most ", max_size_, " bytes",
                                refuses_outside ? " and no constants outside the flatbuffer" : "", ", got ", size,
                                outside_ ? " with constants outside" : "", "; fb_size_cap is ", cap_, biggest_text(graph_)}));
    }

    static constexpr std::uint64_t kMuch = std::uint64_t{16} << 20;

    const Graph& graph_;
    Downward out_;
    std::uint64_t cap_;
    std::uint64_t max_size_;
    bool outside_;
    GraphChecker* checker_;
    std::uint64_t embedded_ = 0;
    bool is_counted_ = false;
    bool has_block_scaled_ = false;
    std::array<Position, TableLayout::kSlots> children_{};
    Downward::LastVTable attribute_;
    Downward::LastVTable location_;
    Downward::LastVTable operator_;
    Downward::LastVTable result_;
    Downward::LastVTable tensor_;
    std::vector<Position> inputs_;
    std::vector<Position> outputs_;
    std::vector<Position> objects_;
    std::vector<OutsidePlace> places_;
};

// What is asked of a file.
struct Request {
    const Graph& graph;
    std::uint64_t cap;
    std::uint64_t max_size = kNoLimit;
    bool is_checked = false;
};

// Out of line: all of the writer would go into each caller.
[[gnu::noinline]] CheckedImage attempt(const Request& request, bool outside) {
    std::optional<GraphChecker> checker;
    if (request.is_checked) checker.emplace(request.graph);
    CheckedImage result;
    result.image = Writer(request.graph, request.cap, request.max_size, outside, checker ? &*checker : nullptr).run();
    if (checker) result.warnings = checker->take_warnings();
    return result;
}

// nullopt: the constants must lie outside.
std::optional<CheckedImage> attempt_inside(const Request& request) {
    try {
        return attempt(request, false);
    } catch (const OverCap&) {
        return std::nullopt;
    }
}

// The layout above the cap starts from the beginning.
CheckedImage write(const Request& request) {
    std::optional<CheckedImage> inside = attempt_inside(request);
    return inside ? std::move(*inside) : attempt(request, true);
}

}  // namespace

Image write(const Graph& graph, std::uint64_t cap, std::uint64_t max_size) { return write(Request{graph, cap, max_size}).image; }

bool needs_outside(const Graph& graph, std::uint64_t cap) { return !attempt_inside({graph, cap}); }

CheckedImage write_checked(const Graph& graph, std::uint64_t cap, std::uint64_t max_size) {
    return write(Request{graph, cap, max_size, true});
}

}  // namespace tosa_core
