// Prints how many tables a schema has: parses_schema FILE.

#include <flatbuffers/idl.h>
#include <flatbuffers/util.h>

#include <cstdio>
#include <string>

static_assert(__cplusplus == 201703L, "the toolchain's default is C++17, and no dependency may change it");

int main(int argc, char** argv) {
    std::string text;
    flatbuffers::Parser parser;
    if (argc != 2 || !flatbuffers::LoadFile(argv[1], false, &text) || !parser.Parse(text.c_str())) {
        std::fprintf(stderr, "no schema: %s\n", parser.error_.c_str());
        return 1;
    }
    std::printf("%zu tables\n", parser.structs_.vec.size());
}
