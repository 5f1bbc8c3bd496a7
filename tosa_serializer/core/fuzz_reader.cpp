// Any bytes as a .tosa file: they are refused with a reason, or give a graph that can be used, written, and read again.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>

#include "fuzz.h"
#include "reader.h"
#include "writer.h"

namespace {

using namespace tosa_core;

[[noreturn]] void fail(const char* what) {
    std::fprintf(stderr, "%s\n", what);
    std::abort();
}

// A constant's bytes are read, so that a sanitizer sees a wrong offset.
std::uint64_t sum_of(const Blob& blob) {
    std::uint64_t sum = 0;
    for (const std::uint8_t byte : blob.bytes()) sum += byte;
    return sum;
}

std::uint64_t sum_of(const Graph& graph) {
    std::uint64_t sum = 0;
    for (const auto& region : graph.regions) {
        for (const auto& block : region->blocks) {
            for (const auto& tensor : block->tensors) sum += sum_of(tensor->data) + sum_of(tensor->extra().scale_data);
            for (const auto& shape : block->shapes) sum += sum_of(shape->data);
        }
    }
    return sum;
}

Blob copy_of(std::span<const std::uint8_t> bytes) {
    std::shared_ptr<std::uint8_t[]> owner(new std::uint8_t[bytes.size()]);
    std::copy(bytes.begin(), bytes.end(), owner.get());
    return {std::span<const std::uint8_t>(owner.get(), bytes.size()), owner};
}

std::optional<ReadResult> read_or_refuse(const Blob& file, Strictness strictness) {
    ReadOptions options;
    options.strictness = strictness;
    try {
        return read(file, options);
    } catch (const ReadError& error) {
        if (*error.what() == '\0') fail("a refusal without a reason");
        return std::nullopt;
    }
}

Blob written(const Graph& graph, std::uint64_t cap) {
    const Image image = write(graph, cap);
    std::shared_ptr<std::uint8_t[]> owner(new std::uint8_t[image.size()]);
    image.copy_to({owner.get(), image.size()});
    return {std::span<const std::uint8_t>(owner.get(), image.size()), owner};
}

bool is_accepted(const Graph& graph) {
    try {
        write_checked(graph, kDefaultCap);
    } catch (const Error&) {
        return false;
    }
    return true;
}

// What a strict serializer takes reads as the same graph.
void round_trip(const Graph& graph, std::uint64_t cap) {
    const Blob first = written(graph, cap);
    const std::optional<ReadResult> again = read_or_refuse(first, Strictness::kStrict);
    if (!again) fail("what was written is refused");
    const Blob second = written(again->graph, cap);
    if (!std::ranges::equal(first.bytes(), second.bytes())) fail("what was written reads as another graph");
}

}  // namespace

bool tosa_core::try_input(std::span<const std::uint8_t> input) {
    const Blob file = copy_of(input);
    const std::optional<ReadResult> strict = read_or_refuse(file, Strictness::kStrict);
    const std::optional<ReadResult> permissive = read_or_refuse(file, Strictness::kPermissive);
    if (!permissive) return false;
    volatile std::uint64_t sink = sum_of(permissive->graph);
    static_cast<void>(sink);
    for (const std::uint64_t cap : {kDefaultCap, std::uint64_t{0}}) {
        read_or_refuse(written(permissive->graph, cap), Strictness::kPermissive);
        if (strict && is_accepted(strict->graph)) round_trip(strict->graph, cap);
    }
    return true;
}
