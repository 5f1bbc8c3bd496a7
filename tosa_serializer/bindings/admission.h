// What a block asks of an object that joins it. A strict serializer refuses; a permissive one does as upstream; a block that no
// serializer has yet takes everything and leaves the questions to the serializer that gets it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "../core/errors.h"
#include "../core/graph.h"
#include "objects.h"

namespace tosa_bindings {

// The tensor of that name that upstream would return instead of adding one; nullptr: there is none. Raises ValueError under
// strict.
std::shared_ptr<core::Tensor> existing_tensor(core::Block& block, const std::string& name);
std::shared_ptr<core::Shape> existing_shape(core::Block& block, const std::string& name);

// The dimensions of the object that is called so: those that strict mode takes, or those that upstream does. Raises TypeError
// under strict, else Mismatch.
std::vector<std::int32_t> admit_dims(core::Strictness strictness, const char* kind, const std::string& name, Dims dims);

// The rank of the shape that is called so: argument `i`. Raises TypeError under strict, else Mismatch.
std::uint32_t admit_rank(core::Strictness strictness, const std::string& name, const Arguments& arguments, std::size_t i);

// Checks name, dimensions and data under the block's strictness, and gives the object that strictness. Call before adding it.
void admit(const core::Block& block, core::Tensor& tensor, bool is_constant);
void admit(const core::Block& block, core::Shape& shape);
void admit_name(core::Strictness strictness, const char* kind, const std::string& name);

// Strict: none of the regions, or blocks of a region, has the name yet. Raises ValueError.
template <typename Items>
void admit_new(core::Strictness strictness, const std::string& kind, const std::string& name, const Items& items) {
    if (strictness != core::Strictness::kStrict) return;
    for (const auto& item : items) {
        if (item->name == name)
            throw core::ValueError(kind + " '" + name + "': there is one of that name; every name stands for one");
    }
}

// Everything that the region holds joins a serializer. Raises and changes nothing if one object is refused.
void admit(core::Strictness strictness, Region& region);

}  // namespace tosa_bindings
