// What regions and serializers have in common: the methods that add to the current block.
#include <exception>
#include <functional>
#include <optional>
#include <utility>

#include "../core/text.h"
#include "admission.h"
#include "building.h"

namespace tosa_bindings {
namespace {

// The next name that the region makes up. In strict mode a call that raises gives its number back, unless Python code took the
// next one meanwhile.
class NextName {
public:
    NextName(const char* prefix, std::uint32_t& counter, const core::Block& block)
        : number_(counter++),
          counter_(counter),
          text_(prefix + std::to_string(number_)),
          is_kept_(block.strictness != core::Strictness::kStrict) {}
    ~NextName() {
        if (!is_kept_ && std::uncaught_exceptions() > exceptions_ && counter_ == number_ + 1) counter_ = number_;
    }
    NextName(const NextName&) = delete;
    NextName& operator=(const NextName&) = delete;

    const std::string& text() const { return text_; }
    // The object of that name is in the graph.
    void keep() { is_kept_ = true; }

private:
    std::uint32_t number_;
    std::uint32_t& counter_;
    std::string text_;
    bool is_kept_;
    int exceptions_ = std::uncaught_exceptions();
};

struct Shared {
    RegionOf region_of;
};

RegionOf region_getter(const Arguments& arguments) { return static_cast<const Shared*>(arguments.data)->region_of; }

SharedShape add_shape_const(const SharedRegion& region, const SharedBlock& block, const std::vector<std::int32_t>& dims,
                            std::string name, py::handle values) {
    if (block->strictness == core::Strictness::kStrict && (dims.size() > 1 || (!dims.empty() && dims[0] < 0))) {
        throw core::ValueError("shape '" + name + "': expected a shape of one dimension, the rank, got " +
                               core::shape_text(dims));
    }
    const auto rank = static_cast<std::uint32_t>(dims.empty() ? 0 : dims[0]);
    SharedOperator op = const_operator(*block, tosa::Op_CONST_SHAPE, tosa::Attribute_ConstShapeAttribute, name);
    const bool is_dumped = region->mode == ConstMode::kEmbedDump && !values.is_none();
    const auto dump = [&] { save_npy(region->path_prefix, name + ".npy", values, tosa::DType_SHAPE); };
    const bool dumps_first = is_dumped && block->strictness == core::Strictness::kStrict;
    const SharedShape shape = add_shape(block, name, rank, values, "", dumps_first ? std::function<void()>(dump) : nullptr);
    block->operators.push_back(std::move(op));
    if (is_dumped && !dumps_first) dump();
    return shape;
}

// EMBED_DUMP and INPUTS: the values go to files too.
void dump_values(const Region& region, const std::string& name, py::handle values, py::handle scales,
                 const core::TensorType& type) {
    if (values.is_none()) return;
    const std::string directory = region.path_prefix;
    save_npy(directory, name + ".npy", values, type.value);
    if (!scales.is_none()) save_npy(directory, name + "_scale.npy", scales, type.scale);
}

// INPUTS: the graph takes the values from the files.
void make_input(core::Block& block, core::Tensor& tensor, const std::string& name, bool is_scaled) {
    tensor.set_extra(&core::Tensor::Extra::placeholder, name + ".npy");
    if (is_scaled) tensor.set_extra(&core::Tensor::Extra::scale_placeholder, name + "_scale.npy");
    block.inputs.push_back(name);
}

PyObject* add_const(PyObject* self, const Arguments& arguments) {
    const bool is_scaled = arguments.overload == 1;
    NewTensor request;
    arguments.dims(0, request.shape);
    const core::ScaledDType scaled = is_scaled ? arguments.enumerator<core::ScaledDType>(1) : core::ScaledDType::kUnknown;
    if (!is_scaled) request.type.value = arguments.enumerator<core::DType>(1);
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
    std::optional<NextName> made_up;
    if (request.name.empty()) request.name = made_up.emplace("const-", region->counter->constant, *block).text();
    if (request.type.value == tosa::DType_SHAPE) {
        const SharedShape shape = add_shape_const(region, block, request.shape, std::move(request.name), request.values);
        if (made_up) made_up->keep();
        return wrap(shape);
    }
    request.is_constant = true;
    request.returns_last = true;
    const std::string name = request.name;
    const py::handle values = request.values;
    const py::handle scales = request.scales;
    const core::TensorType type = request.type;
    SharedOperator op = const_operator(*block, tosa::Op_CONST, tosa::Attribute_ConstAttribute, name);
    const bool is_dumped = region->mode != ConstMode::kEmbed;
    // Upstream's graph is complete when the files are written.
    const bool dumps_first = is_dumped && block->strictness == core::Strictness::kStrict;
    const auto dump = [&] { dump_values(*region, name, values, scales, type); };
    if (dumps_first) request.before_joining = dump;
    const SharedTensor tensor = add_tensor(block, std::move(request));
    if (made_up) made_up->keep();
    block->operators.push_back(std::move(op));
    if (region->mode == ConstMode::kInputs) make_input(*block, *tensor, name, !scales.is_none());
    if (is_dumped && !dumps_first) dump();
    return wrap(tensor);
}

PyObject* add_intermediate(PyObject* self, const Arguments& arguments) {
    const bool is_scaled = arguments.overload == 1;
    NewTensor request;
    arguments.dims(0, request.shape);
    const core::ScaledDType scaled = is_scaled ? arguments.enumerator<core::ScaledDType>(1) : core::ScaledDType::kUnknown;
    if (!is_scaled) request.type.value = arguments.enumerator<core::DType>(1);
    request.is_unranked = arguments.flag(2, false);
    request.is_variable = arguments.flag(3, false);
    request.variable_name = arguments.text(4, "");
    const SharedRegion region = region_getter(arguments)(self, "add intermediate tensor to");
    const SharedBlock block = current_block(*region, "add intermediate tensor to");
    NextName made_up("layer-", region->counter->layer, *block);
    request.name = made_up.text();
    if (is_scaled) request.type = tensor_type(scaled);
    const SharedTensor tensor = add_tensor(block, std::move(request));
    made_up.keep();
    return wrap(tensor);
}

PyObject* add_operator_method(PyObject* self, const Arguments& arguments) {
    const SharedOperator op = make_operator(arguments);
    const SharedRegion region = region_getter(arguments)(self, "add operator to");
    if (op->op == tosa::Op_CONST || op->op == tosa::Op_CONST_SHAPE) {
        throw core::StateError("Use addConst() to add CONST or CONST_SHAPE ops");
    }
    const SharedBlock block = current_block(*region, "add operator to");
    add_operator(*block, op);
    return wrap(op);
}

PyObject* add_intermediate_shape(PyObject* self, const Arguments& arguments) {
    const std::uint32_t rank = arguments.uint32(0);
    std::string placeholder = optional_text(arguments, 2);
    const SharedRegion region = region_getter(arguments)(self, "add intermediate shape to");
    const SharedBlock block = current_block(*region, "add intermediate shape to");
    NextName name("shape-layer-", region->counter->shape_layer, *block);
    const SharedShape shape = add_shape(block, name.text(), rank, arguments.object(1), std::move(placeholder));
    name.keep();
    return wrap(shape);
}

PyObject* add_placeholder(PyObject* self, const Arguments& arguments) {
    const bool is_scaled = arguments.overload == 1;
    NewTensor request;
    arguments.dims(0, request.shape);
    const core::ScaledDType scaled = is_scaled ? arguments.enumerator<core::ScaledDType>(1) : core::ScaledDType::kUnknown;
    if (!is_scaled) request.type.value = arguments.enumerator<core::DType>(1);
    const py::handle values = arguments.object(2);
    const py::handle scales = is_scaled ? arguments.object(3) : py::none();
    const SharedRegion region = region_getter(arguments)(self, "add placeholder to");
    const SharedBlock block = current_block(*region, "add placeholder to");
    if (is_scaled) request.type = tensor_type(scaled);
    const core::TensorType type = request.type;
    NextName made_up("input-", region->counter->input, *block);
    const std::string& name = made_up.text();
    const std::string file = name + ".npy";
    const std::string scale_file = name + "_scale.npy";
    const auto dump = [&] {
        if (!values.is_none()) save_npy(region->path_prefix, file, values, type.value);
        if (!scales.is_none()) save_npy(region->path_prefix, scale_file, scales, type.scale);
    };
    const bool dumps_first = block->strictness == core::Strictness::kStrict && !(values.is_none() && scales.is_none());
    if (dumps_first) request.before_joining = dump;
    SharedTensor tensor;
    SharedShape shape;
    if (type.value == tosa::DType_SHAPE) {
        const auto rank = static_cast<std::uint32_t>(request.shape.empty() ? 0 : request.shape[0]);
        shape = add_shape(block, name, rank, py::none(), file, request.before_joining);
    } else {
        request.name = name;
        request.placeholder = file;
        if (is_scaled) request.scale_placeholder = scale_file;
        request.appends = true;
        tensor = add_tensor(block, std::move(request));
    }
    made_up.keep();
    block->inputs.push_back(name);
    if (!dumps_first) dump();
    return shape ? wrap(shape) : wrap(tensor);
}

PyObject* add_output(PyObject* self, const Arguments& arguments) {
    NewTensor request;
    arguments.dims(0, request.shape);
    if (arguments.overload == 0) request.type.value = arguments.enumerator<core::DType>(1);
    if (arguments.overload == 1) request.type = tensor_type(arguments.enumerator<core::ScaledDType>(1));
    if (arguments.overload == 2) request.type = arguments.instance<core::TensorType>(1);
    const SharedRegion region = region_getter(arguments)(self, "add output tensor to");
    const SharedBlock block = current_block(*region, "add output tensor to");
    NextName made_up("result-", region->counter->result, *block);
    const std::string& name = made_up.text();
    request.name = name;
    request.returns_last = true;
    const SharedTensor tensor = add_tensor(block, std::move(request));
    made_up.keep();
    block->outputs.push_back(name);
    return wrap(tensor);
}

// Upstream's copy of a block-scaled tensor has its values, but neither its scales nor its type.
void forget_scales(core::Tensor& tensor, core::Strictness strictness) {
    if (tensor.type.is_primitive() && tensor.extra().scale_data.empty()) return;
    if (strictness == core::Strictness::kStrict) {
        throw core::ValueError("tensor '" + tensor.name() + "': expected a tensor without scales, got a block-scaled one of " +
                               std::string(core::name_of(tensor.type.value)) + "; use addPlaceholder or addConst");
    }
    tensor.type = {.value = tensor.type.value};
    tensor.set_extra(&core::Tensor::Extra::scale_data, core::Blob());
}

PyObject* add_input_tensor(PyObject* self, const Arguments& arguments) {
    const SharedTensor tensor = arguments.shared<core::Tensor>(0);
    const SharedRegion region = region_getter(arguments)(self, "add input tensor to");
    const SharedBlock block = current_block(*region, "add input tensor to");
    const SharedTensor existing = block->find_tensor(tensor->name());
    if (existing && existing != tensor) existing_tensor(*block, tensor->name());
    if (!existing) {
        auto copy = std::make_shared<core::Tensor>(*tensor);
        forget_scales(*copy, block->strictness);
        admit(*block, *copy, false);
        block->tensors.push_back(std::move(copy));
    }
    block->inputs.push_back(tensor->name());
    Py_RETURN_NONE;
}

PyObject* add_output_tensor(PyObject* self, const Arguments& arguments) {
    const std::string name =
        arguments.overload == 0 ? arguments.instance<core::Tensor>(0).name() : arguments.instance<core::Shape>(0).name();
    const SharedRegion region = region_getter(arguments)(self, "add output tensor to");
    const SharedBlock block = current_block(*region, "add input tensor to");
    admit_name(block->strictness, "output tensor", name);
    block->outputs.push_back(name);
    Py_RETURN_NONE;
}

PyObject* add_basic_block_method(PyObject* self, const Arguments& arguments) {
    std::string name = arguments.text(0);
    add_basic_block(*region_getter(arguments)(self, "add basic block to"), std::move(name));
    Py_RETURN_NONE;
}

}  // namespace

void add_graph_methods(const py::object& type, RegionOf region_of, const GraphMethodNames& names) {
    // Lives as long as the class.
    const auto* shared = new Shared{region_of};
    const auto add = [&](const char* name, std::vector<Overload> overloads, Implementation implementation) {
        add_method(type, {name, std::move(overloads), implementation, shared});
    };
    PyTypeObject* const dtype_class = info_of<core::DType>().type;
    PyTypeObject* const scaled_class = info_of<core::ScaledDType>().type;
    const Parameter shape{"shape", kIntList, ""};
    const Parameter name{"name", "str", "''"};
    const Parameter dtype{"dtype", "%DType", "", dtype_class};
    const Parameter scaled{"dtype", "%ScaledDType", "", scaled_class};
    const Parameter sdtype{"sdtype", "%ScaledDType", "", scaled_class};
    const Parameter values{"vals", "object", "None"};
    const Parameter scale_values{"scale_vals", "object", "None"};
    const Parameter is_unranked{"is_unranked", "bool", "False"};
    const Parameter is_variable{"is_variable", "bool", "False"};
    const Parameter variable_name{"variable_name", "str", "''"};
    const char* tensor = "%TosaSerializerTensor";

    add("addBasicBlock", {{{{"name", "str", ""}}, "None"}}, add_basic_block_method);
    add("addConst",
        {{{shape, dtype, {names.const_values, "object", "None"}, name}, "object"},
         {{shape, scaled, values, scale_values, name}, "object"}},
        add_const);
    add("addInputTensor", {{{{"tensor", tensor, ""}}, "None"}}, add_input_tensor);
    add("addIntermediate",
        {{{shape, dtype, is_unranked, is_variable, variable_name}, tensor},
         {{shape, sdtype, is_unranked, is_variable, variable_name}, tensor}},
        add_intermediate);
    add("addIntermediateShape",
        {{{{"rank", kInt, ""}, {"data", "object", "None"}, {"placeholderFilename", "object", "None"}}, "%TosaSerializerShape"}},
        add_intermediate_shape);
    add("addOperator", {{operator_parameters(names.inputs, names.outputs), "%TosaSerializerOperator"}}, add_operator_method);
    add("addOutput", {{{shape, dtype}, tensor}, {{shape, sdtype}, tensor}, {{shape, {"type", "%TensorTypeInfo", ""}}, tensor}},
        add_output);
    add("addOutputTensor", {{{{"tensor", tensor, ""}}, "None"}, {{{"shape", "%TosaSerializerShape", ""}}, "None"}},
        add_output_tensor);
    add("addPlaceholder", {{{shape, dtype, values}, "object"}, {{shape, scaled, values, scale_values}, "object"}},
        add_placeholder);
}

}  // namespace tosa_bindings
