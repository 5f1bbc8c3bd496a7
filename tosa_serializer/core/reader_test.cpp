#include "reader.h"

#include <cstring>

#include "sample_graph.h"
#include "testing.h"
#include "verifier.h"

namespace tosa_core {
namespace {

using namespace testing;

std::string refusal(std::vector<std::uint8_t> bytes) {
    return message_of<ReadError>([&] { read(blob(std::move(bytes)), {}); });
}

ReadOptions strictly() {
    ReadOptions options;
    options.strictness = Strictness::kStrict;
    return options;
}

std::string strict_refusal(std::vector<std::uint8_t> bytes) {
    return message_of<ReadError>([&] { read(blob(std::move(bytes)), strictly()); });
}

// Overwrites a scalar that the table has.
template <typename T>
void overwrite(std::vector<std::uint8_t>& bytes, const void* table, flatbuffers::voffset_t field, T value) {
    const std::uint8_t* place = static_cast<const flatbuffers::Table*>(table)->GetAddressOf(field);
    std::memcpy(bytes.data() + (place - bytes.data()), &value, sizeof(value));
}

const tosa::TosaBasicBlock& block_in(const std::vector<std::uint8_t>& bytes) {
    return *tosa::GetTosaGraph(bytes.data())->regions()->Get(0)->blocks()->Get(0);
}

// The sample in the outside layout with another offset and size of its first constant.
std::string refusal_with_offset(std::uint64_t offset, std::uint64_t size) {
    std::vector<std::uint8_t> bytes = bytes_of(sample_graph(), kSmallCap);
    const void* tensor = block_in(bytes).tensors()->Get(1);
    overwrite(bytes, tensor, tosa::TosaTensor::VT_OFFSET, offset);
    overwrite(bytes, tensor, tosa::TosaTensor::VT_SIZE, size);
    return refusal(std::move(bytes));
}

template <typename T>
std::string refusal_with_operator_field(flatbuffers::voffset_t field, T value) {
    std::vector<std::uint8_t> bytes = bytes_of(sample_graph());
    overwrite(bytes, block_in(bytes).operators()->Get(1), field, value);
    return refusal(std::move(bytes));
}

TEST(what_is_written_is_read_and_written_again) {
    for (const std::uint64_t cap : {kDefaultCap, kSmallCap}) {
        const auto bytes = bytes_of(sample_graph(), cap);
        const ReadResult result = read(blob(bytes), {});
        CHECK(bytes_of(result.graph, cap) == bytes);
        CHECK(result.messages.empty());
        CHECK(result.features == 2);
        CHECK(result.min_reader.major == library_version().major);
    }
}

TEST(every_kind_of_attribute_is_read) {
    for (const AttributeInfo& info : attributes()) {
        Graph graph = sample_graph();
        Attribute attribute = empty_attribute(info);
        for (std::size_t i = 0; i < info.fields.size(); ++i) {
            if (auto* numbers = std::get_if<std::vector<std::int32_t>>(&attribute.values[i])) *numbers = {1, -2, 3};
            if (auto* text = std::get_if<std::string>(&attribute.values[i])) *text = "text";
            if (auto* number = std::get_if<std::uint32_t>(&attribute.values[i])) *number = 1;
        }
        only_block(graph).operators[1]->attribute = attribute;
        const ReadResult result = read(blob(bytes_of(graph)), {});
        const Operator& found = *result.graph.regions[0]->blocks[0]->operators[1];
        CHECK(found.attribute->type == info.type);
        CHECK(found.attribute->values == attribute.values);
    }
}

TEST(constants_are_views_of_the_file) {
    for (const std::uint64_t cap : {kDefaultCap, kSmallCap}) {
        const Blob file = blob(bytes_of(sample_graph(), cap));
        const ReadResult result = read(file, {});
        const Blob& data = result.graph.regions[0]->blocks[0]->tensors[1]->data;
        CHECK(data.data() >= file.data() && data.data() + data.size() <= file.data() + file.size());
        CHECK(data.owner() == file.owner());
        CHECK(data.size() == 40 && data.bytes()[39] == 7);
    }
}

TEST(an_unaligned_file_is_read) {
    std::vector<std::uint8_t> shifted = bytes_of(sample_graph(), kSmallCap);
    const auto bytes = shifted;
    shifted.insert(shifted.begin(), 0);
    const Blob whole = blob(shifted);
    const ReadResult result = read(Blob(whole.bytes().subspan(1), whole.owner()), {});
    CHECK(bytes_of(result.graph, kSmallCap) == bytes);
}

TEST(strictness_is_given_to_all_objects) {
    const ReadResult result = read(blob(bytes_of(sample_graph())), strictly());
    const Region& region = *result.graph.regions[0];
    CHECK(region.strictness == Strictness::kStrict && region.blocks[0]->strictness == Strictness::kStrict);
    CHECK(region.blocks[0]->tensors[0]->strictness == Strictness::kStrict &&
          region.blocks[0]->shapes[0]->strictness == Strictness::kStrict);
}

TEST(short_and_foreign_files_are_refused) {
    CHECK(contains(refusal({}), "0 bytes are too few"));
    CHECK(contains(refusal({1, 2, 3}), "3 bytes are too few"));
    CHECK(contains(refusal(std::vector<std::uint8_t>(64, 'A')), "should start with TOSA, has 'AAAA'"));
    std::vector<std::uint8_t> cut = bytes_of(sample_graph());
    cut.resize(cut.size() / 2);
    CHECK(contains(refusal(cut), "TOSA graph failed flatbuffer verification"));
}

TEST(offsets_outside_are_checked) {
    const std::uint64_t size = (bytes_of(sample_graph(), kSmallCap).size() + 7) / 8 * 8;
    CHECK(contains(refusal_with_offset(size, 8), "is not in the file"));
    CHECK(contains(refusal_with_offset(UINT64_MAX - 7, 8), "is not in the file"));
    CHECK(contains(refusal_with_offset(size - 8, UINT64_MAX), "is not in the file"));
    CHECK(contains(refusal_with_offset(8, 8), "overlaps the flatbuffer"));
    CHECK(contains(refusal_with_offset(size - 7, 1), "is not aligned"));
    CHECK(contains(refusal_with_offset(0, 8), "no offset"));
    CHECK(contains(refusal_with_offset(size, 8), "tensor 1 ('w')"));
    CHECK(refusal_with_offset(UINT64_MAX, 0).empty());
}

// Another place for a constant of the sample that lies outside: field by field of the tensor's table.
std::string strict_refusal_of_sample(std::vector<std::pair<flatbuffers::voffset_t, std::uint64_t>> fields) {
    std::vector<std::uint8_t> bytes = bytes_of(sample_graph(), kSmallCap);
    for (const auto& [field, value] : fields) overwrite(bytes, block_in(bytes).tensors()->Get(1), field, value);
    return strict_refusal(std::move(bytes));
}

TEST(constants_outside_share_no_bytes) {
    const std::vector<std::uint8_t> bytes = bytes_of(sample_graph(), kSmallCap);
    const tosa::TosaTensor& scaled = *block_in(bytes).tensors()->Get(3);
    constexpr auto kOffset = tosa::TosaTensor::VT_OFFSET;
    constexpr auto kSize = tosa::TosaTensor::VT_SIZE;
    CHECK(strict_refusal_of_sample({}).empty());
    const std::string same = strict_refusal_of_sample({{kOffset, scaled.offset()}});
    CHECK(contains(same, "'w'") && contains(same, "'scaled'") && contains(same, "overlaps"));
    CHECK(contains(strict_refusal_of_sample({{kSize, 48}}), "overlaps the data of tensor 'scaled'"));
    CHECK(contains(strict_refusal_of_sample({{kOffset, scaled.scale_offset() - 8}, {kSize, 9}}), "overlaps"));
    CHECK(contains(strict_refusal_of_sample({{kOffset, scaled.scale_offset()}, {kSize, 1}}), "scale data of tensor 'scaled'"));
    CHECK(refusal_with_offset(scaled.offset(), 40).empty());
}

TEST(a_size_that_is_not_that_of_embedded_data_is_refused) {
    // ForceDefaults writes the size also where it is 0.
    flatbuffers::FlatBufferBuilder builder;
    builder.ForceDefaults(true);
    const std::vector<std::uint8_t> data(8, 1);
    const std::vector<std::int32_t> shape{8};
    const std::vector<flatbuffers::Offset<tosa::TosaTensor>> tensors{
        tosa::CreateTosaTensorDirect(builder, "w", &shape, tosa::DType_INT8, &data)};
    const std::vector<flatbuffers::Offset<tosa::TosaBasicBlock>> blocks{
        tosa::CreateTosaBasicBlockDirect(builder, "b", nullptr, &tensors)};
    const std::vector<flatbuffers::Offset<tosa::TosaRegion>> regions{tosa::CreateTosaRegionDirect(builder, "r", &blocks)};
    tosa::FinishTosaGraphBuffer(builder,
                                tosa::CreateTosaGraphDirect(builder, tosa::CreateVersion(builder, 1, 1, 0, true), &regions));
    std::vector<std::uint8_t> bytes(builder.GetBufferSpan().begin(), builder.GetBufferSpan().end());
    CHECK(strict_refusal(bytes).empty());
    overwrite(bytes, block_in(bytes).tensors()->Get(0), tosa::TosaTensor::VT_SIZE, std::uint64_t{16});
    CHECK(contains(strict_refusal(bytes), "8 bytes in the flatbuffer, and its size says 16"));
    CHECK(refusal(bytes).empty());
}

// What a strict serializer would not write; upstream reads it.
TEST(strict_reading_refuses_what_strict_writing_refuses) {
    const auto spoilt = [](void (*spoil)(Block&), std::uint64_t cap = kDefaultCap) {
        Graph graph = sample_graph();
        spoil(only_block(graph));
        std::vector<std::uint8_t> bytes = bytes_of(graph, cap);
        CHECK(refusal(bytes).empty());
        return strict_refusal(std::move(bytes));
    };
    CHECK(spoilt([](Block&) {}).empty());
    CHECK(contains(spoilt([](Block& b) { b.operators[1]->inputs = NameList({"x", "none"}); }), "its input 'none' is none of"));
    CHECK(contains(spoilt([](Block& b) { b.operators.push_back(b.operators[1]); }), "has two producers"));
    CHECK(contains(spoilt([](Block& b) { b.tensors.push_back(b.tensors[1]); }), "are named 'w'"));
    CHECK(contains(spoilt([](Block& b) { b.outputs = {"none"}; }), "its output 'none' is none of"));
    CHECK(contains(spoilt([](Block& b) { b.shapes[0]->rank = 2; }), "rank 2 takes 16 bytes"));
    CHECK(contains(spoilt([](Block& b) { b.tensors[0]->shape = {-2}; }), "dimension -2"));
    for (const std::uint64_t cap : {kDefaultCap, kSmallCap}) {
        CHECK(contains(spoilt([](Block& b) { b.tensors[1]->shape = {41}; }, cap), "takes 41 bytes, its data has 40"));
        CHECK(contains(spoilt([](Block& b) { b.tensors[1]->shape = {INT32_MAX, INT32_MAX, INT32_MAX}; }, cap),
                       "more than 2^62 values"));
    }
}

TEST(strict_reading_tells_of_data_longer_than_its_shape) {
    Graph graph = sample_graph();
    only_block(graph).tensors[1]->shape = {39};
    const ReadResult result = read(blob(bytes_of(graph)), strictly());
    CHECK(result.warnings.size() == 1 && contains(result.warnings[0], "readers use the first 39 bytes"));
    CHECK(result.graph.regions[0]->blocks[0]->tensors[1]->warned);
}

TEST(unknown_numbers_are_refused_by_name) {
    const std::string op = refusal_with_operator_field(tosa::TosaOperator::VT_OP, std::uint32_t{9999});
    CHECK(contains(op, "operator 1") && contains(op, "9999") && contains(op, "block 'main'"));
    const std::string kind = refusal_with_operator_field(tosa::TosaOperator::VT_ATTRIBUTE_TYPE, std::uint8_t{250});
    CHECK(contains(kind, "operator 1 ('ADD')") && contains(kind, "250"));
    std::vector<std::uint8_t> bytes = bytes_of(sample_graph());
    overwrite(bytes, block_in(bytes).tensors()->Get(0), tosa::TosaTensor::VT_TYPE, std::uint32_t{77});
    CHECK(contains(refusal(bytes), "tensor 0 ('x') in block 'main' of region 'main': its type is 77"));
    Graph graph = sample_graph();
    only_block(graph).operators[1]->attribute = Attribute{tosa::Attribute_ResizeAttribute, {std::uint32_t{1}}};
    bytes = bytes_of(graph);
    overwrite(bytes, block_in(bytes).operators()->Get(1)->attribute(), tosa::ResizeAttribute::VT_MODE, std::uint32_t{9});
    CHECK(contains(refusal(bytes), "its attribute mode is 9"));
}

TEST(versions_follow_upstream) {
    const auto load = [](TosaVersion version, SoftwareVersion software) {
        Graph graph = sample_graph();
        graph.version = version;
        graph.software = std::move(software);
        return read(blob(bytes_of(graph)), {});
    };
    const TosaVersion ours{1, 1, 0, true};
    const SoftwareVersion now = library_version();
    CHECK(load(ours, now).messages.empty());
    CHECK(contains(load({1, 0, 0, false}, now).messages.at(0), "WARNING: Different TOSA spec in flatbuffer"));
    CHECK_RAISES(ReadError, "Read TOSA spec version in flatbuffer 1.1.0 is not compatible", load({1, 1, 0, false}, now));
    CHECK(contains(load(ours, {now.major - 1, 1, 0, ""}).messages.at(0), "INFO: TOSA file created with older SerLib version"));
    CHECK(contains(load(ours, {now.major + 1, 1, 0, ""}).messages.at(0), "INFO: TOSA file created with newer SerLib version"));
}

TEST(two_producers_are_told_as_upstream_tells_them) {
    Graph graph = sample_graph();
    only_block(graph).operators.push_back(only_block(graph).operators[1]);
    const ReadResult result = read(blob(bytes_of(graph)), {});
    CHECK(result.messages == std::vector<std::string>{"WARNING: SSA violated. Multiple assignment to tensor: y"});
}

// A small file whose regions, blocks and operators all point to the same parts: the product would be a billion operators.
TEST(shared_parts_cannot_multiply) {
    flatbuffers::FlatBufferBuilder builder;
    const auto op = tosa::CreateTosaOperatorDirect(builder, tosa::Op_ADD);
    const std::vector<flatbuffers::Offset<tosa::TosaOperator>> operators(1000, op);
    const auto block = tosa::CreateTosaBasicBlockDirect(builder, "b", &operators);
    const std::vector<flatbuffers::Offset<tosa::TosaBasicBlock>> blocks(1000, block);
    const auto region = tosa::CreateTosaRegionDirect(builder, "r", &blocks);
    const std::vector<flatbuffers::Offset<tosa::TosaRegion>> regions(1000, region);
    tosa::FinishTosaGraphBuffer(builder, tosa::CreateTosaGraphDirect(builder, tosa::CreateVersion(builder, 1, 1, 0), &regions));
    const std::span<const std::uint8_t> file = builder.GetBufferSpan();
    CHECK(contains(refusal({file.begin(), file.end()}), "more than 64 times its size"));
}

TEST(parts_that_are_missing_are_refused_or_empty) {
    flatbuffers::FlatBufferBuilder builder;
    const auto version = tosa::CreateVersion(builder, 1, 1, 0, true);
    tosa::FinishTosaGraphBuffer(builder, tosa::CreateTosaGraph(builder, version));
    const std::span<const std::uint8_t> empty = builder.GetBufferSpan();
    const ReadResult result = read(blob({empty.begin(), empty.end()}), {});
    CHECK(result.graph.regions.empty());
    CHECK(contains(result.messages.at(0), "before software version was encoded"));
    CHECK(result.min_reader.major == -1 && result.features == 0);

    builder.Clear();
    const std::vector<flatbuffers::Offset<tosa::TosaRegion>> regions{tosa::CreateTosaRegion(builder)};
    tosa::FinishTosaGraphBuffer(builder,
                                tosa::CreateTosaGraphDirect(builder, tosa::CreateVersion(builder, 1, 1, 0, true), &regions));
    const std::span<const std::uint8_t> nameless = builder.GetBufferSpan();
    CHECK(contains(refusal({nameless.begin(), nameless.end()}), "region 0: it has no name"));
}

// Deterministic damage: whatever comes, it is a graph or a ReadError.
TEST(damaged_files_never_crash) {
    std::uint32_t state = 1;
    const auto random = [&state] { return state = state * 1664525 + 1013904223, state >> 8; };
    const std::vector<std::uint8_t> samples[] = {bytes_of(sample_graph()), bytes_of(sample_graph(), kSmallCap)};
    int read_count = 0;
    for (int i = 0; i < 20000; ++i) {
        std::vector<std::uint8_t> bytes = samples[i % 2];
        for (unsigned k = 0; k <= random() % 3; ++k) bytes[random() % bytes.size()] = static_cast<std::uint8_t>(random());
        if (random() % 16 == 0) bytes.resize(random() % bytes.size());
        try {
            write(read(blob(std::move(bytes)), {}).graph, kDefaultCap);
            ++read_count;
        } catch (const ReadError&) {
        }
    }
    CHECK(read_count > 100);
}

}  // namespace
}  // namespace tosa_core
