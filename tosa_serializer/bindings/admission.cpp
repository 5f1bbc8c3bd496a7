#include "admission.h"

#include <utility>

#include "../core/check.h"
#include "../core/errors.h"
#include "errors.h"
#include "numbers.h"

namespace tosa_bindings {
namespace {

// Returns a warning, or "".
std::string check(const core::Tensor& tensor, bool is_constant) {
    core::check_name("tensor", tensor.name());
    const std::string& deferred = tensor.extra().any_deferred_error();
    if (!deferred.empty()) throw core::ValueError(deferred);
    if (!tensor.is_unranked) core::check_shape(tensor.name(), tensor.shape, is_constant || !tensor.data.empty());
    return core::check_data(tensor);
}

// An int as it is, anything else with its type.
std::string number_text(py::handle object) {
    if (PyIndex_Check(object.ptr()) && !is_bool(object.ptr())) return int_text(object);
    return short_repr(object) + " (" + Py_TYPE(object.ptr())->tp_name + ")";
}

void check(const core::Shape& shape) {
    core::check_name("shape", shape.name());
    if (!shape.deferred_error.empty()) throw core::ValueError(shape.deferred_error);
    const std::size_t values = shape.data.size() / sizeof(std::int64_t);
    if (values == 0 || values == shape.rank) return;
    throw core::ValueError("shape '" + shape.name() + "': rank " + std::to_string(shape.rank) + " takes as many values, got " +
                           std::to_string(values));
}

}  // namespace

std::shared_ptr<core::Tensor> existing_tensor(core::Block& block, const std::string& name) {
    auto tensor = block.find_tensor(name);
    if (tensor && block.strictness == core::Strictness::kStrict) {
        throw core::ValueError("tensor '" + name + "': block '" + block.name + "' already has a tensor of that name");
    }
    return tensor;
}

std::shared_ptr<core::Shape> existing_shape(core::Block& block, const std::string& name) {
    auto shape = block.find_shape(name);
    if (shape && block.strictness == core::Strictness::kStrict) {
        throw core::ValueError("shape '" + name + "': block '" + block.name + "' already has a shape of that name");
    }
    return shape;
}

std::uint32_t admit_rank(core::Strictness strictness, const std::string& name, const Arguments& arguments, std::size_t i) {
    if (strictness != core::Strictness::kStrict) return arguments.uint32(i);
    long long rank = 0;
    PyObject* given = arguments.values[i];
    if (!is_bool(given) && to_long(given, rank) && rank >= 0 && rank <= 0xFFFFFFFF) return static_cast<std::uint32_t>(rank);
    throw core::TypeError("shape '" + name + "': its rank is " + number_text(given) + ", expected an int from 0 to 4294967295");
}

void admit_name(core::Strictness strictness, const char* kind, const std::string& name) {
    if (strictness == core::Strictness::kStrict) core::check_name(kind, name);
}

std::vector<std::int32_t> admit_dims(core::Strictness strictness, const char* kind, const std::string& name, Dims dims) {
    if (!dims.bad) return std::move(dims.values);
    if (strictness == core::Strictness::kStrict) {
        throw core::TypeError(std::string(kind) + " '" + name + "': dimension " + std::to_string(dims.place) +
                              " of its shape is " + number_text(dims.bad) +
                              ", expected an int from 0 to 2147483647, or -1 for an unknown size");
    }
    if (!dims.is_whole) throw Mismatch();
    return std::move(dims.values);
}

void admit(const core::Block& block, core::Tensor& tensor, bool is_constant) {
    if (block.strictness == core::Strictness::kStrict) {
        const std::string text = check(tensor, is_constant);
        if (!text.empty() && !std::exchange(tensor.warned, true)) warn(text);
    }
    tensor.strictness = block.strictness;
}

void admit(const core::Block& block, core::Shape& shape) {
    if (block.strictness == core::Strictness::kStrict) check(shape);
    shape.strictness = block.strictness;
}

void admit(core::Strictness strictness, Region& region) {
    if (strictness == core::Strictness::kStrict) {
        core::check_name("region", region.name);
        std::vector<std::string> warnings;
        for (const auto& block : region.blocks) {
            core::check_name("block", block->name);
            for (const auto& tensor : block->tensors) {
                std::string text = check(*tensor, false);
                if (!text.empty() && !std::exchange(tensor->warned, true)) warnings.push_back(std::move(text));
            }
            for (const auto& shape : block->shapes) check(*shape);
        }
        for (const std::string& text : warnings) warn(text);
    }
    region.strictness = strictness;
    for (const auto& block : region.blocks) {
        block->strictness = strictness;
        for (const auto& tensor : block->tensors) tensor->strictness = strictness;
        for (const auto& shape : block->shapes) shape->strictness = strictness;
    }
}

}  // namespace tosa_bindings
