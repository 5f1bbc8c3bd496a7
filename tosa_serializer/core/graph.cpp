#include "graph.h"

#include <atomic>

namespace tosa_core {
namespace {

std::atomic<std::uint64_t> renames{0};

}  // namespace

std::uint64_t rename_epoch() { return renames.load(std::memory_order_relaxed); }
void note_rename() { renames.fetch_add(1, std::memory_order_relaxed); }

void Tensor::rename(std::string name) {
    name_ = std::move(name);
    note_rename();
}

std::shared_ptr<Tensor> Block::find_tensor(std::string_view wanted) {
    const std::size_t position = tensor_index_.find(tensors, wanted);
    return position == NameIndex<Tensor>::kNone ? nullptr : tensors[position];
}

std::shared_ptr<Shape> Block::find_shape(std::string_view wanted) {
    const std::size_t position = shape_index_.find(shapes, wanted);
    return position == NameIndex<Shape>::kNone ? nullptr : shapes[position];
}

}  // namespace tosa_core
