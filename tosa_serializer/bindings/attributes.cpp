// Attributes from core's table: a class for each row, and a method of TosaSerializerAttribute for each row. No code is generated
// by row.
#include <pybind11/pybind11.h>

#include <algorithm>
#include <array>
#include <functional>

#include "../core/tables.h"
#include "objects.h"

namespace tosa_bindings {
namespace {

using core::AttributeField;
using core::AttributeInfo;
using core::FieldType;

// TosaAttributeBase and its subclasses, read-only. All are one C++ type; pybind11 makes an instance of the class that a TypeInfo
// names.
using SharedAttribute = std::shared_ptr<core::Attribute>;

// By attribute kind; NONE is the base. Filled at import.
std::array<TypeInfo, tosa::Attribute_MAX + 1>& classes() {
    static auto* list = new std::array<TypeInfo, tosa::Attribute_MAX + 1>();
    return *list;
}

core::Attribute::Value value_of_argument(const AttributeField& field, const Arguments& arguments, std::size_t i) {
    if (field.is_vector && field.type == FieldType::kInt32) {
        std::vector<std::int32_t> values;
        arguments.dims(i, values);
        return values;
    }
    if (field.is_vector) {
        std::string bytes;
        arguments.bytes(i, bytes);
        return bytes;
    }
    switch (field.type) {
        case FieldType::kInt32: return static_cast<std::uint32_t>(arguments.int32(i));
        case FieldType::kBool: return std::uint32_t{arguments.flag(i, false)};
        case FieldType::kString: return arguments.text(i);
        case FieldType::kDType: return static_cast<std::uint32_t>(arguments.enumerator<core::DType>(i));
        case FieldType::kNanPropagationMode: return static_cast<std::uint32_t>(arguments.enumerator<tosa::NanPropagationMode>(i));
        case FieldType::kResizeMode: return static_cast<std::uint32_t>(arguments.enumerator<tosa::ResizeMode>(i));
        case FieldType::kRoundingMode: return static_cast<std::uint32_t>(arguments.enumerator<tosa::RoundingMode>(i));
        case FieldType::kBlockSize: return static_cast<std::uint32_t>(arguments.enumerator<tosa::BlockSize>(i));
        case FieldType::kUint8: break;
    }
    throw Mismatch();
}

PyObject* python_value(const AttributeField& field, const core::Attribute::Value& value) {
    if (const auto* list = std::get_if<std::vector<std::int32_t>>(&value)) return wrap(*list);
    if (const auto* text = std::get_if<std::string>(&value)) {
        if (!field.is_vector) return wrap(*text);
        return to_list(reinterpret_cast<const std::uint8_t*>(text->data()), text->size()).release().ptr();
    }
    const std::uint32_t scalar = std::get<std::uint32_t>(value);
    switch (field.type) {
        case FieldType::kBool: return wrap(scalar != 0);
        case FieldType::kDType: return wrap(static_cast<core::DType>(scalar));
        case FieldType::kNanPropagationMode: return wrap(static_cast<tosa::NanPropagationMode>(scalar));
        case FieldType::kResizeMode: return wrap(static_cast<tosa::ResizeMode>(scalar));
        case FieldType::kRoundingMode: return wrap(static_cast<tosa::RoundingMode>(scalar));
        case FieldType::kBlockSize: return wrap(static_cast<tosa::BlockSize>(scalar));
        default: return wrap(static_cast<std::int32_t>(scalar));
    }
}

const char* enum_name(FieldType type) {
    switch (type) {
        case FieldType::kDType: return "%DType";
        case FieldType::kNanPropagationMode: return "%NanPropagationMode";
        case FieldType::kResizeMode: return "%ResizeMode";
        case FieldType::kRoundingMode: return "%RoundingMode";
        case FieldType::kBlockSize: return "%BlockSize";
        default: return "";
    }
}

Text parameter_type(const AttributeField& field) {
    if (field.is_enum()) return enum_name(field.type);
    if (field.is_vector) return kIntList;
    if (field.type == FieldType::kString) return "str";
    return field.type == FieldType::kBool ? "bool" : kInt;
}

Text result_type(const AttributeField& field) {
    if (field.is_enum()) return enum_name(field.type);
    if (field.is_vector) return "list[int]";
    return field.type == FieldType::kString ? "str" : field.type == FieldType::kBool ? "bool" : "int";
}

void refuse_second(const AttributeHolder& holder) {
    if (holder.attribute) throw core::StateError("TosaSerializerAttribute: attribute already set");
}

PyObject* set_attribute(PyObject* self, const Arguments& arguments) {
    const auto& info = *static_cast<const AttributeInfo*>(arguments.data);
    core::Attribute attribute{info.type, {}};
    attribute.values.reserve(info.fields.size());
    for (std::size_t i = 0; i < info.fields.size(); ++i) {
        attribute.values.push_back(value_of_argument(info.fields[i], arguments, i));
    }
    auto& holder = self_as<AttributeHolder>(self);
    refuse_second(holder);
    holder.attribute = std::move(attribute);
    Py_RETURN_NONE;
}

PyObject* set_none(PyObject* self, const Arguments&) {
    auto& holder = self_as<AttributeHolder>(self);
    refuse_second(holder);
    holder.attribute = simple_attribute(tosa::Attribute_NONE);
    Py_RETURN_NONE;
}

// setAttribute(op, *args): the method of the operator's attribute.
PyObject* set_by_operator(PyObject* self, const Arguments& arguments) {
    const core::OpInfo* info = core::find_operator(arguments.enumerator<core::Op>(0));
    const core::AttributeInfo* attribute = info == nullptr ? nullptr : core::find_attribute(info->attribute);
    if (attribute == nullptr) throw core::ValueError("Unsupported Op in setAttribute");
    const auto rest = py::reinterpret_borrow<py::tuple>(arguments.rest);
    return py::handle(self).attr((std::string(attribute->name) + "Attribute").c_str())(*rest).release().ptr();
}

// `data` is the field; its place among the values is its place in the table.
PyObject* get_field(PyObject* self, const Arguments& arguments) {
    const auto& field = *static_cast<const AttributeField*>(arguments.data);
    const auto& attribute = self_as<core::Attribute>(self);
    const AttributeInfo* info = core::find_attribute(attribute.type);
    // `__class__` can be assigned among the classes of attributes: they are one C++ type.
    const bool is_mine = info != nullptr && !std::less<>()(&field, info->fields.data()) &&
                         std::less<>()(&field, info->fields.data() + info->fields.size());
    if (!is_mine) throw py::type_error("the attribute is of another kind: it has no " + std::string(field.name));
    return python_value(field, attribute.values.at(static_cast<std::size_t>(&field - info->fields.data())));
}

void add_class(py::module_& m, const py::handle& base, const AttributeInfo& info) {
    const Text name = keep("Tosa" + std::string(info.name) + "Attribute");
    py::detail::type_record record;
    record.scope = m;
    record.name = name.data();
    record.bases.append(base);
    const auto type = py::reinterpret_steal<py::object>(py::detail::make_new_python_type(record));
    classes()[info.type] = classes()[tosa::Attribute_NONE];
    classes()[info.type].type = reinterpret_cast<PyTypeObject*>(type.ptr());
    for (const AttributeField& field : info.fields) {
        add_property(type, {.name = field.name, .type = result_type(field), .get = get_field, .data = &field});
    }
    type.inc_ref();
}

std::string method_summary(const AttributeInfo& info) {
    const std::string count = info.fields.empty() ? "no arguments" : std::to_string(info.fields.size()) + " argument";
    return "Create a " + std::string(info.name) + " attribute. Takes " + count + (info.fields.size() > 1 ? "s." : ".");
}

}  // namespace

core::Attribute simple_attribute(core::AttributeType type) { return {type, {}}; }

PyObject* attribute_object(const std::shared_ptr<core::Operator>& op) {
    static auto* none = new core::Attribute();
    core::Attribute* attribute = op->attribute ? &*op->attribute : none;
    // By address, so that asking again gives the same object.
    const SharedAttribute shared(op, attribute);
    return wrap_shared(attribute, classes().at(attribute->type), &shared);
}

void register_attributes(py::module_& m) {
    const py::class_<core::Attribute, SharedAttribute> base(m, "TosaAttributeBase", py::module_local());
    classes()[tosa::Attribute_NONE] = *py::detail::get_type_info(typeid(core::Attribute));
    for (const AttributeInfo& info : core::attributes()) add_class(m, base, info);

    py::class_<AttributeHolder, std::shared_ptr<AttributeHolder>> holder(m, "TosaSerializerAttribute", py::module_local());
    note_companions(holder);
    add_method(holder, {"__init__", {{{}, "None"}}, [](PyObject* self, const Arguments&) {
                            return construct(self, std::make_shared<AttributeHolder>());
                        }});
    add_method(holder, {"__str__", {{{}, "str"}}, [](PyObject* self, const Arguments&) {
                            return wrap(describe(self_as<AttributeHolder>(self)));
                        }});
    add_method(holder, {"NoneAttribute", {{{}, "None"}}, set_none});
    for (const AttributeInfo& info : core::attributes()) {
        Overload overload{{}, "None", keep(method_summary(info))};
        for (const AttributeField& field : info.fields) {
            overload.parameters.push_back({field.name, parameter_type(field), ""});
        }
        add_method(holder, {keep(std::string(info.name) + "Attribute"), {overload}, set_attribute, &info});
    }
    add_method(holder, {"setAttribute", {{{{"op", "%Op", ""}, {"*args", "", "()"}}, "object"}}, set_by_operator});
}

}  // namespace tosa_bindings
