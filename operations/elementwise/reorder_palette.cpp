// The contract of reorder_palette.

#include "operations/elementwise/elementwise.h"
#include "operations/list.h"
#include "operations/shared/generate.h"

namespace ulna {
namespace {

enum : int { kJoints, kPalette };

constexpr Contract kContract{
    .version = 1,
    .summary = "row r of joints[i] is column r of palette[i], for the first three columns",
    .domain = "any bits",
    .footprint = "reads palette (16-byte aligned; column 3 takes no part); writes the 48 bytes of "
                 "each matrix of joints (16) and nothing else; the arrays do not overlap",
    .bound = "none: the same bits",
    .source = "L. Davies, Optimized CPU-based Skinning for 3D Games, 2004",
};

class Reordered : public Evaluator {
public:
  explicit Reordered(const Case& c) : palette_(c.arrays[kPalette]) {}

  void expect(size_t /*array*/, size_t joint, reference::Rung, Expectation& e) const override {
    for (size_t row = 0; row < 3; ++row) {
      for (size_t column = 0; column < 4; ++column) {
        const size_t word = 4 * row + column;
        e.clause[word] = Clause::copied;
        e.bits[word] = palette_.word(16 * joint + 4 * column + row);
      }
    }
  }

private:
  const Array& palette_;
};

} // namespace

const Operation& reorder_palette() {
  static const Operation op = [] {
    Operation o = elementwise::operation();
    o.name = "reorder_palette";
    o.member = offsetof(ulna_port, reorder_palette);
    o.arrays = {{"joints", "ffffffffffff", 16, true, "4x4"},
                {"palette", "ffffffffffffffff", 16, false, "4x4"}};
    o.element = "joint";
    o.contract = kContract;
    o.evaluate = [](const Case& c) -> std::unique_ptr<Evaluator> {
      return std::make_unique<Reordered>(c);
    };
    o.enter_domain = [](Case&) {};
    o.generate = generate_reorder_palette;
    o.num_edge_cases = num_elementwise_edge_cases(false);
    return o;
  }();
  return op;
}

} // namespace ulna
