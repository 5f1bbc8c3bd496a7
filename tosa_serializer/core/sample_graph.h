// Graphs that the tests of core share.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "graph.h"
#include "writer.h"

namespace tosa_core::testing {

inline constexpr std::uint64_t kSmallCap = 16;

inline Blob blob(std::vector<std::uint8_t> bytes) {
    auto owner = std::make_shared<const std::vector<std::uint8_t>>(std::move(bytes));
    return {std::span<const std::uint8_t>(*owner), owner};
}

inline std::shared_ptr<Tensor> tensor(const std::string& name, std::vector<std::int32_t> shape, DType dtype, Blob data = {}) {
    auto result = std::make_shared<Tensor>(name);
    result->shape = std::move(shape);
    result->type.value = dtype;
    result->data = std::move(data);
    return result;
}

inline std::shared_ptr<Operator> op(Op kind, Attribute attribute, std::vector<std::string> inputs,
                                    std::vector<std::string> outputs) {
    auto result = std::make_shared<Operator>();
    result->op = kind;
    result->attribute = std::move(attribute);
    result->inputs = {inputs.begin(), inputs.end()};
    result->outputs = {outputs.begin(), outputs.end()};
    return result;
}

// Zeros, empty vectors and empty strings for each field.
inline Attribute empty_attribute(const AttributeInfo& info) {
    Attribute attribute{info.type, {}};
    for (const AttributeField& field : info.fields) {
        if (field.is_vector && field.type == FieldType::kInt32) {
            attribute.values.emplace_back(std::vector<std::int32_t>());
        } else if (field.is_child()) {
            attribute.values.emplace_back(std::string());
        } else {
            attribute.values.emplace_back(std::uint32_t{0});
        }
    }
    return attribute;
}

inline Block& only_block(Graph& graph) { return *graph.regions[0]->blocks[0]; }

// Two operators, a constant of 40 bytes, a shape, a block-scaled constant, a location with text beyond ASCII.
inline Graph sample_graph() {
    Graph graph;
    graph.regions.push_back(std::make_shared<Region>("main"));
    graph.regions[0]->blocks.push_back(std::make_shared<Block>("main", "main"));
    Block& block = only_block(graph);
    block.inputs = {"x"};
    block.outputs = {"y"};
    block.tensors = {tensor("x", {-1, 40}, tosa::DType_INT8),
                     tensor("w", {40}, tosa::DType_INT8, blob(std::vector<std::uint8_t>(40, 7))),
                     tensor("y", {1, 40}, tosa::DType_INT8)};
    auto scaled = tensor("scaled", {2, 33}, tosa::DType_FP8E4M3, blob(std::vector<std::uint8_t>(66, 1)));
    scaled->type = {tosa::BlockShape_BLOCK_SHAPE_32, tosa::DType_FP8UE8M0, tosa::DType_FP8E4M3};
    scaled->set_extra(&Tensor::Extra::scale_data, blob({127, 127, 127, 127}));
    block.tensors.push_back(std::move(scaled));
    block.shapes.push_back(std::make_shared<Shape>("s", 1));
    block.shapes[0]->data = blob({40, 0, 0, 0, 0, 0, 0, 0});
    block.operators = {op(tosa::Op_CONST, {tosa::Attribute_ConstAttribute, {}}, {}, {"w"}),
                       op(tosa::Op_ADD, {tosa::Attribute_AddAttribute, {}}, {"x", "w"}, {"y"})};
    block.operators[1]->location = "at \"\xC3\xA9\" \xF0\x9F\x98\x80\t";
    return graph;
}

inline std::vector<std::uint8_t> bytes_of(const Image& image) {
    std::vector<std::uint8_t> bytes(image.size());
    image.copy_to(bytes);
    return bytes;
}

inline std::vector<std::uint8_t> bytes_of(const Graph& graph, std::uint64_t cap = kDefaultCap) {
    return bytes_of(write(graph, cap));
}

}  // namespace tosa_core::testing
