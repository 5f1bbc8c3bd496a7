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
        const Slot& slot = slot_of(items, name, short_hash(name));
        return slot.position == kEmpty ? kNone : slot.position;
    }

    // Position of the first item whose name an item before it has, or kNone.
    std::size_t find_duplicate(const Items& items) {
        refresh(items);
        return first_duplicate_;
    }

private:
    static constexpr std::uint32_t kEmpty = std::numeric_limits<std::uint32_t>::max();

    // Names are compared only where the hashes agree: a name lies far away in its object.
    struct Slot {
        std::uint32_t hash = 0;
        std::uint32_t position = kEmpty;
    };

    static std::uint32_t short_hash(std::string_view name) { return static_cast<std::uint32_t>(hash_text(name)); }

    // The slot of that name, or the free one where it would go.
    Slot& slot_of(const Items& items, std::string_view name, std::uint32_t hash) {
        const std::size_t mask = slots_.size() - 1;
        for (std::size_t i = hash & mask;; i = (i + 1) & mask) {
            Slot& slot = slots_[i];
            if (slot.position == kEmpty || (slot.hash == hash && same_text(items[slot.position]->name(), name))) return slot;
        }
    }

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
            slots_.assign(size, {});
            indexed_ = 0;
        }
        if (indexed_ == 0) first_duplicate_ = kNone;
        for (; indexed_ < items.size(); ++indexed_) {
            const std::string_view name = items[indexed_]->name();
            const std::uint32_t hash = short_hash(name);
            Slot& slot = slot_of(items, name, hash);
            if (slot.position == kEmpty) {
                slot = {hash, static_cast<std::uint32_t>(indexed_)};
            } else if (first_duplicate_ == kNone) {
                first_duplicate_ = indexed_;
            }
        }
    }

    std::vector<Slot> slots_;
    std::size_t indexed_ = 0;
    std::size_t first_duplicate_ = kNone;
    std::uint64_t epoch_ = 0;
};

}  // namespace tosa_core
