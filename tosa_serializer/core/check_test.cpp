#include "check.h"

#include <limits>

#include "errors.h"
#include "sample_graph.h"
#include "testing.h"
#include "writer.h"

namespace tosa_core {
namespace {

using namespace testing;

// What a checking writer says of the sample after `change`.
template <typename F>
std::string refusal(F change) {
    Graph graph = sample_graph();
    change(only_block(graph));
    return message_of<ValueError>([&] { write_checked(graph, kDefaultCap); });
}

std::vector<std::string> warnings_of(const Graph& graph) { return write_checked(graph, kDefaultCap).warnings; }

TEST(a_good_graph_passes_in_silence) { CHECK(warnings_of(sample_graph()).empty()); }

TEST(names_are_checked) {
    CHECK_RAISES(ValueError, "name is empty", check_name("tensor", ""));
    CHECK_RAISES(ValueError, "'a\\x00b' holds a NUL", check_name("tensor", std::string_view("a\0b", 3)));
    CHECK_RAISES(ValueError, "is not UTF-8", check_name("tensor", "\xC0\x80"));
    check_name("tensor", "\xE2\x98\x83");
    CHECK(contains(refusal([](Block& block) { block.name.clear(); }), "a block's name is empty"));
    CHECK(contains(refusal([](Block& block) { block.operators[1]->location = std::string("a\0", 2); }), "operator 1 (ADD)"));
    CHECK(contains(refusal([](Block& block) { block.tensors[0]->set_extra(&Tensor::Extra::variable_name, std::string("\xFF")); }),
                   "variable_name"));
}

TEST(dimensions_are_checked) {
    CHECK_RAISES(ValueError, "dimension -2 in shape [1, -2]", check_shape("t", std::vector<std::int32_t>{1, -2}, false));
    CHECK_RAISES(ValueError, "dimension -1", check_shape("t", std::vector<std::int32_t>{-1}, true));
    check_shape("t", std::vector<std::int32_t>{-1, 0}, false);
    const std::int32_t large = std::numeric_limits<std::int32_t>::max();
    check_shape("t", std::vector<std::int32_t>{large, large, -1}, false);
    check_shape("t", std::vector<std::int32_t>{large, large, large, 0}, false);
    CHECK_RAISES(ValueError, "has more than 2^62 values", check_shape("t", std::vector<std::int32_t>{large, large, 4}, false));
    CHECK_RAISES(ValueError, "has more than 2^62 values", check_shape("t", std::vector<std::int32_t>(40, large), false));
}

TEST(names_of_regions_and_blocks_stand_for_one) {
    Graph graph = sample_graph();
    graph.regions.push_back(std::make_shared<Region>("main"));
    CHECK_RAISES(ValueError, "two regions are named 'main'", write_checked(graph, kDefaultCap));
    graph.regions.pop_back();
    graph.regions[0]->blocks.push_back(std::make_shared<Block>("main", "main"));
    CHECK_RAISES(ValueError, "region 'main': two of its blocks are named 'main'", write_checked(graph, kDefaultCap));
}

TEST(a_tensor_has_a_type) {
    CHECK(contains(refusal([](Block& block) { block.tensors[0]->type.value = tosa::DType_UNKNOWN; }), "its type is UNKNOWN"));
}

TEST(names_of_an_operator_are_checked_before_it_is_added) {
    const Block block("main", "main");
    const auto abs = op(tosa::Op_ABS, {tosa::Attribute_AbsAttribute, {}}, {std::string("a\0", 2)}, {""});
    CHECK_RAISES(ValueError, "operator 3 (ABS) in block 'main': its input 'a\\x00' holds a NUL", check_names(block, *abs, 3));
    abs->inputs = {"a"};
    CHECK_RAISES(ValueError, "operator 3 (ABS) in block 'main': the name of its output is empty", check_names(block, *abs, 3));
    abs->outputs = {"b"};
    check_names(block, *abs, 3);
    check_signature(block, *abs, 3);
    abs->attribute.reset();
    CHECK_RAISES(StateError, "operator 3 (ABS) in block 'main': Attribute not initialized", check_signature(block, *abs, 3));
}

TEST(short_data_is_refused_and_long_data_warns_once) {
    CHECK_RAISES(ValueError, "tensor 'c': shape [3] of INT32 takes 12 bytes, its data has 8 bytes",
                 check_data(*tensor("c", {3}, tosa::DType_INT32, blob(std::vector<std::uint8_t>(8)))));
    Graph graph = sample_graph();
    only_block(graph).tensors[1]->shape = {1};
    CHECK(contains(warnings_of(graph).at(0), "tensor 'w': shape [1] of INT8 takes 1 byte, its data has 40 bytes"));
    CHECK(warnings_of(graph).empty());
}

TEST(sizes_follow_the_packing_of_the_type) {
    CHECK(check_data(*tensor("c", {3}, tosa::DType_INT4, blob({0x21, 0x03}))).empty());
    CHECK(check_data(*tensor("c", {2}, tosa::DType_INT48, blob(std::vector<std::uint8_t>(12)))).empty());
    CHECK(check_data(*tensor("c", {}, tosa::DType_FP16, blob({0, 0}))).empty());
    CHECK_RAISES(ValueError, "has no size", check_data(*tensor("c", {1}, tosa::DType_UNKNOWN, blob({0}))));
    CHECK_RAISES(ValueError, "has no size", check_data(*tensor("c", {1 << 30, 1 << 30, 1 << 30}, tosa::DType_INT8, blob({0}))));
}

TEST(block_scaled_constants_need_both_runs) {
    CHECK(contains(refusal([](Block& block) { block.tensors[3]->set_extra(&Tensor::Extra::scale_data, Blob()); }),
                   "needs values and scales"));
    CHECK(contains(refusal([](Block& block) { block.tensors[3]->set_extra(&Tensor::Extra::scale_data, blob({1, 2, 3})); }),
                   "takes 4 bytes, its scale data has 3"));
}

TEST(shape_data_is_an_int64_for_each_dimension) {
    CHECK(contains(refusal([](Block& block) { block.shapes[0]->rank = 2; }), "shape 's': rank 2 takes 16 bytes"));
}

TEST(references_are_checked) {
    CHECK(contains(refusal([](Block& block) { block.operators[1]->inputs = {"q", "w"}; }),
                   "operator 1 (ADD) in block 'main': its input 'q' is none of the block's tensors or shapes"));
    CHECK(contains(refusal([](Block& block) { block.operators[1]->outputs = {"q"}; }), "its output 'q'"));
    CHECK(contains(refusal([](Block& block) { block.inputs = {"q"}; }), "block 'main': its input 'q'"));
    CHECK(contains(refusal([](Block& block) { block.outputs = {"q"}; }), "block 'main': its output 'q'"));
    CHECK(contains(refusal([](Block& block) { block.tensors.push_back(block.tensors[0]); }), "named 'x'"));
}

TEST(two_producers_are_refused_but_for_variables) {
    const auto twice = [](Block& block) { block.operators.push_back(block.operators[1]); };
    CHECK(contains(refusal(twice), "'y' has two producers, operator 1 (ADD) and operator 2 (ADD)"));
    CHECK(refusal([&](Block& block) {
              twice(block);
              block.tensors[2]->is_variable = true;
          }).empty());
}

TEST(bodies_of_control_flow_exist) {
    const auto condition = [](Block& block, const char* name) {
        block.operators[1] =
            op(tosa::Op_COND_IF, {tosa::Attribute_CondIfAttribute, {std::string("main"), std::string(name)}}, {"x"}, {"y"});
    };
    CHECK(contains(refusal([&](Block& block) { condition(block, "other"); }), "its else_graph 'other' is no region or block"));
    CHECK(refusal([&](Block& block) { condition(block, "main"); }).empty());
}

TEST(a_deferred_error_is_raised) {
    CHECK(refusal([](Block& block) { block.tensors[0]->set_extra(&Tensor::Extra::deferred_error, std::string("later")); }) ==
          "later");
    CHECK(refusal([](Block& block) { block.shapes[0]->deferred_error = "later"; }) == "later");
}

TEST(a_graph_over_the_cap_is_checked_once) {
    Graph graph = sample_graph();
    only_block(graph).tensors[1]->shape = {1};
    CHECK(write_checked(graph, kSmallCap).warnings.size() == 1);
    CHECK(write_checked(graph, kSmallCap).warnings.empty());
}

}  // namespace
}  // namespace tosa_core
