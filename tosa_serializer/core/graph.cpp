#include "graph.h"

namespace tosa_core {
const Tensor::Extra Tensor::kNoExtra;

void Tensor::rename(std::string name) {
    name_ = Name(std::move(name));
    note_rename();
}

std::shared_ptr<Tensor> Block::find_tensor(std::string_view wanted) {
    const std::size_t position = tensor_index_.find(tensors, wanted);
    return position == NameIndex<Tensor>::kNone ? nullptr : tensors[position];
}

const std::string* Block::find_duplicate() {
    const std::size_t tensor = tensor_index_.find_duplicate(tensors);
    if (tensor != kNone) return &tensors[tensor]->name();
    const std::size_t second = shape_index_.find_duplicate(shapes);
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        if (i == second || tensor_index_.find(tensors, shapes[i]->name()) != kNone) return &shapes[i]->name();
    }
    return nullptr;
}

std::shared_ptr<Shape> Block::find_shape(std::string_view wanted) {
    const std::size_t position = shape_index_.find(shapes, wanted);
    return position == NameIndex<Shape>::kNone ? nullptr : shapes[position];
}

}  // namespace tosa_core
