#include "values.h"

#include <cmath>
#include <cstring>
#include <optional>
#include <span>

#include "../core/errors.h"
#include "../core/float_packing.h"
#include "../core/packing.h"
#include "../core/sharing.h"
#include "../core/text.h"
#include "convert.h"
#include "gil.h"
#include "numbers.h"
#include "numpy_types.h"

namespace tosa_bindings {
namespace {

// Copies of this size and more let other threads run.
constexpr std::size_t kCopyWithoutGil = std::size_t{1} << 16;
constexpr double kTwoTo63 = 9223372036854775808.0;

// A step over so many bytes, without the GIL if it takes long.
template <typename Action>
auto let_others_run(std::size_t bytes, const Action& action) {
    return bytes < kCopyWithoutGil ? action() : without_gil(action);
}

core::Blob store(const void* data, std::size_t size, core::Arena& arena) {
    if (size == 0) return {};
    core::NewBlob fresh = arena.allocate(size);
    let_others_run(size, [&] { core::copy_bytes(fresh.bytes, static_cast<const std::uint8_t*>(data)); });
    return fresh.blob;
}

core::Blob store(const py::array& array, core::Arena& arena) {
    return store(array.data(), static_cast<std::size_t>(array.nbytes()), arena);
}

core::NewBlob allocate(core::DType dtype, std::uint64_t count, core::Arena& arena) {
    const auto size = core::packed_size(dtype, count);
    if (!size) throw std::bad_alloc();
    return *size == 0 ? core::NewBlob{} : arena.allocate(static_cast<std::size_t>(*size));
}

std::string name_of(core::DType dtype) { return std::string(core::name_of(dtype)); }

std::string float_text(double value) { return short_repr(py::float_(value)); }

// "tensor 'w': expected INT8 values from -128 to 127 for shape [2, 3] (6 values), got "
std::string expectation(const Target& target) {
    std::string text =
        std::string(target.kind) + " '" + std::string(target.name) + "': expected " + name_of(target.dtype) + " values";
    if (target.dtype == tosa::DType_SHAPE) {
        text += " (64-bit integers)";
    } else if (const auto range = core::integer_range(target.dtype)) {
        text += " from " + std::to_string(range->lowest) + " to " + std::to_string(range->highest);
    } else if (const auto range = core::float_range(target.dtype)) {
        text += " from " + float_text(range->lowest) + " to " + float_text(range->highest);
    }
    if (target.shape != nullptr) {
        text += " for shape " + core::shape_text(*target.shape);
        if (const auto count = core::element_count(*target.shape)) text += " (" + std::to_string(*count) + " values)";
    }
    return text + ", got ";
}

[[noreturn]] void refuse_value(const Target& target, const std::string& value, std::uint64_t index) {
    throw core::ValueError(expectation(target) + value + " at index " + std::to_string(index));
}

[[noreturn]] void refuse_kind(const Target& target, const std::string& what) {
    throw core::TypeError(expectation(target) + what);
}

bool is_integer_type(core::DType dtype) { return core::integer_range(dtype).has_value(); }

// ---- upstream's way: np.asarray(values).astype(type), then packing ----

core::Blob pack_array(const py::array& array, core::DType dtype, core::Arena& arena) {
    const auto count = static_cast<std::uint64_t>(array.size());
    switch (dtype) {
        case tosa::DType_INT4:
        case tosa::DType_FP4E2M1: {
            const core::NewBlob fresh = allocate(dtype, count, arena);
            core::pack_4bit({static_cast<const std::uint8_t*>(array.data()), count}, fresh.bytes);
            return fresh.blob;
        }
        case tosa::DType_FP6E2M3:
        case tosa::DType_FP6E3M2: {
            const core::NewBlob fresh = allocate(dtype, count, arena);
            core::pack_6bit({static_cast<const std::uint8_t*>(array.data()), count}, fresh.bytes);
            return fresh.blob;
        }
        case tosa::DType_INT48: {
            const core::NewBlob fresh = allocate(dtype, count, arena);
            core::pack_48bit({static_cast<const std::int64_t*>(array.data()), count}, fresh.bytes);
            return fresh.blob;
        }
        default: return store(array, arena);
    }
}

// What the cast and the copy of a float32 array to a narrower float would store; nullopt where numpy must do it.
std::optional<core::Blob> store_narrowed(const py::array& given, core::DType target, core::Arena& arena) {
    if (given.dtype().num() != py::dtype::of<float>().num() || !core::is_narrow_float(target)) return std::nullopt;
    const py::array array = contiguous(native(given));
    const auto count = static_cast<std::size_t>(array.size());
    const core::NewBlob fresh = allocate(target, count, arena);
    const std::span<const float> values(static_cast<const float*>(array.data()), count);
    const bool is_done =
        let_others_run(values.size_bytes(), [&] { return core::pack_finite_floats(target, values, fresh.bytes); });
    if (is_done) return fresh.blob;
    arena.take_back(fresh);
    return std::nullopt;
}

core::Blob convert_permissive(py::handle values, const Target& target, core::Arena& arena) {
    const py::array array = as_array(values);
    if (target.dtype == tosa::DType_SHAPE) return store(contiguous(array).view("uint8"), arena);
    if (auto narrowed = store_narrowed(array, target.dtype, arena)) return std::move(*narrowed);
    const py::array cast = contiguous(cast_to(array, stored_type(target.dtype)));
    if (target.dtype == tosa::DType_INT4) {
        const auto* bytes = static_cast<const std::int8_t*>(cast.data());
        for (py::ssize_t i = 0; i < cast.size(); ++i) {
            if (bytes[i] < -7 || bytes[i] > 7) {
                throw core::ValueError("Element " + std::to_string(bytes[i]) + " at index " + std::to_string(i) + " of " +
                                       std::string(target.kind) + " '" + std::string(target.name) +
                                       "' exceeds int4 range [-7, 7].");
            }
        }
    }
    return pack_array(cast, target.dtype, arena);
}

// ---- strict: Python numbers ----

core::Blob store_numbers(const Numbers& numbers, const Target& target, core::Arena& arena) {
    if (target.dtype == tosa::DType_FP32) {
        const core::NewBlob fresh = allocate(target.dtype, numbers.size(), arena);
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            const float value =
                numbers.all_integers ? static_cast<float>(numbers.integers[i]) : static_cast<float>(numbers.floats[i]);
            if (std::isinf(value) && !std::isinf(numbers.floats[i])) refuse_value(target, float_text(numbers.floats[i]), i);
            std::memcpy(fresh.bytes.data() + i * 4, &value, 4);
        }
        return fresh.blob;
    }
    if (target.dtype == tosa::DType_BOOL) {
        const core::NewBlob fresh = allocate(target.dtype, numbers.size(), arena);
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            fresh.bytes[i] = numbers.integers[i] != 0 || numbers.huge == i || (!numbers.all_integers && numbers.floats[i] != 0);
        }
        return fresh.blob;
    }
    if (target.dtype == tosa::DType_SHAPE && !numbers.all_integers) refuse_kind(target, "a list with floats");
    if (numbers.huge) refuse_value(target, numbers.huge_text, *numbers.huge);
    std::vector<std::int64_t> whole;
    const std::vector<std::int64_t>* integers = &numbers.integers;
    if (!numbers.all_integers) {
        whole = numbers.integers;
        const core::IntegerRange range = *core::integer_range(target.dtype);
        for (std::size_t i = 0; i < whole.size(); ++i) {
            const double value = numbers.floats[i];
            // An int keeps its own value; 0 may also be the place of a float.
            if (whole[i] != 0 || value == 0) continue;
            const bool fits = std::trunc(value) == value && value >= static_cast<double>(range.lowest) &&
                              value <= static_cast<double>(range.highest) && value < kTwoTo63;
            if (!fits) refuse_value(target, float_text(value), i);
            whole[i] = static_cast<std::int64_t>(value);
        }
        integers = &whole;
    }
    const core::NewBlob fresh = allocate(target.dtype, integers->size(), arena);
    const core::SourceValues source{core::SourceType::kInt64, integers->data(), integers->size()};
    if (const auto bad = core::pack_integers(target.dtype, source, fresh.bytes)) {
        refuse_value(target, std::to_string((*integers)[*bad]), *bad);
    }
    return fresh.blob;
}

// ---- strict: arrays ----

std::optional<core::SourceType> source_type(char kind, py::ssize_t size) {
    using enum core::SourceType;
    if (kind == 'b') return kUint8;
    if (kind == 'i') return size == 1 ? kInt8 : size == 2 ? kInt16 : size == 4 ? kInt32 : kInt64;
    if (kind == 'u') return size == 1 ? kUint8 : size == 2 ? kUint16 : size == 4 ? kUint32 : kUint64;
    if (kind == 'f' && (size == 4 || size == 8)) return size == 4 ? kFloat32 : kFloat64;
    return std::nullopt;
}

// Stored as it is: the same type, or an unsigned one of the same width as a bit pattern.
bool is_stored_as_is(core::DType dtype, char kind, py::ssize_t size) {
    switch (dtype) {
        case tosa::DType_INT8:
        case tosa::DType_MXINT8: return (kind == 'i' || kind == 'u') && size == 1;
        case tosa::DType_INT16: return (kind == 'i' || kind == 'u') && size == 2;
        case tosa::DType_INT32: return (kind == 'i' || kind == 'u') && size == 4;
        case tosa::DType_INT64:
        case tosa::DType_SHAPE: return (kind == 'i' || kind == 'u') && size == 8;
        default: return false;
    }
}

core::Blob store_integers(py::array array, const Target& target, core::Arena& arena) {
    py::dtype dtype = array.dtype();
    const std::string given = dtype_name(dtype);
    if (is_extension_type(dtype)) {
        // ml_dtypes: float32 holds every value of its floats, int8 those of its small integers.
        array = cast_to(array, py::dtype(given.find("int") != std::string::npos ? "int8" : "float32"));
    } else if (dtype.kind() == 'f' && dtype.itemsize() == 2) {
        array = cast_to(array, py::dtype("float32"));
    } else if (dtype.kind() == 'b' && target.dtype != tosa::DType_BOOL) {
        // A true value need not be stored as 1.
        array = cast_to(array, py::dtype("int8"));
    }
    dtype = array.dtype();
    if (is_stored_as_is(target.dtype, dtype.kind(), dtype.itemsize())) return store(array, arena);
    if (target.dtype == tosa::DType_SHAPE && array.size() != 0) {
        refuse_kind(target, "an array of " + given + " (use numpy.int64: upstream stores the bytes as they are)");
    }
    const auto type = source_type(dtype.kind(), dtype.itemsize());
    if (!type) refuse_kind(target, "an array of " + given);
    const core::NewBlob fresh = allocate(target.dtype, static_cast<std::uint64_t>(array.size()), arena);
    const core::SourceValues source{*type, array.data(), static_cast<std::uint64_t>(array.size())};
    const auto bad = let_others_run(static_cast<std::size_t>(array.nbytes()),
                                    [&] { return core::pack_integers(target.dtype, source, fresh.bytes); });
    if (bad) {
        arena.take_back(fresh);
        const py::object value = array.attr("reshape")(-1)[py::int_(*bad)].attr("item")();
        refuse_value(target, short_repr(value) + " (" + given + ")", *bad);
    }
    return fresh.blob;
}

// Whether a cast to `stored`, which holds `target`, can meet a number that is too large.
bool can_overflow(const py::dtype& given, const py::dtype& stored, core::DType target) {
    const auto limit = core::float_limit(target);
    if (!limit || given.num() == stored.num()) return false;
    switch (given.kind()) {
        case 'b': return false;
        case 'i':
        case 'u': return std::ldexp(1.0, static_cast<int>(given.itemsize()) * 8) > *limit;
        default: return true;
    }
}

// numpy's warning of an overflow is off: strict mode raises for it.
class QuietOverflow {
public:
    QuietOverflow() : state_(py::module_::import("numpy").attr("errstate")(py::arg("over") = "ignore")) {
        state_.attr("__enter__")();
    }
    ~QuietOverflow() {
        try {
            state_.attr("__exit__")(py::none(), py::none(), py::none());
        } catch (py::error_already_set& error) {
            error.discard_as_unraisable("numpy.errstate");
        }
    }
    QuietOverflow(const QuietOverflow&) = delete;
    QuietOverflow& operator=(const QuietOverflow&) = delete;

private:
    py::object state_;
};

// An infinity or NaN in `stored` that is none in `values` stands for a number that the type does not hold.
void refuse_overflow(const py::array& given, const py::array& values, const py::array& stored, const Target& target) {
    const auto* bytes = static_cast<const std::uint8_t*>(stored.data());
    if (!core::holds_non_finite(target.dtype, {bytes, static_cast<std::size_t>(stored.nbytes())})) return;
    const auto numpy = py::module_::import("numpy");
    const py::object before = values.attr("reshape")(-1);
    const py::object after = stored.attr("reshape")(-1);
    const auto is_new = [&](const char* test) {
        return numpy.attr("greater")(numpy.attr(test)(after), numpy.attr(test)(before));
    };
    const py::object bad = numpy.attr("logical_or")(is_new("isinf"), is_new("isnan"));
    if (!bad.attr("any")().cast<bool>()) return;
    const auto index = bad.attr("argmax")().cast<std::uint64_t>();
    const std::string value = short_repr(given.attr("item")(index));
    refuse_value(target, value + " (" + dtype_name(given.dtype()) + ")", index);
}

// Refuses a number that a bounded float type would turn into another one.
void refuse_unstorable(const py::array& given, const py::array& values, const Target& target) {
    const bool is_float32 = values.dtype().num() == py::dtype::of<float>().num();
    py::array floats;
    {
        const QuietOverflow quiet;
        floats = contiguous(is_float32 ? native(values) : cast_to(values, py::dtype::of<double>()));
    }
    const core::SourceValues source{is_float32 ? core::SourceType::kFloat32 : core::SourceType::kFloat64, floats.data(),
                                    static_cast<std::uint64_t>(floats.size())};
    const auto bad =
        let_others_run(static_cast<std::size_t>(floats.nbytes()), [&] { return core::find_unstorable(target.dtype, source); });
    if (bad) refuse_value(target, short_repr(given.attr("item")(*bad)) + " (" + dtype_name(given.dtype()) + ")", *bad);
}

// `values` are the numbers of `given` in a type that numpy can test.
core::Blob store_floats(const py::array& given, const py::array& values, const Target& target, core::Arena& arena) {
    if (auto narrowed = store_narrowed(given, target.dtype, arena)) return std::move(*narrowed);
    const py::dtype type = stored_type(target.dtype);
    if (core::is_bounded_float(target.dtype) && given.dtype().num() != type.num()) refuse_unstorable(given, values, target);
    if (!can_overflow(given.dtype(), type, target.dtype)) {
        return pack_array(contiguous(cast_to(given, type)), target.dtype, arena);
    }
    py::array stored;
    {
        const QuietOverflow quiet;
        stored = contiguous(cast_to(given, type));
    }
    refuse_overflow(given, values, stored, target);
    return pack_array(stored, target.dtype, arena);
}

// For a number of any size; one beyond a double is refused.
double to_double(const py::object& number, const Target& target, std::uint64_t index) {
    const double value = PyFloat_AsDouble(number.ptr());
    if (value != -1 || PyErr_Occurred() == nullptr) return value;
    if (PyErr_ExceptionMatches(PyExc_OverflowError) == 0) throw py::error_already_set();
    PyErr_Clear();
    refuse_value(target, int_text(number), index);
}

// A long double may be a whole number that a double is not.
void refuse_inexact(py::handle item, py::handle number, const Target& target, std::uint64_t index) {
    if (!is_integer_type(target.dtype) || !PyFloat_Check(number.ptr()) || std::isnan(PyFloat_AS_DOUBLE(number.ptr()))) return;
    const int is_same = PyObject_RichCompareBool(item.ptr(), number.ptr(), Py_EQ);
    if (is_same < 0) throw py::error_already_set();
    if (is_same == 0) refuse_value(target, short_repr(item), index);
}

// Elements of an object array must be numbers: astype would parse strings and turn None into NaN.
core::Blob store_objects(const py::array& array, const Target& target, core::Arena& arena) {
    if (target.dtype == tosa::DType_SHAPE && array.size() != 0) {
        refuse_kind(target, "an array of Python objects (use numpy.int64: upstream stores their addresses)");
    }
    Numbers numbers;
    std::vector<double> floats;
    const bool is_float = !is_integer_type(target.dtype);
    for (const py::handle item : array.attr("reshape")(-1).attr("tolist")()) {
        py::object number = py::reinterpret_borrow<py::object>(item);
        if (!PyLong_Check(item.ptr()) && !PyFloat_Check(item.ptr())) {
            if (PyIndex_Check(item.ptr())) {
                number = py::reinterpret_steal<py::object>(PyNumber_Index(item.ptr()));
            } else if (py::hasattr(item, "__float__")) {
                number = py::reinterpret_steal<py::object>(PyNumber_Float(item.ptr()));
            } else {
                refuse_kind(target, short_repr(item) + " at index " + std::to_string(numbers.size()));
            }
            if (!number) throw py::error_already_set();
            refuse_inexact(item, number, target, numbers.size());
        }
        if (target.dtype == tosa::DType_BOOL) {
            const int truth = PyObject_IsTrue(item.ptr());
            if (truth < 0) throw py::error_already_set();
            number = py::bool_(truth == 1);
        }
        if (is_float) floats.push_back(to_double(number, target, floats.size()));
        numbers.add(number.ptr());
    }
    if (!is_float) return store_numbers(numbers, target, arena);
    const py::array_t<double> values(static_cast<py::ssize_t>(floats.size()), floats.data());
    return store_floats(array, values, target, arena);
}

core::Blob convert_array(const py::array& given, const Target& target, core::Arena& arena) {
    const py::dtype dtype = given.dtype();
    const char kind = dtype.kind();
    if (kind == 'O') return store_objects(given, target, arena);
    const bool is_number = kind == 'b' || kind == 'i' || kind == 'u' || kind == 'f' || is_extension_type(dtype);
    if (!is_number) {
        // numpy's own refusal comes first, so that its exception stays upstream's.
        if (kind != 'c') convert_permissive(given, target, arena);
        refuse_kind(target, "an array of " + dtype_name(dtype));
    }
    if (target.dtype == tosa::DType_SHAPE && dtype.byteorder() == '>' && given.size() != 0) {
        refuse_kind(target, "a big-endian array (upstream stores the bytes as they are)");
    }
    if (is_integer_type(target.dtype) && kind == 'f' && dtype.itemsize() > 8) {
        return store_objects(given.attr("astype")("object"), target, arena);
    }
    if (is_integer_type(target.dtype)) return store_integers(contiguous(native(given)), target, arena);
    return store_floats(given, given, target, arena);
}

core::Blob convert_strict(py::handle values, const Target& target, core::Arena& arena) {
    if (target.dtype == tosa::DType_SHAPE && (PyBytes_Check(values.ptr()) || PyByteArray_Check(values.ptr()))) {
        const bool is_bytes = PyBytes_Check(values.ptr());
        const Py_ssize_t size = is_bytes ? PyBytes_GET_SIZE(values.ptr()) : PyByteArray_GET_SIZE(values.ptr());
        if (size % 8 != 0) refuse_kind(target, std::to_string(size) + " bytes, which is no multiple of 8");
        if (size == 0 && is_bytes) refuse_kind(target, "an empty bytes object, of which upstream makes a zero; give None or []");
        return convert_permissive(values, target, arena);
    }
    if (PyBytes_Check(values.ptr()) && target.dtype == tosa::DType_BOOL) return convert_permissive(values, target, arena);
    if (is_integer_type(target.dtype) || target.dtype == tosa::DType_FP32) {
        Numbers numbers;
        const bool ok = collect(values.ptr(), numbers);
        if (ok && !(target.dtype == tosa::DType_FP32 && numbers.huge)) return store_numbers(numbers, target, arena);
    }
    py::array array = as_array(values);
    const bool is_array = py::isinstance<py::array>(values);
    if (!is_array && is_integer_type(target.dtype) && array.dtype().kind() == 'f' && array.dtype().itemsize() >= 8) {
        // numpy makes doubles of ints beside other numbers, and those do not hold every int.
        array = py::module_::import("numpy").attr("array")(values, py::arg("dtype") = "object");
    }
    return convert_array(array, target, arena);
}

// numpy's refusal, with the name of the object in front. An exception of another class passes as it is.
[[noreturn]] void raise_with_name(py::error_already_set& error, const Target& target) {
    PyObject* type = error.type().ptr();
    if (type != PyExc_ValueError && type != PyExc_TypeError && type != PyExc_OverflowError) throw;
    const std::string text =
        std::string(target.kind) + " '" + std::string(target.name) + "': " + py::str(error.value()).cast<std::string>();
    py::raise_from(error, type, text.c_str());
    throw py::error_already_set();
}

// The strict conversion, whose own errors all begin with the object.
core::Blob convert_named(py::handle values, const Target& target, core::Arena& arena) {
    const std::string owner = std::string(target.kind) + " '" + std::string(target.name) + "': ";
    const auto named = [&](const char* text) { return std::string_view(text).starts_with(owner) ? text : owner + text; };
    try {
        return convert_strict(values, target, arena);
    } catch (const core::ValueError& error) {
        throw core::ValueError(named(error.what()));
    } catch (const core::TypeError& error) {
        throw core::TypeError(named(error.what()));
    }
}

}  // namespace

Converted convert(py::handle values, const Target& target, core::Strictness strictness, core::Arena& arena) {
    if (values.is_none()) return {};
    if (strictness == core::Strictness::kStrict) {
        try {
            return {convert_named(values, target, arena), ""};
        } catch (py::error_already_set& error) {
            raise_with_name(error, target);
        }
    }
    if (strictness == core::Strictness::kPermissive) return {convert_permissive(values, target, arena), ""};
    std::string error;
    py::object kept = py::reinterpret_borrow<py::object>(values);
    // A generator or an __array__ with side effects is asked once only.
    if (!PyList_CheckExact(kept.ptr()) && !PyTuple_CheckExact(kept.ptr()) && !PyBytes_Check(kept.ptr()) &&
        !PyByteArray_Check(kept.ptr())) {
        kept = as_array(kept);
    }
    try {
        return {convert_named(kept, target, arena), ""};
    } catch (const core::Error& e) {
        error = e.what();
    }
    return {convert_permissive(kept, target, arena), error};
}

core::Arena& loose_arena() {
    static auto* arena = new core::Arena();
    return *arena;
}

}  // namespace tosa_bindings
