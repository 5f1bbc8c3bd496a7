"""Run pytest over the files of one test target, with nothing of the host's site-packages in sight."""

from __future__ import annotations

import sys

sys.path[:] = [p for p in sys.path if "site-packages" not in p.split("/") and "dist-packages" not in p.split("/")]

import os  # noqa: E402
from pathlib import Path  # noqa: E402

NO_TESTS_COLLECTED = 5


def xml_path() -> str | None:
    """Bazel names the file; on Buck2 it is named after the target, in a directory that the caller chose."""
    if "XML_OUTPUT_FILE" in os.environ:
        return os.environ["XML_OUTPUT_FILE"]
    if "TOSA_TEST_XML_DIR" in os.environ and "TOSA_TEST_NAME" in os.environ:
        name = os.environ["TOSA_TEST_NAME"].replace("//", "").replace("/", ".").replace(":", ".")
        return str(Path(os.environ["TOSA_TEST_XML_DIR"]) / f"{name}.xml")
    return None


def is_test(module: str) -> bool:
    name = module.rpartition(".")[2]
    return name.startswith("test_") or name.endswith("_test")


def test_files(arguments: list[str]) -> tuple[list[str], list[str]]:
    """The target's files, then what the caller passed on to pytest."""
    files = [a for a in arguments if a.endswith(".py") and not a.startswith("-")]
    rest = [a for a in arguments if a not in files]
    if not files:
        from __test_modules__ import TEST_MODULES

        for module in filter(is_test, TEST_MODULES):
            spec = __import__("importlib.util").util.find_spec(module)
            files.append(spec.origin)
    return files, rest


def root_directory() -> str:
    """Where the package's folders lie: test modules are named from there."""
    if "TEST_SRCDIR" in os.environ:
        return str(Path.cwd())
    return str(Path(__file__).absolute().parent)


def preload() -> None:
    """Starts again with the libraries that a sanitizer wants to be loaded first; not the shell that started this."""
    wanted = os.environ.pop("TOSA_PRELOAD", None)
    if wanted:
        os.environ["LD_PRELOAD"] = wanted
        os.execv(sys.executable, sys.orig_argv)


def main() -> int:
    preload()
    import pytest

    files, rest = test_files(sys.argv[1:])
    if not files:
        print("error: the target has no test file (expected test_*.py or *_test.py)", file=sys.stderr)
        return NO_TESTS_COLLECTED
    missing = [file for file in files if not Path(file).is_file()]
    if missing:
        print(f"error: test file {missing[0]} is not among the target's files", file=sys.stderr)
        return 1
    options = ["-p", "no:cacheprovider", "--strict-markers", "--import-mode=importlib", "-c", os.devnull]
    options.append(f"--rootdir={root_directory()}")
    if (xml := xml_path()) is not None:
        options.append(f"--junitxml={xml}")
    code = int(pytest.main([*options, *rest, *files]))
    if code == NO_TESTS_COLLECTED:
        print(f"error: {' '.join(files)} holds no test", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
