// A name map over a vector of shared objects that own their names: no copies of names, first one wins, renames are noticed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string_view>
#include <vector>

#include "short_text.h"

namespace tosa_core {

// Counts renames of indexed objects. An index built under another count is built again before it answers.
std::uint64_t rename_epoch();
void note_rename();

// Open addressing over positions in `items`; T has `name()`.
template <typename T>
class NameIndex {
public:
    using Items = std::vector<std::shared_ptr<T>>;
    static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

    // Position of the first item of that name, or kNone.
    std::size_t find(const Items& items, std::string_view name) {
        refresh(items);
        if (slots_.empty()) return kNone;
        for (std::size_t slot = hash_text(name) & mask();; slot = (slot + 1) & mask()) {
            const std::uint32_t position = slots_[slot];
            if (position == kEmpty) return kNone;
            if (same_text(items[position]->name(), name)) return position;
        }
    }

private:
    static constexpr std::uint32_t kEmpty = std::numeric_limits<std::uint32_t>::max();

    std::size_t mask() const { return slots_.size() - 1; }

    // Takes in what was appended since the last look-up; starts again after a rename.
    void refresh(const Items& items) {
        if (epoch_ != rename_epoch() || indexed_ > items.size()) {
            slots_.clear();
            indexed_ = 0;
            epoch_ = rename_epoch();
        }
        if (indexed_ == items.size()) return;
        if (items.size() * 2 > slots_.size()) {
            std::size_t size = 16;
            while (size < items.size() * 4) size *= 2;
            slots_.assign(size, kEmpty);
            indexed_ = 0;
        }
        for (; indexed_ < items.size(); ++indexed_) insert(items, indexed_);
    }

    void insert(const Items& items, std::size_t position) {
        const std::string_view name = items[position]->name();
        std::size_t slot = hash_text(name) & mask();
        while (slots_[slot] != kEmpty) {
            if (same_text(items[slots_[slot]]->name(), name)) return;
            slot = (slot + 1) & mask();
        }
        slots_[slot] = static_cast<std::uint32_t>(position);
    }

    std::vector<std::uint32_t> slots_;
    std::size_t indexed_ = 0;
    std::uint64_t epoch_ = 0;
};

}  // namespace tosa_core
