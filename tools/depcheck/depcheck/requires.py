"""Which packages come with which: Requires-Dist of their wheels, without extras, as of 2026."""

from __future__ import annotations

REQUIRES = {
    "accelerate": ["numpy", "packaging", "psutil", "pyyaml", "torch", "huggingface-hub", "safetensors"],
    "coremltools": ["attrs", "cattrs", "numpy", "packaging", "protobuf", "pyaml", "sympy", "tqdm"],
    "datasets": [
        "dill",
        "filelock",
        "fsspec",
        "huggingface-hub",
        "multiprocess",
        "numpy",
        "packaging",
        "pandas",
        "pyarrow",
        "pyyaml",
        "requests",
        "tqdm",
        "xxhash",
    ],
    "evaluate": ["datasets", "dill", "fsspec", "huggingface-hub", "numpy", "packaging", "pandas", "requests", "tqdm"],
    "gguf": ["numpy", "pyyaml", "tqdm"],
    "huggingface-hub": ["filelock", "fsspec", "packaging", "pyyaml", "requests", "tqdm", "typing-extensions"],
    "hydra-core": ["antlr4-python3-runtime", "omegaconf", "packaging"],
    "hypothesis": ["attrs", "sortedcontainers"],
    "librosa": ["audioread", "decorator", "joblib", "numba", "numpy", "scikit-learn", "scipy", "soundfile"],
    "lm-eval": [
        "accelerate",
        "datasets",
        "evaluate",
        "jsonlines",
        "numexpr",
        "peft",
        "pybind11",
        "pytablewriter",
        "rouge-score",
        "sacrebleu",
        "scikit-learn",
        "sqlitedict",
        "torch",
        "tqdm-multiprocess",
        "transformers",
        "zstandard",
    ],
    "matplotlib": [
        "contourpy",
        "cycler",
        "fonttools",
        "kiwisolver",
        "numpy",
        "packaging",
        "pillow",
        "pyparsing",
        "python-dateutil",
    ],
    "ml-dtypes": ["numpy"],
    "omegaconf": ["antlr4-python3-runtime", "pyyaml"],
    "pandas": ["numpy", "python-dateutil", "pytz", "tzdata"],
    "peft": [
        "accelerate",
        "huggingface-hub",
        "numpy",
        "packaging",
        "psutil",
        "pyyaml",
        "safetensors",
        "torch",
        "tqdm",
        "transformers",
    ],
    "pytest": ["iniconfig", "packaging", "pluggy", "pygments"],
    "requests": ["certifi", "charset-normalizer", "idna", "urllib3"],
    "scikit-learn": ["joblib", "numpy", "scipy", "threadpoolctl"],
    "scipy": ["numpy"],
    "soundfile": ["cffi", "numpy"],
    "tiktoken": ["regex", "requests"],
    "timm": ["huggingface-hub", "pyyaml", "safetensors", "torch", "torchvision"],
    "tokenizers": ["huggingface-hub"],
    "torch": ["filelock", "fsspec", "jinja2", "networkx", "sympy", "typing-extensions"],
    "torchaudio": ["torch"],
    "torchsr": ["numpy", "pillow", "torch", "torchvision"],
    "torchtune": [
        "blobfile",
        "datasets",
        "huggingface-hub",
        "kagglehub",
        "numpy",
        "omegaconf",
        "pillow",
        "psutil",
        "safetensors",
        "sentencepiece",
        "tiktoken",
        "tokenizers",
        "tqdm",
    ],
    "torchvision": ["numpy", "pillow", "torch"],
    "transformers": [
        "filelock",
        "huggingface-hub",
        "numpy",
        "packaging",
        "pyyaml",
        "regex",
        "requests",
        "safetensors",
        "tokenizers",
        "tqdm",
    ],
}


def with_required(package: str) -> list[str]:
    """A package and all that comes with it."""
    found = {package: True}
    todo = [package]
    while todo:
        for one in REQUIRES.get(todo.pop(), ()):
            if one not in found:
                found[one] = True
                todo.append(one)
    return list(found)
