"""TOSA graphs to .tosa files and back: a drop-in for the tosa_serializer of tosa-tools."""

from . import _tosa_serializer
from ._tosa_serializer import *  # noqa: F403
from .layout import FileLayout as FileLayout
from .layout import file_layout as file_layout

__all__ = ["FileLayout", "file_layout"]
__all__ += _tosa_serializer.__all__
