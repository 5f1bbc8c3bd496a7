// numpy and ml_dtypes, imported when the first array comes.
#pragma once

#include <pybind11/numpy.h>

#include <optional>
#include <string>

#include "../core/tables.h"

namespace tosa_bindings {

namespace py = pybind11;
namespace core = tosa_core;

// np.asarray
py::array as_array(py::handle values);
// np.ascontiguousarray: C order, at least one dimension.
py::array contiguous(const py::array& array);
// The same values in native byte order.
py::array native(const py::array& array);
// array.astype(dtype); the array itself where it has that type.
py::array cast_to(const py::array& array, const py::dtype& dtype);

// The type to which upstream casts values of `dtype` before it packs them. Raises ValueError for UNKNOWN.
py::dtype stored_type(core::DType dtype);
// The type of stored values as they lie in the file; nullopt for packed ones.
std::optional<py::dtype> viewed_type(core::DType dtype);

// A type that numpy does not have itself: those of ml_dtypes.
bool is_extension_type(const py::dtype& dtype);
std::string dtype_name(const py::dtype& dtype);

}  // namespace tosa_bindings
