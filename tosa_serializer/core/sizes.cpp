#include "sizes.h"

#include <algorithm>

#include "text.h"

namespace tosa_core {
namespace {

constexpr std::size_t kNamed = 5;

}  // namespace

std::vector<TensorSize> biggest_tensors(const Graph& graph) {
    std::vector<TensorSize> biggest;
    for (const auto& region : graph.regions) {
        for (const auto& block : region->blocks) {
            for (const auto& tensor : block->tensors) {
                const std::uint64_t bytes = tensor->data.size() + tensor->extra().scale_data.size();
                if (bytes == 0 || (biggest.size() == kNamed && bytes <= biggest.back().bytes)) continue;
                if (biggest.size() == kNamed) biggest.pop_back();
                const auto is_smaller = [&](const TensorSize& other) { return other.bytes < bytes; };
                biggest.insert(std::ranges::find_if(biggest, is_smaller), {tensor.get(), bytes});
            }
        }
    }
    return biggest;
}

std::string biggest_text(const Graph& graph) {
    std::string text;
    for (const TensorSize& size : biggest_tensors(graph)) {
        text +=
            joined({text.empty() ? ", the biggest tensors: " : ", ", quoted(size.tensor->name()), " (", size.bytes, " bytes)"});
    }
    return text;
}

}  // namespace tosa_core
