"""What the reference model computes from the graph."""

from __future__ import annotations

import numpy as np
import tosa_reference_model
from models.magnitude import magnitude


def test_reference_model_computes_it() -> None:
    values = np.array([-2, -1, 0, 3], np.int32)

    (result,), status = tosa_reference_model.run(bytes(magnitude().serialize()), [values])

    assert status == tosa_reference_model.GraphStatus.TOSA_VALID
    assert np.asarray(result).view(np.int32).ravel().tolist() == [2, 1, 0, 3]
