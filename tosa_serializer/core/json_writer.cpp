#include <array>
#include <charconv>
#include <cstring>
#include <limits>

#include "errors.h"
#include "json.h"
#include "reflect.h"
#include "text.h"
#include "verifier.h"

namespace tosa_core {
namespace {

using flatbuffers::Table;
using flatbuffers::TypeTable;

constexpr std::size_t kIndent = 2;

template <typename T>
T load(const void* place) {
    T value;
    std::memcpy(&value, place, sizeof(T));
    return value;
}

// What an offset field points to.
const std::uint8_t* follow(const std::uint8_t* place) { return place + load<flatbuffers::uoffset_t>(place); }

class Printer {
public:
    std::string run(const std::uint8_t* file) {
        table(flatbuffers::GetRoot<Table>(file), *tosa::TosaGraphTypeTable(), 0);
        text_ += '\n';
        return std::move(text_);
    }

private:
    void line(std::size_t indent) {
        text_ += '\n';
        text_.append(indent, ' ');
    }

    template <typename T>
    void number(T value) {
        std::array<char, std::numeric_limits<T>::digits10 + 3> digits{};
        const auto result = std::to_chars(digits.data(), digits.data() + digits.size(), value);
        text_.append(digits.data(), result.ptr);
    }

    // An enum by its name where it has one.
    template <typename T>
    void integer(const std::uint8_t* place, const TypeTable* type) {
        const T value = load<T>(place);
        const char* name = type ? enum_name(*type, static_cast<std::int64_t>(value)) : nullptr;
        if (!name) return number(value);
        text_ += '"';
        text_ += name;
        text_ += '"';
    }

    void scalar(const std::uint8_t* place, const ReflectedField& field) {
        switch (field.type) {
            case flatbuffers::ET_BOOL: text_ += *place != 0 ? "true" : "false"; return;
            case flatbuffers::ET_UTYPE:
            case flatbuffers::ET_UCHAR: return integer<std::uint8_t>(place, field.ref);
            case flatbuffers::ET_INT: return integer<std::int32_t>(place, field.ref);
            case flatbuffers::ET_UINT: return integer<std::uint32_t>(place, field.ref);
            case flatbuffers::ET_LONG: return integer<std::int64_t>(place, field.ref);
            case flatbuffers::ET_ULONG: return integer<std::uint64_t>(place, field.ref);
            default:
                throw StateError(std::string("JSON: the schema's field ") + field.name +
                                 " has a type that this version cannot print");
        }
    }

    void unicode_escape(std::uint32_t unit) {
        constexpr char kHex[] = "0123456789ABCDEF";
        text_ += "\\u";
        for (int shift = 12; shift >= 0; shift -= 4) text_ += kHex[unit >> shift & 15];
    }

    void escape(const CodePoint& point) {
        switch (point.value) {
            case '\n': text_ += "\\n"; return;
            case '\t': text_ += "\\t"; return;
            case '\r': text_ += "\\r"; return;
            case '\b': text_ += "\\b"; return;
            case '\f': text_ += "\\f"; return;
            case '"': text_ += "\\\""; return;
            case '\\': text_ += "\\\\"; return;
            default: break;
        }
        if (point.value <= 0xFFFF) return unicode_escape(point.value);
        unicode_escape(0xD800 + ((point.value - 0x10000) >> 10));
        unicode_escape(0xDC00 + ((point.value - 0x10000) & 0x3FF));
    }

    void string(const std::uint8_t* place) {
        std::string_view rest(reinterpret_cast<const char*>(place) + 4, load<std::uint32_t>(place));
        text_ += '"';
        while (!rest.empty()) {
            std::size_t plain = 0;
            while (plain < rest.size() && rest[plain] >= ' ' && rest[plain] <= '~' && rest[plain] != '"' && rest[plain] != '\\')
                ++plain;
            text_ += rest.substr(0, plain);
            rest.remove_prefix(plain);
            if (rest.empty()) break;
            const CodePoint point = decode(rest);
            escape(point);
            rest.remove_prefix(point.length);
        }
        text_ += '"';
    }

    // Constants are most of a file: their lines are put together once for each of the 256 values.
    void byte_vector(const std::uint8_t* bytes, std::size_t count, std::size_t indent) {
        std::array<std::string, 256> lines;
        for (unsigned value = 0; value < 256; ++value)
            lines[value] = "\n" + std::string(indent, ' ') + std::to_string(value) + ",";
        for (std::size_t i = 0; i < count; ++i) text_ += lines[bytes[i]];
        if (count != 0) text_.pop_back();
    }

    void vector(const std::uint8_t* place, const ReflectedField& field, std::size_t indent) {
        const std::size_t count = load<std::uint32_t>(place);
        const std::size_t width = inline_size(field.type);
        const std::uint8_t* element = place + 4;
        text_ += '[';
        if (field.type == flatbuffers::ET_UCHAR && count >= 256) {
            byte_vector(element, count, indent + kIndent);
        } else {
            // flatc leaves an empty line in an empty vector.
            if (count == 0) text_ += '\n';
            for (std::size_t i = 0; i < count; ++i, element += width) {
                if (i != 0) text_ += ',';
                line(indent + kIndent);
                value(element, field, indent + kIndent);
            }
        }
        line(indent);
        text_ += ']';
    }

    void value(const std::uint8_t* place, const ReflectedField& field, std::size_t indent) {
        if (is_scalar(field.type)) return scalar(place, field);
        if (field.type == flatbuffers::ET_STRING) return string(follow(place));
        table(reinterpret_cast<const Table*>(follow(place)), *field.ref, indent);
    }

    void table(const Table* source, const TypeTable& type, std::size_t indent) {
        text_ += '{';
        bool first = true;
        std::uint8_t union_kind = 0;
        for (std::size_t i = 0; i < type.num_elems; ++i) {
            const std::uint8_t* place = source->GetAddressOf(static_cast<flatbuffers::voffset_t>(4 + 2 * i));
            if (!place) {
                union_kind = 0;
                continue;
            }
            const ReflectedField field = reflected_field(type, i);
            if (!first) text_ += ',';
            first = false;
            line(indent + kIndent);
            text_ += '"';
            text_ += field.name;
            text_ += "\": ";
            if (field.is_vector) {
                vector(follow(place), field, indent + kIndent);
            } else if (field.is_union()) {
                check_kind(field, union_kind);
                table(reinterpret_cast<const Table*>(follow(place)), *union_member(*field.ref, union_kind), indent + kIndent);
            } else {
                value(place, field, indent + kIndent);
            }
            union_kind = field.type == flatbuffers::ET_UTYPE ? *place : 0;
        }
        line(indent);
        text_ += '}';
    }

    static void check_kind(const ReflectedField& field, std::uint8_t kind) {
        if (kind != 0 && kind < field.ref->num_elems) return;
        throw ValueError(joined({"JSON: an operator's ", field.name, " is of kind ", kind, ", which the schema does not have"}));
    }

    std::string text_;
};

}  // namespace

std::string to_json(std::span<const std::uint8_t> file) {
    verify(file);
    return Printer().run(file.data());
}

}  // namespace tosa_core
