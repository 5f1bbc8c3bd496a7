"""Another flatbuffers, beside the program."""
