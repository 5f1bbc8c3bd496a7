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

py::dtype extension_type(const char* name) { return py::dtype::from_args(py::module_::import("ml_dtypes").attr(name)); }

}  // namespace

py::array as_array(py::handle values) {
    if (py::isinstance<py::array>(values)) return py::reinterpret_borrow<py::array>(values);
    return py::reinterpret_steal<py::array>(functions().asarray(values).release());
}

py::array contiguous(const py::array& array) {
    if ((array.flags() & py::array::c_style) != 0 && array.ndim() > 0) return array;
    return py::reinterpret_steal<py::array>(functions().ascontiguousarray(array).release());
}

py::array native(const py::array& array) {
    const py::dtype dtype = array.dtype();
    if (dtype.byteorder() == '=' || dtype.byteorder() == '|') return array;
    return cast_to(array, py::dtype::from_args(dtype.attr("newbyteorder")("=")));
}

py::array cast_to(const py::array& array, const py::dtype& dtype) {
    if (array.dtype().equal(dtype)) return array;
    return py::reinterpret_steal<py::array>(array.attr("astype")(dtype).release());
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
