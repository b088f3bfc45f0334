// Which mutants compute the same as the code that they are made of.
#pragma once

#include "code/liveness.h"
#include "code/mutants.h"
#include "code/values.h"

namespace ulna::code {

/// The map must live as long.
class Equivalence {
public:
  explicit Equivalence(const CodeMap& map);

  /// Whether the mutant may differ from the original for some input. If not, there is a place
  /// behind the mutated instruction, in the same block, where each register lane and flag that
  /// anything still reads holds the same value in both, and up to there both load and store the
  /// same.
  bool may_differ(const Mutant& mutant) const;

private:
  bool constant_may_differ(const Mutant& mutant) const;

  /// A constant that is read, or whose address is taken.
  struct Reader {
    size_t instruction;
    uint64_t begin, end;
    bool by_address;
  };

  const CodeMap& map_;
  Values values_;
  Liveness liveness_;
  std::vector<Reader> readers_;
};

} // namespace ulna::code
