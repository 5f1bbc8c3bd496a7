"""Programs of others that read our files, and their wheels. Made by third-party/lock.py from readers/."""

READERS = {
    "model-explorer": {
        "packages": [
            "ai-edge-model-explorer-0.1.34",
            "blinker-1.9.0",
            "certifi-2026.10.19.post1",
            "charset-normalizer-3.5.3",
            "click-8.5.1",
            "dacite-1.9.2",
            "flask-3.1.3",
            "flatbuffers-25.2.10",
            "idna-3.20",
            "itsdangerous-2.2.0",
            "jinja2-3.1.6",
            "markupsafe-3.0.4",
            "numpy-2.1.3",
            "packaging-26.4",
            "portpicker-1.6.0",
            "requests-2.34.2",
            "termcolor-3.3.0",
            "tosa-adapter-model-explorer-0.1.0",
            "typing-extensions-4.16.0",
            "urllib3-2.8.0",
            "watchdog-6.0.0",
            "werkzeug-3.1.9",
        ],
        "pythons": [
            "3.10",
            "3.11",
            "3.12",
        ],
    },
    "tosa-tools-2026.5.0": {
        "packages": [
            "flatbuffers-24.3.25",
            "ml-dtypes-0.5.1",
            "numpy-2.1.3",
            "tosa-tools-2026.5.0",
        ],
        "pythons": [
            "3.10",
            "3.11",
            "3.12",
            "3.13",
        ],
    },
    "vela-4.4.1": {
        "packages": [
            "ethos-u-vela-4.4.1",
            "flatbuffers-24.3.25",
            "lxml-6.0.0",
            "numpy-2.1.3",
        ],
        "pythons": [
            "3.10",
            "3.11",
            "3.12",
            "3.13",
        ],
    },
    "vela-5.1.0": {
        "packages": [
            "ethos-u-vela-5.1.0",
            "flatbuffers-24.3.25",
            "numpy-2.1.3",
        ],
        "pythons": [
            "3.10",
            "3.11",
            "3.12",
            "3.13",
        ],
    },
    "vela-5.2.0": {
        "packages": [
            "ethos-u-vela-5.2.0",
            "flatbuffers-25.2.10",
            "numpy-2.1.3",
        ],
        "pythons": [
            "3.10",
            "3.11",
            "3.12",
            "3.13",
        ],
    },
}

READER_PINS = {
    "ai-edge-model-explorer-0.1.34": {
        "version": "0.1.34",
        "wheels": {
            "any": {
                "any": {
                    "file": "ai_edge_model_explorer-0.1.34-py3-none-any.whl",
                    "sha256": "75f8ca718e2c7a479827ac41650496d6616d6eb597b13c657c806a294ab1768c",
                    "size": 2207944,
                },
            },
        },
    },
    "blinker-1.9.0": {
        "version": "1.9.0",
        "wheels": {
            "any": {
                "any": {
                    "file": "blinker-1.9.0-py3-none-any.whl",
                    "sha256": "ba0efaa9080b619ff2f3459d1d500c57bddea4a6b424b60a91141db6fd2f08bc",
                    "size": 8458,
                },
            },
        },
    },
    "certifi-2026.10.19.post1": {
        "version": "2026.10.19.post1",
        "wheels": {
            "any": {
                "any": {
                    "file": "certifi-2026.10.19.post1-py3-none-any.whl",
                    "sha256": "1324c476b4811eff41a8bc2122cd0bbd4d9c7234c725446d99ab1612b3a7fdd2",
                    "size": 134047,
                },
            },
        },
    },
    "charset-normalizer-3.5.3": {
        "version": "3.5.3",
        "wheels": {
            "any": {
                "any": {
                    "file": "charset_normalizer-3.5.3-py3-none-any.whl",
                    "sha256": "96e268b0cbda016ac519513294fcd17032264085b600abaac58b93049477e132",
                    "size": 68878,
                },
            },
        },
    },
    "click-8.5.1": {
        "version": "8.5.1",
        "wheels": {
            "any": {
                "any": {
                    "file": "click-8.5.1-py3-none-any.whl",
                    "sha256": "8bb5376d2006950386f8c6427613334a2acadc5f559cb80e638d00b4df957e37",
                    "size": 126163,
                },
            },
        },
    },
    "dacite-1.9.2": {
        "version": "1.9.2",
        "wheels": {
            "any": {
                "any": {
                    "file": "dacite-1.9.2-py3-none-any.whl",
                    "sha256": "053f7c3f5128ca2e9aceb66892b1a3c8936d02c686e707bee96e19deef4bc4a0",
                    "size": 16600,
                },
            },
        },
    },
    "ethos-u-vela-4.4.1": {
        "version": "4.4.1",
        "wheels": {
            "aarch64": {
                "3.10": {
                    "file": "ethos_u_vela-4.4.1-cp310-cp310-manylinux_2_17_aarch64.manylinux2014_aarch64.whl",
                    "sha256": "ab81b3eaf7b60c7ab2e558f0d6fc95c078d6315ca49cf09d6efb4d4cc0973bb7",
                    "size": 1749944,
                },
                "3.11": {
                    "file": "ethos_u_vela-4.4.1-cp311-cp311-manylinux_2_17_aarch64.manylinux2014_aarch64.whl",
                    "sha256": "45a53cd014caced4d22765ecf6d1f0b92bdc6225817560ce53e1f187d408015a",
                    "size": 1750588,
                },
                "3.12": {
                    "file": "ethos_u_vela-4.4.1-cp312-cp312-manylinux_2_17_aarch64.manylinux2014_aarch64.whl",
                    "sha256": "556650908e70fa2fd122d52ac013ebd4b3dc0c29acbe07f3399b88c2b3fda75b",
                    "size": 1750209,
                },
                "3.13": {
                    "file": "ethos_u_vela-4.4.1-cp313-cp313-manylinux_2_17_aarch64.manylinux2014_aarch64.whl",
                    "sha256": "ca762fe4b66a3deff3f4f764b304714a9bfc1c0f46448263582531907197cba9",
                    "size": 1750126,
                },
            },
            "x86_64": {
                "3.10": {
                    "file": "ethos_u_vela-4.4.1-cp310-cp310-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
                    "sha256": "d591d4ccc2e6c9cbcde1858c5e3d75f5b74294437eb8b4fceeb9594b69ea698e",
                    "size": 1856224,
                },
                "3.11": {
                    "file": "ethos_u_vela-4.4.1-cp311-cp311-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
                    "sha256": "508c59146397d9b5f13ad822f4f02de99427514424cb88388ace1af6d56795eb",
                    "size": 1857420,
                },
                "3.12": {
                    "file": "ethos_u_vela-4.4.1-cp312-cp312-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
                    "sha256": "00ec92caa2323c7ef327a2c9486e002a6221748a7830809d9b9c42f1533cca3e",
                    "size": 1857856,
                },
                "3.13": {
                    "file": "ethos_u_vela-4.4.1-cp313-cp313-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
                    "sha256": "c2e6cd0460601256dd4e3e6fdbe56fc7024dad1aa7823317c31e840836fd0b20",
                    "size": 1858070,
                },
            },
        },
    },
    "ethos-u-vela-5.1.0": {
        "version": "5.1.0",
        "wheels": {
            "aarch64": {
                "3.10": {
                    "file": "ethos_u_vela-5.1.0-cp310-cp310-manylinux_2_17_aarch64.manylinux2014_aarch64.whl",
                    "sha256": "1851873aac9d277fd89ce970cf4507456bd75d3903d4091baece9fd93a44ea6b",
                    "size": 1873551,
                },
                "3.11": {
                    "file": "ethos_u_vela-5.1.0-cp311-cp311-manylinux_2_17_aarch64.manylinux2014_aarch64.whl",
                    "sha256": "b27d01cb6e3e6b527406416e3bc13d5fffbd3c95663457af049e06c0e501500d",
                    "size": 1874443,
                },
                "3.12": {
                    "file": "ethos_u_vela-5.1.0-cp312-cp312-manylinux_2_17_aarch64.manylinux2014_aarch64.whl",
                    "sha256": "24c5c5f8d046c4bf34e3ea9a22cecbdcbaf1c9010d4ccfa6b780e903e43fdc9a",
                    "size": 1874461,
                },
                "3.13": {
                    "file": "ethos_u_vela-5.1.0-cp313-cp313-manylinux_2_17_aarch64.manylinux2014_aarch64.whl",
                    "sha256": "60cfdec5fb5cc7a8e8f4c1d6f3ff68ce872c8f1f20e0d6bce479dcb39e3356d2",
                    "size": 1874003,
                },
            },
            "x86_64": {
                "3.10": {
                    "file": "ethos_u_vela-5.1.0-cp310-cp310-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
                    "sha256": "028f31502045c6de61800dab2a2327903c78f8d03da5c3f16297ac77e0f83460",
                    "size": 1986439,
                },
                "3.11": {
                    "file": "ethos_u_vela-5.1.0-cp311-cp311-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
                    "sha256": "dbee0172b6c1aa3bc48f53fe2fe95b24da3265f836742ab93244e37c6f648276",
                    "size": 1987689,
                },
                "3.12": {
                    "file": "ethos_u_vela-5.1.0-cp312-cp312-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
                    "sha256": "030d66891de585c7ecaea2e661903872cc8505bcf0a30e7224013510472ad605",
                    "size": 1987592,
                },
                "3.13": {
                    "file": "ethos_u_vela-5.1.0-cp313-cp313-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
                    "sha256": "3427c97dea913627b540d30f5a110d0dce96baf9ecb81c862d59fcc153e1f601",
                    "size": 1987325,
                },
            },
        },
    },
    "ethos-u-vela-5.2.0": {
        "version": "5.2.0",
        "wheels": {
            "aarch64": {
                "3.10": {
                    "file": "ethos_u_vela-5.2.0-cp310-cp310-manylinux_2_17_aarch64.manylinux2014_aarch64.whl",
                    "sha256": "8766faf814e65cee5f52b36739249a4a29eab2e10514a3d84c08cf94a5d5a2da",
                    "size": 1922734,
                },
                "3.11": {
                    "file": "ethos_u_vela-5.2.0-cp311-cp311-manylinux_2_17_aarch64.manylinux2014_aarch64.whl",
                    "sha256": "d0d331819e9cf9f3460509ebe45e7493d8ec1aa2e1c947e4b9eb86df12672a95",
                    "size": 1923344,
                },
                "3.12": {
                    "file": "ethos_u_vela-5.2.0-cp312-cp312-manylinux_2_17_aarch64.manylinux2014_aarch64.whl",
                    "sha256": "317928cc8421ef6ca58c62210b545f4c6eff0d08d73c6fdf42aaa83604d707e2",
                    "size": 1925263,
                },
                "3.13": {
                    "file": "ethos_u_vela-5.2.0-cp313-cp313-manylinux_2_17_aarch64.manylinux2014_aarch64.whl",
                    "sha256": "777aad78787f30ca26ccf8f822502b5ff8976b6c0d89c24fbd7884957dba2a0f",
                    "size": 1925317,
                },
            },
            "x86_64": {
                "3.10": {
                    "file": "ethos_u_vela-5.2.0-cp310-cp310-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
                    "sha256": "34f52bd9d9722dc8b4980bbc2ad4ce4b4009c7e879a66c02c82d085e5a85b109",
                    "size": 2037857,
                },
                "3.11": {
                    "file": "ethos_u_vela-5.2.0-cp311-cp311-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
                    "sha256": "a12db89e014ad0d19f1a5156ec1ba45e0d0f30d3428f4ca8abea88e3d64a0ad2",
                    "size": 2039118,
                },
                "3.12": {
                    "file": "ethos_u_vela-5.2.0-cp312-cp312-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
                    "sha256": "24be89efcb10f1711ea10b25246e7ce97d487716eb80bcc69f9b182c1298153c",
                    "size": 2040980,
                },
                "3.13": {
                    "file": "ethos_u_vela-5.2.0-cp313-cp313-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
                    "sha256": "d0c8b0efbf839851ce78904c972161fe53704ee5acf42e372c5a5b1ab2881468",
                    "size": 2040986,
                },
            },
        },
    },
    "flask-3.1.3": {
        "version": "3.1.3",
        "wheels": {
            "any": {
                "any": {
                    "file": "flask-3.1.3-py3-none-any.whl",
                    "sha256": "f4bcbefc124291925f1a26446da31a5178f9483862233b23c0c96a20701f670c",
                    "size": 103424,
                },
            },
        },
    },
    "flatbuffers-24.3.25": {
        "version": "24.3.25",
        "wheels": {
            "any": {
                "any": {
                    "file": "flatbuffers-24.3.25-py2.py3-none-any.whl",
                    "sha256": "8dbdec58f935f3765e4f7f3cf635ac3a77f83568138d6a2311f524ec96364812",
                    "size": 26784,
                },
            },
        },
    },
    "flatbuffers-25.2.10": {
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
    "idna-3.20": {
        "version": "3.20",
        "wheels": {
            "any": {
                "any": {
                    "file": "idna-3.20-py3-none-any.whl",
                    "sha256": "ab7ae7122974553370f0bdb919e1a960b2cd1bc1ef0276416d896db81c14582c",
                    "size": 69583,
                },
            },
        },
    },
    "itsdangerous-2.2.0": {
        "version": "2.2.0",
        "wheels": {
            "any": {
                "any": {
                    "file": "itsdangerous-2.2.0-py3-none-any.whl",
                    "sha256": "c6242fc49e35958c8b15141343aa660db5fc54d4f13a1db01a3f5891b98700ef",
                    "size": 16234,
                },
            },
        },
    },
    "jinja2-3.1.6": {
        "version": "3.1.6",
        "wheels": {
            "any": {
                "any": {
                    "file": "jinja2-3.1.6-py3-none-any.whl",
                    "sha256": "85ece4451f492d0c13c5dd7c13a64681a86afae63a5f347908daf103ce6d2f67",
                    "size": 134899,
                },
            },
        },
    },
    "lxml-6.0.0": {
        "version": "6.0.0",
        "wheels": {
            "aarch64": {
                "3.10": {
                    "file": "lxml-6.0.0-cp310-cp310-manylinux_2_27_aarch64.manylinux_2_28_aarch64.whl",
                    "sha256": "e2030956cf4886b10be9a0285c6802e078ec2391e1dd7ff3eb509c2c95a69b76",
                    "size": 5076973,
                },
                "3.11": {
                    "file": "lxml-6.0.0-cp311-cp311-manylinux_2_27_aarch64.manylinux_2_28_aarch64.whl",
                    "sha256": "f720a14aa102a38907c6d5030e3d66b3b680c3e6f6bc95473931ea3c00c59967",
                    "size": 5031713,
                },
                "3.12": {
                    "file": "lxml-6.0.0-cp312-cp312-manylinux_2_27_aarch64.manylinux_2_28_aarch64.whl",
                    "sha256": "390240baeb9f415a82eefc2e13285016f9c8b5ad71ec80574ae8fa9605093cd7",
                    "size": 5025457,
                },
                "3.13": {
                    "file": "lxml-6.0.0-cp313-cp313-manylinux_2_27_aarch64.manylinux_2_28_aarch64.whl",
                    "sha256": "9f4b481b6cc3a897adb4279216695150bbe7a44c03daba3c894f49d2037e0a24",
                    "size": 5021931,
                },
            },
            "x86_64": {
                "3.10": {
                    "file": "lxml-6.0.0-cp310-cp310-manylinux_2_27_x86_64.manylinux_2_28_x86_64.whl",
                    "sha256": "4d23854ecf381ab1facc8f353dcd9adeddef3652268ee75297c1164c987c11dc",
                    "size": 5297795,
                },
                "3.11": {
                    "file": "lxml-6.0.0-cp311-cp311-manylinux_2_27_x86_64.manylinux_2_28_x86_64.whl",
                    "sha256": "c2a5e8d207311a0170aca0eb6b160af91adc29ec121832e4ac151a57743a1e1e",
                    "size": 5232417,
                },
                "3.12": {
                    "file": "lxml-6.0.0-cp312-cp312-manylinux_2_27_x86_64.manylinux_2_28_x86_64.whl",
                    "sha256": "ca50bd612438258a91b5b3788c6621c1f05c8c478e7951899f492be42defc0da",
                    "size": 5257565,
                },
                "3.13": {
                    "file": "lxml-6.0.0-cp313-cp313-manylinux_2_27_x86_64.manylinux_2_28_x86_64.whl",
                    "sha256": "2ae06fbab4f1bb7db4f7c8ca9897dc8db4447d1a2b9bee78474ad403437bcc29",
                    "size": 5247467,
                },
            },
        },
    },
    "markupsafe-3.0.4": {
        "version": "3.0.4",
        "wheels": {
            "aarch64": {
                "3.10": {
                    "file": "markupsafe-3.0.4-cp310-cp310-manylinux2014_aarch64.manylinux_2_17_aarch64.manylinux_2_28_aarch64.whl",
                    "sha256": "cf63c214fe879a65e69a386f915e36104fc84254ab141240f8854602d8e0be2a",
                    "size": 22081,
                },
                "3.11": {
                    "file": "markupsafe-3.0.4-cp311-cp311-manylinux2014_aarch64.manylinux_2_17_aarch64.manylinux_2_28_aarch64.whl",
                    "sha256": "849dd2bb0e5e4ab2b71c7191726a4a8d5aa8a610daa584728cbee0b710ddc4ef",
                    "size": 24321,
                },
                "3.12": {
                    "file": "markupsafe-3.0.4-cp312-cp312-manylinux2014_aarch64.manylinux_2_17_aarch64.manylinux_2_28_aarch64.whl",
                    "sha256": "6a45c3d514f2436064db00d7fc8778d888f0236ebfed649b53d13a59e69ad51b",
                    "size": 24363,
                },
                "3.13": {
                    "file": "markupsafe-3.0.4-cp313-cp313-manylinux2014_aarch64.manylinux_2_17_aarch64.manylinux_2_28_aarch64.whl",
                    "sha256": "7018d4af1cd272e847aa5917983ab5e83e4f6579f9dbfecd4a79c0ca80b144c2",
                    "size": 24395,
                },
            },
            "x86_64": {
                "3.10": {
                    "file": "markupsafe-3.0.4-cp310-cp310-manylinux2014_x86_64.manylinux_2_17_x86_64.manylinux_2_28_x86_64.whl",
                    "sha256": "d1aca03ede943eb80ab3d63bb082c84b7aab85ea83bd0fd0c200260945fb49d9",
                    "size": 20712,
                },
                "3.11": {
                    "file": "markupsafe-3.0.4-cp311-cp311-manylinux2014_x86_64.manylinux_2_17_x86_64.manylinux_2_28_x86_64.whl",
                    "sha256": "6da83a088f8ef93b2d483a8232a4dbf4d69d3d8496b568a03c56becac43e1808",
                    "size": 22961,
                },
                "3.12": {
                    "file": "markupsafe-3.0.4-cp312-cp312-manylinux2014_x86_64.manylinux_2_17_x86_64.manylinux_2_28_x86_64.whl",
                    "sha256": "8e124f974786f831d6043728e38296969d3579db8896fe004682f5758e613581",
                    "size": 22985,
                },
                "3.13": {
                    "file": "markupsafe-3.0.4-cp313-cp313-manylinux2014_x86_64.manylinux_2_17_x86_64.manylinux_2_28_x86_64.whl",
                    "sha256": "434139499bb20b502ed3baa1f169e618f924a97e7a777fea1a49446d80106cf6",
                    "size": 23017,
                },
            },
        },
    },
    "ml-dtypes-0.5.1": {
        "version": "0.5.1",
        "wheels": {
            "aarch64": {
                "3.10": {
                    "file": "ml_dtypes-0.5.1-cp310-cp310-manylinux_2_17_aarch64.manylinux2014_aarch64.whl",
                    "sha256": "810512e2eccdfc3b41eefa3a27402371a3411453a1efc7e9c000318196140fed",
                    "size": 4621075,
                },
                "3.11": {
                    "file": "ml_dtypes-0.5.1-cp311-cp311-manylinux_2_17_aarch64.manylinux2014_aarch64.whl",
                    "sha256": "7000b6e4d8ef07542c05044ec5d8bbae1df083b3f56822c3da63993a113e716f",
                    "size": 4625792,
                },
                "3.12": {
                    "file": "ml_dtypes-0.5.1-cp312-cp312-manylinux_2_17_aarch64.manylinux2014_aarch64.whl",
                    "sha256": "6f76232163b5b9c34291b54621ee60417601e2e4802a188a0ea7157cd9b323f4",
                    "size": 4635946,
                },
                "3.13": {
                    "file": "ml_dtypes-0.5.1-cp313-cp313-manylinux_2_17_aarch64.manylinux2014_aarch64.whl",
                    "sha256": "c9945669d3dadf8acb40ec2e57d38c985d8c285ea73af57fc5b09872c516106d",
                    "size": 4638365,
                },
            },
            "x86_64": {
                "3.10": {
                    "file": "ml_dtypes-0.5.1-cp310-cp310-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
                    "sha256": "141b2ea2f20bb10802ddca55d91fe21231ef49715cfc971998e8f2a9838f3dbe",
                    "size": 4738414,
                },
                "3.11": {
                    "file": "ml_dtypes-0.5.1-cp311-cp311-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
                    "sha256": "c09526488c3a9e8b7a23a388d4974b670a9a3dd40c5c8a61db5593ce9b725bab",
                    "size": 4743893,
                },
                "3.12": {
                    "file": "ml_dtypes-0.5.1-cp312-cp312-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
                    "sha256": "ad4953c5eb9c25a56d11a913c2011d7e580a435ef5145f804d98efa14477d390",
                    "size": 4694804,
                },
                "3.13": {
                    "file": "ml_dtypes-0.5.1-cp313-cp313-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
                    "sha256": "bf9975bda82a99dc935f2ae4c83846d86df8fd6ba179614acac8e686910851da",
                    "size": 4702722,
                },
            },
        },
    },
    "numpy-2.1.3": {
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
    "packaging-26.4": {
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
    "portpicker-1.6.0": {
        "version": "1.6.0",
        "wheels": {
            "any": {
                "any": {
                    "file": "portpicker-1.6.0-py3-none-any.whl",
                    "sha256": "b2787a41404cf7edbe29b07b9e0ed863b09f2665dcc01c1eb0c2261c1e7d0755",
                    "size": 16613,
                },
            },
        },
    },
    "requests-2.34.2": {
        "version": "2.34.2",
        "wheels": {
            "any": {
                "any": {
                    "file": "requests-2.34.2-py3-none-any.whl",
                    "sha256": "2a0d60c172f83ac6ab31e4554906c0f3b3588d37b5cb939b1c061f4907e278e0",
                    "size": 73075,
                },
            },
        },
    },
    "termcolor-3.3.0": {
        "version": "3.3.0",
        "wheels": {
            "any": {
                "any": {
                    "file": "termcolor-3.3.0-py3-none-any.whl",
                    "sha256": "cf642efadaf0a8ebbbf4bc7a31cec2f9b5f21a9f726f4ccbb08192c9c26f43a5",
                    "size": 7734,
                },
            },
        },
    },
    "tosa-adapter-model-explorer-0.1.0": {
        "version": "0.1.0",
        "wheels": {
            "any": {
                "any": {
                    "file": "tosa_adapter_model_explorer-0.1.0-py3-none-any.whl",
                    "sha256": "fe61a564c39b00799a4b82c0f56a050eb73a14e1d731d6a915ef6083a4452916",
                    "size": 44868,
                },
            },
        },
    },
    "tosa-tools-2026.5.0": {
        "version": "2026.5.0",
        "wheels": {
            "aarch64": {
                "3.10": {
                    "file": "tosa_tools-2026.5.0-cp310-cp310-manylinux_2_27_aarch64.manylinux_2_28_aarch64.whl",
                    "sha256": "485a4968ba29d0ddadadabbe4c740151e1e3f82de3aafed6d488d2ef43cc8570",
                    "size": 34612326,
                },
                "3.11": {
                    "file": "tosa_tools-2026.5.0-cp311-cp311-manylinux_2_27_aarch64.manylinux_2_28_aarch64.whl",
                    "sha256": "c775fa5e8ec681b5e28e2ad914050adc40733532bb4f4a562e80cd6a58593fe5",
                    "size": 34616625,
                },
                "3.12": {
                    "file": "tosa_tools-2026.5.0-cp312-cp312-manylinux_2_27_aarch64.manylinux_2_28_aarch64.whl",
                    "sha256": "bcb0efc24fa00425e2518991cf872f9628ad0687022872f3c90547309344b967",
                    "size": 34616528,
                },
                "3.13": {
                    "file": "tosa_tools-2026.5.0-cp313-cp313-manylinux_2_27_aarch64.manylinux_2_28_aarch64.whl",
                    "sha256": "39280426d531656d1815b1c94f0ccbc4d5cb893e66ceda6618b6220621ced4e8",
                    "size": 34615319,
                },
            },
            "x86_64": {
                "3.10": {
                    "file": "tosa_tools-2026.5.0-cp310-cp310-manylinux_2_27_x86_64.manylinux_2_28_x86_64.whl",
                    "sha256": "fe7b9c4e698310c60bbf047eae4741cd4bc458c9df3bedd179f5f2bb8f075bd3",
                    "size": 38122423,
                },
                "3.11": {
                    "file": "tosa_tools-2026.5.0-cp311-cp311-manylinux_2_27_x86_64.manylinux_2_28_x86_64.whl",
                    "sha256": "db94e2d5513c210b27bc7d707479ed8a6f6db38e2daead7b0d8742d90045c9e6",
                    "size": 38124069,
                },
                "3.12": {
                    "file": "tosa_tools-2026.5.0-cp312-cp312-manylinux_2_27_x86_64.manylinux_2_28_x86_64.whl",
                    "sha256": "145ad87ee4b0fb9061bec0c327d33260510fe0939452239bb349507d405bbe5a",
                    "size": 38126634,
                },
                "3.13": {
                    "file": "tosa_tools-2026.5.0-cp313-cp313-manylinux_2_27_x86_64.manylinux_2_28_x86_64.whl",
                    "sha256": "418392eb7e7d884c39b6b4ce0047b9368a20b4940832c30f6640975870e826d9",
                    "size": 38125596,
                },
            },
        },
    },
    "typing-extensions-4.16.0": {
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
    "urllib3-2.8.0": {
        "version": "2.8.0",
        "wheels": {
            "any": {
                "any": {
                    "file": "urllib3-2.8.0-py3-none-any.whl",
                    "sha256": "0cf3cae568d36aa9576b28dfb35f11328f1cb974ca7647d9475ebb86c75ac6e3",
                    "size": 135717,
                },
            },
        },
    },
    "watchdog-6.0.0": {
        "version": "6.0.0",
        "wheels": {
            "aarch64": {
                "any": {
                    "file": "watchdog-6.0.0-py3-none-manylinux2014_aarch64.whl",
                    "sha256": "7607498efa04a3542ae3e05e64da8202e58159aa1fa4acddf7678d34a35d4f13",
                    "size": 79079,
                },
            },
            "x86_64": {
                "any": {
                    "file": "watchdog-6.0.0-py3-none-manylinux2014_x86_64.whl",
                    "sha256": "20ffe5b202af80ab4266dcd3e91aae72bf2da48c0d33bdb15c66658e685e94e2",
                    "size": 79078,
                },
            },
        },
    },
    "werkzeug-3.1.9": {
        "version": "3.1.9",
        "wheels": {
            "any": {
                "any": {
                    "file": "werkzeug-3.1.9-py3-none-any.whl",
                    "sha256": "6392e50c78460ba618e5b21f08a71f59c99ce99cdc6cf6e3dd7e6ccca8754fab",
                    "size": 228700,
                },
            },
        },
    },
}
