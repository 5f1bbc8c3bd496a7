"""The pinned wheels: package, platform, Python, file. Made by third-party/lock.py from pylock.toml."""

PYTHONS = ["3.10", "3.11", "3.12", "3.13"]

PINS = {
    "exceptiongroup": {
        "version": "1.3.2",
        "wheels": {
            "any": {
                "any": {
                    "file": "exceptiongroup-1.3.2-py3-none-any.whl",
                    "sha256": "41c6a70dfec22050d3d8b43386b059a4dc0bca3f3d40a40971cb206fff1785af",
                    "size": 16854,
                },
            },
        },
    },
    "flatbuffers": {
        "version": "25.2.10",
        "wheels": {
            "any": {
                "any": {
                    "file": "flatbuffers-25.2.10-py2.py3-none-any.whl",
                    "sha256": "ebba5f4d5ea615af3f7fd70fc310636fbb2bbd1f566ac0a23d98dd412de50051",
                    "size": 30953,
                },
            },
        },
    },
    "flit-core": {
        "version": "4.2.0",
        "wheels": {
            "any": {
                "any": {
                    "file": "flit_core-4.2.0-py3-none-any.whl",
                    "sha256": "2bee22dc8ba89c2e35b4e1ad575e596aac945c85672dd8f3cad21b629036e044",
                    "size": 48025,
                },
            },
        },
    },
    "hypothesis": {
        "version": "6.168.5",
        "wheels": {
            "aarch64": {
                "3.10": {
                    "file": "hypothesis-6.168.5-cp310-cp310-manylinux_2_17_aarch64.manylinux2014_aarch64.whl",
                    "sha256": "54f40be9b9c6b7b058ff56b0b18a91ff4cfa57a7c7756043eabaa094a0a162c9",
                    "size": 1115527,
                },
                "3.11": {
                    "file": "hypothesis-6.168.5-cp311-cp311-manylinux_2_17_aarch64.manylinux2014_aarch64.whl",
                    "sha256": "2e68e1d43b7c9c7a1aa659dfe1c0ecc2de79391b20db853c1e18ea7e3d2ce31f",
                    "size": 1115438,
                },
                "3.12": {
                    "file": "hypothesis-6.168.5-cp312-cp312-manylinux_2_17_aarch64.manylinux2014_aarch64.whl",
                    "sha256": "0a09caa95d2d7e6546f727f703de606145835d9ca215fb3134a21353c69afaac",
                    "size": 1113853,
                },
                "3.13": {
                    "file": "hypothesis-6.168.5-cp313-cp313-manylinux_2_17_aarch64.manylinux2014_aarch64.whl",
                    "sha256": "ebee70b7a026210bb47c86c89e5bfb42effd5bd630080e76bc084f29c01c7f7a",
                    "size": 1113693,
                },
            },
            "x86_64": {
                "3.10": {
                    "file": "hypothesis-6.168.5-cp310-cp310-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
                    "sha256": "30208c44364b6fe1f70c74b45f3f1f8a173a749d876294a80fe88c9cf16ab6d0",
                    "size": 1157678,
                },
                "3.11": {
                    "file": "hypothesis-6.168.5-cp311-cp311-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
                    "sha256": "01a4d3773f285e75551eeef12df058e6316b666bcc3ec187c5eb52a893fbb015",
                    "size": 1157503,
                },
                "3.12": {
                    "file": "hypothesis-6.168.5-cp312-cp312-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
                    "sha256": "97ac1d516a42a3b1f13b36a1aa6a5f842e43d67e69d4dc664a9645b28de411ef",
                    "size": 1156695,
                },
                "3.13": {
                    "file": "hypothesis-6.168.5-cp313-cp313-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
                    "sha256": "8cfb06b31cca005345b8ad63f88986d21fd359a7dc3dba2965dd3515b720e5c9",
                    "size": 1156530,
                },
            },
        },
    },
    "iniconfig": {
        "version": "2.3.1",
        "wheels": {
            "any": {
                "any": {
                    "file": "iniconfig-2.3.1-py3-none-any.whl",
                    "sha256": "9121e2c1fdb355232495be3194c8dfe87ccc2d5dee45947b78e68f499790d7a7",
                    "size": 7552,
                },
            },
        },
    },
    "libcst": {
        "version": "1.9.0",
        "wheels": {
            "aarch64": {
                "3.10": {
                    "file": "libcst-1.9.0-cp310-cp310-manylinux_2_28_aarch64.whl",
                    "sha256": "7dcddfb4905c5ef90a6fdc58dccbc049faf0056b68161042fc1e0526b20cba05",
                    "size": 2210166,
                },
                "3.11": {
                    "file": "libcst-1.9.0-cp311-cp311-manylinux_2_28_aarch64.whl",
                    "sha256": "3f735e3acb3afc75d50803fde1598b467bf05d12d6854025df4398aebd75a14c",
                    "size": 2209147,
                },
                "3.12": {
                    "file": "libcst-1.9.0-cp312-cp312-manylinux_2_28_aarch64.whl",
                    "sha256": "611cebd3bbc2014576f4dcc7b845b3c594c96ddc287a3db9b78f22eff156a7d3",
                    "size": 2203245,
                },
                "3.13": {
                    "file": "libcst-1.9.0-cp313-cp313-manylinux_2_28_aarch64.whl",
                    "sha256": "e465a7bc9c2b9533eb9e06d2391f8819f811b5112919d4064c9fb8565aaafa08",
                    "size": 2203548,
                },
            },
            "x86_64": {
                "3.10": {
                    "file": "libcst-1.9.0-cp310-cp310-manylinux_2_28_x86_64.whl",
                    "sha256": "cc84aee3c293a012db722aa2d6ea87be524646852684a5a4e54c1fb98ea9072f",
                    "size": 2260568,
                },
                "3.11": {
                    "file": "libcst-1.9.0-cp311-cp311-manylinux_2_28_x86_64.whl",
                    "sha256": "951f13c193e590fc88c9582a5341a130fe53ecece51043cff4bd54e25a5e022d",
                    "size": 2260355,
                },
                "3.12": {
                    "file": "libcst-1.9.0-cp312-cp312-manylinux_2_28_x86_64.whl",
                    "sha256": "8d731abe1307720ea1a52d447555e8443a6d130e0e520243c0634a58f6edbc9d",
                    "size": 2255388,
                },
                "3.13": {
                    "file": "libcst-1.9.0-cp313-cp313-manylinux_2_28_x86_64.whl",
                    "sha256": "8504b422c95676a8c27b517e1ac01413ece91bf356865c587ca9bdcd5708a2f7",
                    "size": 2255274,
                },
            },
        },
    },
    "ml-dtypes": {
        "version": "0.5.3",
        "wheels": {
            "aarch64": {
                "3.10": {
                    "file": "ml_dtypes-0.5.3-cp310-cp310-manylinux_2_27_aarch64.manylinux_2_28_aarch64.whl",
                    "sha256": "0cd5a6c711b5350f3cbc2ac28def81cd1c580075ccb7955e61e9d8f4bfd40d24",
                    "size": 4960702,
                },
                "3.11": {
                    "file": "ml_dtypes-0.5.3-cp311-cp311-manylinux_2_27_aarch64.manylinux_2_28_aarch64.whl",
                    "sha256": "9849ce7267444c0a717c80c6900997de4f36e2815ce34ac560a3edb2d9a64cd2",
                    "size": 4964606,
                },
                "3.12": {
                    "file": "ml_dtypes-0.5.3-cp312-cp312-manylinux_2_27_aarch64.manylinux_2_28_aarch64.whl",
                    "sha256": "1db60c154989af253f6c4a34e8a540c2c9dce4d770784d426945e09908fbb177",
                    "size": 4951313,
                },
                "3.13": {
                    "file": "ml_dtypes-0.5.3-cp313-cp313-manylinux_2_27_aarch64.manylinux_2_28_aarch64.whl",
                    "sha256": "4cae435a68861660af81fa3c5af16b70ca11a17275c5b662d9c6f58294e0f113",
                    "size": 4956217,
                },
            },
            "x86_64": {
                "3.10": {
                    "file": "ml_dtypes-0.5.3-cp310-cp310-manylinux_2_27_x86_64.manylinux_2_28_x86_64.whl",
                    "sha256": "bdcf26c2dbc926b8a35ec8cbfad7eff1a8bd8239e12478caca83a1fc2c400dc2",
                    "size": 4933471,
                },
                "3.11": {
                    "file": "ml_dtypes-0.5.3-cp311-cp311-manylinux_2_27_x86_64.manylinux_2_28_x86_64.whl",
                    "sha256": "c3f5ae0309d9f888fd825c2e9d0241102fadaca81d888f26f845bc8c13c1e4ee",
                    "size": 4938435,
                },
                "3.12": {
                    "file": "ml_dtypes-0.5.3-cp312-cp312-manylinux_2_27_x86_64.manylinux_2_28_x86_64.whl",
                    "sha256": "1b255acada256d1fa8c35ed07b5f6d18bc21d1556f842fbc2d5718aea2cd9e55",
                    "size": 4928805,
                },
                "3.13": {
                    "file": "ml_dtypes-0.5.3-cp313-cp313-manylinux_2_27_x86_64.manylinux_2_28_x86_64.whl",
                    "sha256": "6936283b56d74fbec431ca57ce58a90a908fdbd14d4e2d22eea6d72bb208a7b7",
                    "size": 4933109,
                },
            },
        },
    },
    "numpy": {
        "version": "2.1.3",
        "wheels": {
            "aarch64": {
                "3.10": {
                    "file": "numpy-2.1.3-cp310-cp310-manylinux_2_17_aarch64.manylinux2014_aarch64.whl",
                    "sha256": "e711e02f49e176a01d0349d82cb5f05ba4db7d5e7e0defd026328e5cfb3226d3",
                    "size": 13889862,
                },
                "3.11": {
                    "file": "numpy-2.1.3-cp311-cp311-manylinux_2_17_aarch64.manylinux2014_aarch64.whl",
                    "sha256": "762479be47a4863e261a840e8e01608d124ee1361e48b96916f38b119cfda04a",
                    "size": 13896715,
                },
                "3.12": {
                    "file": "numpy-2.1.3-cp312-cp312-manylinux_2_17_aarch64.manylinux2014_aarch64.whl",
                    "sha256": "8637dcd2caa676e475503d1f8fdb327bc495554e10838019651b76d17b98e512",
                    "size": 13606089,
                },
                "3.13": {
                    "file": "numpy-2.1.3-cp313-cp313-manylinux_2_17_aarch64.manylinux2014_aarch64.whl",
                    "sha256": "c181ba05ce8299c7aa3125c27b9c2167bca4a4445b7ce73d5febc411ca692e43",
                    "size": 13602451,
                },
            },
            "x86_64": {
                "3.10": {
                    "file": "numpy-2.1.3-cp310-cp310-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
                    "sha256": "78574ac2d1a4a02421f25da9559850d59457bac82f2b8d7a44fe83a64f770098",
                    "size": 16328151,
                },
                "3.11": {
                    "file": "numpy-2.1.3-cp311-cp311-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
                    "sha256": "bc6f24b3d1ecc1eebfbf5d6051faa49af40b03be1aaa781ebdadcbc090b4539b",
                    "size": 16339644,
                },
                "3.12": {
                    "file": "numpy-2.1.3-cp312-cp312-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
                    "sha256": "2312b2aa89e1f43ecea6da6ea9a810d06aae08321609d8dc0d0eda6d946a541b",
                    "size": 16043185,
                },
                "3.13": {
                    "file": "numpy-2.1.3-cp313-cp313-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
                    "sha256": "5641516794ca9e5f8a4d17bb45446998c6554704d888f86df9b200e66bdcce56",
                    "size": 16039822,
                },
            },
        },
    },
    "packaging": {
        "version": "26.4",
        "wheels": {
            "any": {
                "any": {
                    "file": "packaging-26.4-py3-none-any.whl",
                    "sha256": "81383611a09c1bc0b08b76e0fd5829d7c6824c65b27a6aee339da133f4233ea2",
                    "size": 140049,
                },
            },
        },
    },
    "pluggy": {
        "version": "1.7.0",
        "wheels": {
            "any": {
                "any": {
                    "file": "pluggy-1.7.0-py3-none-any.whl",
                    "sha256": "7dd7b0d8832ba3cb632c306926ded123429211b83641b35dc5c41ad2d34f9bec",
                    "size": 27082,
                },
            },
        },
    },
    "pybind11": {
        "version": "3.1.0",
        "wheels": {
            "any": {
                "any": {
                    "file": "pybind11-3.1.0-py3-none-any.whl",
                    "sha256": "b8488090f8acffbcb6b5d6a85571a6827a0a2981ffb75e5a0b27b87c4a6b7dd0",
                    "size": 319402,
                },
            },
        },
    },
    "pygments": {
        "version": "2.21.0",
        "wheels": {
            "any": {
                "any": {
                    "file": "pygments-2.21.0-py3-none-any.whl",
                    "sha256": "2363c69b61c4a97c838da3b130dcd6468f4848992b21a82f2a63ec34377137d9",
                    "size": 1250147,
                },
            },
        },
    },
    "pytest": {
        "version": "9.2.0",
        "wheels": {
            "any": {
                "any": {
                    "file": "pytest-9.2.0-py3-none-any.whl",
                    "sha256": "07acdcf88ec174f907dc01af70bf52d49b014bbab03faeeade31c96b18c2e588",
                    "size": 411776,
                },
            },
        },
    },
    "sortedcontainers": {
        "version": "2.4.0",
        "wheels": {
            "any": {
                "any": {
                    "file": "sortedcontainers-2.4.0-py2.py3-none-any.whl",
                    "sha256": "a163dcaede0f1c021485e957a39245190e74249897e2ae4b2aa38595db237ee0",
                    "size": 29575,
                },
            },
        },
    },
    "starlark-pyo3": {
        "version": "2026.1.3",
        "wheels": {
            "aarch64": {
                "3.10": {
                    "file": "starlark_pyo3-2026.1.3-cp310-cp310-manylinux_2_17_aarch64.manylinux2014_aarch64.whl",
                    "sha256": "7db996dfbe3d9a603d20932ca50a535aa7e72d29dd7701b3ffcdf6a751d8f240",
                    "size": 3684347,
                },
                "3.11": {
                    "file": "starlark_pyo3-2026.1.3-cp311-cp311-manylinux_2_17_aarch64.manylinux2014_aarch64.whl",
                    "sha256": "6cb66c9472256506df54576305219cd118593cb64898b781d732eb269ee0b62e",
                    "size": 3685186,
                },
                "3.12": {
                    "file": "starlark_pyo3-2026.1.3-cp312-cp312-manylinux_2_17_aarch64.manylinux2014_aarch64.whl",
                    "sha256": "5da53e4c1cc265ed1acf55a2ca7b27c0e841f18a852635d573d2a0b2401d8f27",
                    "size": 3677882,
                },
                "3.13": {
                    "file": "starlark_pyo3-2026.1.3-cp313-cp313-manylinux_2_17_aarch64.manylinux2014_aarch64.whl",
                    "sha256": "10f3b2588930c66874e4aa0398d3e14cb638d4fc5ca370ebe04c6f4fc69327af",
                    "size": 3677504,
                },
            },
            "x86_64": {
                "3.10": {
                    "file": "starlark_pyo3-2026.1.3-cp310-cp310-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
                    "sha256": "76dab1cda6644b67a08643711b3b80348518eb1c77b1d423badf315f07c83864",
                    "size": 3461908,
                },
                "3.11": {
                    "file": "starlark_pyo3-2026.1.3-cp311-cp311-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
                    "sha256": "d8861a3e0888c784547cd8a7c0e0f4bf8454da4700895a6dd21e28659f23c9c6",
                    "size": 3461591,
                },
                "3.12": {
                    "file": "starlark_pyo3-2026.1.3-cp312-cp312-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
                    "sha256": "6ba8e1036211ca5e921f38e8f78f53da6d56d0617e4b7e127436cf53bd252011",
                    "size": 3457608,
                },
                "3.13": {
                    "file": "starlark_pyo3-2026.1.3-cp313-cp313-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
                    "sha256": "2dcc6fc32f5b12392435709c2e8b824361197ec8c8adb3fc00208d7cac2ee3c0",
                    "size": 3457077,
                },
            },
        },
    },
    "tomli": {
        "version": "2.5.0",
        "wheels": {
            "any": {
                "any": {
                    "file": "tomli-2.5.0-py3-none-any.whl",
                    "sha256": "32a7b79ac57a2e83670ce329ccf675798bc5a2094783a63676866b70503f2e2b",
                    "size": 14765,
                },
            },
        },
    },
    "tosa-tools": {
        "version": "2026.8.0",
        "wheels": {
            "aarch64": {
                "3.10": {
                    "file": "tosa_tools-2026.8.0-cp310-cp310-manylinux_2_27_aarch64.manylinux_2_28_aarch64.whl",
                    "sha256": "9c1a3eb673568a108cae3bb31929b57e58536c73090cfa374e9f580f76da5162",
                    "size": 25048224,
                },
                "3.11": {
                    "file": "tosa_tools-2026.8.0-cp311-cp311-manylinux_2_27_aarch64.manylinux_2_28_aarch64.whl",
                    "sha256": "904b286b6ee3effb52e93a27b3cc8dcef9b156ac6cfd77d6ed509eaa0bdd61f9",
                    "size": 25054324,
                },
                "3.12": {
                    "file": "tosa_tools-2026.8.0-cp312-cp312-manylinux_2_27_aarch64.manylinux_2_28_aarch64.whl",
                    "sha256": "e7a600dba1eb2bbae01931dfcaf3c5a3ca18f58cf414c0241f967e1f2ee8fc98",
                    "size": 25055528,
                },
                "3.13": {
                    "file": "tosa_tools-2026.8.0-cp313-cp313-manylinux_2_27_aarch64.manylinux_2_28_aarch64.whl",
                    "sha256": "c81298b7f3197cd442bf03147609ac2ff8c6f4be31a350d05c6ae95fb0c15b88",
                    "size": 25055157,
                },
            },
            "x86_64": {
                "3.10": {
                    "file": "tosa_tools-2026.8.0-cp310-cp310-manylinux_2_27_x86_64.manylinux_2_28_x86_64.whl",
                    "sha256": "188f4b0ca7f7e3c42b4a62ea58a69292ba1f8150715ce305aa83712fbe9504df",
                    "size": 26775449,
                },
                "3.11": {
                    "file": "tosa_tools-2026.8.0-cp311-cp311-manylinux_2_27_x86_64.manylinux_2_28_x86_64.whl",
                    "sha256": "0d87640eb3d6eb9b6b24362837e00203a8f1b4d8b1e49076b8b093d393e985bf",
                    "size": 26778703,
                },
                "3.12": {
                    "file": "tosa_tools-2026.8.0-cp312-cp312-manylinux_2_27_x86_64.manylinux_2_28_x86_64.whl",
                    "sha256": "4070b1cb2acf6f182b5c0018605b35ebed5d380cac4f1746a7dbb1a5380253bc",
                    "size": 26783225,
                },
                "3.13": {
                    "file": "tosa_tools-2026.8.0-cp313-cp313-manylinux_2_27_x86_64.manylinux_2_28_x86_64.whl",
                    "sha256": "62b7cefd5eb1f23f8219c17470535fc45367959dd09306d27dcc57d666364794",
                    "size": 26783191,
                },
            },
        },
    },
    "typing-extensions": {
        "version": "4.16.0",
        "wheels": {
            "any": {
                "any": {
                    "file": "typing_extensions-4.16.0-py3-none-any.whl",
                    "sha256": "481caa481374e813c1b176ada14e97f1f67a4539ce9cfeb3f350d78d6370c2e8",
                    "size": 45571,
                },
            },
        },
    },
    "ziglang": {
        "version": "0.17.1",
        "wheels": {
            "x86_64": {
                "any": {
                    "file": "ziglang-0.17.1-py3-none-manylinux_2_12_x86_64.manylinux2010_x86_64.musllinux_1_1_x86_64.whl",
                    "sha256": "ea6cc5d87b033cf0aedfbc8f9549a908cae6c50ac31f1698188fa48a74524b54",
                    "size": 101083562,
                },
            },
            "aarch64": {
                "any": {
                    "file": "ziglang-0.17.1-py3-none-manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64.whl",
                    "sha256": "b7c5f02fccd40f89b999ee16a1f5ddced56e6182370f8affe494bcf8a28cf07e",
                    "size": 98063064,
                },
            },
        },
    },
}
