#include "memory.h"

#include <stdlib.h>

#include <filesystem>
#include <fstream>

#include "testing.h"

namespace tosa_core {
namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

// A system of files below a folder of its own.
class System {
public:
    System() {
        std::string name = (std::filesystem::temp_directory_path() / "tosa-XXXXXX").string();
        root_ = ::mkdtemp(name.data());
        write("/proc/meminfo", "MemTotal: 9000000 kB\nMemAvailable:    4096 kB\nSwapFree:   1024 kB\n");
    }
    ~System() { std::filesystem::remove_all(root_); }
    System(const System&) = delete;
    System& operator=(const System&) = delete;

    void write(const std::string& path, const std::string& text) {
        std::filesystem::create_directories(std::filesystem::path(root_ + path).parent_path());
        std::ofstream(root_ + path) << text;
    }
    void group(const std::string& path, const std::string& limit, const std::string& used) {
        write("/sys/fs/cgroup" + path + "/memory.max", limit + "\n");
        write("/sys/fs/cgroup" + path + "/memory.current", used + "\n");
        write("/sys/fs/cgroup" + path + "/memory.stat", "anon 7\ninactive_file 524288\nactive_file 524288\n");
    }
    std::optional<std::uint64_t> available() const { return available_memory(root_); }

private:
    std::string root_;
};

TEST(a_machine_has_what_is_free_and_its_swap) { CHECK(System().available() == 5 * kMiB); }

TEST(a_group_with_a_limit_leaves_less) {
    System system;
    system.write("/proc/self/cgroup", "0::/a/b\n");
    CHECK(system.available() == 5 * kMiB);
    system.group("/a/b", "max", "1");
    CHECK(system.available() == 5 * kMiB);
    // A MiB of what is used are files.
    system.group("/a", "4194304", "3145728");
    CHECK(system.available() == 2 * kMiB);
    system.group("/a/b", "1048576", "1048576");
    CHECK(system.available() == 1 * kMiB);
    system.group("", "100", "2097152");
    CHECK(system.available() == 0);
}

TEST(a_system_that_says_nothing_refuses_nothing) {
    System system;
    system.write("/proc/meminfo", "");
    CHECK(!system.available());
}

TEST(more_than_there_is_is_refused) {
    bool is_refused = false;
    try {
        require_memory(std::uint64_t{1} << 62);
    } catch (const std::bad_alloc&) {
        is_refused = true;
    }
    CHECK(is_refused);
    require_memory(64 * kMiB);
}

}  // namespace
}  // namespace tosa_core
