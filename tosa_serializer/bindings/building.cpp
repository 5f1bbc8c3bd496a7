#include "building.h"

#include <algorithm>
#include <utility>

#include "../core/check.h"
#include "../core/text.h"
#include "admission.h"
#include "values.h"

namespace tosa_bindings {
namespace {

using Extra = core::Tensor::Extra;

SharedTensor build_tensor(NewTensor& request, std::vector<std::int32_t> shape, core::Blob data, core::Blob scales) {
    auto tensor = std::make_shared<core::Tensor>(std::move(request.name));
    tensor->shape = std::move(shape);
    tensor->type = request.type;
    tensor->data = std::move(data);
    tensor->set_extra(&Extra::scale_data, std::move(scales));
    tensor->set_extra(&Extra::placeholder, std::move(request.placeholder));
    tensor->set_extra(&Extra::scale_placeholder, std::move(request.scale_placeholder));
    tensor->is_unranked = request.is_unranked;
    tensor->is_variable = request.is_variable;
    tensor->set_extra(&Extra::variable_name, std::move(request.variable_name));
    return tensor;
}

}  // namespace

core::TensorType tensor_type(core::Strictness strictness, std::string_view name, core::ScaledDType dtype) {
    const auto type = core::to_tensor_type(dtype);
    if (!type) {
        const std::string owner = strictness == core::Strictness::kStrict ? "tensor '" + std::string(name) + "': " : "";
        throw core::ValueError(owner + "No valid tensor type found for passed-in ScaledDType::" +
                               (dtype == core::ScaledDType::kUnknown ? "UNKNOWN" : std::to_string(static_cast<unsigned>(dtype))));
    }
    return *type;
}

SharedTensor add_tensor(const SharedBlock& block, NewTensor request) {
    const core::Strictness strictness = block->strictness;
    std::vector<std::int32_t> shape = admit_dims(strictness, "tensor", request.name, std::move(request.shape));
    Converted data = convert(request.values, {"tensor", request.name, request.type.value, &shape}, strictness, block->arena);
    Converted scales = convert(request.scales, {"scale of tensor", request.name, request.type.scale}, strictness, block->arena);
    if (strictness == core::Strictness::kStrict && request.is_constant && !request.values.is_none() && data.blob.empty() &&
        core::element_count(shape).value_or(0) != 0) {
        throw core::ValueError("tensor '" + request.name + "': no values for a shape " + core::shape_text(shape) +
                               "; give one for every element, or None for a constant without data");
    }
    auto existing = existing_tensor(*block, request.name);
    if (existing && !request.appends) return request.returns_last ? block->tensors.back() : existing;
    const bool is_constant = request.is_constant;
    SharedTensor tensor = build_tensor(request, std::move(shape), std::move(data.blob), std::move(scales.blob));
    tensor->set_extra(&Extra::deferred_error,
                      data.deferred_error.empty() ? std::move(scales.deferred_error) : std::move(data.deferred_error));
    admit(*block, *tensor, is_constant);
    // Who heard a warning may have added one of that name.
    if (tensor->warned) existing_tensor(*block, tensor->name());
    block->tensors.push_back(tensor);
    return tensor;
}

SharedShape add_shape(const SharedBlock& block, std::string name, std::uint32_t rank, py::handle values,
                      std::string placeholder) {
    Converted data = convert(values, {"shape", name, tosa::DType_SHAPE}, block->strictness, block->arena);
    if (auto existing = existing_shape(*block, name)) return existing;
    auto shape = std::make_shared<core::Shape>(std::move(name), rank);
    shape->data = std::move(data.blob);
    shape->deferred_error = std::move(data.deferred_error);
    shape->placeholder = std::move(placeholder);
    admit(*block, *shape);
    block->shapes.push_back(shape);
    return shape;
}

SharedOperator const_operator(core::Block& block, core::Op op, core::AttributeType type, const std::string& output) {
    auto result = std::make_shared<core::Operator>();
    result->op = op;
    result->attribute = simple_attribute(type);
    result->outputs = {output};
    if (block.operators.size() == block.operators.capacity())
        block.operators.reserve(std::max<std::size_t>(8, block.operators.size() * 2));
    return result;
}

void add_operator(core::Block& block, const SharedOperator& op) {
    if (block.strictness == core::Strictness::kStrict) {
        core::check_signature(block, *op, block.operators.size());
        core::check_names(block, *op, block.operators.size());
    } else {
        require_attribute(*op);
    }
    block.operators.push_back(op);
}

SharedBlock current_block(const Region& region, const char* what) {
    if (!region.block) throw core::StateError(std::string("No current basic block to ") + what + ".");
    return region.block;
}

void add_basic_block(Region& region, std::string name) {
    admit_name(region.strictness, "block", name);
    admit_new(region.strictness, "block", name, region.blocks);
    auto block = std::make_shared<core::Block>(std::move(name), region.name);
    block->strictness = region.strictness;
    region.blocks.push_back(block);
    region.block = std::move(block);
}

std::string optional_text(const Arguments& arguments, std::size_t i) {
    return arguments.object(i).is_none() ? std::string() : arguments.text(i);
}

void save_npy(core::Strictness strictness, const std::string& directory, const std::string& file, py::handle values,
              core::DType dtype) {
    if (strictness == core::Strictness::kStrict && !py::hasattr(values, "dtype")) {
        throw core::TypeError("'" + file + "': expected a numpy array to save, got a " + Py_TYPE(values.ptr())->tp_name);
    }
    const auto path = py::module_::import("os.path").attr("join")(py::str(directory), py::str(file));
    try {
        py::module_::import((package_name() + ".numpy_utils").c_str()).attr("save_npy")(path, values, wrapped(dtype));
    } catch (py::error_already_set& error) {
        // Its word on an array of another type does not say which.
        if (strictness != core::Strictness::kStrict || !error.matches(PyExc_RuntimeError)) throw;
        const std::string text = "'" + file + "': " + py::str(error.value()).cast<std::string>();
        py::raise_from(error, PyExc_RuntimeError, text.c_str());
        throw py::error_already_set();
    }
}

}  // namespace tosa_bindings
