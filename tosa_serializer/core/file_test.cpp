#include "file.h"

#include <dirent.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "errors.h"
#include "sample_graph.h"
#include "temporary.h"
#include "testing.h"

namespace tosa_core {
namespace {

using namespace testing;

// A folder of its own that is gone afterwards, with the files that are in it.
class Folder {
public:
    Folder() {
        const char* base = std::getenv("TEST_TMPDIR");
        path_ = std::string(base ? base : "/tmp") + "/tosa-file-test-XXXXXX";
        if (!::mkdtemp(path_.data())) throw FileError(errno, path_, "cannot make a folder for the test");
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() {
        for (const std::string& name : names()) ::unlink((path_ + "/" + name).c_str());
        ::rmdir(path_.c_str());
    }

    std::string operator/(const std::string& name) const { return path_ + "/" + name; }

    std::vector<std::string> names() const {
        std::vector<std::string> result;
        DIR* folder = ::opendir(path_.c_str());
        while (const dirent* entry = ::readdir(folder)) {
            if (entry->d_name[0] != '.' || std::string_view(entry->d_name).size() > 2) result.emplace_back(entry->d_name);
        }
        ::closedir(folder);
        return result;
    }

private:
    std::string path_;
};

bool same(const Blob& blob, const std::vector<std::uint8_t>& bytes) {
    return std::vector<std::uint8_t>(blob.bytes().begin(), blob.bytes().end()) == bytes;
}

int code_of(const std::string& path) {
    try {
        save(std::vector<std::uint8_t>{1}, path);
    } catch (const FileError& error) {
        return error.path == path && contains(error.what(), path) ? error.code : -1;
    }
    return 0;
}

mode_t mode_of(const std::string& path) {
    struct stat status{};
    ::stat(path.c_str(), &status);
    return status.st_mode & 07777;
}

TEST(what_is_saved_is_mapped) {
    const Folder folder;
    const Image image = write(sample_graph(), kSmallCap);
    save(image, folder / "a.tosa");
    CHECK(same(map_file(folder / "a.tosa"), bytes_of(image)));
    CHECK(same(map_file(folder / "a.tosa", true), bytes_of(image)));
    CHECK(folder.names().size() == 1);
}

TEST(many_pieces_are_written_in_order) {
    const Folder folder;
    std::vector<std::uint8_t> bytes(100000);
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(i * 7);
    Image image;
    for (std::size_t i = 0; i < bytes.size(); i += 100) image.append(std::span(bytes).subspan(i, 100), nullptr);
    save(image, folder / "pieces");
    CHECK(same(map_file(folder / "pieces"), bytes));
}

TEST(a_mapping_outlives_a_save_over_its_file) {
    const Folder folder;
    const std::vector<std::uint8_t> before(5000, 1);
    save(before, folder / "a");
    const Blob mapped = map_file(folder / "a");
    save(std::vector<std::uint8_t>(3, 2), folder / "a");
    CHECK(same(mapped, before));
    CHECK(map_file(folder / "a").size() == 3);
}

TEST(mode_and_links_are_kept) {
    const Folder folder;
    save(std::vector<std::uint8_t>{1}, folder / "a");
    ::chmod((folder / "a").c_str(), 0640);
    CHECK(::symlink("a", (folder / "link").c_str()) == 0 && ::symlink("new", (folder / "dangling").c_str()) == 0);
    save(std::vector<std::uint8_t>{1, 2}, folder / "link");
    save(std::vector<std::uint8_t>{1, 2, 3}, folder / "dangling");
    CHECK(mode_of(folder / "a") == 0640);
    CHECK(map_file(folder / "a").size() == 2);
    CHECK(map_file(folder / "new").size() == 3);
    struct stat status{};
    CHECK(::lstat((folder / "link").c_str(), &status) == 0 && S_ISLNK(status.st_mode));
}

TEST(a_save_that_fails_says_why_and_leaves_nothing) {
    const Folder folder;
    CHECK(code_of("") == ENOENT);
    CHECK(code_of(folder / "none/a") == ENOENT);
    CHECK(code_of(folder / "") == EISDIR);
    CHECK(code_of("/dev/full") == ENOSPC);
    CHECK(code_of("/dev/null") == 0);
    CHECK_RAISES(FileError, "NUL", save(std::vector<std::uint8_t>{1}, std::string("a\0b", 3)));
    CHECK(folder.names().empty());
}

TEST(nobody_sees_a_temporary_until_it_is_published) {
    const Folder folder;
    const std::string path = folder / "a";
    {
        Temporary temporary(Temporary::Kind::kNameless, path, path);
        CHECK(folder.names().empty());
        CHECK(temporary.publish());
        CHECK(folder.names() == std::vector<std::string>{"a"});
    }
    Temporary late(Temporary::Kind::kNameless, path, path);
    CHECK(::write(late.file().get(), "late", 4) == 4);
    CHECK(late.publish());
    CHECK(folder.names() == std::vector<std::string>{"a"});
    CHECK(map_file(path).size() == 4);
}

TEST(a_named_temporary_leaves_no_name) {
    const Folder folder;
    const std::string path = folder / "a";
    {
        const Temporary dropped(Temporary::Kind::kNamed, path, path);
        CHECK(folder.names().size() == 1 && folder.names()[0] != "a");
    }
    CHECK(folder.names().empty());
    Temporary kept(Temporary::Kind::kNamed, path, path);
    CHECK(kept.publish());
    CHECK(folder.names() == std::vector<std::string>{"a"});
}

TEST(a_folder_that_moves_takes_the_file_with_it) {
    const Folder folder;
    CHECK(::mkdir((folder / "before").c_str(), 0777) == 0);
    const std::string path = folder / "before/a";
    Temporary temporary(Temporary::Kind::kNameless, path, path);
    CHECK(::rename((folder / "before").c_str(), (folder / "after").c_str()) == 0);
    CHECK(temporary.publish());
    CHECK(map_file(folder / "after/a").empty());
    CHECK(::unlink((folder / "after/a").c_str()) == 0 && ::rmdir((folder / "after").c_str()) == 0);
}

TEST(a_folder_that_is_gone_takes_no_file) {
    const Folder folder;
    CHECK(::mkdir((folder / "gone").c_str(), 0777) == 0);
    const std::string path = folder / "gone/a";
    Temporary temporary(Temporary::Kind::kNameless, path, path);
    CHECK(::rmdir((folder / "gone").c_str()) == 0);
    CHECK(!temporary.publish());
    CHECK_RAISES(FileError, "No such file", Temporary(Temporary::Kind::kNamed, path, path));
}

TEST(a_file_without_a_name_is_written_in_place) {
    const Descriptor file(::memfd_create("tosa-file-test", MFD_CLOEXEC));
    CHECK(::write(file.get(), "what was there before", 21) == 21);
    save(std::vector<std::uint8_t>{1, 2, 3}, "/proc/self/fd/" + std::to_string(file.get()));
    struct stat status{};
    CHECK(::fstat(file.get(), &status) == 0 && status.st_size == 3);
}

TEST(what_the_pulse_raises_ends_a_save_and_a_load) {
    const Folder folder;
    const Pulse stop = [] { throw StateError("stop"); };
    save(std::vector<std::uint8_t>{1}, folder / "a");
    // Many steps that together take longer than the time between two pulses.
    const std::vector<std::uint8_t> step(std::size_t{16} << 20);
    Image image;
    for (int i = 0; i < 64; ++i) image.append(step, nullptr);
    CHECK_RAISES(StateError, "stop", save(image, folder / "a", SaveTo::kKernel, stop));
    CHECK(folder.names() == std::vector<std::string>{"a"});
    CHECK(map_file(folder / "a").size() == 1);
}

TEST(what_cannot_be_read_is_refused) {
    const Folder folder;
    CHECK_RAISES(FileError, "No such file", map_file(folder / "none"));
    CHECK_RAISES(FileError, "Is a directory", map_file(folder / ""));
    CHECK_RAISES(FileError, "it is a device", map_file("/dev/zero"));
    save(std::span<const std::uint8_t>(), folder / "empty");
    CHECK(map_file(folder / "empty").empty());
}

}  // namespace
}  // namespace tosa_core
