#include "vtables.h"

#include <cstring>
#include <utility>

namespace tosa_core {

std::size_t TableLayout::vtable(std::uint64_t size, std::span<std::uint8_t, kMaxVTable> target) const {
    std::array<std::uint16_t, kMaxVTable / 2> words{};
    std::size_t length = 2;
    for (unsigned slot = 0; slot < kSlots; ++slot) {
        const std::uint64_t distance = (slot < 8 ? low_ : high_) >> slot % 8 * 8 & 0xFF;
        if (distance == 0) continue;
        words[slot + 2] = static_cast<std::uint16_t>(size - distance);
        length = slot + 3;
    }
    words[0] = static_cast<std::uint16_t>(length * sizeof(std::uint16_t));
    words[1] = static_cast<std::uint16_t>(size);
    std::memcpy(target.data(), words.data(), kMaxVTable);
    return length * sizeof(std::uint16_t);
}

VTables::Entry& VTables::free_entry(std::uint64_t place) {
    while (entries_[place & (entries_.size() - 1)].position != 0) ++place;
    return entries_[place & (entries_.size() - 1)];
}

std::uint64_t& VTables::add(const TableLayout& layout, std::uint64_t size, std::uint64_t place) {
    if (++count_ * 2 > entries_.size()) {
        std::vector<Entry> old(entries_.size() * 2);
        std::swap(old, entries_);
        for (const Entry& entry : old) {
            if (entry.position != 0) free_entry(entry.layout.hash(entry.size)) = entry;
        }
        place = layout.hash(size);
    }
    Entry& entry = free_entry(place);
    entry = {layout, size, 0};
    return entry.position;
}

}  // namespace tosa_core
