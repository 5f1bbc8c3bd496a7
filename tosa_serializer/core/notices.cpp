#include "notices.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

namespace tosa_core {
namespace {

using Names = std::unordered_set<std::string_view>;

Names variables_of(const Graph& graph) {
    Names names;
    for (const auto& region : graph.regions) {
        for (const auto& block : region->blocks) {
            for (const auto& tensor : block->tensors) {
                if (tensor->is_variable) names.insert(tensor->name());
            }
        }
    }
    return names;
}

// "dtype" or "op": what `block` has first that is not in the schema. Types come before operators.
const char* unknown_in(const Block& block) {
    const auto has_unknown_type = [](const auto& tensor) { return tensor->type.value > tosa::DType_MAX; };
    const auto is_unknown = [](const auto& op) { return op->op > tosa::Op_MAX; };
    if (std::any_of(block.tensors.begin(), block.tensors.end(), has_unknown_type)) return "dtype";
    return std::any_of(block.operators.begin(), block.operators.end(), is_unknown) ? "op" : nullptr;
}

}  // namespace

std::vector<std::string> assignment_notices(const Graph& graph) {
    std::vector<std::string> lines;
    const Names variables = variables_of(graph);
    Names seen;
    for (const auto& region : graph.regions) {
        for (const auto& block : region->blocks) {
            seen.clear();
            for (const auto& op : block->operators) {
                for (const auto [output, hash, is_plain] : op->outputs) {
                    if (variables.contains(output) || seen.insert(output).second) continue;
                    // A name ends at its first NUL where upstream prints it, not where it compares it.
                    lines.push_back(std::string("WARNING: SSA violated. Multiple assignment to tensor: ")
                                        .append(output.substr(0, output.find('\0'))));
                }
            }
        }
    }
    return lines;
}

std::vector<std::string> writing_notices(const Graph& graph) {
    for (const auto& region : graph.regions) {
        for (const auto& block : region->blocks) {
            // Upstream prints the name after the kind, but what is unknown has none.
            if (const char* kind = unknown_in(*block)) {
                return {std::string("ERROR: No min_reader_version mapping exists for ") + kind + " "};
            }
        }
    }
    return assignment_notices(graph);
}

}  // namespace tosa_core
