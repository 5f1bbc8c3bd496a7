#include "verifier.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <string_view>

#include "reader.h"
#include "reflect.h"
#include "text.h"

namespace tosa_core {
namespace {

using flatbuffers::TypeTable;

constexpr std::size_t kMaxDepth = 32;
constexpr std::uint64_t kTableCost = 64;
constexpr std::uint64_t kStringCost = 32;
constexpr std::uint64_t kMinBudget = std::uint64_t{1} << 20;
// Offsets inside a flatbuffer are 32 bits and its vectors' offsets signed.
constexpr std::uint64_t kMaxOffset = 0x7FFFFFFF;

class Verifier {
public:
    explicit Verifier(std::span<const std::uint8_t> file)
        : file_(file),
          budget_(std::max(kMinBudget, file.size() > UINT64_MAX / kMaxExpansion ? UINT64_MAX : file.size() * kMaxExpansion)) {}

    std::uint64_t run(const TypeTable& root) {
        need(0, 8, 4, "the root");
        table(follow(0, "the root"), root);
        return end_;
    }

private:
    struct Step {
        const char* name = nullptr;
        std::uint64_t index = kNoIndex;
    };
    static constexpr std::uint64_t kNoIndex = UINT64_MAX;

    [[noreturn]] void fail(const std::string& what) const {
        std::string path;
        for (std::size_t i = 0; i < depth_; ++i) {
            if (i != 0) path += '.';
            path += steps_[i].name;
            if (steps_[i].index != kNoIndex) path += joined({"[", steps_[i].index, "]"});
        }
        throw ReadError(
            ReadError::Kind::kCorrupt,
            joined({"TOSA graph failed flatbuffer verification: ", (path.empty() ? std::string() : joined({path, ": "})), what}));
    }

    template <typename T>
    T load(std::uint64_t position) const {
        T value;
        std::memcpy(&value, file_.data() + position, sizeof(T));
        return value;
    }

    void need(std::uint64_t position, std::uint64_t length, std::uint64_t alignment, const char* what) {
        if (length > file_.size() || position > file_.size() - length) {
            fail(joined({what, " at byte ", position, " is ", length, " bytes long, the file has ", file_.size()}));
        }
        // A power of two.
        if ((position & (alignment - 1)) != 0) {
            fail(joined({what, " at byte ", position, " is not aligned to ", alignment, " bytes"}));
        }
        end_ = std::max(end_, position + length);
    }

    void spend(std::uint64_t cost) {
        if (cost > budget_) {
            fail(joined({"the file refers to the same parts so often that its contents are more than ", kMaxExpansion,
                         " times its size"}));
        }
        budget_ -= cost;
    }

    std::uint64_t follow(std::uint64_t position, const char* what) {
        const auto offset = load<std::uint32_t>(position);
        if (offset == 0 || offset > kMaxOffset) {
            fail(joined({what, ": the offset at byte ", position, " is ", offset}));
        }
        return position + offset;
    }

    void string(std::uint64_t position) {
        need(position, 4, 4, "a string");
        const std::uint64_t length = load<std::uint32_t>(position);
        need(position, 4 + length + 1, 4, "a string");
        if (file_[position + 4 + length] != 0) fail("a string does not end with a zero");
        spend(kStringCost + length);
        const std::string_view text(reinterpret_cast<const char*>(file_.data() + position + 4), length);
        if (!is_utf8(text)) fail(joined({"not UTF-8: ", quoted(text)}));
    }

    void vector(std::uint64_t position, const ReflectedField& field) {
        need(position, 4, 4, "a vector");
        const std::uint64_t count = load<std::uint32_t>(position);
        const std::uint64_t width = inline_size(field.type);
        const std::uint64_t first = position + 4;
        need(position, 4 + count * width, 4, "a vector");
        if ((first & (width - 1)) != 0) fail("a vector's elements are not aligned");
        spend(count * width);
        if (is_scalar(field.type)) return;
        for (std::uint64_t i = 0; i < count; ++i) {
            steps_[depth_ - 1].index = i;
            object(follow(first + i * width, "an element"), field);
        }
        steps_[depth_ - 1].index = kNoIndex;
    }

    void object(std::uint64_t position, const ReflectedField& field) {
        if (field.type == flatbuffers::ET_STRING) {
            string(position);
        } else {
            table(position, *field.ref);
        }
    }

    void table(std::uint64_t position, const TypeTable& type) {
        spend(kTableCost);
        need(position, 4, 4, "a table");
        const std::int64_t signed_vtable = static_cast<std::int64_t>(position) - load<std::int32_t>(position);
        if (signed_vtable < 0) fail("a table's vtable lies before the file");
        const auto vtable = static_cast<std::uint64_t>(signed_vtable);
        need(vtable, 4, 2, "a vtable");
        const std::uint64_t vtable_size = load<std::uint16_t>(vtable);
        if (vtable_size < 4 || vtable_size % 2 != 0) fail(joined({"a vtable of ", vtable_size, " bytes"}));
        need(vtable, vtable_size, 2, "a vtable");
        if (depth_ == kMaxDepth) fail("nested too deep");
        ++depth_;
        const std::size_t count = std::min<std::size_t>(type.num_elems, (vtable_size - 4) / 2);
        std::uint8_t union_kind = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const auto offset = load<std::uint16_t>(vtable + 4 + 2 * i);
            if (offset == 0) {
                union_kind = 0;
                continue;
            }
            const ReflectedField field = reflected_field(type, i);
            steps_[depth_ - 1] = {field.name, kNoIndex};
            const std::uint64_t place = position + offset;
            const std::uint64_t width = field.is_vector ? 4 : inline_size(field.type);
            need(place, width, width, "a field");
            if (field.is_vector) {
                vector(follow(place, "a vector"), field);
            } else if (field.is_union()) {
                unite(place, field, union_kind);
            } else if (!is_scalar(field.type)) {
                object(follow(place, "an object"), field);
            }
            union_kind = field.type == flatbuffers::ET_UTYPE ? load<std::uint8_t>(place) : 0;
        }
        --depth_;
    }

    // A union's value; its kind is the field before. Unknown kinds are left to the reader, which can name the operator.
    void unite(std::uint64_t place, const ReflectedField& field, std::uint8_t kind) {
        if (kind == 0 || kind >= field.ref->num_elems) return;
        table(follow(place, "a union"), *union_member(*field.ref, kind));
    }

    std::span<const std::uint8_t> file_;
    std::uint64_t budget_;
    std::uint64_t end_ = 0;
    std::array<Step, kMaxDepth> steps_{};
    std::size_t depth_ = 0;
};

}  // namespace

std::uint64_t verify(std::span<const std::uint8_t> file) { return Verifier(file).run(*tosa::TosaGraphTypeTable()); }

}  // namespace tosa_core
