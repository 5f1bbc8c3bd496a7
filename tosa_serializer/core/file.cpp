#include "file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <climits>
#include <cstring>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "descriptor.h"
#include "errors.h"
#include "memory.h"
#include "temporary.h"

namespace tosa_core {
namespace {

// One system call moves at most about 2 GiB; smaller steps let a signal through.
constexpr std::size_t kMaxStep = std::size_t{16} << 20;
constexpr std::size_t kMaxPieces = 256;
constexpr std::size_t kFirstRead = std::size_t{64} << 10;

// Tells whoever waits that time has passed, or that a signal has come; what that raises ends the work.
class Watch {
public:
    explicit Watch(const Pulse& pulse) : pulse_(pulse) {}

    void signal_came() const {
        if (pulse_) pulse_();
    }
    void step_is_done() {
        const auto now = std::chrono::steady_clock::now();
        if (now - last_ < kPulse) return;
        signal_came();
        last_ = std::chrono::steady_clock::now();
    }

private:
    static constexpr std::chrono::milliseconds kPulse{50};

    const Pulse& pulse_;
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

// Not open if it failed: errno says why.
Descriptor open_watched(const std::string& path, int flags, const Watch& watch) {
    for (;;) {
        Descriptor file = open_file(path, flags);
        if (file.is_open() || errno != EINTR) return file;
        watch.signal_came();
    }
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
Blob read_all(const Descriptor& file, std::size_t expected, const std::string& path, Watch& watch) {
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
        if (count < 0 && errno != EINTR) fail(errno, path, "cannot read");
        if (count == 0) break;
        if (count < 0) {
            watch.signal_came();
            continue;
        }
        size += static_cast<std::size_t>(count);
        watch.step_is_done();
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

    void write_to(const Descriptor& file, const std::string& path, SaveTo place, Watch& watch) {
        off_t written = 0;
        while (fill_step()) {
            const ssize_t count = ::writev(file.get(), step_.data(), static_cast<int>(step_size_));
            if (count < 0 && errno != EINTR) fail(errno, path, "cannot write");
            if (count < 0) {
                watch.signal_came();
                continue;
            }
            // The disk works while the next step is copied. What goes wrong there comes up when the file is synced.
            if (place == SaveTo::kDisk) ::sync_file_range(file.get(), written, count, SYNC_FILE_RANGE_WRITE);
            written += count;
            advance(static_cast<std::size_t>(count));
            watch.step_is_done();
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

// A pipe or a device is no file that could be replaced.
void write_through(Source source, const std::string& path, Watch& watch) {
    Descriptor file = open_watched(path, O_WRONLY | O_TRUNC, watch);
    if (!file.is_open()) fail(errno, path, "cannot write");
    source.write_to(file, path, SaveTo::kKernel, watch);
    if (const int code = file.close(); code != 0) fail(code, path, "cannot write");
}

bool replace(Temporary::Kind kind, Source source, const std::string& target, const std::string& path, const struct stat* old,
             SaveTo place, Watch& watch) {
    Temporary temporary(kind, target, path);
    if (old) temporary.take_over(*old);
    source.write_to(temporary.file(), path, place, watch);
    if (place == SaveTo::kDisk) temporary.sync();
    if (!temporary.publish()) return false;
    if (place == SaveTo::kDisk) temporary.sync_folder();
    return true;
}

// A link of /proc/self/fd may lead to a file that has no name any more, or never had one.
bool is_nameless(const std::string& path, const std::string& target) {
    struct stat status{};
    return path != target && ::lstat(target.c_str(), &status) != 0 && errno == ENOENT && ::stat(path.c_str(), &status) == 0;
}

void save_source(const Source& source, const std::string& path, SaveTo place, const Pulse& pulse) {
    refuse_zero(path, "cannot write");
    Watch watch(pulse);
    struct stat status{};
    const bool exists = ::stat(path.c_str(), &status) == 0;
    if (!exists && errno != ENOENT) fail(errno, path, "cannot write");
    if (exists && S_ISDIR(status.st_mode)) fail(EISDIR, path, "cannot write");
    const std::string target = resolve(path);
    if (exists && (!S_ISREG(status.st_mode) || is_nameless(path, target))) return write_through(source, path, watch);
    // Renaming needs only the folder's permission; a file that its owner made read-only stays as it is.
    if (exists && ::access(target.c_str(), W_OK) != 0 && errno != ENOENT) fail(errno, path, "cannot write");
    const struct stat* old = exists ? &status : nullptr;
    if (replace(Temporary::Kind::kNameless, source, target, path, old, place, watch)) return;
    replace(Temporary::Kind::kNamed, source, target, path, old, place, watch);
}

}  // namespace

Blob map_file(const std::string& path, bool copy, const Pulse& pulse) {
    refuse_zero(path, "cannot open");
    Watch watch(pulse);
    const Descriptor file = open_watched(path, O_RDONLY, watch);
    if (!file.is_open()) fail(errno, path, "cannot open");
    struct stat status{};
    if (::fstat(file.get(), &status) != 0) fail(errno, path, "cannot open");
    if (S_ISDIR(status.st_mode)) fail(EISDIR, path, "cannot read");
    // A device such as /dev/zero may have no end.
    if (S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode))
        throw FileError(EINVAL, path, "cannot read '" + path + "': it is a device");
    const auto size = static_cast<std::uint64_t>(status.st_size);
    if (size > std::numeric_limits<std::size_t>::max()) fail(EFBIG, path, "cannot read");
    if (copy || !S_ISREG(status.st_mode) || size == 0) return read_all(file, static_cast<std::size_t>(size), path, watch);
    void* start = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
    // Some file systems cannot map.
    if (start == MAP_FAILED) return read_all(file, static_cast<std::size_t>(size), path, watch);
    auto owner = std::make_shared<Mapping>(start, static_cast<std::size_t>(size));
    return Blob::of_mapped_file({static_cast<const std::uint8_t*>(start), static_cast<std::size_t>(size)}, std::move(owner));
}

void save(const Image& image, const std::string& path, SaveTo place, const Pulse& pulse) {
    save_source(Source(image), path, place, pulse);
}

void save(std::span<const std::uint8_t> bytes, const std::string& path, SaveTo place, const Pulse& pulse) {
    save_source(Source(bytes), path, place, pulse);
}

}  // namespace tosa_core
