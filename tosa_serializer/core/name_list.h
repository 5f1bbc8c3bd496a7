// Names with what is asked of them most often, and the names of an operator's inputs or outputs in one allocation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "short_text.h"

namespace tosa_core {

struct ListedName {
    std::string_view text;
    // short_hash of the text.
    std::uint32_t hash;
    bool is_plain;
};

// One that owns its text.
class Name {
public:
    explicit Name(std::string text) : text_(std::move(text)), hash_(short_hash(text_)), is_plain_(tosa_core::is_plain(text_)) {}

    const std::string& text() const { return text_; }
    ListedName listed() const { return {text_, hash_, is_plain_}; }

private:
    std::string text_;
    std::uint32_t hash_;
    bool is_plain_;
};

// Made at once, and not changed in place.
class NameList {
public:
    NameList() = default;
    NameList(std::initializer_list<std::string_view> names) : NameList(names.begin(), names.end()) {}
    // From anything that converts to std::string_view. Raises std::bad_alloc.
    template <typename Iterator>
    NameList(Iterator first, Iterator last) {
        if (first == last) return;
        std::size_t count = 0;
        std::size_t bytes = 0;
        for (Iterator name = first; name != last; ++name, ++count) bytes += std::string_view(*name).size();
        storage_ = std::make_unique_for_overwrite<std::byte[]>(sizeof(std::uint64_t) + count * sizeof(Entry) + bytes);
        const std::uint64_t stored_count = count;
        std::memcpy(storage_.get(), &stored_count, sizeof stored_count);
        std::byte* entry = entries();
        std::byte* text = entry + count * sizeof(Entry);
        for (Iterator name = first; name != last; ++name) {
            const std::string_view source(*name);
            const Entry made{source.size(), short_hash(source), is_plain(source)};
            std::memcpy(entry, &made, sizeof made);
            copy_short(reinterpret_cast<std::uint8_t*>(text), source.data(), source.size());
            entry += sizeof(Entry);
            text += source.size();
        }
    }

    std::size_t size() const { return storage_ ? load<std::uint64_t>(storage_.get()) : 0; }
    bool empty() const { return !storage_; }
    const void* data() const { return storage_.get(); }
    std::vector<std::string> texts() const;

    class Iterator;
    Iterator begin() const;
    Iterator end() const;

private:
    struct Entry {
        std::uint64_t length;
        std::uint32_t hash;
        std::uint32_t is_plain;
    };

    std::byte* entries() const { return storage_.get() + sizeof(std::uint64_t); }

    // The count, an Entry for each name, then their characters.
    std::unique_ptr<std::byte[]> storage_;
};

class NameList::Iterator {
public:
    Iterator(const std::byte* entry, const std::byte* text) : entry_(entry), text_(text) {}

    ListedName operator*() const {
        const Entry entry = load<Entry>(entry_);
        return {{reinterpret_cast<const char*>(text_), entry.length}, entry.hash, entry.is_plain != 0};
    }
    Iterator& operator++() {
        text_ += load<std::uint64_t>(entry_);
        entry_ += sizeof(Entry);
        return *this;
    }
    bool operator==(const Iterator& other) const { return entry_ == other.entry_; }

private:
    const std::byte* entry_;
    const std::byte* text_;
};

inline NameList::Iterator NameList::begin() const {
    if (!storage_) return {nullptr, nullptr};
    return {entries(), entries() + size() * sizeof(Entry)};
}
inline NameList::Iterator NameList::end() const {
    if (!storage_) return {nullptr, nullptr};
    const std::byte* end = entries() + size() * sizeof(Entry);
    return {end, end};
}

inline std::vector<std::string> NameList::texts() const {
    std::vector<std::string> result;
    result.reserve(size());
    for (const ListedName& name : *this) result.emplace_back(name.text);
    return result;
}

}  // namespace tosa_core
