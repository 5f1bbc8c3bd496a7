"""TOSA graphs to .tosa files and back: a drop-in for the tosa_serializer of tosa-tools."""

from ._tosa_serializer import *  # noqa: F403
from ._tosa_serializer import __all__ as __all__
