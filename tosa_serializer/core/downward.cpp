#include "downward.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <string>

#include "errors.h"

namespace tosa_core {
namespace {

static_assert(std::endian::native == std::endian::little, "a flatbuffer is little-endian, and so are these stores");

// Signed 32-bit offsets reach no further (FLATBUFFERS_MAX_BUFFER_SIZE).
constexpr std::uint64_t kMaxFlatbuffer = std::numeric_limits<std::int32_t>::max();

constexpr std::size_t kVTableHeader = 2 * sizeof(std::uint16_t);

std::size_t vtable_offset(unsigned slot) { return kVTableHeader + slot * sizeof(std::uint16_t); }

// FNV-1a: vtables are a few words, and equal keys are compared in full.
std::uint64_t key_of(const std::uint8_t* data, std::size_t length) {
    std::uint64_t key = 14695981039346656037ULL;
    for (std::size_t i = 0; i < length; ++i) key = (key ^ data[i]) * 1099511628211ULL;
    return key;
}

}  // namespace

Downward::Downward(std::size_t reserve)
    : buffer_(new std::uint8_t[std::max<std::size_t>(reserve, 1024)]), capacity_(std::max<std::size_t>(reserve, 1024)) {}

void Downward::reserve(std::size_t more) {
    if (more <= capacity_ - written_) return;
    if (more > kMaxFlatbuffer * 2) {
        throw ValueError("one part of the flatbuffer takes " + std::to_string(more) + " bytes; a flatbuffer holds at most " +
                         std::to_string(kMaxFlatbuffer));
    }
    const std::size_t capacity = std::max(capacity_ * 2, written_ + more);
    std::shared_ptr<std::uint8_t[]> grown(new std::uint8_t[capacity]);
    std::memcpy(grown.get() + (capacity - written_), cursor(), written_);
    buffer_ = std::move(grown);
    capacity_ = capacity;
}

void Downward::fill(std::size_t zeros) {
    reserve(zeros);
    written_ += zeros;
    std::memset(cursor(), 0, zeros);
}

void Downward::bytes(const void* data, std::size_t length) {
    if (length == 0) return;
    reserve(length);
    written_ += length;
    std::memcpy(cursor(), data, length);
}

void Downward::pre_align(std::uint64_t length, std::size_t alignment) {
    min_align_ = std::max(min_align_, alignment);
    fill((~(size() + length) + 1) & (alignment - 1));
}

Downward::Position Downward::end_vector(std::size_t length) {
    if (length > kMaxFlatbuffer) {
        throw ValueError("a vector of " + std::to_string(length) + " items does not fit in a flatbuffer; it holds at most " +
                         std::to_string(kMaxFlatbuffer) + " bytes");
    }
    align(sizeof(std::uint32_t));
    push(static_cast<std::uint32_t>(length));
    return size();
}

Downward::Position Downward::string(std::string_view text) {
    pre_align(text.size() + 1, sizeof(std::uint32_t));
    fill(1);
    bytes(text.data(), text.size());
    return end_vector(text.size());
}

Downward::Position Downward::vector(std::span<const std::int32_t> values) {
    pre_align(values.size_bytes(), sizeof(std::uint32_t));
    bytes(values.data(), values.size_bytes());
    return end_vector(values.size());
}

Downward::Position Downward::vector(std::span<const std::uint8_t> values) {
    pre_align(values.size(), sizeof(std::uint32_t));
    bytes(values.data(), values.size());
    return end_vector(values.size());
}

Downward::Position Downward::vector(const Blob& blob) {
    if (blob.size() < kInlineBlob) return vector(blob.bytes());
    pre_align(blob.size(), sizeof(std::uint32_t));
    blobs_.push_back({written_, blob});
    blob_bytes_ += blob.size();
    return end_vector(blob.size());
}

Downward::Position Downward::vector(std::span<const Position> objects) {
    pre_align(objects.size() * sizeof(std::uint32_t), sizeof(std::uint32_t));
    for (std::size_t i = objects.size(); i-- > 0;) push(refer_to(objects[i]));
    return end_vector(objects.size());
}

std::uint32_t Downward::refer_to(Position object) {
    align(sizeof(std::uint32_t));
    return static_cast<std::uint32_t>(size() - object + sizeof(std::uint32_t));
}

void Downward::start_table() {
    table_start_ = size();
    field_count_ = 0;
}

void Downward::note_field(unsigned slot) { fields_.at(field_count_++) = {slot, size()}; }

void Downward::offset_field(unsigned slot, Position object) {
    if (object == 0) return;
    push(refer_to(object));
    note_field(slot);
}

Downward::Position Downward::end_table() {
    align(sizeof(std::int32_t));
    push(std::int32_t{0});
    const Position table = size();
    const std::size_t table_mark = written_;

    std::size_t length = kVTableHeader;
    for (std::size_t i = 0; i < field_count_; ++i)
        length = std::max(length, vtable_offset(fields_[i].slot) + sizeof(std::uint16_t));
    std::array<std::uint8_t, kVTableHeader + 2 * 16> vtable{};
    const auto put = [&vtable](std::size_t where, std::uint64_t value) {
        const auto narrow = static_cast<std::uint16_t>(value);
        std::memcpy(vtable.data() + where, &narrow, sizeof narrow);
    };
    put(0, length);
    put(sizeof(std::uint16_t), table - table_start_);
    for (std::size_t i = 0; i < field_count_; ++i) put(vtable_offset(fields_[i].slot), table - fields_[i].position);

    const std::uint64_t key = key_of(vtable.data(), length);
    Position use = 0;
    for (const VTable& known : vtables_) {
        if (known.key == key && std::memcmp(at(known.mark), vtable.data(), length) == 0) {
            use = known.position;
            break;
        }
    }
    if (use == 0) {
        bytes(vtable.data(), length);
        use = size();
        vtables_.push_back({use, written_, key});
    }
    const auto distance = static_cast<std::int32_t>(use - table);
    std::memcpy(at(table_mark), &distance, sizeof distance);
    return table;
}

void Downward::patch(std::size_t mark, std::uint64_t value) { std::memcpy(at(mark), &value, sizeof value); }

Image Downward::finish(Position root, std::string_view identifier) {
    pre_align(sizeof(std::uint32_t) + identifier.size(), min_align_);
    bytes(identifier.data(), identifier.size());
    push(refer_to(root));
    if (size() > kMaxFlatbuffer) {
        throw ValueError("the flatbuffer takes " + std::to_string(size()) + " bytes; a flatbuffer holds at most " +
                         std::to_string(kMaxFlatbuffer) + ": lower fb_size_cap so that constants go behind it");
    }
    Image image;
    std::size_t from = written_;
    for (auto place = blobs_.rbegin(); place != blobs_.rend(); ++place) {
        image.append({at(from), from - place->mark}, buffer_);
        image.append(place->blob.bytes(), place->blob.owner());
        from = place->mark;
    }
    image.append({at(from), from}, buffer_);
    return image;
}

}  // namespace tosa_core
