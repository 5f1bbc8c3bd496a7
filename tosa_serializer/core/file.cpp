#include "file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "errors.h"
#include "memory.h"

namespace tosa_core {
namespace {

// One system call moves at most about 2 GiB; smaller steps let a signal through.
constexpr std::size_t kMaxStep = std::size_t{16} << 20;
constexpr std::size_t kMaxPieces = 256;
constexpr std::size_t kFirstRead = std::size_t{64} << 10;
constexpr int kNameAttempts = 100;
constexpr mode_t kNewFileMode = 0666;
constexpr mode_t kModeBits = 07777;

[[noreturn]] void fail(int code, const std::string& path, const std::string& doing) {
    throw FileError(code, path, doing + " '" + path + "': " + std::generic_category().message(code));
}

class Descriptor {
public:
    explicit Descriptor(int number) : number_(number) {}
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    Descriptor& operator=(Descriptor&&) = delete;
    ~Descriptor() {
        if (number_ >= 0) ::close(number_);
    }

    int get() const { return number_; }
    bool is_open() const { return number_ >= 0; }

    // Closes and returns errno, or 0: a full quota may only show here.
    int close() {
        const int number = std::exchange(number_, -1);
        return ::close(number) == 0 || errno == EINTR ? 0 : errno;
    }

private:
    int number_;
};

Descriptor open_file(const std::string& path, int flags, mode_t mode = 0) {
    int number = -1;
    do {
        number = ::open(path.c_str(), flags | O_CLOEXEC | O_NOCTTY, mode);
    } while (number < 0 && errno == EINTR);
    return Descriptor(number);
}

void refuse_zero(const std::string& path, const std::string& doing) {
    if (path.empty()) fail(ENOENT, path, doing);
    if (path.find('\0') != std::string::npos) throw FileError(EINVAL, path, doing + ": the path holds a NUL character");
}

class Mapping {
public:
    Mapping(void* start, std::size_t size) : start_(start), size_(size) {}
    Mapping(const Mapping&) = delete;
    Mapping& operator=(const Mapping&) = delete;
    ~Mapping() { ::munmap(start_, size_); }

private:
    void* start_;
    std::size_t size_;
};

// Works for pipes and for files in /proc, whose size is not known before.
Blob read_all(const Descriptor& file, std::size_t expected, const std::string& path) {
    require_memory(expected);
    std::size_t capacity = std::max(expected + 1, kFirstRead);
    std::shared_ptr<std::uint8_t[]> bytes(new std::uint8_t[capacity]);
    std::size_t size = 0;
    for (;;) {
        if (size == capacity) {
            std::shared_ptr<std::uint8_t[]> grown(new std::uint8_t[capacity * 2]);
            std::memcpy(grown.get(), bytes.get(), size);
            bytes = std::move(grown);
            capacity *= 2;
        }
        const ssize_t count = ::read(file.get(), bytes.get() + size, std::min(capacity - size, kMaxStep));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) fail(errno, path, "cannot read");
        if (count == 0) break;
        size += static_cast<std::size_t>(count);
    }
    return {std::span(bytes.get(), size), bytes};
}

// Bytes of an image or a text in order, handed to the kernel in steps.
class Source {
public:
    explicit Source(const Image& image) {
        for (const Image::Piece& piece : image.pieces()) pieces_.push_back(piece.bytes);
    }
    explicit Source(std::span<const std::uint8_t> bytes) { pieces_.push_back(bytes); }

    void write_to(const Descriptor& file, const std::string& path, SaveTo place) {
        off_t written = 0;
        while (fill_step()) {
            const ssize_t count = ::writev(file.get(), step_.data(), static_cast<int>(step_size_));
            if (count < 0 && errno == EINTR) continue;
            if (count < 0) fail(errno, path, "cannot write");
            // The disk works while the next step is copied. What goes wrong there comes up when the file is synced.
            if (place == SaveTo::kDisk) ::sync_file_range(file.get(), written, count, SYNC_FILE_RANGE_WRITE);
            written += count;
            advance(static_cast<std::size_t>(count));
        }
    }

private:
    bool fill_step() {
        step_size_ = 0;
        std::size_t room = kMaxStep;
        for (std::size_t i = next_; i < pieces_.size() && step_size_ < kMaxPieces && room != 0; ++i) {
            const std::size_t length = std::min(pieces_[i].size(), room);
            if (length == 0) continue;
            // writev does not write to what it is given.
            step_[step_size_++] = {const_cast<std::uint8_t*>(pieces_[i].data()), length};
            room -= length;
        }
        return step_size_ != 0;
    }

    void advance(std::size_t count) {
        while (next_ < pieces_.size() && count >= pieces_[next_].size()) count -= pieces_[next_++].size();
        if (count != 0) pieces_[next_] = pieces_[next_].subspan(count);
    }

    std::vector<std::span<const std::uint8_t>> pieces_;
    std::size_t next_ = 0;
    std::array<iovec, kMaxPieces> step_{};
    std::size_t step_size_ = 0;
};

std::string folder_of(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    if (slash == std::string::npos) return ".";
    return slash == 0 ? "/" : path.substr(0, slash);
}

// Where a symbolic link ends, whether or not a file is there yet.
std::string resolve(std::string path) {
    constexpr int kMaxLinks = 40;
    for (int i = 0; i < kMaxLinks; ++i) {
        std::array<char, PATH_MAX> target;
        const ssize_t length = ::readlink(path.c_str(), target.data(), target.size());
        if (length < 0) return path;
        const std::string next(target.data(), static_cast<std::size_t>(length));
        path = next.starts_with('/') ? next : folder_of(path) + "/" + next;
    }
    fail(ELOOP, path, "cannot write");
}

// A file of its own beside the target; unlinked unless it took the target's place.
class Temporary {
public:
    Temporary(const std::string& target, const std::string& path) : target_(target), path_(path), file_(create()) {}
    Temporary(const Temporary&) = delete;
    Temporary& operator=(const Temporary&) = delete;
    ~Temporary() {
        if (!name_.empty()) ::unlink(name_.c_str());
    }

    const Descriptor& file() const { return file_; }

    // The owner of the file that is replaced, as far as the system lets us, and its mode.
    void take_over(const struct stat& old) {
        const bool is_owner_kept = ::fchown(file_.get(), old.st_uid, old.st_gid) == 0;
        const mode_t mode = old.st_mode & (is_owner_kept ? kModeBits : kModeBits & ~(S_ISUID | S_ISGID));
        if (::fchmod(file_.get(), mode) != 0) fail(errno, path_, "cannot set the mode of");
    }

    void publish(SaveTo place) {
        const bool syncs = place == SaveTo::kDisk;
        if (syncs && ::fsync(file_.get()) != 0 && errno != EINVAL && errno != EROFS) fail(errno, path_, "cannot sync");
        if (const int code = file_.close(); code != 0) fail(code, path_, "cannot write");
        if (::rename(name_.c_str(), target_.c_str()) != 0) fail(errno, path_, "cannot replace");
        name_.clear();
        if (!syncs) return;
        // The file is in place: a folder that cannot be synced (some network file systems) is no failure.
        const Descriptor folder = open_file(folder_of(target_), O_RDONLY | O_DIRECTORY);
        if (folder.is_open()) ::fsync(folder.get());
    }

private:
    Descriptor create() {
        static std::atomic<unsigned> counter{0};
        for (int i = 0; i < kNameAttempts; ++i) {
            const std::string name =
                folder_of(target_) + "/.tosa-" + std::to_string(::getpid()) + "-" + std::to_string(counter++) + ".tmp";
            Descriptor file = open_file(name, O_WRONLY | O_CREAT | O_EXCL, kNewFileMode);
            if (file.is_open()) {
                name_ = name;
                return file;
            }
            if (errno != EEXIST) fail(errno, path_, "cannot create a temporary file beside");
        }
        fail(EEXIST, path_, "cannot create a temporary file beside");
    }

    const std::string& target_;
    const std::string& path_;
    std::string name_;
    Descriptor file_;
};

// A pipe or a device is no file that could be replaced.
void write_through(Source& source, const std::string& path) {
    Descriptor file = open_file(path, O_WRONLY);
    if (!file.is_open()) fail(errno, path, "cannot write");
    source.write_to(file, path, SaveTo::kKernel);
    if (const int code = file.close(); code != 0) fail(code, path, "cannot write");
}

void replace(Source& source, const std::string& path, const struct stat* old, SaveTo place) {
    const std::string target = resolve(path);
    // Renaming needs only the folder's permission; a file that its owner made read-only stays as it is.
    if (old && ::access(target.c_str(), W_OK) != 0) fail(errno, path, "cannot write");
    Temporary temporary(target, path);
    if (old) temporary.take_over(*old);
    source.write_to(temporary.file(), path, place);
    temporary.publish(place);
}

void save_source(Source source, const std::string& path, SaveTo place) {
    refuse_zero(path, "cannot write");
    struct stat status{};
    const bool exists = ::stat(path.c_str(), &status) == 0;
    if (!exists && errno != ENOENT) fail(errno, path, "cannot write");
    if (exists && S_ISDIR(status.st_mode)) fail(EISDIR, path, "cannot write");
    if (exists && !S_ISREG(status.st_mode)) return write_through(source, path);
    replace(source, path, exists ? &status : nullptr, place);
}

}  // namespace

Blob map_file(const std::string& path, bool copy) {
    refuse_zero(path, "cannot open");
    const Descriptor file = open_file(path, O_RDONLY);
    if (!file.is_open()) fail(errno, path, "cannot open");
    struct stat status{};
    if (::fstat(file.get(), &status) != 0) fail(errno, path, "cannot open");
    if (S_ISDIR(status.st_mode)) fail(EISDIR, path, "cannot read");
    // A device such as /dev/zero may have no end.
    if (S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode))
        throw FileError(EINVAL, path, "cannot read '" + path + "': it is a device");
    const auto size = static_cast<std::uint64_t>(status.st_size);
    if (size > std::numeric_limits<std::size_t>::max()) fail(EFBIG, path, "cannot read");
    if (copy || !S_ISREG(status.st_mode) || size == 0) return read_all(file, static_cast<std::size_t>(size), path);
    void* start = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
    // Some file systems cannot map.
    if (start == MAP_FAILED) return read_all(file, static_cast<std::size_t>(size), path);
    auto owner = std::make_shared<Mapping>(start, static_cast<std::size_t>(size));
    return Blob::of_mapped_file({static_cast<const std::uint8_t*>(start), static_cast<std::size_t>(size)}, std::move(owner));
}

void save(const Image& image, const std::string& path, SaveTo place) { save_source(Source(image), path, place); }

void save(std::span<const std::uint8_t> bytes, const std::string& path, SaveTo place) { save_source(Source(bytes), path, place); }

}  // namespace tosa_core
