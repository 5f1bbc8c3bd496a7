// What regions and serializers have in common: the methods that add to the current block.
#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "../core/text.h"
#include "admission.h"
#include "building.h"

namespace tosa_bindings {
namespace {

// A name that the region makes up. Strict mode gives the number back unless the object is kept, or another one was made
// meanwhile.
class MadeUpName {
public:
    MadeUpName(const char* prefix, std::uint32_t& counter, core::Strictness strictness)
        : text_(prefix + std::to_string(counter)),
          counter_(counter),
          number_(counter++),
          gives_back_(strictness == core::Strictness::kStrict) {}
    ~MadeUpName() {
        if (gives_back_ && counter_ == number_ + 1) counter_ = number_;
    }
    MadeUpName(const MadeUpName&) = delete;
    MadeUpName& operator=(const MadeUpName&) = delete;

    const std::string& text() const { return text_; }
    void keep() { gives_back_ = false; }

private:
    std::string text_;
    std::uint32_t& counter_;
    std::uint32_t number_;
    bool gives_back_;
};

// Runs the step that comes after an addition. Where it fails under strict, `undo` takes the addition back.
template <typename Step, typename Undo>
void finish(core::Strictness strictness, const Step& step, const Undo& undo) {
    try {
        step();
    } catch (...) {
        if (strictness == core::Strictness::kStrict) undo();
        throw;
    }
}

// Not by position: the step may have run Python code that added more.
template <typename T>
void take_back(std::vector<T>& items, const T& item) {
    const auto last = std::find(items.rbegin(), items.rend(), item);
    if (last != items.rend()) items.erase(std::next(last).base());
    core::note_rename();
}

// The current block, to add an object of that shape to. What upstream's parser refuses ends the call before it makes up a name.
SharedBlock block_for(const Region& region, const char* what, const Dims& shape) {
    const SharedBlock block = current_block(region, what);
    if (block->strictness != core::Strictness::kStrict && !shape.is_whole) throw Mismatch();
    return block;
}

// The rank that a shape of SHAPE values gives: its only dimension.
std::uint32_t rank_of(core::Strictness strictness, const std::string& name, Dims given) {
    const std::vector<std::int32_t> dims = admit_dims(strictness, "shape", name, std::move(given));
    if (strictness == core::Strictness::kStrict && (dims.size() > 1 || (!dims.empty() && dims[0] < 0))) {
        throw core::ValueError("shape '" + name + "': expected a shape of one dimension, the rank, got " +
                               core::shape_text(dims));
    }
    return static_cast<std::uint32_t>(dims.empty() ? 0 : dims[0]);
}

struct Shared {
    RegionOf region_of;
};

RegionOf region_getter(const Arguments& arguments) { return static_cast<const Shared*>(arguments.data)->region_of; }

SharedShape add_shape_const(const SharedRegion& region, const SharedBlock& block, Dims dims, const std::string& name,
                            py::handle values) {
    const std::uint32_t rank = rank_of(block->strictness, name, std::move(dims));
    const SharedOperator op = const_operator(*block, tosa::Op_CONST_SHAPE, tosa::Attribute_ConstShapeAttribute, name);
    const SharedShape shape = add_shape(block, name, rank, values, "");
    block->operators.push_back(op);
    const auto dump = [&] {
        if (region->mode == ConstMode::kEmbedDump && !values.is_none())
            save_npy(block->strictness, region->path_prefix, name + ".npy", values, tosa::DType_SHAPE);
    };
    finish(block->strictness, dump, [&] {
        take_back(block->operators, op);
        take_back(block->shapes, shape);
    });
    return shape;
}

// EMBED_DUMP and INPUTS: the values go to a file too. The graph is complete by then, as upstream.
void dump_const(const Region& region, core::Block& block, core::Tensor& tensor, const std::string& name, py::handle values,
                py::handle scales, const core::TensorType& type) {
    const bool is_scaled = !scales.is_none();
    if (region.mode == ConstMode::kInputs) {
        tensor.set_extra(&core::Tensor::Extra::placeholder, name + ".npy");
        if (is_scaled) tensor.set_extra(&core::Tensor::Extra::scale_placeholder, name + "_scale.npy");
        block.inputs.push_back(name);
    }
    if (values.is_none()) return;
    const std::string directory = region.path_prefix;
    save_npy(block.strictness, directory, name + ".npy", values, type.value);
    if (is_scaled) save_npy(block.strictness, directory, name + "_scale.npy", scales, type.scale);
}

PyObject* add_const(PyObject* self, const Arguments& arguments) {
    const bool is_scaled = arguments.overload == 1;
    NewTensor request;
    request.shape = arguments.shape(0);
    const core::ScaledDType scaled = is_scaled ? arguments.enumerator<core::ScaledDType>(1) : core::ScaledDType::kUnknown;
    if (!is_scaled) request.type.value = arguments.enumerator<core::DType>(1);
    request.values = arguments.object(2);
    if (is_scaled) request.scales = arguments.object(3);
    request.name = arguments.text(is_scaled ? 4 : 3, "");
    const SharedRegion region = region_getter(arguments)(self, "add constant to");
    const SharedBlock block = block_for(*region, "add constant to", request.shape);
    if (is_scaled) {
        request.type = tensor_type(block->strictness, request.name, scaled);
        if (request.values.is_none() != request.scales.is_none()) {
            const bool is_strict = block->strictness == core::Strictness::kStrict;
            throw core::ValueError((is_strict ? "tensor '" + request.name + "': " : "ValueError: ") +
                                   "Both values or scales need to be set or both need to be None");
        }
    }
    std::optional<MadeUpName> made_up;
    if (request.name.empty()) {
        made_up.emplace("const-", region->counter->constant, block->strictness);
        request.name = made_up->text();
    }
    if (request.type.value == tosa::DType_SHAPE) {
        const SharedShape shape = add_shape_const(region, block, std::move(request.shape), request.name, request.values);
        if (made_up) made_up->keep();
        return wrap(shape);
    }
    request.is_constant = true;
    request.returns_last = true;
    const std::string name = request.name;
    const py::handle values = request.values;
    const py::handle scales = request.scales;
    const core::TensorType type = request.type;
    const SharedOperator op = const_operator(*block, tosa::Op_CONST, tosa::Attribute_ConstAttribute, name);
    const SharedTensor tensor = add_tensor(block, std::move(request));
    block->operators.push_back(op);
    if (region->mode != ConstMode::kEmbed) {
        const auto dump = [&] { dump_const(*region, *block, *tensor, name, values, scales, type); };
        finish(block->strictness, dump, [&] {
            take_back(block->operators, op);
            take_back(block->tensors, tensor);
            if (region->mode == ConstMode::kInputs) take_back(block->inputs, name);
        });
    }
    if (made_up) made_up->keep();
    return wrap(tensor);
}

PyObject* add_intermediate(PyObject* self, const Arguments& arguments) {
    const bool is_scaled = arguments.overload == 1;
    NewTensor request;
    request.shape = arguments.shape(0);
    const core::ScaledDType scaled = is_scaled ? arguments.enumerator<core::ScaledDType>(1) : core::ScaledDType::kUnknown;
    if (!is_scaled) request.type.value = arguments.enumerator<core::DType>(1);
    request.is_unranked = arguments.flag(2, false);
    request.is_variable = arguments.flag(3, false);
    request.variable_name = arguments.text(4, "");
    const SharedRegion region = region_getter(arguments)(self, "add intermediate tensor to");
    const SharedBlock block = block_for(*region, "add intermediate tensor to", request.shape);
    MadeUpName name("layer-", region->counter->layer, block->strictness);
    request.name = name.text();
    if (is_scaled) request.type = tensor_type(block->strictness, request.name, scaled);
    const SharedTensor tensor = add_tensor(block, std::move(request));
    name.keep();
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
    std::string placeholder = optional_text(arguments, 2);
    const SharedRegion region = region_getter(arguments)(self, "add intermediate shape to");
    const SharedBlock block = current_block(*region, "add intermediate shape to");
    const std::string next = "shape-layer-" + std::to_string(region->counter->shape_layer);
    const std::uint32_t rank = admit_rank(block->strictness, next, arguments, 0);
    MadeUpName name("shape-layer-", region->counter->shape_layer, block->strictness);
    const SharedShape shape = add_shape(block, name.text(), rank, arguments.object(1), std::move(placeholder));
    name.keep();
    return wrap(shape);
}

PyObject* add_placeholder(PyObject* self, const Arguments& arguments) {
    const bool is_scaled = arguments.overload == 1;
    NewTensor request;
    request.shape = arguments.shape(0);
    const core::ScaledDType scaled = is_scaled ? arguments.enumerator<core::ScaledDType>(1) : core::ScaledDType::kUnknown;
    if (!is_scaled) request.type.value = arguments.enumerator<core::DType>(1);
    const py::handle values = arguments.object(2);
    const py::handle scales = is_scaled ? arguments.object(3) : py::none();
    const SharedRegion region = region_getter(arguments)(self, "add placeholder to");
    const SharedBlock block = block_for(*region, "add placeholder to", request.shape);
    if (is_scaled) request.type = tensor_type(block->strictness, "input-" + std::to_string(region->counter->input), scaled);
    const core::TensorType type = request.type;
    MadeUpName made_up("input-", region->counter->input, block->strictness);
    const std::string& name = made_up.text();
    const std::string file = name + ".npy";
    const std::string scale_file = name + "_scale.npy";
    SharedTensor tensor;
    SharedShape shape;
    if (type.value == tosa::DType_SHAPE) {
        shape = add_shape(block, name, rank_of(block->strictness, name, std::move(request.shape)), py::none(), file);
    } else {
        request.name = name;
        request.placeholder = file;
        if (is_scaled) request.scale_placeholder = scale_file;
        request.appends = true;
        tensor = add_tensor(block, std::move(request));
    }
    block->inputs.push_back(name);
    const auto dump = [&] {
        if (!values.is_none()) save_npy(block->strictness, region->path_prefix, file, values, type.value);
        if (!scales.is_none()) save_npy(block->strictness, region->path_prefix, scale_file, scales, type.scale);
    };
    finish(block->strictness, dump, [&] {
        take_back(block->inputs, name);
        if (tensor) take_back(block->tensors, tensor);
        if (shape) take_back(block->shapes, shape);
    });
    made_up.keep();
    return tensor ? wrap(tensor) : wrap(shape);
}

PyObject* add_output(PyObject* self, const Arguments& arguments) {
    NewTensor request;
    request.shape = arguments.shape(0);
    if (arguments.overload == 0) request.type.value = arguments.enumerator<core::DType>(1);
    const auto scaled = arguments.overload == 1 ? arguments.enumerator<core::ScaledDType>(1) : core::ScaledDType::kUnknown;
    if (arguments.overload == 2) request.type = arguments.instance<core::TensorType>(1);
    const SharedRegion region = region_getter(arguments)(self, "add output tensor to");
    const SharedBlock block = block_for(*region, "add output tensor to", request.shape);
    if (arguments.overload == 1)
        request.type = tensor_type(block->strictness, "result-" + std::to_string(region->counter->result), scaled);
    MadeUpName name("result-", region->counter->result, block->strictness);
    request.name = name.text();
    request.returns_last = true;
    const SharedTensor tensor = add_tensor(block, std::move(request));
    block->outputs.push_back(name.text());
    name.keep();
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
    admit_name(block->strictness, "tensor", name);
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
