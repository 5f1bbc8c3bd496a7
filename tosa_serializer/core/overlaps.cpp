#include "overlaps.h"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "errors.h"
#include "text.h"

namespace tosa_core {
namespace {

struct Claim {
    const std::uint8_t* first;
    const std::uint8_t* end;
    const Tensor* tensor;
    const char* what;
};

std::string text_of(const Claim& claim, const std::uint8_t* outside) {
    const auto at = [&](const std::uint8_t* place) { return std::to_string(place - outside); };
    return joined({claim.what, " of tensor ", quoted(claim.tensor->name()), " (bytes ", at(claim.first), " to ", at(claim.end),
                   " behind the flatbuffer)"});
}

}  // namespace

void refuse_overlaps(const Graph& graph, std::span<const std::uint8_t> outside) {
    if (outside.empty()) return;
    const std::less<> before;
    std::vector<Claim> claims;
    const auto add = [&](const Blob& blob, const Tensor& tensor, const char* what) {
        if (blob.empty() || before(blob.data(), outside.data()) || !before(blob.data(), outside.data() + outside.size())) return;
        claims.push_back({blob.data(), blob.data() + blob.size(), &tensor, what});
    };
    for (const auto& region : graph.regions) {
        for (const auto& block : region->blocks) {
            for (const auto& tensor : block->tensors) {
                add(tensor->data, *tensor, "data");
                add(tensor->extra().scale_data, *tensor, "scale data");
            }
        }
    }
    const auto by_start = [](const Claim& a, const Claim& b) { return a.first < b.first; };
    if (!std::ranges::is_sorted(claims, by_start)) std::ranges::stable_sort(claims, by_start);
    for (std::size_t i = 1; i < claims.size(); ++i) {
        if (claims[i - 1].end <= claims[i].first) continue;
        throw ValueError(
            joined({"the ", text_of(claims[i - 1], outside.data()), " overlaps the ", text_of(claims[i], outside.data())}));
    }
}

}  // namespace tosa_core
