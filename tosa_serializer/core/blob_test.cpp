#include "blob.h"

#include <vector>

#include "testing.h"

namespace tosa_core {
namespace {

TEST(what_is_taken_back_is_allocated_again) {
    Arena arena;
    const NewBlob first = arena.allocate(100);
    const NewBlob second = arena.allocate(13);
    arena.take_back(second);
    CHECK(arena.allocate(50).bytes.data() == second.bytes.data());
    arena.take_back(first);
    CHECK(arena.allocate(8).bytes.data() != first.bytes.data());
}

TEST(a_blob_with_a_mapping_of_its_own_is_not_taken_back) {
    Arena arena;
    const NewBlob small = arena.allocate(8);
    const NewBlob large = arena.allocate(Arena::kLargeBlob);
    arena.take_back(large);
    CHECK(arena.allocate(8).bytes.data() == small.bytes.data() + 8);
}

TEST(blobs_of_all_sizes_can_be_written_to_their_end) {
    Arena arena;
    for (const std::size_t size :
         {std::size_t{1}, std::size_t{4097}, Arena::kLargeBlob, Arena::kLargeBlob + 1, 3 * Arena::kLargeBlob - 1}) {
        const NewBlob made = arena.allocate(size);
        CHECK(made.bytes.size() == size && made.blob.size() == size);
        made.bytes.front() = 1;
        made.bytes.back() = 2;
        CHECK(made.blob.bytes().back() == 2);
    }
}

}  // namespace
}  // namespace tosa_core
