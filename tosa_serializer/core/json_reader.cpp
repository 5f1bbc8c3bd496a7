#include <algorithm>
#include <limits>
#include <vector>

#include "downward.h"
#include "json.h"
#include "json_lexer.h"
#include "reflect.h"
#include "text.h"

namespace tosa_core {
namespace {

using flatbuffers::TypeTable;
using Position = Downward::Position;

constexpr std::size_t kFirstBuffer = std::size_t{1} << 16;

// What the text gives for a field: a scalar's bits, or the object it refers to.
struct FieldValue {
    bool is_set = false;
    std::uint64_t bits = 0;
    Position object = 0;
};

class JsonReader {
public:
    JsonReader(std::string_view text, std::string_view source) : lexer_(text, source), out_(kFirstBuffer) {}

    Image run() {
        const Position root = table(*tosa::TosaGraphTypeTable());
        if (lexer_.peek() != 0) lexer_.fail(lexer_.position(), "expected nothing behind the graph");
        return out_.finish(root, tosa::TosaGraphIdentifier());
    }

private:
    static std::string known_names(const TypeTable& type) {
        std::string names;
        for (std::size_t i = 0; i < type.num_elems; ++i) {
            if (i != 0) names += ", ";
            names += type.names[i];
        }
        return names.empty() ? "it has none" : joined({"it has ", names});
    }

    std::size_t field_index(const TypeTable& type) {
        const std::size_t start = lexer_.position();
        const std::string name = lexer_.string();
        for (std::size_t i = 0; i < type.num_elems; ++i) {
            if (name == type.names[i]) return i;
        }
        lexer_.fail(start, joined({"unknown field ", quoted(name), " of this table; ", known_names(type)}));
    }

    bool take_null() {
        const std::size_t start = lexer_.position();
        if (lexer_.at_word() && lexer_.word() == "null") return true;
        lexer_.seek(start);
        return false;
    }

    Position table(const TypeTable& type) {
        std::vector<FieldValue> values(type.num_elems);
        // A union may stand before its kind; it is read once the kind is known.
        std::size_t late_union = type.num_elems;
        std::size_t late_position = 0;
        lexer_.expect('{', "to open a table");
        if (!lexer_.take('}')) {
            do {
                const std::size_t start = lexer_.position();
                const std::size_t index = field_index(type);
                lexer_.expect(':', "after a field's name");
                const ReflectedField field = reflected_field(type, index);
                if (values[index].is_set || late_union == index) {
                    lexer_.fail(start, joined({"field '", field.name, "' is set more than once"}));
                }
                if (!(is_scalar(field.type) && !field.is_vector) && take_null()) continue;
                if (field.is_union() && !values[index - 1].is_set) {
                    late_union = index;
                    late_position = lexer_.position();
                    lexer_.skip_value();
                    continue;
                }
                values[index] = value(field, index == 0 ? 0 : values[index - 1].bits);
            } while (lexer_.next_element('}'));
        }
        if (late_union != type.num_elems) {
            const std::size_t end = lexer_.position();
            lexer_.seek(late_position);
            values[late_union] = value(reflected_field(type, late_union), values[late_union - 1].bits);
            lexer_.seek(end);
        }
        return write_table(type, values);
    }

    // Wide fields first and each from the last to the first, as flatc. Values equal to a default are kept.
    Position write_table(const TypeTable& type, const std::vector<FieldValue>& values) {
        Downward::Table table = out_.table();
        for (std::size_t width = 8; width != 0; width /= 2) {
            for (std::size_t i = values.size(); i-- > 0;) {
                const ReflectedField field = reflected_field(type, i);
                if (values[i].is_set && (field.is_vector ? 4 : inline_size(field.type)) == width) {
                    write_field(table, static_cast<unsigned>(i), field, values[i]);
                }
            }
        }
        return table.end();
    }

    static void write_field(Downward::Table& table, unsigned slot, const ReflectedField& field, const FieldValue& value) {
        if (field.is_vector || !is_scalar(field.type)) return table.offset_field(slot, value.object);
        switch (inline_size(field.type)) {
            case 1: return table.field(slot, static_cast<std::uint8_t>(value.bits), std::uint8_t{0}, true);
            case 4: return table.field(slot, static_cast<std::uint32_t>(value.bits), std::uint32_t{0}, true);
            default: return table.field(slot, value.bits, std::uint64_t{0}, true);
        }
    }

    // `kind` is the value of the field before, for a union.
    FieldValue value(const ReflectedField& field, std::uint64_t kind) {
        if (field.is_vector) return {true, 0, vector(field)};
        if (is_scalar(field.type)) return {true, scalar(field), 0};
        if (field.is_union()) return {true, 0, unite(field, kind)};
        return {true, 0, object(field)};
    }

    Position unite(const ReflectedField& field, std::uint64_t kind) {
        const std::size_t start = lexer_.position();
        if (kind == 0 || kind >= field.ref->num_elems) {
            lexer_.fail(start, joined({"'", field.name, "' needs a '", field.name, "_type', which is ",
                                       (kind == 0 ? "missing or NONE" : joined({kind, ", an unknown kind"}))}));
        }
        return table(*union_member(*field.ref, static_cast<std::uint8_t>(kind)));
    }

    Position object(const ReflectedField& field) {
        return field.type == flatbuffers::ET_STRING ? out_.string(lexer_.string()) : table(*field.ref);
    }

    template <typename F>
    void elements(const ReflectedField& field, F read_one) {
        lexer_.expect('[', joined({"to open the list '", field.name, "'"}));
        if (lexer_.take(']')) return;
        do {
            read_one();
        } while (lexer_.next_element(']'));
    }

    Position vector(const ReflectedField& field) {
        if (!is_scalar(field.type)) {
            std::vector<Position> objects;
            elements(field, [&] { objects.push_back(object(field)); });
            return out_.vector(std::span<const Position>(objects));
        }
        if (inline_size(field.type) == 1) {
            std::vector<std::uint8_t> bytes;
            elements(field, [&] { bytes.push_back(static_cast<std::uint8_t>(scalar(field))); });
            return out_.vector(std::span<const std::uint8_t>(bytes));
        }
        if (field.type == flatbuffers::ET_INT) {
            std::vector<std::int32_t> numbers;
            elements(field, [&] { numbers.push_back(static_cast<std::int32_t>(scalar(field))); });
            return out_.vector(std::span<const std::int32_t>(numbers));
        }
        throw StateError(joined({"JSON: the schema's list ", field.name, " has a type that this version cannot read"}));
    }

    std::uint64_t scalar(const ReflectedField& field) {
        if (lexer_.at_string() || lexer_.at_word()) return word(field);
        return number(lexer_, field);
    }

    static std::uint64_t number(JsonLexer& lexer, const ReflectedField& field) {
        switch (field.type) {
            case flatbuffers::ET_BOOL: return lexer.integer(0, 1, field.name);
            case flatbuffers::ET_UTYPE:
            case flatbuffers::ET_UCHAR: return lexer.integer(0, UINT8_MAX, field.name);
            case flatbuffers::ET_INT: return lexer.integer(INT32_MIN, INT32_MAX, field.name);
            case flatbuffers::ET_UINT: return lexer.integer(0, UINT32_MAX, field.name);
            case flatbuffers::ET_LONG: return lexer.integer(INT64_MIN, INT64_MAX, field.name);
            case flatbuffers::ET_ULONG: return lexer.integer(0, UINT64_MAX, field.name);
            default:
                throw StateError(joined({"JSON: the schema's field ", field.name, " has a type that this version cannot read"}));
        }
    }

    // true, false, an enum's value by its name, or a number in quotes.
    std::uint64_t word(const ReflectedField& field) {
        const std::size_t start = lexer_.position();
        const std::string word = lexer_.word();
        if (field.type == flatbuffers::ET_BOOL && (word == "true" || word == "false")) return word == "true";
        for (std::size_t i = 0; field.ref && i < field.ref->num_elems; ++i) {
            if (word == field.ref->names[i])
                return static_cast<std::uint64_t>(field.ref->values ? field.ref->values[i] : static_cast<std::int64_t>(i));
        }
        const bool is_number = !word.empty() && word.find_first_not_of("+-0123456789abcdefABCDEFxX") == std::string::npos &&
                               word.find_first_of("0123456789") <= 1;
        if (!is_number) {
            lexer_.fail(start, joined({"'", field.name, "' has no value ", quoted(word),
                                       (field.ref ? joined({"; ", known_names(*field.ref)}) : ", it is a number")}));
        }
        JsonLexer inner(word, "a number in quotes");
        const std::uint64_t result = number(inner, field);
        if (inner.peek() != 0) lexer_.fail(start, joined({"'", field.name, "' has no value ", quoted(word)}));
        return result;
    }

    JsonLexer lexer_;
    Downward out_;
};

// One run of bytes, aligned for the widest field.
Blob to_blob(const Image& image) {
    const NewBlob result = Arena().allocate(image.size());
    image.copy_to(result.bytes);
    return result.blob;
}

// Data behind the flatbuffer is not in its JSON: without this check the tensor would silently lose it.
void refuse_lost_data(const tosa::TosaTensor& tensor, const std::string& source) {
    const bool lost_data = !tensor.data() && tensor.size() != 0;
    const bool lost_scales = !tensor.scale_data() && tensor.scale_size() != 0;
    if (!lost_data && !lost_scales) return;
    throw ValueError(
        joined({source, ": tensor ", quoted(tensor.name() ? tensor.name()->string_view() : std::string_view()), " has ",
                lost_data ? tensor.size() : tensor.scale_size(), (lost_data ? " bytes of data" : " bytes of scale data"),
                " behind the flatbuffer, which JSON does not hold; load the .tosa file itself, or write the JSON of a file "
                "whose data is embedded (a larger fb_size_cap)"}));
}

void check_graph_table(const tosa::TosaGraph& graph, const std::string& source) {
    if (!graph.version()) throw ValueError(joined({source, ": field 'version' of the graph is missing"}));
    if (!graph.regions()) return;
    for (const tosa::TosaRegion* region : *graph.regions()) {
        if (!region->blocks()) continue;
        for (const tosa::TosaBasicBlock* block : *region->blocks()) {
            if (!block->tensors()) continue;
            for (const tosa::TosaTensor* tensor : *block->tensors()) refuse_lost_data(*tensor, source);
        }
    }
}

}  // namespace

Blob from_json(std::string_view text, std::string_view what) {
    Blob file = to_blob(JsonReader(text, what).run());
    check_graph_table(*tosa::GetTosaGraph(file.data()), std::string(what));
    return file;
}

}  // namespace tosa_core
