// Classes that behave as pybind11's py::enum_, at a fraction of its code: its operators are instantiated for every enum.
#pragma once

#include <pybind11/pybind11.h>

#include <string>
#include <string_view>

#include "wrap.h"

namespace tosa_bindings {

enum class EnumKind {
    kPlain,       // compares with its own kind only
    kOrdered,     // has an order among its own kind
    kArithmetic,  // is compared and combined with whatever int() takes
};

// Adds what all enums share. Values are 32 bits.
void fill_enum(const py::object& type, const TypeInfo& info, EnumKind kind);

template <typename E>
class EnumClass {
public:
    EnumClass(py::module_& m, const char* name, EnumKind kind, const char* doc = nullptr)
        : type_(doc == nullptr ? py::class_<E>(m, name, py::module_local()) : py::class_<E>(m, name, doc, py::module_local())),
          base_(type_, m) {
        static_assert(sizeof(E) == sizeof(std::uint32_t));
        base_.init(false, false);
        fill_enum(type_, info_of<E>(), kind);
    }

    EnumClass& value(std::string_view name, E value, const char* doc = nullptr) {
        base_.value(std::string(name).c_str(), wrapped(value), doc);
        return *this;
    }
    void export_values() { base_.export_values(); }

private:
    py::class_<E> type_;
    py::detail::enum_base base_;
};

}  // namespace tosa_bindings
