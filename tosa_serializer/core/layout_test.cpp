#include <sys/mman.h>

#include <optional>

#include "errors.h"
#include "reader.h"
#include "sample_graph.h"
#include "sizes.h"
#include "testing.h"
#include "writer.h"

namespace tosa_core {
namespace {

using namespace testing;

// Bytes that nobody may touch.
class Untouchable {
public:
    explicit Untouchable(std::size_t size)
        : size_(size), start_(::mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {
        CHECK(start_ != MAP_FAILED);
    }
    Untouchable(const Untouchable&) = delete;
    Untouchable& operator=(const Untouchable&) = delete;
    ~Untouchable() { ::munmap(start_, size_); }

    Blob first(std::size_t size) const { return {{static_cast<const std::uint8_t*>(start_), size}, nullptr}; }

private:
    std::size_t size_;
    void* start_;
};

std::optional<Image> image_of(const Graph& graph) {
    try {
        return write(graph, kDefaultCap);
    } catch (const ValueError& error) {
        CHECK(contains(error.what(), "a flatbuffer holds at most 2147483647"));
        return std::nullopt;
    }
}

TEST(the_layout_is_known_without_writing_under_every_cap) {
    const Graph graph = sample_graph();
    for (std::uint64_t cap = 0; cap < bytes_of(graph).size() + 9; ++cap) {
        const Image image = write(graph, cap);
        CHECK(needs_outside(graph, cap) == image.is_outside);
        CHECK(!image.is_outside || image.size() > cap);
        CHECK(read(blob(bytes_of(image)), {}).is_outside == image.is_outside);
    }
}

// Above the largest flatbuffer are some sizes that no file can have: past the cap upstream does not change the layout.
TEST(the_layout_changes_at_two_gigabytes_without_a_look_at_the_constant) {
    const Untouchable bytes(kDefaultCap + 1);
    Graph graph = sample_graph();
    const auto give = [&](std::size_t size) { only_block(graph).tensors[1]->data = bytes.first(size); };
    give(kDefaultCap - 4096);
    std::uint64_t last_inside = image_of(graph)->size();
    CHECK(last_inside > kDefaultCap - 4096);
    std::size_t refused = 0;
    bool was_outside = false;
    for (std::size_t size = kDefaultCap - 4096; size <= kDefaultCap + 1; ++size) {
        give(size);
        const std::optional<Image> image = image_of(graph);
        if (!image) {
            ++refused;
            CHECK_RAISES(ValueError, "lower fb_size_cap", needs_outside(graph, kDefaultCap));
            continue;
        }
        CHECK(needs_outside(graph, kDefaultCap) == image->is_outside);
        if (image->is_outside) {
            was_outside = true;
            CHECK(image->size() > kDefaultCap);
            CHECK_RAISES(SizeError, "no constants outside", write(graph, kDefaultCap, kDefaultCap));
        } else {
            CHECK(!was_outside && refused == 0);
            last_inside = image->size();
            CHECK(write(graph, kDefaultCap, kDefaultCap).size() == last_inside);
        }
    }
    CHECK(was_outside);
    CHECK(last_inside <= kDefaultCap && last_inside + 8 > kDefaultCap);
    CHECK(refused > 0 && refused < 1024);
}

TEST(a_file_may_have_as_many_bytes_as_the_limit) {
    const Graph graph = sample_graph();
    const std::uint64_t size = write(graph, kDefaultCap).size();
    CHECK(write(graph, kDefaultCap, size).size() == size);
    CHECK_RAISES(SizeError,
                 "max_size: expected at most " + std::to_string(size - 1) + " bytes, got " + std::to_string(size) +
                     "; fb_size_cap is 2147483647, the biggest tensors: 'scaled' (70 bytes), 'w' (40 bytes)",
                 write(graph, kDefaultCap, size - 1));
    CHECK_RAISES(SizeError, "at most 0 bytes", write_checked(graph, kDefaultCap, 0));
}

TEST(a_limit_of_one_flatbuffer_refuses_constants_behind_it_at_any_size) {
    const Graph graph = sample_graph();
    CHECK_RAISES(SizeError,
                 " with constants outside; fb_size_cap is 16, the biggest tensors: ", write(graph, kSmallCap, kDefaultCap));
    CHECK(write(graph, kSmallCap, kDefaultCap + 1).is_outside);
}

TEST(a_refused_size_takes_no_warning_away) {
    Graph graph = sample_graph();
    only_block(graph).tensors[1]->shape = {1};
    CHECK_RAISES(SizeError, "'w' (40 bytes)", write_checked(graph, kDefaultCap, 1));
    CHECK(write_checked(graph, kDefaultCap).warnings.size() == 1);
}

TEST(the_five_biggest_tensors_are_named_in_order) {
    Graph graph = sample_graph();
    Block& block = only_block(graph);
    block.tensors.clear();
    for (const std::size_t size : {3U, 7U, 0U, 7U, 1U, 9U, 2U, 7U}) {
        const std::string name = "t" + std::to_string(block.tensors.size());
        block.tensors.push_back(
            tensor(name, {static_cast<std::int32_t>(size)}, tosa::DType_INT8, blob(std::vector<std::uint8_t>(size))));
    }
    CHECK(biggest_text(graph) ==
          ", the biggest tensors: 't5' (9 bytes), 't1' (7 bytes), 't3' (7 bytes), 't7' (7 bytes), 't0' (3 bytes)");
    block.tensors.clear();
    CHECK(biggest_text(graph).empty());
}

}  // namespace
}  // namespace tosa_core
