// What strict mode asks of a complete graph. Every refusal names the object, what was expected and what came.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "graph.h"

namespace tosa_core {

// For names of `kind` ("tensor", "block", ...): not empty, no NUL, valid UTF-8. Raises ValueError.
void check_name(std::string_view kind, std::string_view name);
inline void check_name(std::string_view kind, const ListedName& name) {
    if (!name.is_plain || name.text.empty()) check_name(kind, name.text);
}

// Dimensions are at least 0, or kUnknownDim where the tensor is no constant, and their product is a size. Raises ValueError.
void check_shape(std::string_view name, std::span<const std::int32_t> shape, bool is_constant);

// Data of the tensor against its shape and type: shorter is a ValueError, longer a warning. Returns the warning, or "".
std::string check_data(const Tensor& tensor);

// Counts and attribute of an operator that is, or becomes, number `index` of the block. Raises ValueError, and StateError for an
// attribute that was never set.
void check_signature(const Block& block, const Operator& op, std::size_t index);
// Texts of its names, as check_name. Raises ValueError.
void check_names(const Block& block, const Operator& op, std::size_t index);

// All of the above for every object, and every reference: inputs and outputs of operators and blocks exist, no name has two
// producers. Object by object, so that a writer can ask while it has each at hand. Raises ValueError.
class GraphChecker {
public:
    // Names of regions and blocks.
    explicit GraphChecker(const Graph& graph);

    // The block's names as a whole; what is checked next is its own.
    void enter(Block& block);
    void check(Tensor& tensor);
    void check(const Shape& shape);
    void check(const Operator& op, std::size_t index);

    // A whole block of a file, with all that is in it. Zeros that pad a constant to 8 bytes are no news: tosa-opt writes them.
    void check_all(Block& block);

    // The warnings that the user has not seen. Marks their tensors as warned.
    std::vector<std::string> take_warnings();

private:
    void check_constant(Tensor& tensor);
    void check_location(std::size_t index) const;
    void check_attribute_texts(std::size_t index) const;
    void check_block_names(const std::vector<std::string>& names, const char* what);
    [[noreturn]] void refuse_unknown(std::size_t index, const char* what, std::string_view name) const;
    [[noreturn]] void refuse_kind(std::size_t index, const char* what, std::string_view name, bool is_shape) const;
    [[noreturn]] void refuse_producers(std::size_t first, std::size_t second, std::string_view name) const;

    bool is_from_file_ = false;
    std::unordered_set<std::string_view> graph_names_;
    Block* block_ = nullptr;
    // By number of the name: the operator that produces it.
    std::vector<std::uint32_t> producers_;
    std::vector<std::pair<Tensor*, std::string>> warnings_;
};

}  // namespace tosa_core
