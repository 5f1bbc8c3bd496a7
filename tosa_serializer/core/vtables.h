// The vtables of one flatbuffer: tables with the same fields at the same places share one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "short_text.h"

namespace tosa_core {

// Where the fields of one table lie: for each slot a byte with the distance from the table's end to the field's start, 0 for a
// field that is left out.
class TableLayout {
public:
    // Tables of TOSA have at most 13 fields.
    static constexpr unsigned kSlots = 16;
    // All slots filled, half of them bytes and half words that are aligned behind them.
    static constexpr unsigned kMaxFields = 8 * (8 + 8);

    void note(unsigned slot, std::uint64_t distance) { (slot < 8 ? low_ : high_) |= distance << slot % 8 * 8; }

    // The table's vtable as it stands in the file, for a table of `size` bytes. Returns its length.
    static constexpr std::size_t kMaxVTable = 4 + 2 * kSlots;
    std::size_t vtable(std::uint64_t size, std::span<std::uint8_t, kMaxVTable> target) const;

    std::uint64_t hash(std::uint64_t size) const { return mix(low_ + size, high_); }
    friend bool operator==(const TableLayout&, const TableLayout&) = default;

private:
    std::uint64_t low_ = 0;
    std::uint64_t high_ = 0;
};

// Positions of the vtables that were written, by layout and size of their tables.
class VTables {
public:
    struct Entry {
        TableLayout layout;
        std::uint64_t size = 0;
        std::uint64_t position = 0;
    };

    // The vtable's position, or 0 which the caller sets to where it writes one. The reference lives until the next call.
    std::uint64_t& find(const TableLayout& layout, std::uint64_t size) {
        for (std::uint64_t place = layout.hash(size);; ++place) {
            Entry& entry = entries_[place & (entries_.size() - 1)];
            if (entry.position == 0) return add(layout, size, place);
            if (entry.layout == layout && entry.size == size) return entry.position;
        }
    }

private:
    std::uint64_t& add(const TableLayout& layout, std::uint64_t size, std::uint64_t place);
    Entry& free_entry(std::uint64_t place);

    // Open addressing over a power of two.
    std::vector<Entry> entries_ = std::vector<Entry>(64);
    std::size_t count_ = 0;
};

}  // namespace tosa_core
