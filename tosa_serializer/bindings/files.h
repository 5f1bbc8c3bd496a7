// serialize, save, load and the JSON calls of TosaSerializer.
#pragma once

#include <string>

#include "../core/reader.h"
#include "objects.h"

namespace tosa_bindings {

void add_file_methods(const py::object& type);

// Ctrl-C and other signals while a file is read or written: what their Python handler raises ends it.
void handle_signals();

// The reason for a refusal, with the file in front.
template <typename Action>
auto with_path(const std::string& path, const Action& action) {
    try {
        return action();
    } catch (const core::ReadError& error) {
        throw core::ReadError(error.kind, "'" + path + "': " + error.what(), error.version);
    }
}

}  // namespace tosa_bindings
