#include "downward.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <mutex>
#include <string>

#include "errors.h"

namespace tosa_core {
namespace {

// Signed 32-bit offsets reach no further (FLATBUFFERS_MAX_BUFFER_SIZE).
constexpr std::uint64_t kMaxFlatbuffer = std::numeric_limits<std::int32_t>::max();

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

[[noreturn]] void refuse_length(std::size_t length) {
    throw ValueError("a vector of " + std::to_string(length) + " items does not fit in a flatbuffer; it holds at most " +
                     std::to_string(kMaxFlatbuffer) + " bytes");
}

}  // namespace

Downward::Downward(std::size_t reserve) : buffer_(take_buffer(std::max<std::size_t>(reserve, 1024))) {
    place_ = end_ = buffer_.bytes.data() + buffer_.bytes.size();
    zero_ = reinterpret_cast<std::uintptr_t>(end_);
}

void Downward::grow(std::size_t more) {
    if (more > kMaxFlatbuffer * 2) {
        throw ValueError("one part of the flatbuffer takes " + std::to_string(more) + " bytes; a flatbuffer holds at most " +
                         std::to_string(kMaxFlatbuffer));
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

Downward::Position Downward::long_string(std::string_view text) {
    if (text.size() > kMaxFlatbuffer) refuse_length(text.size());
    reserve(text.size());
    Cursor out = cursor();
    out.skip(1 + ((0 - out.size() - text.size() - 1) & (sizeof(std::uint32_t) - 1)));
    out.copy(text.data(), text.size());
    out.push(static_cast<std::uint32_t>(text.size()));
    return take(out);
}

Downward::Position Downward::vector(const void* data, std::size_t count, std::size_t size_of_one) {
    if (count > kMaxFlatbuffer) refuse_length(count);
    const std::size_t length = count * size_of_one;
    reserve(length);
    Cursor out = cursor();
    out.pre_align(length, sizeof(std::uint32_t));
    out.copy(data, length);
    out.push(static_cast<std::uint32_t>(count));
    return take(out);
}

Downward::Position Downward::outside_vector(const Blob& blob) {
    if (blob.size() > kMaxFlatbuffer) refuse_length(blob.size());
    reserve(0);
    Cursor before = cursor();
    before.pre_align(blob.size(), sizeof(std::uint32_t));
    take(before);
    blobs_.push_back({mark(), blob});
    zero_ += blob.size();
    Cursor out = cursor();
    out.push(static_cast<std::uint32_t>(blob.size()));
    return take(out);
}

Downward::Position Downward::vector(std::span<const Position> objects) {
    if (objects.size() > kMaxFlatbuffer) refuse_length(objects.size());
    reserve(objects.size() * sizeof(std::uint32_t));
    Cursor out = cursor();
    out.pre_align(0, sizeof(std::uint32_t));
    for (std::size_t i = objects.size(); i-- > 0;) out.push(out.distance_to(objects[i]));
    out.push(static_cast<std::uint32_t>(objects.size()));
    return take(out);
}

Image Downward::finish(Position root, std::string_view identifier) {
    reserve(identifier.size() + sizeof(std::uint32_t));
    Cursor out = cursor();
    out.pre_align(sizeof(std::uint32_t) + identifier.size(), min_align_);
    out.copy(identifier.data(), identifier.size());
    out.push(out.distance_to(root));
    take(out);
    if (size() > kMaxFlatbuffer) {
        throw ValueError("the flatbuffer takes " + std::to_string(size()) + " bytes; a flatbuffer holds at most " +
                         std::to_string(kMaxFlatbuffer) + ": lower fb_size_cap so that constants go behind it");
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
