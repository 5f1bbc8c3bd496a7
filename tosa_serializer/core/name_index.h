// A name map over a vector of shared objects that own their names: no copies of names, first one wins, renames are noticed.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string_view>
#include <vector>

#include "short_text.h"

namespace tosa_core {

// Counts renames of indexed objects. An index built under another count is built again before it answers.
inline std::atomic<std::uint64_t> rename_count{0};
inline std::uint64_t rename_epoch() { return rename_count.load(std::memory_order_relaxed); }
inline void note_rename() { rename_count.fetch_add(1, std::memory_order_relaxed); }

// Open addressing over positions in `items`; T has `name()`.
template <typename T>
class NameIndex {
public:
    using Items = std::vector<std::shared_ptr<T>>;
    static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

    // Position of the first item of that name, or kNone.
    std::size_t find(const Items& items, std::string_view name) { return find(items, name, short_hash(name)); }
    std::size_t find(const Items& items, std::string_view name, std::uint32_t hash) {
        refresh(items);
        if (slots_.empty()) return kNone;
        const Slot& slot = slot_of(items, name, hash);
        return slot.position == kEmpty ? kNone : slot.position;
    }

    // Hints of look-ups to come: first of the slot, then of the object that it leads to.
    void prefetch_slot(std::uint32_t hash) const {
        if (!slots_.empty()) __builtin_prefetch(&slots_[hash & (slots_.size() - 1)]);
    }
    void prefetch_item(const Items& items, std::uint32_t hash) const {
        if (slots_.empty()) return;
        const Slot& slot = slots_[hash & (slots_.size() - 1)];
        if (slot.position < items.size()) items[slot.position]->prefetch_name();
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

    // The slot of that name, or the free one where it would go.
    Slot& slot_of(const Items& items, std::string_view name, std::uint32_t hash) {
        const std::size_t mask = slots_.size() - 1;
        for (std::size_t i = hash & mask;; i = (i + 1) & mask) {
            Slot& slot = slots_[i];
            if (slot.position == kEmpty || (slot.hash == hash && same_text(items[slot.position]->name(), name))) return slot;
        }
    }

    void refresh(const Items& items) {
        if (indexed_ != items.size() || epoch_ != rename_epoch()) [[unlikely]]
            catch_up(items);
    }

    // Takes in what was appended since the last look-up; starts again after a rename.
    [[gnu::noinline]] void catch_up(const Items& items) {
        if (epoch_ != rename_epoch() || indexed_ > items.size()) {
            slots_.clear();
            indexed_ = 0;
            epoch_ = rename_epoch();
        }
        if (items.size() * 2 > slots_.size()) {
            std::size_t size = 16;
            while (size < items.size() * 4) size *= 2;
            slots_.assign(size, {});
            indexed_ = 0;
        }
        if (indexed_ == 0) first_duplicate_ = kNone;
        for (; indexed_ < items.size(); ++indexed_) {
            const auto [name, hash, is_plain] = items[indexed_]->listed_name();
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
