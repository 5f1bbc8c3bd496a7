#include "fastcall.h"

#include <structmember.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <deque>
#include <memory>

#include "errors.h"
#include "numbers.h"

namespace tosa_bindings {
namespace {

struct BoundMethod {
    Method method;
    std::vector<std::vector<py::object>> names = {};  // interned, by overload and parameter
    PyTypeObject* owner = nullptr;                    // nullptr: a function without self
    std::string module = {};
    Text self = "self";
    std::string doc = {};
};

// A method descriptor: found on the class, called with the instance in front. Lives as long as its class.
struct Descriptor {
    PyObject_HEAD;
    vectorcallfunc vectorcall;
    BoundMethod* bound;
};

BoundMethod& bound_of(PyObject* self) { return *reinterpret_cast<Descriptor*>(self)->bound; }

std::string replace_module(std::string text, const std::string& module_name) {
    for (std::size_t at = text.find('%'); at != std::string::npos; at = text.find('%', at)) {
        text.replace(at, 1, module_name + ".");
    }
    return text;
}

std::string type_name(PyTypeObject* type) {
    const py::handle handle(reinterpret_cast<PyObject*>(type));
    return handle.attr("__module__").cast<std::string>() + "." + handle.attr("__qualname__").cast<std::string>();
}

std::string parameters_text(const Overload& overload) {
    std::string text;
    for (std::size_t i = 0; i < overload.parameters.size(); ++i) {
        const Parameter& parameter = overload.parameters[i];
        if (i != 0) text += ", ";
        if (i == overload.positional) text += "*, ";
        text += parameter.name;
        if (parameter.is_rest()) continue;
        text.append(": ").append(parameter.type);
        if (!parameter.preset.empty()) text.append(" = ").append(parameter.preset);
    }
    return text;
}

std::string signature(const BoundMethod& bound, const Overload& overload) {
    std::string self = bound.owner == nullptr ? "" : std::string(bound.self) + ": " + type_name(bound.owner);
    const std::string rest = parameters_text(overload);
    if (!self.empty() && !rest.empty()) self += ", ";
    return replace_module(("(" + self + rest + ") -> ").append(overload.result), bound.module);
}

std::string make_doc(const BoundMethod& bound) {
    const Method& method = bound.method;
    const bool overloaded = method.overloads.size() > 1;
    std::string text = overloaded ? std::string(method.name) + "(*args, **kwargs)\nOverloaded function.\n" : "";
    for (std::size_t i = 0; i < method.overloads.size(); ++i) {
        if (overloaded) text += "\n" + std::to_string(i + 1) + ". ";
        text.append(method.name).append(signature(bound, method.overloads[i])).append("\n");
        if (!method.overloads[i].summary.empty()) text.append("\n").append(method.overloads[i].summary).append("\n");
    }
    return text;
}

// What the signatures do not tell: a str that is none in UTF-8.
std::string surrogate_text(py::handle argument) {
    if (PyList_CheckExact(argument.ptr())) {
        for (const py::handle item : py::reinterpret_borrow<py::list>(argument)) {
            std::string text = PyUnicode_Check(item.ptr()) ? surrogate_text(item) : "";
            if (!text.empty()) return text;
        }
        return {};
    }
    if (!PyUnicode_Check(argument.ptr()) || PyUnicode_AsUTF8(argument.ptr()) != nullptr) return {};
    PyErr_Clear();
    return "\nThe str " + short_repr(argument) + " holds a lone surrogate, which UTF-8 does not have";
}

// pybind11's text for arguments that fit no overload.
PyObject* raise_mismatch(const BoundMethod& bound, PyObject* const* args, Py_ssize_t count, PyObject* keywords) {
    const bool is_constructor = bound.method.name == "__init__";
    std::string text = std::string(bound.method.name) + "(): incompatible " + (is_constructor ? "constructor" : "function") +
                       " arguments. The following argument types are supported:\n";
    for (std::size_t i = 0; i < bound.method.overloads.size(); ++i) {
        const Overload& overload = bound.method.overloads[i];
        const std::string shown =
            is_constructor ? type_name(bound.owner) + replace_module("(" + parameters_text(overload) + ")", bound.module)
                           : signature(bound, overload);
        text += "    " + std::to_string(i + 1) + ". " + shown + "\n";
    }
    text += "\nInvoked with: ";
    const auto show = [](PyObject* object) {
        try {
            return py::repr(object).cast<std::string>();
        } catch (const py::error_already_set&) {
        } catch (const py::cast_error&) {
        }
        return std::string("<repr raised Error>");
    };
    const Py_ssize_t first = is_constructor ? 1 : 0;
    for (Py_ssize_t i = first; i < count; ++i) text += (i == first ? "" : ", ") + show(args[i]);
    if (keywords != nullptr && PyTuple_GET_SIZE(keywords) != 0) {
        text += count <= first ? "kwargs: " : "; kwargs: ";
        for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(keywords); ++i) {
            text +=
                (i == 0 ? "" : ", ") + py::str(PyTuple_GET_ITEM(keywords, i)).cast<std::string>() + "=" + show(args[count + i]);
        }
    }
    const Py_ssize_t total = count + (keywords == nullptr ? 0 : PyTuple_GET_SIZE(keywords));
    for (Py_ssize_t i = first; i < total; ++i) text += surrogate_text(args[i]);
    PyErr_SetString(PyExc_TypeError, text.c_str());
    return nullptr;
}

// Puts the arguments at the places of the overload's parameters. False where their number or names do not fit.
bool bind(const BoundMethod& bound, std::size_t overload, PyObject* const* args, Py_ssize_t count, PyObject* keywords,
          Arguments& arguments) {
    const auto& names = bound.names[overload];
    const auto& parameters = bound.method.overloads[overload].parameters;
    PyObject* const* keyword_values = args + count;
    if (!parameters.empty() && parameters.back().is_rest()) {
        const auto named = static_cast<Py_ssize_t>(parameters.size()) - 1;
        arguments.rest = py::tuple(std::max<Py_ssize_t>(count - named, 0));
        for (Py_ssize_t i = named; i < count; ++i) {
            PyTuple_SET_ITEM(arguments.rest.ptr(), i - named, py::handle(args[i]).inc_ref().ptr());
        }
        count = std::min(count, named);
    }
    if (static_cast<std::size_t>(count) > std::min(parameters.size(), bound.method.overloads[overload].positional)) return false;
    for (std::size_t i = 0; i < parameters.size(); ++i)
        arguments.values[i] = i < static_cast<std::size_t>(count) ? args[i] : nullptr;
    const Py_ssize_t keyword_count = keywords == nullptr ? 0 : PyTuple_GET_SIZE(keywords);
    for (Py_ssize_t k = 0; k < keyword_count; ++k) {
        PyObject* keyword = PyTuple_GET_ITEM(keywords, k);
        std::size_t place = 0;
        while (place < names.size() && names[place].ptr() != keyword) ++place;
        if (place == names.size()) {
            // Not interned: compare the text.
            place = 0;
            while (place < names.size() && PyUnicode_Compare(names[place].ptr(), keyword) != 0) ++place;
            if (place == names.size()) return false;
        }
        if (arguments.values[place] != nullptr) return false;
        arguments.values[place] = keyword_values[k];
    }
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        if (arguments.values[i] == nullptr && parameters[i].preset.empty()) return false;
    }
    arguments.overload = overload;
    arguments.data = bound.method.data;
    return true;
}

// The first pass takes an overload whose telling argument has its very type, the second one that converts to it (an int to
// DType).
bool has_kinds(const Overload& overload, const Arguments& arguments, bool exact) {
    for (std::size_t i = 0; i < overload.parameters.size(); ++i) {
        PyTypeObject* kind = overload.parameters[i].kind;
        if (kind == nullptr || !exact || arguments.values[i] == nullptr) continue;
        if (!PyObject_TypeCheck(arguments.values[i], kind)) return false;
    }
    return true;
}

PyObject* call(PyObject* self, PyObject* const* args, size_t flagged_count, PyObject* keywords) {
    const BoundMethod& bound = bound_of(self);
    const Py_ssize_t count = PyVectorcall_NARGS(flagged_count);
    try {
        const Py_ssize_t first = bound.owner != nullptr ? 1 : 0;
        if (first == 1 && (count < 1 || !PyObject_TypeCheck(args[0], bound.owner)))
            return raise_mismatch(bound, args, count, keywords);
        Arguments arguments;
        for (const bool exact : {true, false}) {
            for (std::size_t i = 0; i < bound.method.overloads.size(); ++i) {
                if (!bind(bound, i, args + first, count - first, keywords, arguments)) continue;
                if (!has_kinds(bound.method.overloads[i], arguments, exact)) continue;
                try {
                    return bound.method.implementation(first == 1 ? args[0] : nullptr, arguments);
                } catch (const Mismatch&) {
                }
            }
            if (bound.method.overloads.size() == 1) break;
        }
        return raise_mismatch(bound, args, count, keywords);
    } catch (...) {
        set_python_error(std::current_exception());
        return nullptr;
    }
}

PyObject* call_function(PyObject* descriptor, PyObject* const* args, Py_ssize_t count, PyObject* keywords) {
    return call(descriptor, args, static_cast<size_t>(count), keywords);
}

PyObject* descriptor_get(PyObject* self, PyObject* instance, PyObject*) {
    if (instance == nullptr || instance == Py_None) {
        Py_INCREF(self);
        return self;
    }
    return PyMethod_New(self, instance);
}

PyObject* get_name(PyObject* self, void*) { return PyUnicode_FromString(bound_of(self).method.name.data()); }
PyObject* get_doc(PyObject* self, void*) { return PyUnicode_FromString(bound_of(self).doc.c_str()); }
PyObject* get_owner(PyObject* self, void*) {
    // A function has none.
    PyTypeObject* owner = bound_of(self).owner;
    return Py_NewRef(owner == nullptr ? Py_None : reinterpret_cast<PyObject*>(owner));
}
PyObject* get_module(PyObject* self, void*) { return PyUnicode_FromString(bound_of(self).module.c_str()); }
PyObject* get_qualname(PyObject* self, void*) {
    const BoundMethod& bound = bound_of(self);
    if (bound.owner == nullptr) return get_name(self, nullptr);
    PyObject* owner = PyObject_GetAttrString(reinterpret_cast<PyObject*>(bound.owner), "__qualname__");
    if (owner == nullptr) return nullptr;
    PyObject* name = PyUnicode_FromFormat("%S.%s", owner, bound.method.name.data());
    Py_DECREF(owner);
    return name;
}

PyObject* repr(PyObject* self) {
    const BoundMethod& bound = bound_of(self);
    if (bound.owner == nullptr) return PyUnicode_FromFormat("<function '%s'>", bound.method.name.data());
    return PyUnicode_FromFormat("<method '%s' of '%s'>", bound.method.name.data(), bound.owner->tp_name);
}

PyTypeObject* descriptor_type() {
    static PyGetSetDef properties[] = {
        {"__name__", get_name, nullptr, nullptr, nullptr},         {"__doc__", get_doc, nullptr, nullptr, nullptr},
        {"__objclass__", get_owner, nullptr, nullptr, nullptr},    {"__module__", get_module, nullptr, nullptr, nullptr},
        {"__qualname__", get_qualname, nullptr, nullptr, nullptr}, {nullptr, nullptr, nullptr, nullptr, nullptr}};
    static PyMemberDef members[] = {{"__vectorcalloffset__", T_PYSSIZET, offsetof(Descriptor, vectorcall), READONLY, nullptr},
                                    {nullptr, 0, 0, 0, nullptr}};
    static PyType_Slot slots[] = {{Py_tp_call, reinterpret_cast<void*>(PyVectorcall_Call)},
                                  {Py_tp_descr_get, reinterpret_cast<void*>(descriptor_get)},
                                  {Py_tp_repr, reinterpret_cast<void*>(repr)},
                                  {Py_tp_getset, properties},
                                  {Py_tp_members, members},
                                  {0, nullptr}};
    static PyType_Spec spec = {
        "tosa_serializer.method", sizeof(Descriptor), 0,
        Py_TPFLAGS_DEFAULT | Py_TPFLAGS_METHOD_DESCRIPTOR | Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_DISALLOW_INSTANTIATION,
        slots};
    static auto* type = reinterpret_cast<PyTypeObject*>(PyType_FromSpec(&spec));
    if (type == nullptr) throw py::error_already_set();
    return type;
}

}  // namespace

namespace {

py::object make_descriptor(std::unique_ptr<BoundMethod> bound) {
    bound->doc = make_doc(*bound);
    for (const Overload& overload : bound->method.overloads) {
        if (overload.parameters.size() > kMaxParameters)
            py::pybind11_fail(std::string(bound->method.name) + ": too many parameters");
        auto& names = bound->names.emplace_back();
        for (const Parameter& parameter : overload.parameters) {
            names.push_back(py::reinterpret_steal<py::object>(PyUnicode_InternFromString(parameter.name.data())));
        }
    }
    auto* descriptor = PyObject_New(Descriptor, descriptor_type());
    if (descriptor == nullptr) throw py::error_already_set();
    descriptor->vectorcall = call;
    // Classes of an extension are never freed; neither is this.
    descriptor->bound = bound.release();
    return py::reinterpret_steal<py::object>(reinterpret_cast<PyObject*>(descriptor));
}

std::unique_ptr<BoundMethod> bind_to(const py::object& scope, Method method, bool has_self) {
    auto bound = std::make_unique<BoundMethod>();
    bound->module = (PyModule_Check(scope.ptr()) ? scope.attr("__name__") : scope.attr("__module__")).cast<std::string>();
    if (has_self) bound->owner = reinterpret_cast<PyTypeObject*>(scope.ptr());
    bound->method = std::move(method);
    return bound;
}

}  // namespace

void add_method(const py::object& type, Method method) {
    const Text name = method.name;
    type.attr(name.data()) = make_descriptor(bind_to(type, std::move(method), true));
}

void add_function(const py::object& scope, Method method) {
    const Text name = method.name;
    const bool is_static = !PyModule_Check(scope.ptr());
    const py::object descriptor = make_descriptor(bind_to(scope, std::move(method), false));
    // A built-in function of Python's own type, with the descriptor for its self.
    const BoundMethod& bound = bound_of(descriptor.ptr());
    const auto entry = reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(call_function));
    auto* definition = new PyMethodDef{bound.method.name.data(), entry, METH_FASTCALL | METH_KEYWORDS, bound.doc.c_str()};
    const auto function =
        py::reinterpret_steal<py::object>(PyCFunction_NewEx(definition, descriptor.ptr(), py::str(bound.module).ptr()));
    const py::handle static_method(reinterpret_cast<PyObject*>(&PyStaticMethod_Type));
    scope.attr(name.data()) = is_static ? static_method(function) : function;
}

void add_property(const py::object& type, const Property& property) {
    const bool is_self = property.self == "self";
    auto getter = bind_to(type, {"", {{{}, property.type}}, property.get, property.data}, true);
    getter->self = property.self;
    py::object set = py::none();
    if (property.set != nullptr) {
        const Parameter value{is_self ? "arg0" : "arg1", property.argument_type, ""};
        auto setter = bind_to(type, {"", {{{value}, "None"}}, property.set, property.data}, true);
        setter->self = property.self;
        set = make_descriptor(std::move(setter));
    }
    const py::handle maker(reinterpret_cast<PyObject*>(&PyProperty_Type));
    type.attr(property.name.data()) = maker(make_descriptor(std::move(getter)), set, py::none(), property.summary.data());
}

Text keep(std::string text) {
    static auto* kept = new std::deque<std::string>();
    return kept->emplace_back(std::move(text));
}

std::string Arguments::text(std::size_t i, const char* preset) const {
    std::string value;
    if (values[i] == nullptr) {
        value = preset;
    } else if (!to_text(values[i], value)) {
        throw Mismatch();
    }
    return value;
}

bool Arguments::flag(std::size_t i, bool preset) const {
    bool value = preset;
    if (values[i] != nullptr && !to_bool(values[i], value)) throw Mismatch();
    return value;
}

std::int64_t Arguments::integer(std::size_t i, std::int64_t lowest, std::int64_t highest) const {
    long long value = 0;
    if (values[i] == nullptr || !to_long(values[i], value) || value < lowest || value > highest) throw Mismatch();
    return value;
}

std::int32_t Arguments::int32(std::size_t i) const {
    std::int32_t value = 0;
    if (!to_int32(values[i], value)) throw Mismatch();
    return value;
}

void Arguments::dims(std::size_t i, std::vector<std::int32_t>& out) const {
    if (!to_dims(values[i], out)) throw Mismatch();
}

Dims Arguments::shape(std::size_t i) const {
    Dims dims;
    if (!to_dims(values[i], dims)) throw Mismatch();
    return dims;
}

core::NameList Arguments::names(std::size_t i) const {
    core::NameList names;
    if (!to_names(values[i], names)) throw Mismatch();
    return names;
}

void Arguments::bytes(std::size_t i, std::string& out) const {
    if (!to_bytes(values[i], out)) throw Mismatch();
}

}  // namespace tosa_bindings
