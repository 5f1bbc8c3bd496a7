#include "reader.h"

#include <cstring>
#include <memory>
#include <utility>

#include "check.h"
#include "notices.h"
#include "overlaps.h"
#include "reflect.h"
#include "text.h"
#include "verifier.h"

namespace tosa_core {
namespace {

// Root offset and identifier.
constexpr std::size_t kHeaderSize = 8;
// Upstream pads each constant behind the flatbuffer to this (TENSOR_BUFFER_FORCE_ALIGNMENT).
constexpr std::uint64_t kOutsideAlignment = 8;
// Offsets up to this one say that the data is embedded (tosa.fbs: "only valid if > 1").
constexpr std::uint64_t kNoOffset = 1;

[[noreturn]] void corrupt(const std::string& what) { throw ReadError(ReadError::Kind::kCorrupt, what); }

std::string text_or_empty(const flatbuffers::String* text) { return text ? text->str() : std::string(); }

template <typename T>
std::size_t size_of(const flatbuffers::Vector<T>* vector) {
    return vector ? vector->size() : 0;
}

// The part of the file that is being read, put into words only when it is refused.
struct Place {
    const char* kind = "graph";
    std::size_t index = 0;
    std::string_view name;
    // "block 0 of region 'main'", or empty.
    std::string outer;

    std::string text() const {
        std::string result = joined({kind, " ", index});
        if (!name.empty()) result += joined({" (", quoted(name), ")"});
        return outer.empty() ? result : joined({result, " in ", outer});
    }
};

class Reader {
public:
    Reader(const Blob& file, const ReadOptions& options) : file_(file), options_(options) {
        result_.graph.software = options.software;
    }

    ReadResult run() {
        check_identifier();
        end_ = verify(file_.bytes());
        const tosa::TosaGraph& root = *tosa::GetTosaGraph(file_.data());
        read_version(root);
        read_software(root);
        for (std::size_t i = 0; i < size_of(root.regions()); ++i) read_region(*root.regions()->Get(static_cast<unsigned>(i)), i);
        for (std::string& line : assignment_notices(result_.graph)) result_.messages.push_back(std::move(line));
        if (options_.strictness == Strictness::kStrict) check_graph();
        return std::move(result_);
    }

private:
    void check_identifier() const {
        if (file_.size() < kHeaderSize) {
            corrupt(joined({"TOSA graph data is invalid: ", file_.size(), " bytes are too few for a file"}));
        }
        const std::string_view found(reinterpret_cast<const char*>(file_.data()) + 4, 4);
        if (found != tosa::TosaGraphIdentifier()) {
            corrupt(
                joined({"TOSA graph data is invalid, should start with ", tosa::TosaGraphIdentifier(), ", has ", quoted(found)}));
        }
    }

    void read_version(const tosa::TosaGraph& root) {
        const tosa::Version* version = root.version();
        if (!version) corrupt("TOSA graph failed flatbuffer verification: version is missing");
        result_.graph.version = {version->_major(), version->_minor(), version->_patch(), version->_draft()};
        const std::string found = to_string(result_.graph.version);
        const std::string ours = to_string(options_.version);
        switch (compatibility(result_.graph.version, options_.version)) {
            case Compatibility::kComplete:
            case Compatibility::kForward: break;
            case Compatibility::kBackward:
                result_.messages.push_back(
                    joined({"WARNING: Different TOSA spec in flatbuffer and serializer versions detected. Read TOSA spec in "
                            "flatbuffer ",
                            found, " is backward compatible with serializer version ", ours}));
                break;
            case Compatibility::kNone:
                wrong_version(joined(
                    {"Read TOSA spec version in flatbuffer ", found, " is not compatible with serializer version ", ours}));
        }
    }

    void read_software(const tosa::TosaGraph& root) {
        const std::string ours = to_string(options_.software);
        const tosa::SoftwareVersion* software = root.software_version();
        if (!software) {
            result_.messages.push_back(
                joined({"WARNING: TOSA file created with version of SerLib before software version was encoded. It is backward "
                        "compatible with current version ",
                        ours}));
            return;
        }
        result_.graph.software = to_software(*software);
        if (const tosa::SerializationCompatibility* compatibility = root.compatibility()) {
            if (compatibility->min_reader_version()) {
                result_.min_reader = to_software(*compatibility->min_reader_version());
            }
            result_.features = compatibility->features();
            check_features();
        }
        const std::string found = to_string(result_.graph.software);
        switch (compatibility(result_.graph.software, options_.software, result_.min_reader)) {
            case Compatibility::kComplete: break;
            case Compatibility::kBackward:
                result_.messages.push_back(joined({"INFO: TOSA file created with older SerLib version ", found,
                                                   " but is backward compatible with current version ", ours}));
                break;
            case Compatibility::kForward:
                result_.messages.push_back(joined({"INFO: TOSA file created with newer SerLib version ", found,
                                                   " but is forward compatible with current version ", ours}));
                break;
            case Compatibility::kNone:
                wrong_version(joined(
                    {"TOSA file created with newer SerLib version ", found, " is not compatible with current version ", ours}));
        }
    }

    static SoftwareVersion to_software(const tosa::SoftwareVersion& version) {
        return {version._major(), version._minor(), version._micro(), text_or_empty(version._modifier())};
    }

    [[noreturn]] void wrong_version(const std::string& what) const {
        ReadError error(ReadError::Kind::kVersion, what, result_.graph.version);
        error.software = result_.graph.software;
        throw error;
    }

    void check_features() const {
        // Bit 0 stands for NONE and says nothing.
        for (unsigned bit = 1; bit < 64; ++bit) {
            if ((result_.features >> bit & 1) != 0 && bit > tosa::CompatibilityFeature_MAX) {
                wrong_version(joined({"TOSA file requires unsupported compatibility feature id ", bit}));
            }
        }
    }

    // What strict mode could not write again. All of it is read by now.
    void check_graph() {
        try {
            refuse_overlaps(result_.graph, file_.bytes().subspan(end_));
            GraphChecker checker(result_.graph);
            for (const auto& region : result_.graph.regions) {
                for (const auto& block : region->blocks) checker.check_all(*block);
            }
            result_.warnings = checker.take_warnings();
        } catch (const ReadError&) {
            throw;
        } catch (const ValueError& error) {
            corrupt(error.what());
        }
    }

    [[noreturn]] void refuse(const std::string& what) const { corrupt(joined({place_.text(), ": ", what})); }

    void enter(const char* kind, std::size_t index, std::string_view name = {}) {
        place_.kind = kind;
        place_.index = index;
        place_.name = name;
    }

    // Names end at a zero in upstream, so one that holds a zero cannot be written again.
    std::string no_zero(const flatbuffers::String* text, const char* what) const {
        std::string result = text_or_empty(text);
        if (result.find('\0') != std::string::npos) refuse(joined({"its ", what, " ", quoted(result), " holds a NUL character"}));
        return result;
    }

    std::string required_name(const flatbuffers::String* name) const {
        if (!name) refuse("it has no name");
        return no_zero(name, "name");
    }

    std::vector<std::string> names(const flatbuffers::Vector<flatbuffers::Offset<flatbuffers::String>>* vector,
                                   const char* what) const {
        std::vector<std::string> result;
        result.reserve(size_of(vector));
        for (std::size_t i = 0; i < size_of(vector); ++i) result.push_back(no_zero(vector->Get(static_cast<unsigned>(i)), what));
        return result;
    }

    NameList name_list(const flatbuffers::Vector<flatbuffers::Offset<flatbuffers::String>>* vector, const char* what) const {
        const std::vector<std::string> texts = names(vector, what);
        return {texts.begin(), texts.end()};
    }

    // One of tosa.fbs's values, or a refusal that gives the number.
    template <typename Enum>
    Enum checked(Enum value, const char* enum_type, const char* what) const {
        if (name_of(value).empty()) {
            refuse(joined({"its ", what, " is ", static_cast<std::uint32_t>(value), ", which ", enum_type,
                           " of this TOSA version does not have"}));
        }
        return value;
    }

    void read_region(const tosa::TosaRegion& source, std::size_t index) {
        place_.outer.clear();
        enter("region", index);
        auto region = std::make_shared<Region>(required_name(source.name()));
        region->strictness = options_.strictness;
        for (std::size_t i = 0; i < size_of(source.blocks()); ++i) {
            place_.outer = joined({"region ", quoted(region->name)});
            region->blocks.push_back(read_block(*source.blocks()->Get(static_cast<unsigned>(i)), i, region->name));
        }
        result_.graph.regions.push_back(std::move(region));
    }

    std::shared_ptr<Block> read_block(const tosa::TosaBasicBlock& source, std::size_t index, const std::string& region_name) {
        enter("block", index);
        auto block = std::make_shared<Block>(required_name(source.name()), region_name);
        block->strictness = options_.strictness;
        block->inputs = names(source.inputs(), "input");
        block->outputs = names(source.outputs(), "output");
        place_.outer = joined({"block ", quoted(block->name), " of region ", quoted(region_name)});
        block->operators.reserve(size_of(source.operators()));
        for (std::size_t i = 0; i < size_of(source.operators()); ++i) {
            block->operators.push_back(read_operator(*source.operators()->Get(static_cast<unsigned>(i)), i));
        }
        block->tensors.reserve(size_of(source.tensors()));
        for (std::size_t i = 0; i < size_of(source.tensors()); ++i) {
            block->tensors.push_back(read_tensor(*source.tensors()->Get(static_cast<unsigned>(i)), i));
        }
        block->shapes.reserve(size_of(source.shapes()));
        for (std::size_t i = 0; i < size_of(source.shapes()); ++i) {
            block->shapes.push_back(read_shape(*source.shapes()->Get(static_cast<unsigned>(i)), i));
        }
        return block;
    }

    std::shared_ptr<Operator> read_operator(const tosa::TosaOperator& source, std::size_t index) {
        enter("operator", index);
        auto op = std::make_shared<Operator>();
        op->op = checked(source.op(), "Op", "op");
        place_.name = name_of(op->op);
        op->inputs = name_list(source.inputs(), "input");
        op->outputs = name_list(source.outputs(), "output");
        if (source.location()) {
            const flatbuffers::String* text = source.location()->text();
            op->location = options_.strictness == Strictness::kStrict ? no_zero(text, "location") : text_or_empty(text);
        }
        op->attribute = read_attribute(source);
        return op;
    }

    Attribute read_attribute(const tosa::TosaOperator& source) const {
        Attribute attribute;
        attribute.type = source.attribute_type();
        if (attribute.type == tosa::Attribute_NONE) return attribute;
        const AttributeInfo* info = find_attribute(attribute.type);
        if (!info) {
            refuse(joined(
                {"its attribute is kind ", static_cast<unsigned>(attribute.type), ", which this version of TOSA does not have"}));
        }
        const auto* table = static_cast<const flatbuffers::Table*>(source.attribute());
        if (!table) refuse(joined({"the table of its ", info->name, "Attribute is missing"}));
        const flatbuffers::TypeTable& type =
            *union_member(*tosa::AttributeTypeTable(), static_cast<std::uint8_t>(attribute.type));
        attribute.values.reserve(info->fields.size());
        for (std::size_t i = 0; i < info->fields.size(); ++i) {
            const auto slot = static_cast<flatbuffers::voffset_t>(4 + 2 * i);
            attribute.values.push_back(read_value(*table, slot, info->fields[i]));
            if (info->fields[i].is_enum()) check_enum(info->fields[i], *reflected_field(type, i).ref, attribute.values.back());
        }
        return attribute;
    }

    static Attribute::Value read_value(const flatbuffers::Table& table, flatbuffers::voffset_t slot,
                                       const AttributeField& field) {
        if (field.is_vector && field.type == FieldType::kInt32) {
            const auto* vector = table.GetPointer<const flatbuffers::Vector<std::int32_t>*>(slot);
            return vector ? std::vector<std::int32_t>(vector->begin(), vector->end()) : std::vector<std::int32_t>();
        }
        if (field.is_vector) {
            const auto* vector = table.GetPointer<const flatbuffers::Vector<std::uint8_t>*>(slot);
            return vector ? std::string(reinterpret_cast<const char*>(vector->data()), vector->size()) : std::string();
        }
        if (field.type == FieldType::kString) return text_or_empty(table.GetPointer<const flatbuffers::String*>(slot));
        if (field.type == FieldType::kBool) return std::uint32_t{table.GetField<std::uint8_t>(slot, 0) != 0};
        return table.GetField<std::uint32_t>(slot, 0);
    }

    void check_enum(const AttributeField& field, const flatbuffers::TypeTable& type, const Attribute::Value& value) const {
        const std::uint32_t number = std::get<std::uint32_t>(value);
        if (!enum_name(type, number)) {
            refuse(joined({"its attribute ", field.name, " is ", number, ", which is none of ", type.names[0], " to ",
                           type.names[type.num_elems - 1]}));
        }
    }

    std::shared_ptr<Tensor> read_tensor(const tosa::TosaTensor& source, std::size_t index) {
        enter("tensor", index);
        auto tensor = std::make_shared<Tensor>(required_name(source.name()));
        place_.name = tensor->name();
        tensor->strictness = options_.strictness;
        if (source.shape()) tensor->shape.assign(source.shape()->begin(), source.shape()->end());
        tensor->type = {checked(source.block_shape(), "BlockShape", "block_shape"),
                        checked(source.scale_type(), "DType", "scale_type"), checked(source.type(), "DType", "type")};
        tensor->is_variable = source.variable();
        tensor->is_unranked = source.is_unranked();
        tensor->set_extra(&Tensor::Extra::variable_name, no_zero(source.variable_name(), "variable_name"));
        tensor->data = constant(source.data(), source.offset(), source.size(), "data");
        tensor->set_extra(&Tensor::Extra::scale_data,
                          constant(source.scale_data(), source.scale_offset(), source.scale_size(), "scale data"));
        return tensor;
    }

    std::shared_ptr<Shape> read_shape(const tosa::TosaShape& source, std::size_t index) {
        enter("shape", index);
        auto shape = std::make_shared<Shape>(required_name(source.name()), source.rank());
        shape->strictness = options_.strictness;
        shape->data = embedded(source.data());
        return shape;
    }

    Blob embedded(const flatbuffers::Vector<std::uint8_t>* vector) const {
        if (size_of(vector) == 0) return {};
        return file_.part(static_cast<std::size_t>(vector->data() - file_.data()), vector->size());
    }

    Blob constant(const flatbuffers::Vector<std::uint8_t>* vector, std::uint64_t offset, std::uint64_t size, const char* what) {
        result_.is_outside = result_.is_outside || offset > kNoOffset;
        if (size_of(vector) != 0 && offset > kNoOffset) {
            refuse(joined({"its ", what, " is given twice, in the flatbuffer and at byte ", offset}));
        }
        if (size == 0 || (vector && offset <= kNoOffset)) {
            if (size != 0 && size != vector->size() && options_.strictness == Strictness::kStrict) {
                refuse(joined({"its ", what, " has ", vector->size(), " bytes in the flatbuffer, and its size says ", size}));
            }
            return embedded(vector);
        }
        const std::string place = joined({"its ", what, " of ", size, " bytes at byte ", offset});
        if (offset <= kNoOffset) refuse(joined({"its ", what, " has ", size, " bytes but no offset"}));
        if (offset % kOutsideAlignment != 0) refuse(joined({place, " is not aligned to 8 bytes"}));
        if (offset < end_) refuse(joined({place, " overlaps the flatbuffer, which ends at byte ", end_}));
        if (offset > file_.size() || size > file_.size() - offset) {
            refuse(joined({place, " is not in the file, which has ", file_.size(), " bytes"}));
        }
        return file_.part(offset, size);
    }

    const Blob& file_;
    const ReadOptions& options_;
    ReadResult result_;
    std::uint64_t end_ = 0;
    Place place_;
};

Blob aligned(const Blob& file) {
    if (reinterpret_cast<std::uintptr_t>(file.data()) % alignof(std::uint64_t) == 0) return file;
    return Arena().copy(file.bytes());
}

}  // namespace

ReadResult read(const Blob& file, const ReadOptions& options) {
    const Blob source = aligned(file);
    return Reader(source, options).run();
}

}  // namespace tosa_core
