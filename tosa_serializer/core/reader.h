// A .tosa file to a graph. A file is read whole or refused with the reason; constants stay in the file's bytes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "blob.h"
#include "errors.h"
#include "graph.h"

namespace tosa_core {

// The file is not one that this library can read. Python: ValueError.
class ReadError : public ValueError {
public:
    enum class Kind { kCorrupt, kVersion };

    ReadError(Kind kind, const std::string& what, const TosaVersion& version = {})
        : ValueError(what), kind(kind), version(version) {}

    Kind kind;
    // Those of the file, where they could be read (kVersion).
    TosaVersion version;
    SoftwareVersion software = {};
};

struct ReadOptions {
    // What the reader supports (upstream: the serializer's target version and its own software version).
    TosaVersion version{kTosaVersionMajor, kTosaVersionMinor, kTosaVersionPatch, kTosaVersionDraft};
    SoftwareVersion software = library_version();
    // What tensors, shapes, blocks and regions of the result get. kStrict refuses what `write_checked` would refuse, and
    // constants that share bytes outside.
    Strictness strictness = Strictness::kDeferred;
};

struct ReadResult {
    Graph graph;
    // min_reader_version and features of the file; {-1, -1, -1} and 0 where it has none.
    SoftwareVersion min_reader{-1, -1, -1, ""};
    std::uint64_t features = 0;
    // Constants lie behind the flatbuffer.
    bool is_outside = false;
    // What upstream prints to stdout on load: INFO and WARNING lines.
    std::vector<std::string> messages;
    // What strict mode tells of a graph that it takes (kStrict).
    std::vector<std::string> warnings;
};

// Constants of the result point into `file` and share its owner (into a copy, where `file` is not 8-aligned).
// Raises ReadError that says which part is wrong; upstream's text where upstream has one.
ReadResult read(const Blob& file, const ReadOptions& options);

}  // namespace tosa_core
