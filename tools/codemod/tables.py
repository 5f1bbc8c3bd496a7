"""What the pure-Python module has, and what it is called in ours. tests/codemod holds it to both modules."""

from __future__ import annotations

OLD = "serializer.tosa_serializer"
UTILS = "serializer.tosa_serializer_utils"
NUMPY_UTILS = "serializer.numpy_utils"
NEW = "tosa_serializer"

# Names of both modules with one meaning.
SAME = frozenset(
    [
        "ConstMode",
        "DType",
        "DTypeNames",
        "IndexCounter",
        "Op",
        "TOSA_VERSION_DRAFT",
        "TOSA_VERSION_MAJOR",
        "TOSA_VERSION_MINOR",
        "TOSA_VERSION_PATCH",
        "TensorDir",
        "TosaSerializer",
        "TosaSerializerAttribute",
        "TosaSerializerBasicBlock",
        "TosaSerializerOperator",
        "TosaSerializerRegion",
        "TosaSerializerShape",
        "TosaSerializerTensor",
        "UNKNOWN_DIM",
    ]
)
RENAMED = {"TosaSerializerOpLocation": "TosaOpLocation"}
# Modules of the tosa package that hold one enum class of the same name, under their names in OLD.
ENUM_MODULES = {"TosaOp": "Op", "TosaDType": "DType"}
ENUMS = {
    "BlockSize": {1: "BLOCK_SIZE_1", 32: "BLOCK_SIZE_32"},
    "NanPropagationMode": {1: "PROPAGATE", 2: "IGNORE"},
    "ResizeMode": {1: "NEAREST", 2: "BILINEAR"},
    "RoundingMode": {1: "SINGLE_ROUND", 2: "INEXACT_ROUND", 3: "DOUBLE_ROUND"},
}
ENUM_CLASSES = frozenset(["DType", "Op", *ENUMS])
UTILITIES = frozenset(["DTypeNames", "dtype_str_to_val"])

# Operators that take None for their attribute, since it has no arguments.
PLAIN_ATTRIBUTES = {
    operator: (special or "".join(word.capitalize() for word in operator.split("_"))) + "Attribute"
    for operator, special in (
        pair.partition(":")[::2]
        for pair in [
            "ABS",
            "ADD",
            "ADD_SHAPE",
            "BITWISE_AND",
            "BITWISE_NOT",
            "BITWISE_OR",
            "BITWISE_XOR",
            "CAST",
            "CEIL",
            "CLZ",
            "CONCAT_SHAPE",
            "CONST",
            "CONST_SHAPE",
            "COS",
            "DIV_CEIL_SHAPE",
            "DIV_FLOOR_SHAPE",
            "EQUAL",
            "ERF",
            "EXP",
            "EXP2_SHAPE",
            "FLOOR",
            "GATHER",
            "GREATER",
            "GREATER_EQUAL",
            "IDENTITY",
            "INTDIV:IntDiv",
            "LOG",
            "LOG2_CEIL_SHAPE",
            "LOG2_FLOOR_SHAPE",
            "LOGICAL_AND",
            "LOGICAL_LEFT_SHIFT",
            "LOGICAL_NOT",
            "LOGICAL_OR",
            "LOGICAL_RIGHT_SHIFT",
            "LOGICAL_XOR",
            "MATMUL:MatMul",
            "MATMUL_T:MatMulT",
            "MAX_SHAPE",
            "MIN_SHAPE",
            "MOD_SHAPE",
            "MUL",
            "MUL_SHAPE",
            "NEGATE",
            "PAD",
            "POW",
            "RECIPROCAL",
            "RESHAPE",
            "ROW_GATHER",
            "RSQRT",
            "SCATTER",
            "SELECT",
            "SIGMOID",
            "SIN",
            "SLICE",
            "SLICE_SHAPE",
            "SUB",
            "SUB_SHAPE",
            "TABLE",
            "TANH",
            "TILE",
            "VARIABLE",
            "VARIABLE_READ",
            "VARIABLE_WRITE",
        ]
    )
}

# Attribute method: position, name and enum of an argument that was an int.
ENUM_ARGUMENTS = {
    "ArgMaxAttribute": (1, "nan_mode", "NanPropagationMode"),
    "CastFromBlockScaledAttribute": (0, "block_size", "BlockSize"),
    "CastToBlockScaledAttribute": (0, "block_size", "BlockSize"),
    "ClampAttribute": (2, "nan_mode", "NanPropagationMode"),
    "Conv2dBlockScaledAttribute": (0, "block_size", "BlockSize"),
    "MatMulTBlockScaledAttribute": (0, "block_size", "BlockSize"),
    "MaxPool2dAdaptiveAttribute": (0, "nan_mode", "NanPropagationMode"),
    "MaxPool2dAttribute": (3, "nan_mode", "NanPropagationMode"),
    "MaximumAttribute": (0, "nan_mode", "NanPropagationMode"),
    "MinimumAttribute": (0, "nan_mode", "NanPropagationMode"),
    "ReduceMaxAttribute": (1, "nan_mode", "NanPropagationMode"),
    "ReduceMinAttribute": (1, "nan_mode", "NanPropagationMode"),
    "RescaleAttribute": (1, "rounding_mode", "RoundingMode"),
    "ReshapeBlockScaledAttribute": (0, "block_size", "BlockSize"),
    "ResizeAttribute": (0, "mode", "ResizeMode"),
    "RowGatherBlockScaledAttribute": (0, "block_size", "BlockSize"),
}
# Attribute method: parameters after the dropped builder, with those that hold bytes and their new names.
BUILDER_METHODS = {
    "ClampAttribute": ("min_val_as_bytes", "max_val_as_bytes", "nan_mode"),
    "CustomAttribute": ("operator_name", "domain_name", "implementation_attrs_as_bytes"),
}

# Method or class: old keyword to new one.
KEYWORDS = {
    "TosaSerializer": {
        f"tosa_version_{part}": f"target{part.capitalize()}" for part in ("major", "minor", "patch", "draft")
    },
    "TosaSerializerShape": {"data": "dims"},
    "TosaSerializerTensor": {"is_variable": "variable"},
    "addTensor": {"is_variable": "variable"},
}
REGION_KEYWORDS = {
    "addConst": {"vals": "data"},
    "addOperator": {"inputs": "input_names", "outputs": "output_names"},
}
# Method or class: position and name of arguments that may not be None any more.
NONE_ARGUMENTS = {
    "TosaSerializer": ((0, "pathPrefix"),),
    "TosaSerializerTensor": ((4, "placeholderFilename"), (7, "variable_name")),
    "addConst": ((3, "name"),),
    "addIntermediate": ((4, "variable_name"),),
    "addTensor": ((4, "placeholderFilename"), (7, "variable_name")),
}

GONE_MEMBERS = {
    "_checkSSAConstraints": "serialize() checks",
    "builder": "the core has no Python builder: drop it",
    "constMode": "keep the mode that you gave yourself",
    "currConstIdx": "the counters are the serializer's own",
    "currInputIdx": "the counters are the serializer's own",
    "currLayerIdx": "the counters are the serializer's own",
    "currResultIdx": "the counters are the serializer's own",
    "currShapeLayerIdx": "the counters are the serializer's own",
    "fpvecs": "read the operator's attributes by their names",
    "indexCounter": "the counters are the serializer's own",
    "int16vecs": "read the operator's attributes by their names",
    "intvecs": "read the operator's attributes by their names",
    "optFcns": "read the operator's attributes by their names",
    "serializeFpVec": "the core writes vectors",
    "serializeInt16Vec": "the core writes vectors",
    "serializeInt32Vec": "the core writes vectors",
    "serializeObjVec": "the core writes vectors",
    "serializeStrVec": "the core writes vectors",
    "serializeUint8Vec": "the core writes vectors",
    "toList": "write [x] yourself",
    "tosa_version_draft": "use getVersion()",
    "tosa_version_major": "use getVersion()",
    "tosa_version_minor": "use getVersion()",
    "tosa_version_patch": "use getVersion()",
    "utype": "use the operator's op",
}
CALLED_MEMBERS = frozenset(["expectedFailure", "expectedFailureDesc"])
# Lists that were the object's own and are copies now.
COPIES = frozenset(["basicBlocks", "inputs", "operators", "outputs", "regions", "shape"])
LIST_CHANGES = frozenset(["append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort"])
MAPS = frozenset(["shapes", "tensors"])
MAP_METHODS = frozenset(["clear", "copy", "get", "items", "pop", "popitem", "setdefault", "update", "values"])
# Calls that make a tensor or shape, whose data are bytes now.
MAKERS = frozenset(
    [
        "TosaSerializerShape",
        "TosaSerializerTensor",
        "addConst",
        "addIntermediate",
        "addIntermediateShape",
        "addOutput",
        "addPlaceholder",
        "addShape",
        "addTensor",
    ]
)
