// Adding to a block: what the methods of blocks, regions and serializers share.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "objects.h"

namespace tosa_bindings {

using SharedBlock = std::shared_ptr<core::Block>;
using SharedTensor = std::shared_ptr<core::Tensor>;
using SharedShape = std::shared_ptr<core::Shape>;
using SharedOperator = std::shared_ptr<core::Operator>;
using SharedRegion = std::shared_ptr<Region>;

struct NewTensor {
    std::string name;
    std::vector<std::int32_t> shape;
    core::TensorType type;
    py::handle values = Py_None;
    py::handle scales = Py_None;
    std::string placeholder = {};
    std::string scale_placeholder = {};
    bool is_unranked = false;
    bool is_variable = false;
    std::string variable_name = {};
    bool is_constant = false;
    // What upstream does with a name that is there already, under strict=False: it returns the tensor of that name, or the last
    // tensor of the block, or adds a second one.
    bool returns_last = false;
    bool appends = false;
    // Runs when the tensor is found good, before it joins the block: what it raises leaves the block as it was.
    std::function<void()> before_joining = {};
};

// Converts the values, then adds the tensor. Raises ValueError under strict for a name that is there already.
SharedTensor add_tensor(const SharedBlock& block, NewTensor request);
SharedShape add_shape(const SharedBlock& block, std::string name, std::uint32_t rank, py::handle values, std::string placeholder,
                      const std::function<void()>& before_joining = {});
// A CONST or CONST_SHAPE operator for the block, which has room for it: with it, a constant comes as a whole or not at all.
SharedOperator const_operator(core::Block& block, core::Op op, core::AttributeType type, const std::string& output);
void add_operator(core::Block& block, const SharedOperator& op);

// Raises ValueError for UNKNOWN.
core::TensorType tensor_type(core::ScaledDType dtype);

// `what` ends the sentence "No current basic block to ...". Raises StateError.
SharedBlock current_block(const Region& region, const char* what);

// The methods that a region and a serializer have in common; `region_of` gives the region to add to.
using RegionOf = SharedRegion (*)(PyObject* self, const char* what);
// What upstream calls the parameters in each class.
struct GraphMethodNames {
    const char* const_values;
    const char* inputs;
    const char* outputs;
};
void add_graph_methods(const py::object& type, RegionOf region_of, const GraphMethodNames& names);

void add_basic_block(Region& region, std::string name);

// A file name argument: None is "".
std::string optional_text(const Arguments& arguments, std::size_t i);

// numpy_utils.save_npy(directory/file, values, dtype), as upstream.
void save_npy(const std::string& directory, const std::string& file, py::handle values, core::DType dtype);

}  // namespace tosa_bindings
