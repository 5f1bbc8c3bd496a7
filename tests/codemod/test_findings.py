"""What cannot be decided is told with its line, and stays as it is."""

from __future__ import annotations

import re

import pytest

from tools.codemod.names import Finding
from tools.codemod.rewrite import rewrite

IMPORT = "import serializer.tosa_serializer as ts\n"

# What stands in line 2 of a file that imports the old module as ts: what is told of it.
KEPT = {
    "print(ts)": "used as a value",
    "other = ts": "used as a value",
    "kind = getattr(ts, name)": "asks the module by a name",
    "vars(ts)": "asks the module by a name",
    "vars(ts.Op)": "__members__",
    "version = ts.TOSA_VERSION": "TOSA_VERSION is not in",
    "array = ts.np.zeros(1)": "np is not in",
    "ts.save_npy(path, array, 3)": "save_npy is not in",
    "graph.builder.Finish(1)": "builder is no more",
    "graph.indexCounter.currInputIdx": "counters",
    "block.inputs.append('x')": "changes a copy",
    "tensor.shape[0] = 1": "changes a copy",
    "block.tensors['x'] = tensor": "changes a copy",
    "block.tensors.get('x')": "has only",
    "for name, tensor in block.tensors.items(): pass": "has only",
    "values = graph.addConst([1], kind, [1]).data": "packed bytes",
    "graph.expectedFailure = True": "setExpectedFailure",
    "graph.expectedFailure: bool = True": "setExpectedFailure",
    "graph.expectedFailureDesc += 'x'": "setExpectedFailure",
    "del graph.expectedFailure": "setExpectedFailure",
    "graph.expectedFailure, other = True, 1": "setExpectedFailure",
    "for graph.expectedFailure in (True,): pass": "setExpectedFailure",
    "with x as graph.expectedFailure: pass": "setExpectedFailure",
    "failed = test.expectedFailure": r"write test.expectedFailure\(\)",
    "ts.TosaSerializerBasicBlock('x')": "region's name",
    "ts.TosaSerializerRegion('x', '', mode, counter)": "no indexCounter",
    "counter = ts.IndexCounter()": "cannot be made",
    "graph.addOperator(*arguments)": r"with \* or \*\*",
    "graph.addOperator(operators[0], [a], [b])": "no attribute",
    "op = ts.Op.ABS; graph.addOperator(op, [a], [b])": "may be assigned in this line",
    "graph.addOperator(op, [a], [(op := b)])": "may be assigned in this line",
    "op is not None and graph.addOperator(op, [a], [b])": "only under a condition",
    "x = graph.addOperator(op, [a], [b]) if op else 1": "only under a condition",
    "assert op, graph.addOperator(op, [a], [b])": "only under a condition",
    "addTensor('t', [1], kind, is_variable=True, **options)": "left alone",
    "def addConst(self, shape): self.addConst(shape, vals=None)": "left alone",
    "class C(ts.TosaSerializer): addOperator = lambda self: super().addOperator(op, [a], [b])": "no line before it",
    "graph.addConst([1], ts.DType.FP8E5M2, bits)": "FP8E5M2 takes the values",
    "text = f'{ts.Op.ADD}'": "no int any more",
    "number = ts.DType.INT8 + 1": "no int any more",
    "number = -ts.DType.INT8": "no int any more",
    "text = '%s is %s' % (name, ts.Op.ADD)": "no int any more",
    "text = '{}'.format(ts.Op.ADD)": "no int any more",
    "print('op', ts.Op.ADD)": "no int any more",
    "isinstance(ts.Op.ADD, int)": "no int any more",
    "bool(ts.DType.UNKNOWN)": "no int any more",
    "known = not ts.DType.UNKNOWN": "true whatever",
    "if ts.DType.UNKNOWN: pass": "true whatever",
    "same = tensor.dtype is ts.DType.INT8": "by == or !=",
    "same = ts.DType.INT8 is not tensor.dtype": "by == or !=",
    "attr.setAttribute(operator, 1, 2)": "lost the builder",
    "attr.ClampAttribute(low, high)": "2 arguments",
    "module = importlib.import_module('serializer.tosa_serializer')": "in a string",
    "def add(a, at=None): a.addOperator(ts.Op.ADD, ['x'], ['y'], at)": "may be None",
    "def name(g, n=None): g.addConst([1], ts.DType.INT8, [1], n)": "may be None",
}
# The same where other words of the line are rewritten.
CHANGED = {
    "graph.addOperator(ts.TosaOp.Op().CONV2D, [a], [b])": "CONV2D has no attribute",
    "if x: graph.addOperator(ts.TosaOp.Op().ADD, [a], [b])": "no line before it",
    "later = lambda: graph.addOperator(ts.TosaOp.Op().ADD, [a], [b])": "no line before it",
    "some = [graph.addOperator(ts.TosaOp.Op().ADD, [a], [b]) for a in x]": "no line before it",
    "serialize(ts.TosaOp.Op().ADD, [a], [b], None)": "--also serialize",
}


@pytest.mark.parametrize("line", KEPT)
def test_line_that_cannot_be_decided_is_kept_and_told(line: str) -> None:
    outcome = rewrite((IMPORT + line + "\n").encode())

    assert outcome.data.decode().splitlines() == ["import tosa_serializer as ts", line]
    assert [finding.line for finding in outcome.findings] == [2] * len(outcome.findings)
    assert_told(outcome.findings, KEPT[line])


@pytest.mark.parametrize("line", CHANGED)
def test_call_that_cannot_be_decided_keeps_its_arguments(line: str) -> None:
    outcome = rewrite((IMPORT + line + "\n").encode())

    assert outcome.data.decode().splitlines()[1] == line.replace("TosaOp.Op()", "Op")
    assert_told(outcome.findings, CHANGED[line])


def assert_told(findings: list[Finding], what: str) -> None:
    assert any(re.search(what, finding.what) for finding in findings), findings


LEFT_ALONE = {
    "from serializer.tosa_serializer import *\ns = TosaSerializer('')\n": (1, "one by one"),
    "import serializer.tosa_serializer as ts\nfrom tosa.Op import *\n": (2, "one by one"),
    "import serializer.tosa_serializer as ts\nts = other()\nts.TosaOp.Op().ADD\n": (2, "assigned again"),
    "try:\n    import tosa_serializer as ts\nexcept ImportError:\n    import serializer.tosa_serializer as ts\n": (
        2,
        "import one of them",
    ),
    "import serializer.tosa_serializer\ntosa_serializer = 1\n": (1, "another thing"),
    "global TosaSerializerOpLocation\nfrom serializer.tosa_serializer import TosaSerializerOpLocation\n": (2, "global"),
    "import serializer.numpy_utils\n": (1, "with `as`"),
}


@pytest.mark.parametrize("source", LEFT_ALONE)
def test_file_that_cannot_be_followed_is_left_alone(source: str) -> None:
    line, what = LEFT_ALONE[source]
    outcome = rewrite(source.encode())

    assert (outcome.data, outcome.places) == (source.encode(), 0)
    assert [finding.line for finding in outcome.findings] == [line]
    assert_told(outcome.findings, what)


UNTOUCHED = [
    "import tosa_serializer as ts\ngraph.addOperator(ts.Op.ADD, [a], [b], None)\n",
    "from rest_framework import serializer\nserializer.tosa_serializer.TosaOp.Op().ADD\n",
    "from .serializer import tosa_serializer as ts\nts.TosaOp.Op().ADD\n",
    "import tosa.Op as TosaOp  # the enums of a file without the serializer\nTosaOp.Op().ADD\n",
    "# serializer.tosa_serializer\n",
]


@pytest.mark.parametrize("source", UNTOUCHED)
def test_file_that_does_not_import_the_old_module_is_untouched(source: str) -> None:
    assert rewrite(source.encode()) == (source.encode(), 0, [])


def test_parameter_of_the_same_name_is_another_thing() -> None:
    source = "def f(ts):\n    return ts.TosaOp.Op().ADD\nts.TosaOp.Op().ADD\n"
    moved = rewrite((IMPORT + source).encode()).data.decode()

    assert moved.splitlines()[2:] == ["    return ts.TosaOp.Op().ADD", "ts.Op.ADD"]


OWN = """
class Builder:
    def addConst(self, shape, dtype, vals, name): pass
class Mine(ts.TosaSerializer):
    def addOperator(self, op, inputs, outputs, attributes=None):
        super().addOperator(op, inputs, outputs)
b.addConst([1], t, [1], None)
"""


def test_method_that_the_file_has_too_is_left_alone() -> None:
    made = "g = ts.TosaSerializer('')\ng.addConst([1], t, [1], None)\n"
    outcome = rewrite((IMPORT + OWN + made).encode())

    assert outcome.data.decode().endswith(OWN + made.replace(", None", ""))
    assert [finding.line for finding in outcome.findings] == [7, 8]


def test_attribute_in_a_class_body_is_told() -> None:
    outcome = rewrite((IMPORT + "class C:\n    x = g.addOperator(ts.Op.ADD, [a], [b])\n").encode())

    assert b"attr" not in outcome.data
    assert_told(outcome.findings, "would be the class's")


READS = {
    "g = ts.TosaSerializer('')\nx = f'{g.expectedFailure}'\n": [],
    "def f(g: ts.TosaSerializer):\n    return g.expectedFailure\n": [],
    "def f(g):\n    g = ts.TosaSerializer('')\n    return g.expectedFailureDesc\n": [4],
    "class C:\n    def f(self):\n        self.g = ts.TosaSerializer('')\n        return self.g.expectedFailure\n": [],
    "class C:\n    def f(self):\n        self.g = other\n        return self.g.expectedFailure\n": [5],
    "import unittest\n@unittest.expectedFailure\ndef f(): pass\nx = unittest.expectedFailure\n": [],
}


@pytest.mark.parametrize("source", READS)
def test_flag_is_called_where_the_file_makes_the_serializer(source: str) -> None:
    outcome = rewrite((IMPORT + source).encode())

    is_called = not READS[source] and "unittest" not in source
    assert (b"expectedFailure()" in outcome.data) is is_called
    assert [finding.line for finding in outcome.findings] == READS[source]


def test_import_that_may_fail_stays_one() -> None:
    source = """
try:
    import serializer.tosa_serializer as ts
except ImportError:
    ts = None
x = ts.TosaOp.Op().ADD
"""
    outcome = rewrite(source.encode())

    assert outcome.findings == []
    assert outcome.data.decode() == source.replace("serializer.tosa_serializer", "tosa_serializer").replace(
        "TosaOp.Op()", "Op"
    )


def test_enum_import_that_may_fail_stays_one() -> None:
    source = """
try:
    from serializer.tosa_serializer import TosaOp
except ImportError:
    TosaOp = None
x = TosaOp.Op().ADD if TosaOp is not None else 15
"""
    outcome = rewrite(source.encode())

    assert outcome.findings == []
    assert outcome.data.decode() == source.replace(
        "serializer.tosa_serializer import TosaOp", "tosa_serializer import Op as TosaOp"
    ).replace("TosaOp.Op()", "TosaOp")


def test_comments_in_an_import_stay() -> None:
    source = b"from serializer.tosa_serializer import (\n    TosaOp,  # operators\n    DType,  # types\n)\n"

    assert rewrite(source).data.decode() == (
        "from tosa_serializer import (\n    Op,  # operators\n    DType,  # types\n)\n"
    )


def test_name_without_equivalent_stays_with_the_old_module() -> None:
    outcome = rewrite(b"from serializer.tosa_serializer import TOSA_VERSION, DType  # both\n")

    assert outcome.data.decode() == (
        "from tosa_serializer import DType  # both\nfrom serializer.tosa_serializer import TOSA_VERSION\n"
    )
    assert [finding.line for finding in outcome.findings] == [1]


def test_also_names_a_function_that_ends_in_add_operator() -> None:
    call = "wrapper(node, graph, {}, ['a'], ['b'], None)\n"
    source = IMPORT + call.format("ts.TosaOp.Op().ADD") + call.format("operator")

    outcome = rewrite(source.encode(), {"wrapper": 2})

    assert outcome.findings == []
    assert outcome.data.decode().splitlines()[1:] == [
        "attr = ts.TosaSerializerAttribute()",
        "attr.AddAttribute()",
        "wrapper(node, graph, ts.Op.ADD, ['a'], ['b'], attr)",
        "attr = ts.TosaSerializerAttribute()",
        "attr.setAttribute(operator)",
        "wrapper(node, graph, operator, ['a'], ['b'], attr)",
    ]


def test_accepted_function_may_be_given_the_module() -> None:
    source = (IMPORT + "check(x, ts)\n").encode()

    assert len(rewrite(source).findings) == 1
    assert rewrite(source, accepted=frozenset(["check"])).findings == []
