#include "admission.h"

#include <utility>

#include "../core/check.h"
#include "../core/errors.h"
#include "errors.h"

namespace tosa_bindings {
namespace {

// Returns a warning, or "".
std::string check(const core::Tensor& tensor, bool is_constant) {
    core::check_name("tensor", tensor.name());
    if (!tensor.extra().deferred_error.empty()) throw core::ValueError(tensor.extra().deferred_error);
    if (!tensor.is_unranked) core::check_shape(tensor.name(), tensor.shape, is_constant || !tensor.data.empty());
    return core::check_data(tensor);
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

void admit_name(core::Strictness strictness, const char* kind, const std::string& name) {
    if (strictness == core::Strictness::kStrict) core::check_name(kind, name);
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
