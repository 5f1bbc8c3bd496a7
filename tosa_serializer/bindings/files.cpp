#include "files.h"

#include <cstdio>
#include <functional>

#include "../core/check.h"
#include "../core/file.h"
#include "../core/image.h"
#include "../core/json.h"
#include "../core/notices.h"
#include "../core/writer.h"
#include "errors.h"
#include "gil.h"
#include "handover.h"
#include "layout.h"

namespace tosa_bindings {

void handle_signals() {
    const Locked locked;
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
}

// A path argument: a str, or None where upstream's const char* takes one.
struct FileName {
    std::optional<std::string> path;

    const char* shown() const { return path ? path->c_str() : "(null)"; }
    const std::string& required() const {
        if (!path) throw core::TypeError("filename: expected a str, got None");
        if (path->find('\0') != std::string::npos) throw core::ValueError("filename: embedded null character");
        return *path;
    }
};

namespace {

FileName file_argument(const Arguments& arguments) {
    return arguments.values[0] == Py_None ? FileName() : FileName{arguments.text(0)};
}

CompatibilityInfo compatibility_of(std::uint64_t features, const core::SoftwareVersion& min_reader) {
    CompatibilityInfo info{{}, min_reader};
    if ((features & (std::uint64_t{1} << tosa::CompatibilityFeature_MXFP)) != 0) {
        info.features.push_back(tosa::CompatibilityFeature_MXFP);
    }
    return info;
}

void print_lines(const std::vector<std::string>& lines) {
    for (const std::string& line : lines) std::printf("%s\n", line.c_str());
}

core::Image build_image(Serializer& self, std::uint64_t max_size = core::kNoLimit) {
    const core::Graph graph = self.graph();
    core::CheckedImage result;
    if (self.strict) {
        result = core::write_checked(graph, self.cap, max_size);
    } else {
        print_lines(core::writing_notices(graph));
        result.image = core::write(graph, self.cap, max_size);
    }
    // What hears a warning is Python code, and may change the graph: what was checked is written by now.
    for (const std::string& text : result.warnings) warn(text);
    // As upstream, each serialize says anew what the file asks of its reader.
    self.compatibility = compatibility_of(result.image.features, core::library_version());
    return std::move(result.image);
}

// Runs a save or load. Under strict its errors pass; else `failed` turns them into upstream's return value.
template <typename Result>
Result guarded(const Serializer& self, const std::function<Result()>& action,
               const std::function<Result(const std::exception&)>& failed) {
    if (self.strict) return action();
    try {
        return action();
    } catch (const core::Error& error) {
        return failed(error);
    }
}

TosaError save_flatbuffer(Serializer& self, const FileName& name, core::SaveTo place, std::uint64_t max_size) {
    return guarded<TosaError>(
        self,
        [&] {
            if (!self.strict && !name.path) {
                build_image(self, max_size);
                throw core::FileError(0, "", "no name");
            }
            const std::string& path = name.required();
            const core::Image image = build_image(self, max_size);
            const Unlocked unlocked;
            core::save(image, path, place, handle_signals);
            return kTosaOk;
        },
        [&](const std::exception& error) {
            // Upstream has no max_size: who gives one is told.
            if (dynamic_cast<const core::SizeError*>(&error) != nullptr) throw;
            if (dynamic_cast<const core::FileError*>(&error) == nullptr) return kTosaUserError;
            std::printf("Error saving floatbuffer file: %s\n", name.shown());
            return kTosaFileError;
        });
}

void clear(Serializer& self) {
    self.regions.clear();
    self.region = nullptr;
}

// The content of a file takes the place of what was there. Raises and changes nothing if the file is refused.
void take_file(Serializer& self, const core::Blob& file) {
    core::ReadOptions options;
    options.strictness = self.strictness();
    options.version = self.version;
    options.software = self.software;
    core::ReadResult result = without_gil([&] { return core::read(file, options); });
    std::vector<std::shared_ptr<Region>> regions;
    for (const auto& read : result.graph.regions) {
        auto region = std::make_shared<Region>(std::move(read->name), "", self.mode, self.counter);
        region->blocks = std::move(read->blocks);
        region->strictness = self.strictness();
        regions.push_back(std::move(region));
    }
    if (!self.strict) {
        print_lines(result.messages);
    } else {
        for (const std::string& text : result.messages) {
            if (text.starts_with("WARNING")) warn(text);
        }
        for (const std::string& text : result.warnings) warn(text);
    }
    self.regions = std::move(regions);
    self.region = self.regions.empty() ? nullptr : self.regions.front();
    self.graph_version = result.graph.version;
    self.software = result.graph.software;
    self.compatibility = compatibility_of(result.features, result.min_reader);
}

// Upstream's word on a file that was read and then refused.
void report_refusal(Serializer& self, const std::exception& error) {
    std::printf("ERROR: %s\n", error.what());
    const auto* refused = dynamic_cast<const core::ReadError*>(&error);
    if (refused == nullptr || refused->kind != core::ReadError::Kind::kVersion) return;
    clear(self);
    self.graph_version = refused->version;
    self.software = refused->software;
}

void take_named_file(Serializer& self, const core::Blob& file, const std::string& path) {
    if (!self.strict) return take_file(self, file);
    with_path(path, [&] { take_file(self, file); });
}

core::Blob read_file(const std::string& path, bool copy) {
    return without_gil([&] { return core::map_file(path, copy, handle_signals); });
}

bool load_flatbuffer(Serializer& self, const FileName& name, bool copy) {
    return guarded<bool>(
        self,
        [&] {
            if (!self.strict && !name.path) throw core::FileError(0, "", "no name");
            take_named_file(self, read_file(name.required(), copy), *name.path);
            return true;
        },
        [&](const std::exception& error) {
            if (dynamic_cast<const core::FileError*>(&error) != nullptr) {
                std::printf("Error loading flatbuffer file: %s\n", name.shown());
            } else {
                report_refusal(self, error);
            }
            return false;
        });
}

// ---- JSON ----

std::string_view text_of(const core::Blob& blob) { return {reinterpret_cast<const char*>(blob.data()), blob.size()}; }

// The text is built from the compiled tables; the file must only be the schema that they stand for.
bool load_schema(Serializer& self, const FileName& name) {
    return guarded<bool>(
        self,
        [&] {
            if (!self.strict && !name.path) throw core::FileError(0, "", "no name");
            const core::Blob file = read_file(name.required(), true);
            if (text_of(file).find("root_type TosaGraph") == std::string_view::npos) {
                throw core::ValueError("'" + name.required() +
                                       "' is no schema of TOSA graphs: it does not declare 'root_type TosaGraph'");
            }
            // Upstream's parser refuses to define the types again.
            if (!self.strict && self.schema_loaded) throw core::ValueError("already loaded");
            self.schema_loaded = true;
            return true;
        },
        [&](const std::exception& error) {
            const bool is_missing = dynamic_cast<const core::FileError*>(&error) != nullptr;
            std::printf(is_missing ? "Error loading schema file: %s\n" : "Error parsing ISA schema file: %s\n", name.shown());
            return false;
        });
}

[[noreturn]] void refuse_without_schema(const char* function) {
    throw core::ValueError(std::string(function) + ": no schema is loaded, call loadFileSchema with the path of tosa.fbs first");
}

std::vector<std::uint8_t> flat_bytes(const core::Image& image) {
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(image.size()));
    image.copy_to(bytes);
    return bytes;
}

// 0: written by the graph itself and fit to be saved; else what upstream returns.
TosaError save_json(Serializer& self, const FileName& name) {
    if (!self.schema_loaded) {
        if (self.strict) refuse_without_schema("saveFileJson");
        return kTosaSchemaMissing;
    }
    std::string text;
    return guarded<TosaError>(
        self,
        [&] {
            const core::Image image = build_image(self);
            if (self.strict && image.is_outside) {
                throw core::ValueError(
                    "saveFileJson: the constants lie outside the flatbuffer (above fb_size_cap), and JSON cannot hold them");
            }
            text = without_gil([&] { return core::to_json(flat_bytes(image)); });
            if (!self.strict && !name.path) throw core::FileError(0, "", "no name");
            const std::span bytes(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
            const std::string& path = name.required();
            const Unlocked unlocked;
            core::save(bytes, path, core::SaveTo::kDisk, handle_signals);
            return kTosaOk;
        },
        [&](const std::exception& error) {
            if (dynamic_cast<const core::FileError*>(&error) != nullptr) {
                std::printf("Couldn't open output file: %s\n", name.shown());
                return kTosaFileError;
            }
            if (dynamic_cast<const core::ValueError*>(&error) == nullptr) return kTosaUserError;
            std::printf("Couldn't serialize parsed data to JSON!\n");
            return kTosaFileError;
        });
}

bool load_json(Serializer& self, const FileName& name) {
    if (!self.schema_loaded) {
        if (self.strict) refuse_without_schema("loadTosaJson");
        return false;
    }
    bool is_parsed = false;
    return guarded<bool>(
        self,
        [&] {
            if (!self.strict && !name.path) throw core::FileError(0, "", "no name");
            const core::Blob file = read_file(name.required(), true);
            const core::Blob flatbuffer = without_gil([&] { return core::from_json(text_of(file), name.required()); });
            is_parsed = true;
            take_named_file(self, flatbuffer, *name.path);
            return true;
        },
        [&](const std::exception& error) {
            if (dynamic_cast<const core::FileError*>(&error) != nullptr) {
                std::printf("Error loading json file: %s\n", name.shown());
            } else if (!is_parsed) {
                std::printf("Error parsing json file: %s\n", name.shown());
            } else {
                report_refusal(self, error);
            }
            return false;
        });
}

}  // namespace

void add_file_methods(const py::object& type) {
    const Parameter name{"filename", "str", ""};
    add_method(type, {"serialize",
                      {{.parameters = {kMaxSize}, .result = "bytes", .summary = kMaxSizeSummary, .positional = 0}},
                      [](PyObject* self, const Arguments& arguments) {
                          const std::uint64_t max_size = size_limit(arguments, 0);
                          auto& serializer = self_as<Serializer>(self);
                          core::Image image = build_image(serializer, max_size);
                          return wrap(to_bytes(std::move(image), serializer.graph()));
                      }});
    add_method(type, {"saveFileTosaFlatbuffer",
                      {{.parameters = {name, {"sync", "bool", "True"}, kMaxSize},
                        .result = "%TosaError",
                        .summary = kMaxSizeSummary,
                        .positional = 1}},
                      [](PyObject* self, const Arguments& arguments) {
                          const auto place = arguments.flag(1, true) ? core::SaveTo::kDisk : core::SaveTo::kKernel;
                          const std::uint64_t max_size = size_limit(arguments, 2);
                          return wrap(save_flatbuffer(self_as<Serializer>(self), file_argument(arguments), place, max_size));
                      }});
    add_method(type, {"loadTosaFlatbuffer",
                      {{.parameters = {name, {"copy", "bool", "False"}}, .result = "bool", .positional = 1}},
                      [](PyObject* self, const Arguments& arguments) {
                          const bool copy = arguments.flag(1, false);
                          return wrap(load_flatbuffer(self_as<Serializer>(self), file_argument(arguments), copy));
                      }});
    add_method(type, {"loadFileSchema", {{{name}, "bool"}}, [](PyObject* self, const Arguments& arguments) {
                          return wrap(load_schema(self_as<Serializer>(self), file_argument(arguments)));
                      }});
    add_method(type, {"getSchemaLoaded", {{{}, "bool"}}, [](PyObject* self, const Arguments&) {
                          return wrap(self_as<Serializer>(self).schema_loaded);
                      }});
    add_method(type, {"saveFileJson", {{{name}, "%TosaError"}}, [](PyObject* self, const Arguments& arguments) {
                          return wrap(save_json(self_as<Serializer>(self), file_argument(arguments)));
                      }});
    add_method(type, {"loadTosaJson", {{{name}, "bool"}}, [](PyObject* self, const Arguments& arguments) {
                          return wrap(load_json(self_as<Serializer>(self), file_argument(arguments)));
                      }});
}

}  // namespace tosa_bindings
