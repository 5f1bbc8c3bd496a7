// Python arguments to C++ values by hand: the lists of integers and strings that graph building is made of.
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "../core/name_list.h"
#include "../core/types.h"

namespace tosa_bindings {

namespace py = pybind11;
namespace core = tosa_core;

// All of these return false, with no Python error set, for an object of another kind or a value out of range.
bool to_long(PyObject* object, long long& value);
bool to_int32(PyObject* object, std::int32_t& value);
bool to_bool(PyObject* object, bool& value);
bool to_text(PyObject* object, std::string& text);
bool to_dims(PyObject* object, std::vector<std::int32_t>& values);
bool to_bytes(PyObject* object, std::string& bytes);
bool to_names(PyObject* object, core::NameList& names);

// A shape as the caller gave it.
struct Dims {
    std::vector<std::int32_t> values;
    // The first item that strict mode does not take, and its place. A bool or a fraction that upstream takes does not end the
    // values.
    py::object bad = {};
    std::size_t place = 0;
    bool is_whole = true;
};

bool is_bool(PyObject* object);
// False for an object that is no list of anything.
bool to_dims(PyObject* object, Dims& dims);

// By value: making a list may run Python code, by the garbage collector, that changes what the values came from.
py::list to_list(std::vector<std::int32_t> values);
py::list to_list(std::vector<std::string> names);
// A list of integers from 0 to 255.
py::list to_list(const std::uint8_t* bytes, std::size_t size);

}  // namespace tosa_bindings

namespace tosa_bindings {

// Values are upstream's.
enum class ConstMode : std::int32_t { kEmbed, kEmbedDump, kInputs };
enum class TensorDir : std::int32_t { kPlaceholder, kConst, kIntermediate, kResult };
enum TosaError : std::uint32_t {
    kTosaOk,
    kTosaUserError,
    kTosaFileError,
    kTosaMemoryError,
    kTosaSchemaMissing,
    kTosaInternalError,
    kTosaVersionMismatch,
    kTosaErrorCount,
};

template <typename T, typename... List>
inline constexpr bool kIsOneOf = (std::is_same_v<T, List> || ...);

template <typename T>
inline constexpr bool kIsBoundEnum = kIsOneOf<T, tosa::DType, tosa::Op, tosa::NanPropagationMode, tosa::ResizeMode,
                                              tosa::RoundingMode, tosa::BlockSize, tosa::BlockShape, tosa::CompatibilityFeature,
                                              core::ScaledDType, core::Compatibility, ConstMode, TensorDir, TosaError>;

// Those for which upstream registered a conversion from int.
template <typename E>
inline constexpr bool kTakesInteger = kIsOneOf<E, tosa::DType, tosa::Op, tosa::NanPropagationMode, tosa::ResizeMode,
                                               tosa::RoundingMode, tosa::BlockSize, tosa::BlockShape>;

}  // namespace tosa_bindings

namespace pybind11::detail {

// Our enums are py::enum_, whose caster is the plain one.
template <typename E>
struct type_caster_enum_type_enabled<E, enable_if_t<tosa_bindings::kIsBoundEnum<E>>> : std::false_type {};

}  // namespace pybind11::detail
