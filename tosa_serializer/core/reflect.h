// The schema as the generated header describes it (flatc --reflect-names), in the few terms that verifier and JSON need.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tosa_generated.h"

namespace tosa_core {

// One field of a table, or the element of a vector.
struct ReflectedField {
    const char* name;
    flatbuffers::ElementaryType type;
    bool is_vector;
    // The enum, table or union of the field; nullptr for plain scalars and strings.
    const flatbuffers::TypeTable* ref;

    bool is_union() const { return type == flatbuffers::ET_SEQUENCE && ref->st == flatbuffers::ST_UNION; }
};

inline ReflectedField reflected_field(const flatbuffers::TypeTable& table, std::size_t index) {
    const flatbuffers::TypeCode code = table.type_codes[index];
    return {table.names[index], static_cast<flatbuffers::ElementaryType>(code.base_type), code.is_repeating != 0,
            code.sequence_ref >= 0 ? table.type_refs[code.sequence_ref]() : nullptr};
}

// The table of a union's kind; kind is not 0 and less than num_elems.
inline const flatbuffers::TypeTable* union_member(const flatbuffers::TypeTable& type, std::uint8_t kind) {
    return type.type_refs[type.type_codes[kind].sequence_ref]();
}

inline bool is_scalar(flatbuffers::ElementaryType type) {
    return type != flatbuffers::ET_STRING && type != flatbuffers::ET_SEQUENCE;
}

// Bytes of the value itself, or of the offset to it. The schema has no structs.
inline std::size_t inline_size(flatbuffers::ElementaryType type) {
    switch (type) {
        case flatbuffers::ET_UTYPE:
        case flatbuffers::ET_BOOL:
        case flatbuffers::ET_CHAR:
        case flatbuffers::ET_UCHAR: return 1;
        case flatbuffers::ET_SHORT:
        case flatbuffers::ET_USHORT: return 2;
        case flatbuffers::ET_LONG:
        case flatbuffers::ET_ULONG:
        case flatbuffers::ET_DOUBLE: return 8;
        default: return 4;
    }
}

// The name of an enum's value, or nullptr.
inline const char* enum_name(const flatbuffers::TypeTable& type, std::int64_t value) {
    for (std::size_t i = 0; i < type.num_elems; ++i) {
        if ((type.values ? type.values[i] : static_cast<std::int64_t>(i)) == value) return type.names[i];
    }
    return nullptr;
}

}  // namespace tosa_core
