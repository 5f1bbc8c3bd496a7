"""What the repository of pip's packages has in its requirements.bzl."""

all_requirements = []

def requirement(name):
    return "@pip//" + name.lower().replace("-", "_").replace(".", "_")

def data_requirement(name):
    return requirement(name) + ":data"

def dist_info_requirement(name):
    return requirement(name) + ":dist_info"

def entry_point(_package, script = None):
    return "@pip//:" + (script or "entry_point")
