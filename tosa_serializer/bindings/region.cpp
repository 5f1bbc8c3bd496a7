// TosaSerializerRegion.
#include "building.h"
#include "objects.h"

namespace tosa_bindings {
namespace {

SharedRegion region_of_self(PyObject* self, const char*) { return holder_of<Region>(self); }

PyObject* init(PyObject* self, const Arguments& arguments) {
    const bool has_counter = arguments.overload == 1;
    const std::size_t mode_at = has_counter ? 3 : 2;
    std::string name = arguments.text(0);
    std::string path_prefix = arguments.text(1);
    auto counter = has_counter ? arguments.shared<IndexCounter>(2) : std::make_shared<IndexCounter>();
    const ConstMode mode = arguments.has(mode_at) ? arguments.enumerator<ConstMode>(mode_at) : ConstMode::kEmbed;
    return construct(self, std::make_shared<Region>(std::move(name), std::move(path_prefix), mode, std::move(counter)));
}

}  // namespace

void register_region(py::module_& m) {
    const py::class_<core::Region, std::shared_ptr<core::Region>> base(m, "_TosaSerializationRegion", py::module_local());
    const py::class_<Region, core::Region, SharedRegion> type(m, "TosaSerializerRegion", py::module_local());
    const Parameter name{"name", "str", ""};
    const Parameter path_prefix{"pathPrefix", "str", ""};
    const Parameter counter{"indexCounter", "%IndexCounter", ""};
    const Parameter mode{"constMode", "%ConstMode", "<ConstMode.EMBED: 0>"};
    add_method(type, {"__init__", {{{name, path_prefix, mode}, "None"}, {{name, path_prefix, counter, mode}, "None"}}, init});
    add_property(type, {"name", "str", [](PyObject* self, const Arguments&) { return wrap(self_as<Region>(self).name); }});
    add_property(type,
                 {"pathPrefix", "str", [](PyObject* self, const Arguments&) { return wrap(self_as<Region>(self).path_prefix); }});
    add_property(type,
                 {"basicBlocks", "list", [](PyObject* self, const Arguments&) { return wrap(self_as<Region>(self).blocks); }});
    add_property(
        type, {"currBasicBlock", "object", [](PyObject* self, const Arguments&) { return wrap(self_as<Region>(self).block); }});
    add_method(
        type, {"__str__", {{{}, "str"}}, [](PyObject* self, const Arguments&) { return wrap(describe(self_as<Region>(self))); }});
    add_graph_methods(type, region_of_self, {"data", "input_names", "output_names"});
}

}  // namespace tosa_bindings
