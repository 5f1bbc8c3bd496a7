// What upstream tells of a graph on stdout when it writes or reads one.
#pragma once

#include <string>
#include <vector>

#include "graph.h"

namespace tosa_core {

// A line for every assignment but the first to a name of a block. A variable, in whatever block, is assigned freely.
std::vector<std::string> assignment_notices(const Graph& graph);

// The lines of a serialize: the first type or operator that the schema does not have, or else the assignments.
std::vector<std::string> writing_notices(const Graph& graph);

}  // namespace tosa_core
