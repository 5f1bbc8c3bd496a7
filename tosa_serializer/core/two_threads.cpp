// What two threads may do at once, for TSan (mode tsan): each with a graph of its own; images, blobs and files may be shared.
#include <array>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <string>
#include <thread>

#include "file.h"
#include "json.h"
#include "packing.h"
#include "reader.h"
#include "sample_graph.h"
#include "sharing.h"
#include "testing.h"

namespace {

using namespace tosa_core;
using namespace tosa_core::testing;

constexpr int kRounds = 40;

void together(const std::function<void(int)>& work) {
    std::thread other([&] {
        for (int i = 0; i < kRounds; ++i) work(1);
    });
    for (int i = 0; i < kRounds; ++i) work(0);
    other.join();
}

class Folder {
public:
    Folder() {
        std::string name = (std::filesystem::temp_directory_path() / "two_threads_XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
        path_ = name;
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() { std::filesystem::remove_all(path_); }
    const std::string& path() const { return path_; }

private:
    std::string path_;
};

std::vector<std::uint8_t> pattern(std::size_t size, std::uint8_t first) {
    std::vector<std::uint8_t> bytes(size);
    for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::uint8_t>(first + i * 7);
    return bytes;
}

}  // namespace

TEST(graphs_of_their_own_share_a_constant) {
    const Blob shared = blob(pattern(100'000, 3));
    std::array<std::vector<std::uint8_t>, 2> last;
    together([&](int who) {
        Graph graph = sample_graph();
        only_block(graph).tensors.push_back(tensor("shared", {100'000}, tosa::DType_INT8, shared));
        last[static_cast<std::size_t>(who)] = bytes_of(write_checked(graph, kDefaultCap).image);
    });
    CHECK(last[0] == last[1]);
}

TEST(one_image_is_copied_and_saved_by_both) {
    const Folder folder;
    const Graph graph = sample_graph();
    const Image image = write(graph, kDefaultCap);
    const std::vector<std::uint8_t> expected = bytes_of(image);
    together([&](int) {
        CHECK(bytes_of(image) == expected);
        save(image, folder.path() + "/x.tosa", SaveTo::kKernel);
    });
    const Blob file = map_file(folder.path() + "/x.tosa");
    CHECK(std::vector(file.bytes().begin(), file.bytes().end()) == expected);
    CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 1);
}

TEST(one_file_is_read_by_both) {
    const Blob file = blob(bytes_of(sample_graph(), kSmallCap));
    together([&](int) {
        const ReadResult result = read(file, {});
        CHECK(bytes_of(result.graph, kSmallCap) == bytes_of(sample_graph(), kSmallCap));
    });
}

TEST(large_copies_are_shared_out_by_both) {
    const std::vector<std::uint8_t> source = pattern(std::size_t{24} << 20, 1);
    std::thread other;
    std::array<std::vector<std::uint8_t>, 2> targets{std::vector<std::uint8_t>(source.size()),
                                                     std::vector<std::uint8_t>(source.size())};
    for (int round = 0; round < 3; ++round) {
        other = std::thread([&] { copy_bytes(targets[1], source.data()); });
        copy_bytes(targets[0], source.data());
        other.join();
        CHECK(targets[0] == source);
        CHECK(targets[1] == source);
    }
}

TEST(arenas_of_their_own) {
    together([](int who) {
        Arena arena;
        for (const std::size_t size : {std::size_t{10}, std::size_t{5000}, Arena::kLargeBlob + 1}) {
            const auto bytes = pattern(size, static_cast<std::uint8_t>(who));
            CHECK(arena.copy(bytes).bytes()[size - 1] == bytes[size - 1]);
        }
    });
}

TEST(json_is_written_and_read_by_both) {
    const std::vector<std::uint8_t> file = bytes_of(sample_graph());
    together([&](int) {
        const std::string text = to_json(file);
        CHECK(to_json(from_json(text, "text").bytes()) == text);
    });
}
