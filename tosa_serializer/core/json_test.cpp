#include "json.h"

#include "reader.h"
#include "sample_graph.h"
#include "testing.h"

namespace tosa_core {
namespace {

using namespace testing;

constexpr const char* kVersion = R"("version": {"_major": 1, "_minor": 1, "_patch": 0})";

std::string refusal(const std::string& text) {
    return message_of<ValueError>([&] { from_json(text, "x.json"); });
}

// A graph with one tensor that has `fields`.
std::string with_tensor(const std::string& fields) {
    return std::string("{") + kVersion + R"(, "regions": [{"name": "r", "blocks": [{"name": "b", "tensors": [{)" + fields +
           "}]}]}]}";
}

std::string with_operator(const std::string& fields) {
    return std::string("{") + kVersion + R"(, "regions": [{"name": "r", "blocks": [{"name": "b", "operators": [{)" + fields +
           "}]}]}]}";
}

TEST(text_is_as_flatc_prints_it) {
    flatbuffers::FlatBufferBuilder builder;
    const std::vector<std::int32_t> shape{-1};
    const std::vector<std::uint8_t> data;
    const std::vector<flatbuffers::Offset<tosa::TosaTensor>> tensors{
        tosa::CreateTosaTensorDirect(builder, "\xC3\xA9\xF0\x9F\x98\x80\"\x7F/", &shape, tosa::DType_INT8, &data, true)};
    const std::vector<flatbuffers::Offset<tosa::TosaBasicBlock>> blocks{
        tosa::CreateTosaBasicBlockDirect(builder, "b", nullptr, &tensors)};
    const std::vector<flatbuffers::Offset<tosa::TosaRegion>> regions{tosa::CreateTosaRegionDirect(builder, "r", &blocks)};
    tosa::FinishTosaGraphBuffer(builder, tosa::CreateTosaGraphDirect(builder, tosa::CreateVersion(builder, 1), &regions));
    const char* expected = R"({
  "version": {
    "_major": 1
  },
  "regions": [
    {
      "name": "r",
      "blocks": [
        {
          "name": "b",
          "tensors": [
            {
              "name": "\u00E9\uD83D\uDE00\"\u007F/",
              "shape": [
                -1
              ],
              "type": "INT8",
              "data": [

              ],
              "variable": true
            }
          ]
        }
      ]
    }
  ]
}
)";
    CHECK(to_json(builder.GetBufferSpan()) == expected);
}

TEST(json_gives_the_same_graph) {
    const auto bytes = bytes_of(sample_graph());
    const std::string text = to_json(bytes);
    const Blob file = from_json(text, "sample");
    CHECK(to_json(file.bytes()) == text);
    CHECK(bytes_of(read(file, {}).graph) == bytes);
}

TEST(json_of_the_outside_layout_is_refused) {
    const std::string text = to_json(bytes_of(sample_graph(), kSmallCap));
    CHECK(contains(refusal(text), "tensor 'w' has 40 bytes of data behind the flatbuffer, which JSON does not hold"));
    CHECK(refusal(with_tensor(R"("name": "t", "offset": 64, "size": 0)")).empty());
    CHECK(contains(refusal(with_tensor(R"("name": "t", "offset": 0, "size": 8)")), "JSON does not hold"));
    CHECK(contains(refusal(with_tensor(R"("name": "t", "scale_offset": 64, "scale_size": 8)")), "8 bytes of scale data"));
}

TEST(values_are_read_as_flatc_reads_them) {
    const Blob file =
        from_json(with_tensor(R"("name": 'n', "type": 3, /* c */ "shape": [0x10, "-2"], "variable": true, "data": null)"), "x");
    const auto* tensor = tosa::GetTosaGraph(file.data())->regions()->Get(0)->blocks()->Get(0)->tensors()->Get(0);
    CHECK(tensor->type() == tosa::DType_INT8 && tensor->variable() && tensor->data() == nullptr);
    CHECK(tensor->shape()->Get(0) == 16 && tensor->shape()->Get(1) == -2);
    CHECK(tensor->name()->string_view() == "n");
}

TEST(a_union_may_stand_before_its_kind) {
    const Blob file =
        from_json(with_operator(R"("attribute": {"axis": -3}, "op": "ARGMAX", "attribute_type": "ArgMaxAttribute")"), "x");
    const auto* op = tosa::GetTosaGraph(file.data())->regions()->Get(0)->blocks()->Get(0)->operators()->Get(0);
    CHECK(op->attribute_as_ArgMaxAttribute()->axis() == -3);
    CHECK(contains(refusal(with_operator(R"("attribute": {})")), "needs a 'attribute_type'"));
    CHECK(contains(refusal(with_operator(R"("attribute_type": 250, "attribute": {})")), "unknown kind"));
}

TEST(errors_name_line_column_and_what_is_there) {
    CHECK(contains(refusal("{\n  \"vers\": 1}"), "x.json, line 2, column 3: unknown field 'vers'"));
    CHECK(contains(refusal("{\n  \"vers\": 1}"), "it has version, regions"));
    CHECK(contains(refusal(with_tensor(R"("type": "INT9")")), "'type' has no value 'INT9'; it has UNKNOWN, BOOL"));
    CHECK(contains(refusal(with_tensor(R"("data": [256])")), "data is 256, its range is 0 to 255"));
    CHECK(contains(refusal(with_tensor(R"("shape": [2147483648])")), "its range is -2147483648 to 2147483647"));
    CHECK(contains(refusal(with_tensor(R"("shape": [1.5])")), "expected a whole number"));
    CHECK(contains(refusal(with_tensor(R"("size": 18446744073709551616)")), "its range is 0 to 18446744073709551615"));
    CHECK(contains(refusal(with_tensor(R"("name": "a", "name": "b")")), "set more than once"));
    CHECK(contains(refusal("{}"), "'version' of the graph is missing"));
}

TEST(broken_text_is_refused) {
    for (const char* text :
         {"", "{", "[]", "{\"version\"", "{\"version\": {}} x", "{\"version\": {}} /*", "{version: {}}", "{\"version\": {},}",
          "{\"version\": {\"_major\": }}", "{\"a\\q\": 1}", "{\"\\ud800\": 1}", "{\"\xFF\": 1}"}) {
        CHECK(contains(refusal(text), "x.json, line 1"));
    }
    CHECK(contains(refusal(std::string("{\"version\": {}\0}", 17)), "illegal character"));
    CHECK(contains(refusal(with_operator("\"attribute\": " + std::string(1000, '['))), "nested too deep"));
}

TEST(damaged_text_never_crashes) {
    const std::string sample = to_json(bytes_of(sample_graph()));
    std::uint32_t state = 1;
    const auto random = [&state] { return state = state * 1664525 + 1013904223, state >> 8; };
    for (int i = 0; i < 1000; ++i) {
        std::string text = sample;
        for (unsigned k = 0; k <= random() % 3; ++k) text[random() % text.size()] = static_cast<char>(random());
        try {
            read(from_json(text, "x"), {});
        } catch (const Error&) {
        }
    }
}

}  // namespace
}  // namespace tosa_core
