"""Every recorded graph of a real client serializes in strict mode to the bytes that upstream gave."""

from __future__ import annotations

import hashlib
import math
import warnings

import numpy as np
import pytest

import tosa_serializer as ours
from tests.parity.replay import Invoke, Member, Trace, recorded_traces, run

TRACES = recorded_traces()


def constants_longer_than_their_shape(trace: Trace) -> list[str]:
    """Names of the constants that strict mode lets pass with a warning."""
    names = []
    for step in trace.steps:
        if not isinstance(step, Invoke) or step.method != "addConst":
            continue
        arguments = dict(zip(("shape", "dtype", "vals"), step.args, strict=False)) | step.kwargs
        dtype, values = arguments["dtype"], arguments.get("vals")
        if not isinstance(dtype, Member) or dtype.enum != "DType" or dtype.name == "SHAPE" or values is None:
            continue
        if np.asarray(values).size > math.prod(arguments["shape"]):
            names.append(arguments["name"])
    return names


@pytest.mark.parametrize("trace", TRACES, ids=lambda trace: trace.ident)
def test_recorded_graph_has_upstream_bytes(trace: Trace) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        outputs = run(trace.steps, ours)

    expected = [(output.size, output.sha256) for output in trace.outputs]
    assert [(len(data), hashlib.sha256(data).hexdigest()) for data in outputs] == expected
    told = [str(warning.message) for warning in caught]
    long = constants_longer_than_their_shape(trace)
    assert len(told) == len(long), told
    for name, text in zip(sorted(long), sorted(told), strict=True):
        assert name in text


def test_all_recorded_graphs_are_here() -> None:
    assert len(TRACES) == len({trace.ident for trace in TRACES}) == 1006
    assert sum(1 for trace in TRACES if constants_longer_than_their_shape(trace)) == 28


def test_long_constant_has_all_its_values_in_the_file() -> None:
    trace = next(t for t in TRACES if constants_longer_than_their_shape(t))

    with pytest.warns(UserWarning, match=constants_longer_than_their_shape(trace)[0]):
        outputs = run(trace.steps, ours)

    assert [len(data) for data in outputs] == [output.size for output in trace.outputs]
