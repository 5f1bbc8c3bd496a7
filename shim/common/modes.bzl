"""Ways to build for finding faults, said once for both engines. The default build has none of them.

zig brings the runtime of UBSan. ASan, TSan, libFuzzer and coverage take a second compiler, which is not pinned: Debian's clang, at a
fixed version and place. Python loads a module with ASan, but not one with TSan: that one is for programs.
"""

CLANG = "/usr/lib/llvm-19/bin/"
CLANG_INCLUDES = [
    "/usr/include",
    "/usr/lib/gcc",
    "/usr/lib/llvm-19/lib/clang/19",
]
_CLANG_RUNTIMES = "/usr/lib/llvm-19/lib/clang/19/lib/linux"

# What a program that loads a library with ASan must load first: its runtime, and what throws, which the runtime wraps.
_ASAN_ENV = {
    "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1:handle_segv=2",
    # A report that pytest has caught is lost when the process ends.
    "PYTEST_ADDOPTS": "--capture=sys",
    "PYTHONMALLOC": "malloc",
    "TOSA_PRELOAD": _CLANG_RUNTIMES + "/libclang_rt.asan-x86_64.so:/usr/lib/x86_64-linux-gnu/libstdc++.so.6",
    "UBSAN_OPTIONS": "print_stacktrace=1",
}

_DEBUG = [
    "-O1",
    "-g",
    "-fno-omit-frame-pointer",
]
_UNDEFINED = [
    "-fsanitize=undefined",
    "-fno-sanitize-recover=undefined",
]
_ASAN = ["-fsanitize=address"] + _UNDEFINED

def _mode(compiler, compile, link, env = {}, fuzzer = []):
    return struct(compile = compile, compiler = compiler, env = env, fuzzer = fuzzer, link = link)

_MODES = {
    "asan": _mode("clang", _DEBUG + _ASAN, _ASAN + ["-shared-libasan", "-Wl,-rpath," + _CLANG_RUNTIMES], _ASAN_ENV),
    "coverage": _mode(
        "clang",
        [
            "-O0",
            "-g",
            "-fprofile-instr-generate",
            "-fcoverage-mapping",
        ],
        ["-fprofile-instr-generate"],
    ),
    "fuzz": _mode(
        "clang",
        _DEBUG + _ASAN + ["-fsanitize=fuzzer-no-link"],
        _ASAN + ["-fsanitize=fuzzer-no-link"],
        fuzzer = ["-fsanitize=fuzzer"],
    ),
    "tsan": _mode("clang", _DEBUG + ["-fsanitize=thread"], ["-fsanitize=thread"]),
    "ubsan": _mode("zig", _DEBUG + _UNDEFINED, _UNDEFINED),
}

# Tests learn the mode too.
MODES = {name: _mode(m.compiler, m.compile, m.link, dict(m.env, TOSA_MODE = name), m.fuzzer) for name, m in _MODES.items()}
