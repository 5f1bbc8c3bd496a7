// TosaSerializerBasicBlock, and the maps of its tensors and shapes.
#include "admission.h"
#include "building.h"
#include "objects.h"

namespace tosa_bindings {
namespace {

using core::Block;

PyObject* add_tensor_method(PyObject* self, const Arguments& arguments) {
    const bool is_scaled = arguments.overload == 1;
    NewTensor request;
    request.name = arguments.text(0);
    request.shape = arguments.shape(1);
    if (is_scaled) {
        const auto dtype = arguments.enumerator<core::ScaledDType>(2);
        request.type = tensor_type(self_as<Block>(self).strictness, request.name, dtype);
        request.scales = arguments.object(4);
        request.placeholder = arguments.text(5, "");
        request.scale_placeholder = arguments.text(6, "");
    } else {
        request.type.value = arguments.enumerator<core::DType>(2);
        request.placeholder = arguments.text(4, "");
    }
    request.values = arguments.object(3);
    const std::size_t rest = is_scaled ? 7 : 5;
    request.is_unranked = arguments.flag(rest, false);
    request.is_variable = arguments.flag(rest + 1, false);
    request.variable_name = arguments.text(rest + 2, "");
    const SharedBlock block = holder_of<Block>(self);
    return wrap(add_tensor(block, std::move(request)));
}

PyObject* add_operator_method(PyObject* self, const Arguments& arguments) {
    const SharedOperator op = make_operator(arguments);
    const SharedBlock block = holder_of<Block>(self);
    add_operator(*block, op);
    Py_RETURN_NONE;
}

PyObject* add_shape_method(PyObject* self, const Arguments& arguments) {
    std::string name = arguments.text(0);
    const std::uint32_t rank = admit_rank(self_as<Block>(self).strictness, name, arguments, 1);
    std::string placeholder = optional_text(arguments, 3);
    const SharedBlock block = holder_of<Block>(self);
    return wrap(add_shape(block, std::move(name), rank, arguments.object(2), std::move(placeholder)));
}

PyObject* add_input(PyObject* self, const Arguments& arguments) {
    auto& block = self_as<Block>(self);
    std::string name = arguments.text(0);
    admit_name(block.strictness, "block input", name);
    block.inputs.push_back(std::move(name));
    Py_RETURN_NONE;
}

PyObject* add_output(PyObject* self, const Arguments& arguments) {
    auto& block = self_as<Block>(self);
    std::string name = arguments.text(0);
    admit_name(block.strictness, "block output", name);
    block.outputs.push_back(std::move(name));
    Py_RETURN_NONE;
}

// pybind11's text for a null unique_ptr, which is what upstream's getTensorByName gives for an unknown name.
[[noreturn]] void refuse_lookup(const char* result, const std::string& name) {
    throw py::type_error(
        "Unable to convert function return value to a Python type! The signature was\n\t(self: " + module_name() +
        ".TosaSerializerBasicBlock, name: str) -> " + result + " (nothing is named '" + name + "')");
}

PyObject* get_tensor_by_name(PyObject* self, const Arguments& arguments) {
    const std::string name = arguments.text(0);
    const SharedTensor tensor = self_as<Block>(self).find_tensor(name);
    if (!tensor) refuse_lookup("tosa::TosaSerializationTensor", name);
    return wrap(tensor);
}

PyObject* get_shape_by_name(PyObject* self, const Arguments& arguments) {
    const std::string name = arguments.text(0);
    const SharedShape shape = self_as<Block>(self).find_shape(name);
    if (!shape) refuse_lookup("tosa::TosaSerializationShape", name);
    return wrap(shape);
}

// ---- the maps ----

const auto& items_of(const TensorMap& map) { return map.block->tensors; }
const auto& items_of(const ShapeMap& map) { return map.block->shapes; }
SharedTensor find(const TensorMap& map, const std::string& name) { return map.block->find_tensor(name); }
SharedShape find(const ShapeMap& map, const std::string& name) { return map.block->find_shape(name); }

template <typename Map>
py::list keys_of(PyObject* self) {
    py::list keys;
    // A copy: as in to_list.
    for (const auto items = items_of(self_as<Map>(self)); const auto& item : items) keys.append(wrapped(item->name()));
    return keys;
}

template <typename Map, const char* kKind>
PyObject* get_item(PyObject* self, const Arguments& arguments) {
    const std::string name = arguments.text(0);
    const auto item = find(self_as<Map>(self), name);
    if (!item) throw py::index_error(std::string(kKind) + " not found: " + name);
    return wrap(item);
}

template <typename Map, const char* kKind>
void register_map(py::module_& m, const char* name, const char* item) {
    const py::class_<Map, std::shared_ptr<Map>> type(m, name, py::module_local());
    add_method(type, {"__len__", {{{}, "int"}}, [](PyObject* self, const Arguments&) {
                          return wrap(static_cast<std::uint32_t>(items_of(self_as<Map>(self)).size()));
                      }});
    add_method(type, {"__getitem__", {{{{"arg0", "str", ""}}, item}}, get_item<Map, kKind>});
    add_method(type, {"__iter__", {{{}, "object"}}, [](PyObject* self, const Arguments&) {
                          return wrap(py::object(keys_of<Map>(self).attr("__iter__")()));
                      }});
    add_method(type, {"keys", {{{}, "list"}}, [](PyObject* self, const Arguments&) { return wrap(keys_of<Map>(self)); }});
}

constexpr char kTensorKind[] = "Tensor";
constexpr char kShapeKind[] = "Shape";

void add_methods(const py::object& type) {
    PyTypeObject* const dtype_class = info_of<core::DType>().type;
    PyTypeObject* const scaled_class = info_of<core::ScaledDType>().type;
    const Parameter name{"name", "str", ""};
    const Parameter shape{"shape", kIntList, ""};
    const Parameter data{"data", "object", "None"};
    const Parameter placeholder{"placeholderFilename", "str", "''"};
    const Parameter is_unranked{"is_unranked", "bool", "False"};
    const Parameter variable{"variable", "bool", "False"};
    const Parameter variable_name{"variable_name", "str", "''"};
    add_method(type,
               {"addTensor",
                {{{name, shape, {"dtype", "%DType", "", dtype_class}, data, placeholder, is_unranked, variable, variable_name},
                  "%TosaSerializerTensor"},
                 {{name,
                   shape,
                   {"dtype", "%ScaledDType", "", scaled_class},
                   data,
                   {"scale_data", "object", "None"},
                   placeholder,
                   {"placeholder_file_name_scales", "str", "''"},
                   is_unranked,
                   variable,
                   variable_name},
                  "%TosaSerializerTensor"}},
                add_tensor_method});
    add_method(type, {"addOperator", {{operator_parameters("inputs", "outputs"), "None"}}, add_operator_method});
    add_method(type, {"addShape",
                      {{{name, {"rank", kInt, ""}, data, {"placeholderFilename", "object", "None"}}, "%TosaSerializerShape"}},
                      add_shape_method});
    add_method(type, {"addInput", {{{name}, "None"}}, add_input});
    add_method(type, {"addOutput", {{{name}, "None"}}, add_output});
    add_method(type, {"getTensorByName", {{{name}, "tosa::TosaSerializationTensor"}}, get_tensor_by_name});
    add_method(type, {"getShapeByName", {{{name}, "tosa::TosaSerializationShape"}}, get_shape_by_name});
    add_method(type,
               {"__str__", {{{}, "str"}}, [](PyObject* self, const Arguments&) { return wrap(describe(self_as<Block>(self))); }});
}

PyObject* init(PyObject* self, const Arguments& arguments) {
    return construct(self, std::make_shared<Block>(arguments.text(0), arguments.text(1)));
}

}  // namespace

void register_block(py::module_& m) {
    register_map<TensorMap, kTensorKind>(m, "TensorMap", "%TosaSerializerTensor");
    register_map<ShapeMap, kShapeKind>(m, "ShapeMap", "%TosaSerializerShape");
    const py::class_<Block, SharedBlock> type(m, "TosaSerializerBasicBlock", py::module_local());
    note_companions(type);
    add_method(type, {"__init__", {{{{"name", "str", ""}, {"region_name", "str", ""}}, "None"}}, init});
    add_property(type, {"name", "str", [](PyObject* self, const Arguments&) { return wrap(self_as<Block>(self).name); }});
    add_property(type,
                 {"region_name", "str", [](PyObject* self, const Arguments&) { return wrap(self_as<Block>(self).region_name); }});
    add_property(type,
                 {"inputs", "list[str]", [](PyObject* self, const Arguments&) { return wrap(self_as<Block>(self).inputs); }});
    add_property(type,
                 {"outputs", "list[str]", [](PyObject* self, const Arguments&) { return wrap(self_as<Block>(self).outputs); }});
    add_property(type,
                 {"operators", "list", [](PyObject* self, const Arguments&) { return wrap(self_as<Block>(self).operators); }});
    add_property(type, {"tensors", "%TensorMap", [](PyObject* self, const Arguments&) {
                            return wrap(std::make_shared<TensorMap>(TensorMap{holder_of<Block>(self)}));
                        }});
    add_property(type, {"shapes", "%ShapeMap", [](PyObject* self, const Arguments&) {
                            return wrap(std::make_shared<ShapeMap>(ShapeMap{holder_of<Block>(self)}));
                        }});
    add_methods(type);
}

}  // namespace tosa_bindings
