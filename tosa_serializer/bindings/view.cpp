// Zero-copy looks at stored values.
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "numpy_types.h"
#include "values.h"

namespace tosa_bindings {

py::array view(core::Blob blob, core::DType dtype, std::vector<std::int32_t> shape) {
    const auto owner = new std::shared_ptr<const void>(blob.owner());
    const py::capsule keeper(owner, [](void* pointer) { delete static_cast<std::shared_ptr<const void>*>(pointer); });
    const std::optional<py::dtype> stored = viewed_type(dtype);
    const py::dtype type = stored ? *stored : py::dtype("uint8");
    const auto item = static_cast<std::size_t>(type.itemsize());
    std::vector<py::ssize_t> dims;
    const auto count = stored ? core::element_count(shape) : std::nullopt;
    py::array array;
    static const std::uint8_t kNothing[8] = {};
    const std::uint8_t* data = blob.empty() ? kNothing : blob.data();
    if (blob.size() % item != 0) {
        array = py::array(py::dtype("uint8"), {static_cast<py::ssize_t>(blob.size())}, {}, data, keeper);
    } else if (count && *count * item == blob.size()) {
        array = py::array(type, std::vector<py::ssize_t>(shape.begin(), shape.end()), {}, data, keeper);
    } else {
        array = py::array(type, {static_cast<py::ssize_t>(blob.size() / item)}, {}, data, keeper);
    }
    array.attr("setflags")(py::arg("write") = false);
    return array;
}

}  // namespace tosa_bindings
