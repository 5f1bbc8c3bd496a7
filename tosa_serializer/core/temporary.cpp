#include "temporary.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <string_view>

namespace tosa_core {
namespace {

constexpr int kNameAttempts = 100;
constexpr mode_t kNewFileMode = 0666;
constexpr mode_t kModeBits = 07777;

std::string next_name() {
    static std::atomic<unsigned> counter{0};
    return ".tosa-" + std::to_string(::getpid()) + "-" + std::to_string(counter++) + ".tmp";
}

// Short, however long the target's name is.
std::string shared_name(std::string_view target_name) {
    std::uint64_t hash = 0xCBF29CE484222325;
    for (const char c : target_name) hash = (hash ^ static_cast<std::uint8_t>(c)) * 0x100000001B3;
    std::array<char, 32> text;
    std::snprintf(text.data(), text.size(), ".tosa-%016llx.tmp", static_cast<unsigned long long>(hash));
    return text.data();
}

std::size_t name_start(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? 0 : slash + 1;
}

}  // namespace

Temporary::Temporary(Kind kind, const std::string& target, const std::string& path)
    : path_(path),
      target_name_(target.substr(name_start(target))),
      folder_name_(name_start(target) == 0 ? "." : target.substr(0, name_start(target))),
      folder_(open_folder()),
      file_(create(kind)) {}

// All that follows goes through the folder itself: it may be renamed meanwhile, and no path becomes too long.
Descriptor Temporary::open_folder() const {
    if (target_name_.empty()) fail(EISDIR, path_, "cannot write");
    Descriptor folder = open_file(folder_name_, O_PATH | O_DIRECTORY);
    if (!folder.is_open()) fail(errno, path_, "cannot write");
    return folder;
}

Descriptor Temporary::create(Kind kind) {
    if (kind == Kind::kNameless) {
        Descriptor file = create_nameless();
        if (file.is_open()) return file;
    }
    return create_named();
}

Descriptor Temporary::create_nameless() const {
    Descriptor file = open_file(".", O_TMPFILE | O_WRONLY, folder_.get(), kNewFileMode);
    struct stat status{};
    if (!file.is_open() || ::fstat(file.get(), &status) != 0) return Descriptor(-1);
    // Some kernels do not apply the umask here.
    if ((status.st_mode & kModeBits) == kNewFileMode) return Descriptor(-1);
    return file;
}

Descriptor Temporary::create_named() {
    for (int i = 0; i < kNameAttempts; ++i) {
        const std::string name = next_name();
        Descriptor file = open_file(name, O_WRONLY | O_CREAT | O_EXCL, folder_.get(), kNewFileMode);
        if (file.is_open()) {
            name_ = name;
            return file;
        }
        if (errno != EEXIST) fail(errno, path_, "cannot create a temporary file beside");
    }
    fail(EEXIST, path_, "cannot create a temporary file beside");
}

void Temporary::take_over(const struct stat& old) {
    const bool is_owner_kept = ::fchown(file_.get(), old.st_uid, old.st_gid) == 0;
    const mode_t mode = old.st_mode & (is_owner_kept ? kModeBits : kModeBits & ~(S_ISUID | S_ISGID));
    if (::fchmod(file_.get(), mode) != 0) fail(errno, path_, "cannot set the mode of");
}

void Temporary::sync() {
    if (::fsync(file_.get()) != 0 && errno != EINVAL && errno != EROFS) fail(errno, path_, "cannot sync");
}

bool Temporary::publish() {
    // Some file systems tell of a full quota only when a descriptor is closed, and the file's own is still needed.
    Descriptor twin(::fcntl(file_.get(), F_DUPFD_CLOEXEC, 0));
    if (!twin.is_open()) fail(errno, path_, "cannot write");
    if (const int code = twin.close(); code != 0) fail(code, path_, "cannot write");
    if (!name_.empty()) {
        rename_over_target();
        return true;
    }
    // There is nothing to replace where the target is new.
    if (link_to(target_name_)) return true;
    return errno == EEXIST && publish_by_shared_name();
}

// The file is in place: a folder that cannot be synced (some network file systems) is no failure.
void Temporary::sync_folder() const {
    const Descriptor folder = open_file(".", O_RDONLY | O_DIRECTORY, folder_.get());
    if (folder.is_open()) ::fsync(folder.get());
}

bool Temporary::link_to(const std::string& name) const {
    const std::string own = "/proc/self/fd/" + std::to_string(file_.get());
    if (::linkat(AT_FDCWD, own.c_str(), folder_.get(), name.c_str(), AT_SYMLINK_FOLLOW) == 0) return true;
    // Without /proc; takes a privilege on kernels before 6.10.
    return errno == ENOENT && ::linkat(file_.get(), "", folder_.get(), name.c_str(), AT_EMPTY_PATH) == 0;
}

// One name for each target, so that the next save takes away what a process left that died between the two calls. Savers of one
// target may take each other's name: whoever finds its own gone tries again, and the last one's file stays.
bool Temporary::publish_by_shared_name() {
    const std::string name = shared_name(target_name_);
    for (int i = 0; i < kNameAttempts; ++i) {
        if (!link_to(name)) {
            if (errno != EEXIST) return false;
            ::unlinkat(folder_.get(), name.c_str(), 0);
            continue;
        }
        name_ = name;
        if (::renameat(folder_.get(), name.c_str(), folder_.get(), target_name_.c_str()) == 0) {
            // Renaming does nothing where another saver has put this file in place already.
            if (i != 0) remove_name();
            name_.clear();
            return true;
        }
        if (errno != ENOENT) fail(errno, path_, "cannot replace");
        name_.clear();
    }
    return false;
}

void Temporary::rename_over_target() {
    if (::renameat(folder_.get(), name_.c_str(), folder_.get(), target_name_.c_str()) != 0) fail(errno, path_, "cannot replace");
    name_.clear();
}

void Temporary::remove_name() {
    if (!name_.empty()) ::unlinkat(folder_.get(), name_.c_str(), 0);
}

}  // namespace tosa_core
