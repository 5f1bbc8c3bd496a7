#include "building.h"

#include <utility>

#include "admission.h"
#include "values.h"

namespace tosa_bindings {
namespace {

std::string next_name(const char* prefix, std::uint32_t& counter) { return prefix + std::to_string(counter++); }

SharedTensor build_tensor(NewTensor& request, core::Blob data, core::Blob scales) {
    auto tensor = std::make_shared<core::Tensor>(std::move(request.name));
    tensor->shape = std::move(request.shape);
    tensor->type = request.type;
    tensor->data = std::move(data);
    tensor->scale_data = std::move(scales);
    tensor->placeholder = std::move(request.placeholder);
    tensor->scale_placeholder = std::move(request.scale_placeholder);
    tensor->is_unranked = request.is_unranked;
    tensor->is_variable = request.is_variable;
    tensor->variable_name = std::move(request.variable_name);
    return tensor;
}

// ---- the fast methods ----

struct Shared {
    RegionOf region_of;
};

core::DType dtype_argument(const Arguments& arguments, std::size_t i) {
    if (Py_TYPE(arguments.values[i]) == reinterpret_cast<PyTypeObject*>(dtype_type().ptr())) {
        return self_as<core::DType>(arguments.values[i]);
    }
    return arguments.cast<core::DType>(i);
}

RegionOf region_getter(const Arguments& arguments) { return static_cast<const Shared*>(arguments.data)->region_of; }

py::object add_shape_const(const SharedRegion& region, const SharedBlock& block, const std::vector<std::int32_t>& dims, std::string name,
                           py::handle values) {
    if (block->strictness == core::Strictness::kStrict && (dims.size() > 1 || (!dims.empty() && dims[0] < 0))) {
        throw core::ValueError("shape '" + name + "': expected a shape of one dimension, the rank, got " + to_string(dims));
    }
    const auto rank = static_cast<std::uint32_t>(dims.empty() ? 0 : dims[0]);
    const SharedShape shape = add_shape(block, name, rank, values, "");
    add_const_operator(*block, tosa::Op_CONST_SHAPE, tosa::Attribute_ConstShapeAttribute, name);
    if (region->mode == ConstMode::kEmbedDump && !values.is_none()) {
        save_npy(region->path_prefix, name + ".npy", values, tosa::DType_SHAPE);
    }
    return py::cast(shape);
}

// EMBED_DUMP and INPUTS: the values go to a file too. The graph is complete by then, as upstream.
void dump_const(const Region& region, core::Block& block, core::Tensor& tensor, const std::string& name, py::handle values,
                py::handle scales, const core::TensorType& type) {
    const bool is_scaled = !scales.is_none();
    if (region.mode == ConstMode::kInputs) {
        tensor.placeholder = name + ".npy";
        if (is_scaled) tensor.scale_placeholder = name + "_scale.npy";
        block.inputs.push_back(name);
    }
    if (values.is_none()) return;
    const std::string directory = region.path_prefix;
    save_npy(directory, name + ".npy", values, type.value);
    if (is_scaled) save_npy(directory, name + "_scale.npy", scales, type.scale);
}

PyObject* add_const(PyObject* self, const Arguments& arguments) {
    const bool is_scaled = arguments.overload == 1;
    NewTensor request;
    arguments.dims(0, request.shape);
    const core::ScaledDType scaled = is_scaled ? arguments.cast<core::ScaledDType>(1) : core::ScaledDType::kUnknown;
    if (!is_scaled) request.type.value = dtype_argument(arguments, 1);
    request.values = arguments.object(2);
    if (is_scaled) request.scales = arguments.object(3);
    request.name = arguments.text(is_scaled ? 4 : 3, "");
    const SharedRegion region = region_getter(arguments)(self, "add constant to");
    const SharedBlock block = current_block(*region, "add constant to");
    if (is_scaled) {
        request.type = tensor_type(scaled);
        if (request.values.is_none() != request.scales.is_none()) {
            throw core::ValueError("ValueError: Both values or scales need to be set or both need to be None");
        }
    }
    if (request.name.empty()) request.name = next_name("const-", region->counter->constant);
    if (request.type.value == tosa::DType_SHAPE) {
        return add_shape_const(region, block, request.shape, std::move(request.name), request.values).release().ptr();
    }
    request.is_constant = true;
    request.returns_last = true;
    const std::string name = request.name;
    const py::handle values = request.values;
    const py::handle scales = request.scales;
    const core::TensorType type = request.type;
    const SharedTensor tensor = add_tensor(block, std::move(request));
    add_const_operator(*block, tosa::Op_CONST, tosa::Attribute_ConstAttribute, name);
    if (region->mode != ConstMode::kEmbed) dump_const(*region, *block, *tensor, name, values, scales, type);
    return py::cast(tensor).release().ptr();
}

PyObject* add_intermediate(PyObject* self, const Arguments& arguments) {
    const bool is_scaled = arguments.overload == 1;
    NewTensor request;
    arguments.dims(0, request.shape);
    const core::ScaledDType scaled = is_scaled ? arguments.cast<core::ScaledDType>(1) : core::ScaledDType::kUnknown;
    if (!is_scaled) request.type.value = dtype_argument(arguments, 1);
    request.is_unranked = arguments.flag(2, false);
    request.is_variable = arguments.flag(3, false);
    request.variable_name = arguments.text(4, "");
    const SharedRegion region = region_getter(arguments)(self, "add intermediate tensor to");
    const SharedBlock block = current_block(*region, "add intermediate tensor to");
    request.name = next_name("layer-", region->counter->layer);
    if (is_scaled) request.type = tensor_type(scaled);
    return py::cast(add_tensor(block, std::move(request))).release().ptr();
}

PyObject* add_operator_method(PyObject* self, const Arguments& arguments) {
    const SharedOperator op = make_operator(arguments);
    const SharedRegion region = region_getter(arguments)(self, "add operator to");
    if (op->op == tosa::Op_CONST || op->op == tosa::Op_CONST_SHAPE) {
        throw core::StateError("Use addConst() to add CONST or CONST_SHAPE ops");
    }
    const SharedBlock block = current_block(*region, "add operator to");
    add_operator(*block, op);
    return py::cast(op).release().ptr();
}

}  // namespace

core::TensorType tensor_type(core::ScaledDType dtype) {
    const auto type = core::to_tensor_type(dtype);
    if (!type) {
        throw core::ValueError("No valid tensor type found for passed-in ScaledDType::" +
                               (dtype == core::ScaledDType::kUnknown ? "UNKNOWN" : std::to_string(static_cast<unsigned>(dtype))));
    }
    return *type;
}

SharedTensor add_tensor(const SharedBlock& block, NewTensor request) {
    const core::Strictness strictness = block->strictness;
    Converted data = convert(request.values, {"tensor", request.name, request.type.value, &request.shape}, strictness, block->arena);
    Converted scales = convert(request.scales, {"scale of tensor", request.name, request.type.scale}, strictness, block->arena);
    auto existing = existing_tensor(*block, request.name);
    if (existing && !request.appends) return request.returns_last ? block->tensors.back() : existing;
    const bool is_constant = request.is_constant;
    SharedTensor tensor = build_tensor(request, std::move(data.blob), std::move(scales.blob));
    tensor->deferred_error = data.deferred_error.empty() ? std::move(scales.deferred_error) : std::move(data.deferred_error);
    admit(*block, *tensor, is_constant);
    block->tensors.push_back(tensor);
    return tensor;
}

SharedShape add_shape(const SharedBlock& block, std::string name, std::uint32_t rank, py::handle values, std::string placeholder) {
    Converted data = convert(values, {"shape", name, tosa::DType_SHAPE}, block->strictness, block->arena);
    if (auto existing = existing_shape(*block, name)) return existing;
    auto shape = std::make_shared<core::Shape>(std::move(name), rank);
    shape->data = std::move(data.blob);
    shape->deferred_error = std::move(data.deferred_error);
    shape->placeholder = std::move(placeholder);
    admit(*block, *shape);
    block->shapes.push_back(shape);
    return shape;
}

void add_const_operator(core::Block& block, core::Op op, core::AttributeType type, const std::string& output) {
    auto result = std::make_shared<core::Operator>();
    result->op = op;
    result->attribute = simple_attribute(type);
    result->outputs.push_back(output);
    block.operators.push_back(std::move(result));
}

void add_operator(core::Block& block, const SharedOperator& op) {
    require_attribute(*op);
    if (block.strictness == core::Strictness::kStrict) {
        for (const std::string& name : op->inputs) admit_name(block.strictness, "operator input", name);
        for (const std::string& name : op->outputs) admit_name(block.strictness, "operator output", name);
    }
    block.operators.push_back(op);
}

SharedBlock current_block(const Region& region, const char* what) {
    if (!region.block) throw core::StateError(std::string("No current basic block to ") + what + ".");
    return region.block;
}

void add_graph_methods(const py::object& type, RegionOf region_of, const char* const_values, const char* inputs, const char* outputs) {
    // Lives as long as the class.
    const auto* shared = new Shared{region_of};
    const char* dims = "collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex]";
    const Parameter shape{"shape", dims, ""};
    const Parameter name{"name", "str", "''"};
    const Parameter dtype{"dtype", "%DType", "", dtype_type()};
    add_method(type, {"addConst",
                      {{{shape, dtype, {const_values, "object", "None"}, name}, "object"},
                       {{shape, {"dtype", "%ScaledDType", "", scaled_dtype_type()}, {"vals", "object", "None"},
                         {"scale_vals", "object", "None"}, name},
                        "object"}},
                      add_const, shared});
    const Parameter is_unranked{"is_unranked", "bool", "False"};
    const Parameter is_variable{"is_variable", "bool", "False"};
    const Parameter variable_name{"variable_name", "str", "''"};
    add_method(type, {"addIntermediate",
                      {{{shape, dtype, is_unranked, is_variable, variable_name}, "%TosaSerializerTensor"},
                       {{shape, {"sdtype", "%ScaledDType", "", scaled_dtype_type()}, is_unranked, is_variable, variable_name},
                        "%TosaSerializerTensor"}},
                      add_intermediate, shared});
    add_method(type, {"addOperator", {{operator_parameters(inputs, outputs), "%TosaSerializerOperator"}}, add_operator_method, shared});
}

SharedShape add_intermediate_shape(const SharedRegion& region, std::uint32_t rank, const py::object& values,
                                   const py::object& placeholder) {
    const SharedBlock block = current_block(*region, "add intermediate shape to");
    std::string name = next_name("shape-layer-", region->counter->shape_layer);
    return add_shape(block, std::move(name), rank, values, placeholder.is_none() ? std::string() : placeholder.cast<std::string>());
}

py::object add_placeholder(const SharedRegion& region, const Dims& shape, core::DType dtype, const py::object& values) {
    const SharedBlock block = current_block(*region, "add placeholder to");
    const std::string name = next_name("input-", region->counter->input);
    const std::string file = name + ".npy";
    py::object result;
    if (dtype == tosa::DType_SHAPE) {
        const auto rank = static_cast<std::uint32_t>(shape.values.empty() ? 0 : shape.values[0]);
        result = py::cast(add_shape(block, name, rank, py::none(), file));
    } else {
        const core::TensorType type{.value = dtype};
        result = py::cast(add_tensor(block, {.name = name, .shape = shape.values, .type = type, .placeholder = file, .appends = true}));
    }
    block->inputs.push_back(name);
    if (!values.is_none()) save_npy(region->path_prefix, file, values, dtype);
    return result;
}

py::object add_scaled_placeholder(const SharedRegion& region, const Dims& shape, core::ScaledDType dtype, const py::object& values,
                                  const py::object& scales) {
    const SharedBlock block = current_block(*region, "add placeholder to");
    const core::TensorType type = tensor_type(dtype);
    const std::string name = next_name("input-", region->counter->input);
    const std::string file = name + ".npy";
    const std::string scale_file = name + "_scale.npy";
    const SharedTensor tensor =
        add_tensor(block, {.name = name, .shape = shape.values, .type = type, .placeholder = file, .scale_placeholder = scale_file, .appends = true});
    block->inputs.push_back(name);
    if (!values.is_none()) save_npy(region->path_prefix, file, values, type.value);
    if (!scales.is_none()) save_npy(region->path_prefix, scale_file, scales, type.scale);
    return py::cast(tensor);
}

SharedTensor add_output(const SharedRegion& region, Dims shape, const core::TensorType& type) {
    const SharedBlock block = current_block(*region, "add output tensor to");
    const std::string name = next_name("result-", region->counter->result);
    SharedTensor tensor = add_tensor(block, {.name = name, .shape = std::move(shape.values), .type = type, .returns_last = true});
    block->outputs.push_back(name);
    return tensor;
}

void add_input_tensor(const SharedRegion& region, const core::Tensor& tensor) {
    const SharedBlock block = current_block(*region, "add input tensor to");
    const SharedTensor existing = block->find_tensor(tensor.name());
    if (existing && existing.get() != &tensor) existing_tensor(*block, tensor.name());
    if (!existing) {
        auto copy = std::make_shared<core::Tensor>(tensor);
        admit(*block, *copy, false);
        block->tensors.push_back(std::move(copy));
    }
    block->inputs.push_back(tensor.name());
}

void add_output_name(const SharedRegion& region, const std::string& name) {
    const SharedBlock block = current_block(*region, "add input tensor to");
    admit_name(block->strictness, "output tensor", name);
    block->outputs.push_back(name);
}

void add_basic_block(Region& region, std::string name) {
    admit_name(region.strictness, "block", name);
    auto block = std::make_shared<core::Block>(std::move(name), region.name);
    block->strictness = region.strictness;
    region.blocks.push_back(block);
    region.block = std::move(block);
}

void save_npy(const std::string& directory, const std::string& file, py::handle values, core::DType dtype) {
    const auto path = py::module_::import("os.path").attr("join")(directory, file);
    py::module_::import((package_name() + ".numpy_utils").c_str()).attr("save_npy")(path, values, dtype);
}

}  // namespace tosa_bindings
