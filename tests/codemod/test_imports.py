"""Import statements of every shape: what moves, what stays, and where added names go."""

from __future__ import annotations

import pytest

from tools.codemod.rewrite import rewrite

OVER_LINES = {
    "from tosa import (\n    Op,\n    DType,\n    TosaGraph,\n)\nimport serializer.tosa_serializer\n": (
        "from tosa_serializer import (\n    Op,\n    DType,\n)\nfrom tosa import (\n    TosaGraph,\n)\n"
        "import tosa_serializer\n"
    ),
    "from serializer.tosa_serializer import (  # a\n    TosaOp,  # b\n    bfloat16,  # c\n    TosaDType  # d\n)\n": (
        "from tosa_serializer import (  # a\n    Op,  # b\n    DType  # d\n)\n"
        "from serializer.tosa_serializer import (  # a\n    bfloat16,  # c\n)\n"
    ),
    "from serializer.tosa_serializer import (TosaOp,\n                                        bfloat16)\n": (
        "from tosa_serializer import (Op)\nfrom serializer.tosa_serializer import (bfloat16)\n"
    ),
    "if x:\n    from serializer.tosa_serializer import (\n        bfloat16,\n        Op, TosaOp,\n    )\n": (
        "if x:\n    from tosa_serializer import (\n        Op)\n"
        "    from serializer.tosa_serializer import (\n        bfloat16,\n    )\n"
    ),
    "from serializer.tosa_serializer import Op, \\\n    bfloat16\n": (
        "from tosa_serializer import Op\nfrom serializer.tosa_serializer import bfloat16\n"
    ),
}


@pytest.mark.parametrize("source", OVER_LINES)
def test_import_over_lines_keeps_them_and_its_comments(source: str) -> None:
    assert rewrite(source.encode()).data.decode() == OVER_LINES[source]
