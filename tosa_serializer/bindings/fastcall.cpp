#include "fastcall.h"

#include <structmember.h>

#include <cstddef>
#include <cstring>
#include <memory>

#include "errors.h"

namespace tosa_bindings {
namespace {

struct BoundMethod {
    Method method;
    std::vector<std::vector<py::object>> names;  // interned, by overload and parameter
    PyTypeObject* owner;
    std::string doc;
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

std::string signature(const Overload& overload, const std::string& owner, const std::string& module_name) {
    std::string text = "(self: " + owner;
    for (const Parameter& parameter : overload.parameters) {
        text += ", " + parameter.name + ": " + parameter.type;
        if (!parameter.preset.empty()) text += " = " + parameter.preset;
    }
    return replace_module(text + ") -> " + overload.result, module_name);
}

std::string make_doc(const Method& method, const std::string& owner, const std::string& module_name) {
    const bool overloaded = method.overloads.size() > 1;
    std::string text = overloaded ? method.name + "(*args, **kwargs)\nOverloaded function.\n" : "";
    for (std::size_t i = 0; i < method.overloads.size(); ++i) {
        if (overloaded) text += "\n" + std::to_string(i + 1) + ". ";
        text += method.name + signature(method.overloads[i], owner, module_name) + "\n";
        if (!method.overloads[i].summary.empty()) text += "\n" + method.overloads[i].summary + "\n";
    }
    return text;
}

std::string type_name(PyTypeObject* type) {
    const py::handle handle(reinterpret_cast<PyObject*>(type));
    return handle.attr("__module__").cast<std::string>() + "." + handle.attr("__qualname__").cast<std::string>();
}

std::string module_of(PyTypeObject* type) {
    return py::handle(reinterpret_cast<PyObject*>(type)).attr("__module__").cast<std::string>();
}

// pybind11's text for arguments that fit no overload.
PyObject* raise_mismatch(const BoundMethod& bound, PyObject* const* args, Py_ssize_t count, PyObject* keywords) {
    std::string text = bound.method.name + "(): incompatible function arguments. The following argument types are supported:\n";
    for (std::size_t i = 0; i < bound.method.overloads.size(); ++i) {
        text += "    " + std::to_string(i + 1) + ". " +
                signature(bound.method.overloads[i], type_name(bound.owner), module_of(bound.owner)) + "\n";
    }
    text += "\nInvoked with: ";
    const auto show = [](PyObject* object) {
        try {
            return py::repr(object).cast<std::string>();
        } catch (py::error_already_set& error) {
            error.discard_as_unraisable("repr of an argument");
        } catch (const py::cast_error&) {
        }
        return std::string("<repr raised Error>");
    };
    for (Py_ssize_t i = 0; i < count; ++i) text += (i == 0 ? "" : ", ") + show(args[i]);
    if (keywords != nullptr && PyTuple_GET_SIZE(keywords) != 0) {
        text += count == 0 ? "kwargs: " : "; kwargs: ";
        for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(keywords); ++i) {
            text += (i == 0 ? "" : ", ") + py::str(PyTuple_GET_ITEM(keywords, i)).cast<std::string>() + "=" + show(args[count + i]);
        }
    }
    PyErr_SetString(PyExc_TypeError, text.c_str());
    return nullptr;
}

// Puts the arguments at the places of the overload's parameters. False where their number or names do not fit.
bool bind(const BoundMethod& bound, std::size_t overload, PyObject* const* args, Py_ssize_t count, PyObject* keywords,
          Arguments& arguments) {
    const auto& names = bound.names[overload];
    const auto& parameters = bound.method.overloads[overload].parameters;
    if (static_cast<std::size_t>(count) > parameters.size()) return false;
    for (std::size_t i = 0; i < parameters.size(); ++i) arguments.values[i] = i < static_cast<std::size_t>(count) ? args[i] : nullptr;
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
        arguments.values[place] = args[count + k];
    }
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        if (arguments.values[i] == nullptr && parameters[i].preset.empty()) return false;
    }
    arguments.overload = overload;
    arguments.data = bound.method.data;
    return true;
}

// The first pass takes an overload whose telling argument has its very type, the second one that converts to it (an int to DType).
bool has_kinds(const Overload& overload, const Arguments& arguments, bool exact) {
    for (std::size_t i = 0; i < overload.parameters.size(); ++i) {
        const py::handle kind = overload.parameters[i].kind;
        if (!kind || !exact || arguments.values[i] == nullptr) continue;
        if (!PyObject_TypeCheck(arguments.values[i], reinterpret_cast<PyTypeObject*>(kind.ptr()))) return false;
    }
    return true;
}

PyObject* call(PyObject* self, PyObject* const* args, size_t flagged_count, PyObject* keywords) {
    const BoundMethod& bound = bound_of(self);
    const Py_ssize_t count = PyVectorcall_NARGS(flagged_count);
    try {
        if (count < 1 || !PyObject_TypeCheck(args[0], bound.owner)) return raise_mismatch(bound, args, count, keywords);
        Arguments arguments;
        // Owns what implicit conversions make (an int for an enum, a str for a TosaOpLocation).
        const py::detail::loader_life_support temporaries;
        for (const bool exact : {true, false}) {
            for (std::size_t i = 0; i < bound.method.overloads.size(); ++i) {
                if (!bind(bound, i, args + 1, count - 1, keywords, arguments)) continue;
                if (!has_kinds(bound.method.overloads[i], arguments, exact)) continue;
                try {
                    return bound.method.implementation(args[0], arguments);
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

PyObject* descriptor_get(PyObject* self, PyObject* instance, PyObject*) {
    if (instance == nullptr || instance == Py_None) {
        Py_INCREF(self);
        return self;
    }
    return PyMethod_New(self, instance);
}

PyObject* get_name(PyObject* self, void*) { return PyUnicode_FromString(bound_of(self).method.name.c_str()); }
PyObject* get_doc(PyObject* self, void*) { return PyUnicode_FromString(bound_of(self).doc.c_str()); }
PyObject* get_owner(PyObject* self, void*) {
    PyObject* owner = reinterpret_cast<PyObject*>(bound_of(self).owner);
    Py_INCREF(owner);
    return owner;
}
PyObject* get_module(PyObject* self, void*) {
    return PyObject_GetAttrString(reinterpret_cast<PyObject*>(bound_of(self).owner), "__module__");
}
PyObject* get_qualname(PyObject* self, void*) {
    const auto owner = py::handle(reinterpret_cast<PyObject*>(bound_of(self).owner));
    return PyUnicode_FromFormat("%U.%s", owner.attr("__qualname__").ptr(), bound_of(self).method.name.c_str());
}

PyObject* repr(PyObject* self) {
    return PyUnicode_FromFormat("<method '%s' of '%s'>", bound_of(self).method.name.c_str(), bound_of(self).owner->tp_name);
}

PyTypeObject* descriptor_type() {
    static PyGetSetDef properties[] = {
        {"__name__", get_name, nullptr, nullptr, nullptr},         {"__doc__", get_doc, nullptr, nullptr, nullptr},
        {"__objclass__", get_owner, nullptr, nullptr, nullptr},    {"__module__", get_module, nullptr, nullptr, nullptr},
        {"__qualname__", get_qualname, nullptr, nullptr, nullptr}, {nullptr, nullptr, nullptr, nullptr, nullptr}};
    static PyMemberDef members[] = {
        {"__vectorcalloffset__", T_PYSSIZET, offsetof(Descriptor, vectorcall), READONLY, nullptr}, {nullptr, 0, 0, 0, nullptr}};
    static PyType_Slot slots[] = {{Py_tp_call, reinterpret_cast<void*>(PyVectorcall_Call)},
                                  {Py_tp_descr_get, reinterpret_cast<void*>(descriptor_get)},
                                  {Py_tp_repr, reinterpret_cast<void*>(repr)},
                                  {Py_tp_getset, properties},
                                  {Py_tp_members, members},
                                  {0, nullptr}};
    static PyType_Spec spec = {
        "tosa_serializer.method", sizeof(Descriptor), 0,
        Py_TPFLAGS_DEFAULT | Py_TPFLAGS_METHOD_DESCRIPTOR | Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
    static auto* type = reinterpret_cast<PyTypeObject*>(PyType_FromSpec(&spec));
    if (type == nullptr) throw py::error_already_set();
    return type;
}

}  // namespace

void add_method(const py::object& type, Method method) {
    auto bound = std::make_unique<BoundMethod>();
    bound->owner = reinterpret_cast<PyTypeObject*>(type.ptr());
    bound->doc = make_doc(method, type_name(bound->owner), module_of(bound->owner));
    for (const Overload& overload : method.overloads) {
        if (overload.parameters.size() > kMaxParameters) py::pybind11_fail(method.name + ": too many parameters");
        auto& names = bound->names.emplace_back();
        for (const Parameter& parameter : overload.parameters) {
            names.push_back(py::reinterpret_steal<py::object>(PyUnicode_InternFromString(parameter.name.c_str())));
        }
    }
    bound->method = std::move(method);
    auto* descriptor = PyObject_New(Descriptor, descriptor_type());
    if (descriptor == nullptr) throw py::error_already_set();
    descriptor->vectorcall = call;
    // Classes of an extension are never freed; neither is this.
    descriptor->bound = bound.release();
    const auto object = py::reinterpret_steal<py::object>(reinterpret_cast<PyObject*>(descriptor));
    type.attr(descriptor->bound->method.name.c_str()) = object;
}

void* value_of(PyObject* self, const std::type_info& type) {
    auto* instance = reinterpret_cast<py::detail::instance*>(self);
    // A Python class of several bound bases has a value for each.
    void* value = instance->simple_layout ? instance->simple_value_holder[0]
                                          : instance->get_value_and_holder(py::detail::get_type_info(type)).value_ptr();
    if (value == nullptr) throw py::type_error(std::string(Py_TYPE(self)->tp_name) + ".__init__() was not called");
    return value;
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

std::int32_t Arguments::int32(std::size_t i) const {
    std::int32_t value = 0;
    if (!to_int32(values[i], value)) throw Mismatch();
    return value;
}

void Arguments::dims(std::size_t i, std::vector<std::int32_t>& out) const {
    if (!to_dims(values[i], out)) throw Mismatch();
}

void Arguments::names(std::size_t i, std::vector<std::string>& out) const {
    if (!to_names(values[i], out)) throw Mismatch();
}

void Arguments::bytes(std::size_t i, std::string& out) const {
    if (!to_bytes(values[i], out)) throw Mismatch();
}

}  // namespace tosa_bindings
