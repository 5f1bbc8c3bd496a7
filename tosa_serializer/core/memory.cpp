#include "memory.h"

#include <algorithm>
#include <charconv>
#include <new>
#include <string_view>

#include "errors.h"
#include "file.h"

namespace tosa_core {
namespace {

// Reading /proc takes 50 microseconds.
constexpr std::uint64_t kLeastAsked = std::uint64_t{64} << 20;

// "" where there is no such file.
std::string text_of(const std::string& path) {
    try {
        const Blob file = map_file(path, true);
        return {file.bytes().begin(), file.bytes().end()};
    } catch (const FileError&) {
        return {};
    }
}

std::optional<std::uint64_t> number_at(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    std::uint64_t value = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
    if (result.ec != std::errc()) return std::nullopt;
    return value;
}

// The number in the line that starts with `key`.
std::optional<std::uint64_t> field(std::string_view text, std::string_view key) {
    for (std::size_t start = 0; start < text.size();) {
        const std::string_view line = text.substr(start, text.find('\n', start) - start);
        if (line.starts_with(key)) return number_at(line.substr(key.size()));
        start += line.size() + 1;
    }
    return std::nullopt;
}

std::optional<std::uint64_t> of_machine(const std::string& root) {
    const std::string text = text_of(root + "/proc/meminfo");
    const auto available = field(text, "MemAvailable:");
    if (!available) return std::nullopt;
    return (*available + field(text, "SwapFree:").value_or(0)) * 1024;
}

// What one group leaves; nullopt if it has no limit.
std::optional<std::uint64_t> of_group(const std::string& folder) {
    const auto limit = number_at(text_of(folder + "/memory.max"));
    const auto used = number_at(text_of(folder + "/memory.current"));
    if (!limit || !used) return std::nullopt;
    const std::string statistics = text_of(folder + "/memory.stat");
    const std::uint64_t files = field(statistics, "active_file ").value_or(0) + field(statistics, "inactive_file ").value_or(0);
    return *limit - std::min(*limit, *used - std::min(*used, files));
}

}  // namespace

std::optional<std::uint64_t> available_memory(const std::string& root) {
    std::optional<std::uint64_t> least = of_machine(root);
    const std::string groups = text_of(root + "/proc/self/cgroup");
    const std::size_t start = groups.find("0::/");
    if (start == std::string::npos) return least;
    const std::string top = root + "/sys/fs/cgroup";
    std::string path = groups.substr(start + 3, groups.find('\n', start) - start - 3);
    // The group and all groups around it.
    for (;;) {
        if (const auto room = of_group(top + path)) least = std::min(least.value_or(*room), *room);
        if (path.size() <= 1) return least;
        path.resize(std::max<std::size_t>(path.rfind('/'), 1));
    }
}

void require_memory(std::uint64_t bytes) {
    if (bytes < kLeastAsked) return;
    const auto available = available_memory();
    if (available && bytes > *available) throw std::bad_alloc();
}

}  // namespace tosa_core
