#include "temporary.h"

#include <atomic>
#include <cerrno>
#include <cstdio>

namespace tosa_core {
namespace {

constexpr int kNameAttempts = 100;
constexpr mode_t kNewFileMode = 0666;
constexpr mode_t kModeBits = 07777;

std::string next_name() {
    static std::atomic<unsigned> counter{0};
    return ".tosa-" + std::to_string(::getpid()) + "-" + std::to_string(counter++) + ".tmp";
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
    if (name_.empty()) {
        // There is nothing to replace where the target is new.
        if (link_to(target_name_)) return true;
        if (errno != EEXIST || !link_to_own_name()) return false;
    }
    if (::renameat(folder_.get(), name_.c_str(), folder_.get(), target_name_.c_str()) != 0) fail(errno, path_, "cannot replace");
    name_.clear();
    return true;
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

bool Temporary::link_to_own_name() {
    for (int i = 0; i < kNameAttempts; ++i) {
        const std::string name = next_name();
        if (link_to(name)) {
            name_ = name;
            return true;
        }
        if (errno != EEXIST) return false;
    }
    return false;
}

void Temporary::remove_name() {
    if (!name_.empty()) ::unlinkat(folder_.get(), name_.c_str(), 0);
}

}  // namespace tosa_core
