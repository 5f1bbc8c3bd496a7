#include "handover.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "../core/downward.h"
#include "../core/memory.h"
#include "../core/pages.h"
#include "../core/sharing.h"
#include "convert.h"
#include "gil.h"

namespace tosa_bindings {
namespace {

// Results below this size are copied in one go: both copies together are small.
constexpr std::size_t kLargeResult = std::size_t{4} << 20;
// From here on a fault for each page would show.
constexpr std::size_t kPopulated = std::size_t{256} << 10;
// How much is copied before tensors let go of it: what a serialize takes beyond the data.
constexpr std::size_t kBatch = std::size_t{16} << 20;

// A share of the bytes object, which C++ may drop on any thread.
std::shared_ptr<const void> share(const py::bytes& bytes) {
    return {py::object(bytes).release().ptr(), [](const void* object) {
                if (!Py_IsInitialized()) return;
                const Locked locked;
                Py_DECREF(static_cast<PyObject*>(const_cast<void*>(object)));
            }};
}

struct Home {
    std::shared_ptr<core::Tensor> tensor;
    core::Blob* blob;
};

// Who holds each constant, by where it starts.
using Homes = std::unordered_map<const std::uint8_t*, Home>;

Homes homes_of(const core::Graph& graph) {
    Homes homes;
    for (const auto& region : graph.regions) {
        for (const auto& block : region->blocks) {
            for (const auto& tensor : block->tensors) {
                core::Tensor::Extra* extra = tensor->own_extra();
                for (core::Blob* blob : {&tensor->data, extra != nullptr ? &extra->scale_data : nullptr}) {
                    if (blob != nullptr && blob->size() >= core::Downward::kInlineBlob && !blob->is_mapped_file())
                        homes.try_emplace(blob->data(), Home{tensor, blob});
                }
            }
        }
    }
    return homes;
}

// What a bytes object of the image takes beyond the constants that are handed over to it.
std::uint64_t memory_for(const core::Image& image, const Homes& homes) {
    std::uint64_t kept = 0;
    std::uint64_t largest = kBatch;
    for (const core::Image::Piece& piece : image.pieces()) {
        const std::uint64_t size = piece.bytes.size();
        if (homes.contains(piece.bytes.data())) {
            largest = std::max(largest, size);
        } else {
            kept += size;
        }
    }
    return kept + largest;
}

class Handover {
public:
    Handover(core::Image image, Homes homes, const py::bytes& result)
        : image_(std::move(image)), homes_(std::move(homes)), target_(PyBytes_AS_STRING(result.ptr())), owner_(share(result)) {}

    void run() {
        const Unlocked unlocked;
        core::prefer_huge_pages({cursor(), static_cast<std::size_t>(image_.size())});
        image_.drain([this](core::Image::Piece&& piece) { copy(std::move(piece)); });
        hand_over();
    }

private:
    std::uint8_t* cursor() const { return reinterpret_cast<std::uint8_t*>(target_) + copied_; }

    void copy(core::Image::Piece&& piece) {
        const std::size_t size = piece.bytes.size();
        core::copy_bytes({cursor(), size}, piece.bytes.data());
        const core::Blob copy({cursor(), size}, owner_);
        copied_ += size;
        waiting_ += size;
        batch_.emplace_back(std::move(piece), copy);
        if (waiting_ >= kBatch) hand_over();
    }

    void hand_over() {
        {
            const Locked locked;
            for (auto& [piece, copy] : batch_) {
                const auto home = homes_.find(piece.bytes.data());
                if (home == homes_.end()) continue;
                core::Blob& blob = *home->second.blob;
                // Another thread may have given the tensor other values meanwhile.
                if (blob.data() == piece.bytes.data() && blob.size() == copy.size()) std::swap(blob, copy);
            }
        }
        // Here the old storage is given back, without the lock.
        batch_.clear();
        waiting_ = 0;
    }

    core::Image image_;
    Homes homes_;
    char* target_;
    std::shared_ptr<const void> owner_;
    std::size_t copied_ = 0;
    std::size_t waiting_ = 0;
    std::vector<std::pair<core::Image::Piece, core::Blob>> batch_;
};

}  // namespace

py::bytes to_bytes(core::Image image, const core::Graph& graph) {
    const auto size = static_cast<std::size_t>(image.size());
    Homes homes;
    if (size >= kLargeResult) {
        homes = homes_of(graph);
        core::require_memory(memory_for(image, homes));
    }
    auto result = py::reinterpret_steal<py::bytes>(PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(size)));
    if (!result) throw py::error_already_set();
    if (size >= kLargeResult) {
        Handover(std::move(image), std::move(homes), result).run();
    } else {
        const std::span target(reinterpret_cast<std::uint8_t*>(PyBytes_AS_STRING(result.ptr())), size);
        if (size >= kPopulated) core::populate_pages(target);
        image.copy_to(target);
    }
    return result;
}

}  // namespace tosa_bindings
