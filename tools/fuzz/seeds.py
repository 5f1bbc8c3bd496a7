"""Write what the fuzzers start from: every recorded graph in both layouts, and random ones for what those do not have.

seeds FOLDER [--schema TOSA_FBS]   (with the schema: their JSON, for fuzz_json). Larger ones than 64 KiB are left out.
"""

from __future__ import annotations

import argparse
import hashlib
import tempfile
from pathlib import Path

import tosa_tools_upstream as upstream

from tests.parity.attributes import attribute_kinds
from tests.parity.random_graphs import enum_members, generate, readable
from tests.parity.replay import recorded_traces, run

RANDOM_GRAPHS = 200
CAPS = (2**31 - 1, 0)
MOST_BYTES = 64 << 10


def files() -> list[bytes]:
    """What upstream writes, in both layouts, each once."""
    kinds, members = attribute_kinds(upstream), enum_members(upstream)
    programs = [trace.steps for trace in recorded_traces()]
    programs += [readable(generate(seed, kinds, members)) for seed in range(RANDOM_GRAPHS)]
    return sorted({data for steps in programs for cap in CAPS for data in run(steps, upstream, fb_size_cap=cap)})


def to_json(data: bytes, schema: Path, room: Path) -> bytes:
    """The text of a file, by upstream."""
    (room / "x.tosa").write_bytes(data)
    serializer = upstream.TosaSerializer("")
    serializer.loadFileSchema(str(schema))
    if not serializer.loadTosaFlatbuffer(str(room / "x.tosa")):
        raise ValueError("upstream does not load what it wrote")
    serializer.saveFileJson(str(room / "x.json"))
    return (room / "x.json").read_bytes()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--schema", type=Path)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    seeds = files()
    if options.schema is not None:
        with tempfile.TemporaryDirectory() as room:
            seeds = [to_json(data, options.schema, Path(room)) for data in seeds]
    kept = [data for data in seeds if len(data) <= MOST_BYTES]
    for data in kept:
        (options.folder / hashlib.sha256(data).hexdigest()[:16]).write_bytes(data)
    print(f"{len(kept)} files, {len(seeds) - len(kept)} larger ones left out")


if __name__ == "__main__":
    main()
