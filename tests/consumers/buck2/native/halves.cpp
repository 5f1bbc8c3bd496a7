// An extension of the monorepo.

#include <pybind11/pybind11.h>

PYBIND11_MODULE(halves, module) {
    module.def("half", [](double value) { return value / 2; });
}
