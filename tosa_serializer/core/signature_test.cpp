#include "signature.h"

#include <set>

#include "check.h"
#include "errors.h"
#include "sample_graph.h"
#include "testing.h"

namespace tosa_core {
namespace {

using namespace testing;

// An operator of that many inputs and outputs with its own attribute.
Operator made(Op kind, std::size_t inputs, std::size_t outputs) {
    Operator result;
    result.op = kind;
    result.attribute = Attribute{find_operator(kind)->attribute, {}};
    const std::vector<std::string> in(inputs, "i");
    const std::vector<std::string> out(outputs, "o");
    result.inputs = {in.begin(), in.end()};
    result.outputs = {out.begin(), out.end()};
    return result;
}

bool fits(Op kind, std::size_t inputs, std::size_t outputs) { return signature_fault(made(kind, inputs, outputs)).empty(); }

TEST(every_operator_fits_its_own_signature) {
    for (const OpInfo& info : operators()) {
        const Signature& signature = signature_of(info.op);
        CHECK(signature.info == &info);
        CHECK(fits(info.op, signature.inputs.least, signature.outputs.least));
        if (signature.inputs.least > 0) CHECK(!fits(info.op, signature.inputs.least - 1, signature.outputs.least));
        if (signature.inputs.most != CountRange::kAny) CHECK(!fits(info.op, signature.inputs.most + 1, signature.outputs.most));
        if (signature.outputs.least > 0) CHECK(!fits(info.op, signature.inputs.least, 0));
    }
}

TEST(identity_reads_and_writes_variables) {
    Operator op = made(tosa::Op_IDENTITY, 1, 1);
    for (const AttributeType type : {tosa::Attribute_VariableReadAttribute, tosa::Attribute_VariableWriteAttribute}) {
        op.attribute = Attribute{type, {}};
        CHECK(signature_fault(op).empty());
    }
    op.attribute = Attribute{tosa::Attribute_VariableAttribute, {}};
    CHECK(!signature_fault(op).empty());
}

TEST(outputs_are_one_but_for_the_exceptions) {
    const std::set<Op> exceptions{tosa::Op_FFT2D,
                                  tosa::Op_RFFT2D,
                                  tosa::Op_CAST_TO_BLOCK_SCALED,
                                  tosa::Op_RESHAPE_BLOCK_SCALED,
                                  tosa::Op_ROW_GATHER_BLOCK_SCALED,
                                  tosa::Op_CUSTOM,
                                  tosa::Op_COND_IF,
                                  tosa::Op_WHILE_LOOP,
                                  tosa::Op_VARIABLE,
                                  tosa::Op_VARIABLE_WRITE,
                                  tosa::Op_ASSERT_EQUAL_SHAPE};
    for (const OpInfo& info : operators()) {
        const CountRange outputs = signature_of(info.op).outputs;
        CHECK((outputs.least == 1 && outputs.most == 1) != exceptions.contains(info.op));
    }
    CHECK(fits(tosa::Op_FFT2D, 2, 2));
    CHECK(fits(tosa::Op_VARIABLE_READ, 0, 1));
    CHECK(fits(tosa::Op_VARIABLE, 0, 0));
    CHECK(fits(tosa::Op_WHILE_LOOP, 0, 0));
    CHECK(fits(tosa::Op_COND_IF, 1, 0));
    CHECK(!fits(tosa::Op_COND_IF, 0, 0));
}

TEST(casts_of_block_scaled_data_have_the_specification_s_counts) {
    CHECK(fits(tosa::Op_CAST_TO_BLOCK_SCALED, 1, 2));
    CHECK(!fits(tosa::Op_CAST_TO_BLOCK_SCALED, 2, 1));
    CHECK(fits(tosa::Op_CAST_FROM_BLOCK_SCALED, 2, 1));
    CHECK(!fits(tosa::Op_CAST_FROM_BLOCK_SCALED, 1, 1));
}

TEST(block_scaled_lists_give_as_many_as_they_take) {
    CHECK(fits(tosa::Op_RESHAPE_BLOCK_SCALED, 2, 1));
    CHECK(fits(tosa::Op_RESHAPE_BLOCK_SCALED, 3, 2));
    CHECK(fits(tosa::Op_ROW_GATHER_BLOCK_SCALED, 3, 1));
    CHECK(fits(tosa::Op_ROW_GATHER_BLOCK_SCALED, 4, 2));
    CHECK(signature_fault(made(tosa::Op_RESHAPE_BLOCK_SCALED, 3, 1)) == "it has 1 output, expected 2 for 3 inputs");
    CHECK(signature_fault(made(tosa::Op_ROW_GATHER_BLOCK_SCALED, 3, 2)) == "it has 2 outputs, expected 1 for 3 inputs");
}

TEST(faults_say_what_was_found_and_expected) {
    CHECK(signature_fault(made(tosa::Op_MUL, 2, 1)) == "it has 2 inputs, expected 3");
    CHECK(signature_fault(made(tosa::Op_CONCAT, 0, 1)) == "it has 0 inputs, expected 1 or more");
    CHECK(signature_fault(made(tosa::Op_RESHAPE_BLOCK_SCALED, 1, 1)) == "it has 1 input, expected 2 to 3");
    CHECK(signature_fault(made(tosa::Op_ADD, 2, 0)) == "it has 0 outputs, expected 1");
    Operator op = made(tosa::Op_ADD, 2, 1);
    op.attribute->type = tosa::Attribute_SubAttribute;
    CHECK(signature_fault(op) == "it has the attribute Sub, expected the attribute Add");
    op.attribute->type = tosa::Attribute_NONE;
    CHECK(signature_fault(op) == "it has no attribute, expected the attribute Add");
    op.op = tosa::Op_UNKNOWN;
    CHECK(signature_fault(op) == "TOSA has no such operator");
    op.op = static_cast<Op>(tosa::Op_MAX + 7);
    CHECK(signature_fault(op) == "TOSA has no such operator");
}

TEST(places_of_shapes_follow_op_def) {
    const auto shapes = [](Op kind, std::size_t count) {
        std::string text;
        for (std::size_t i = 0; i < count; ++i) text += signature_of(kind).is_shape(i, count) ? 'S' : 'T';
        return text;
    };
    CHECK(shapes(tosa::Op_PAD, 3) == "TST");
    CHECK(shapes(tosa::Op_RESIZE, 4) == "TSSS");
    CHECK(shapes(tosa::Op_SLICE_SHAPE, 3) == "STT");
    CHECK(shapes(tosa::Op_CONCAT_SHAPE, 3) == "SSS");
    CHECK(shapes(tosa::Op_RESHAPE_BLOCK_SCALED, 2) == "TS");
    CHECK(shapes(tosa::Op_RESHAPE_BLOCK_SCALED, 3) == "TTS");
    CHECK(shapes(tosa::Op_CONCAT, 3) == "TTT");
    CHECK(signature_of(tosa::Op_DIM).gives_shapes && signature_of(tosa::Op_CONST_SHAPE).gives_shapes);
    CHECK(!signature_of(tosa::Op_RESHAPE).gives_shapes);
}

TEST(a_graph_with_a_wrong_operator_is_refused_by_number_and_block) {
    const auto refusal = [](Op kind, std::vector<std::string> inputs, std::vector<std::string> outputs) {
        Graph graph = sample_graph();
        Operator changed = made(kind, 0, 0);
        changed.inputs = {inputs.begin(), inputs.end()};
        changed.outputs = {outputs.begin(), outputs.end()};
        only_block(graph).operators[1] = std::make_shared<Operator>(std::move(changed));
        return message_of<ValueError>([&] { write_checked(graph, kDefaultCap); });
    };
    CHECK(refusal(tosa::Op_ABS, {"x"}, {"y"}).empty());
    CHECK(refusal(tosa::Op_RESHAPE, {"x", "s"}, {"y"}).empty());
    CHECK(refusal(tosa::Op_ABS, {"x", "w"}, {"y"}) == "operator 1 (ABS) in block 'main': it has 2 inputs, expected 1");
    CHECK(refusal(tosa::Op_ABS, {"s"}, {"y"}) == "operator 1 (ABS) in block 'main': its input 's' is a shape, expected a tensor");
    CHECK(refusal(tosa::Op_RESHAPE, {"x", "w"}, {"y"}) ==
          "operator 1 (RESHAPE) in block 'main': its input 'w' is a tensor, expected a shape");
    CHECK(refusal(tosa::Op_DIM, {"x"}, {"y"}) ==
          "operator 1 (DIM) in block 'main': its output 'y' is a tensor, expected a shape");
    CHECK(refusal(tosa::Op_ABS, {"x"}, {"s"}) ==
          "operator 1 (ABS) in block 'main': its output 's' is a shape, expected a tensor");
}

}  // namespace
}  // namespace tosa_core
