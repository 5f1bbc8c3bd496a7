#include "downward.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <string>

#include "errors.h"
#include "text.h"

namespace tosa_core {
namespace {

// Below this the heap is quicker.
constexpr std::size_t kOwnPages = std::size_t{256} << 10;
// Above this a buffer is not kept for the next writer.
constexpr std::size_t kMaxKept = std::size_t{8} << 20;

// The last buffer stays for the next writer: its pages were faulted in once. Images that still use it keep others from it.
Pages take_buffer(std::size_t capacity) {
    static std::mutex mutex;
    static auto* const kept = new Pages();
    if (capacity < kOwnPages) return heap_bytes(capacity);
    // Filled from its end, so the end must be one of a huge page.
    capacity = round_up(capacity, kHugePage);
    const std::scoped_lock locked(mutex);
    const bool is_free = kept->owner.use_count() == 1;
    if (is_free && capacity <= kept->bytes.size()) {
        std::atomic_thread_fence(std::memory_order_acquire);
        return *kept;
    }
    Pages fresh = map_pages(capacity);
    if (capacity <= kMaxKept && (is_free || kept->owner == nullptr)) *kept = fresh;
    return fresh;
}

}  // namespace

Downward::Downward(std::size_t reserve) : buffer_(take_buffer(std::max<std::size_t>(reserve, 1024))) {
    place_ = end_ = buffer_.bytes.data() + buffer_.bytes.size();
    zero_ = reinterpret_cast<std::uintptr_t>(end_);
}

void Downward::grow(std::size_t more) {
    if (more > kMaxCount * 2) {
        throw ValueError(joined({"one part of the flatbuffer takes ", more, " bytes; a flatbuffer holds at most ", kMaxCount}));
    }
    const std::size_t written = mark();
    Pages grown = take_buffer(std::max(buffer_.bytes.size() * 2, written + more));
    std::uint8_t* const end = grown.bytes.data() + grown.bytes.size();
    std::memcpy(end - written, place_, written);
    zero_ += reinterpret_cast<std::uintptr_t>(end) - reinterpret_cast<std::uintptr_t>(end_);
    buffer_ = std::move(grown);
    end_ = end;
    place_ = end - written;
}

void Downward::refuse_count(std::size_t count) {
    throw ValueError(
        joined({"a vector of ", count, " items does not fit in a flatbuffer; it holds at most ", kMaxCount, " bytes"}));
}

Downward::Position Downward::find_vtable(Cursor& out, const TableLayout& layout, std::uint64_t size) {
    Position& vtable = vtables_.find(layout, size);
    if (vtable != 0) return vtable;
    std::array<std::uint8_t, TableLayout::kMaxVTable> bytes{};
    const std::size_t length = layout.vtable(size, bytes);
    out.copy(bytes.data(), length);
    out = {out.place(), zero_, length % Cursor::kWord};
    return vtable = out.size();
}

Downward::Position Downward::outside_vector(const Blob& blob) {
    check_count(blob.size());
    Cursor before = begin(0);
    before.pre_align(blob.size(), Cursor::kWord);
    end(before);
    blobs_.push_back({mark(), blob});
    zero_ += blob.size();
    Cursor out = cursor();
    out.push(static_cast<std::uint32_t>(blob.size()));
    return end(out);
}

Downward::Position Downward::vector(std::span<const Position> objects) {
    Cursor out = counted(objects.size(), objects.size() * Cursor::kWord);
    out.references(objects);
    return end(out);
}

Image Downward::finish(Position root, std::string_view identifier) {
    Cursor out = begin(identifier.size() + Cursor::kWord);
    out.pre_align(Cursor::kWord + identifier.size(), min_align_);
    out.copy(identifier.data(), identifier.size());
    out.push(out.distance_to(root));
    end(out);
    if (size() > kMaxCount) {
        throw ValueError(joined({"the flatbuffer takes ", size(), " bytes; a flatbuffer holds at most ", kMaxCount,
                                 ": lower fb_size_cap so that constants go behind it"}));
    }
    Image image;
    std::size_t from = mark();
    for (auto place = blobs_.rbegin(); place != blobs_.rend(); ++place) {
        image.append({end_ - from, from - place->mark}, buffer_.owner);
        image.append(place->blob.bytes(), place->blob.owner());
        from = place->mark;
    }
    image.append({end_ - from, from}, buffer_.owner);
    return image;
}

}  // namespace tosa_core
