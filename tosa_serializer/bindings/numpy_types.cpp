#include "numpy_types.h"

#include "../core/errors.h"

namespace tosa_bindings {
namespace {

// numpy numbers the types of extensions from here on (NPY_USERDEF).
constexpr int kFirstExtensionType = 256;

// Module functions, looked up once. Never freed: numpy outlives us, and the interpreter may be gone when statics die.
struct Functions {
    py::object asarray;
    py::object ascontiguousarray;
};

const Functions& functions() {
    static PYBIND11_CONSTINIT py::gil_safe_call_once_and_store<Functions> storage;
    return storage
        .call_once_and_store_result([] {
            const auto numpy = py::module_::import("numpy");
            return Functions{numpy.attr("asarray"), numpy.attr("ascontiguousarray")};
        })
        .get_stored();
}

const char* extension_name(core::DType dtype) {
    switch (dtype) {
        case tosa::DType_BF16: return "bfloat16";
        case tosa::DType_FP8E4M3: return "float8_e4m3fn";
        case tosa::DType_FP8E5M2: return "float8_e5m2";
        case tosa::DType_FP8UE8M0: return "float8_e8m0fnu";
        case tosa::DType_FP6E2M3: return "float6_e2m3fn";
        case tosa::DType_FP6E3M2: return "float6_e3m2fn";
        case tosa::DType_FP4E2M1: return "float4_e2m1fn";
        default: return nullptr;
    }
}

const char* numpy_name(core::DType dtype) {
    switch (dtype) {
        case tosa::DType_BOOL: return "bool";
        case tosa::DType_INT4:
        case tosa::DType_INT8:
        case tosa::DType_MXINT8: return "int8";
        case tosa::DType_INT16: return "int16";
        case tosa::DType_INT32: return "int32";
        case tosa::DType_INT48:
        case tosa::DType_INT64:
        case tosa::DType_SHAPE: return "int64";
        case tosa::DType_FP32: return "float32";
        case tosa::DType_FP16: return "float16";
        default: return nullptr;
    }
}

py::array checked_array(py::object result, const char* function) {
    if (py::isinstance<py::array>(result)) return py::reinterpret_steal<py::array>(result.release());
    throw core::TypeError(std::string(function) + ": expected a numpy.ndarray, got " + Py_TYPE(result.ptr())->tp_name);
}

py::dtype extension_type(const char* name) { return py::dtype::from_args(py::module_::import("ml_dtypes").attr(name)); }

}  // namespace

py::array as_array(py::handle values) {
    if (py::isinstance<py::array>(values)) return py::reinterpret_borrow<py::array>(values);
    return checked_array(functions().asarray(values), "numpy.asarray");
}

py::array contiguous(const py::array& array) {
    if ((array.flags() & py::array::c_style) != 0 && array.ndim() > 0) return array;
    return checked_array(functions().ascontiguousarray(array), "numpy.ascontiguousarray");
}

py::array native(const py::array& array) {
    const py::dtype dtype = array.dtype();
    if (dtype.byteorder() == '=' || dtype.byteorder() == '|') return array;
    return cast_to(array, py::dtype::from_args(dtype.attr("newbyteorder")("=")));
}

py::array cast_to(const py::array& array, const py::dtype& dtype) {
    if (array.dtype().equal(dtype)) return array;
    py::array cast = checked_array(array.attr("astype")(dtype), "astype");
    // A class derived from ndarray may do as it likes.
    if (!cast.dtype().equal(dtype) || cast.size() != array.size()) {
        throw core::TypeError("astype(" + dtype_name(dtype) + ") of " + std::to_string(array.size()) + " values gave " +
                              std::to_string(cast.size()) + " of " + dtype_name(cast.dtype()));
    }
    return cast;
}

py::dtype stored_type(core::DType dtype) {
    if (const char* name = extension_name(dtype)) return extension_type(name);
    if (const char* name = numpy_name(dtype)) return py::dtype(name);
    throw core::ValueError("No Numpy/ml_dtypes type to map C++ DType " + std::to_string(static_cast<unsigned>(dtype)) + " to.");
}

std::optional<py::dtype> viewed_type(core::DType dtype) {
    switch (dtype) {
        case tosa::DType_INT4:
        case tosa::DType_INT48:
        case tosa::DType_FP4E2M1:
        case tosa::DType_FP6E2M3:
        case tosa::DType_FP6E3M2: return std::nullopt;
        default: break;
    }
    if (const char* name = extension_name(dtype)) return extension_type(name);
    if (const char* name = numpy_name(dtype)) return py::dtype(name);
    return std::nullopt;
}

bool is_extension_type(const py::dtype& dtype) { return dtype.num() >= kFirstExtensionType; }

std::string dtype_name(const py::dtype& dtype) { return py::str(dtype.attr("name")).cast<std::string>(); }

}  // namespace tosa_bindings
