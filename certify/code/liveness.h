// Which mutants change only what nothing reads.
#pragma once

#include "certify/code/effect.h"
#include "certify/code/mutants.h"

namespace ulna::code {

/// Follows registers, lane by lane, and flags through the code, backwards. A return leads to
/// nothing but what the System V ABI says is kept or returned: from the map's entries, which are
/// operations, a whole number. Of a function that the code calls itself everything is: compilers
/// agree on more there. Memory is not followed: what is stored is read. What is not known reads
/// everything. The map must live as long.
class Liveness {
public:
  explicit Liveness(const CodeMap& map);

  /// Whether the mutant may differ from the original for some input. If not, each register lane
  /// and flag that anything reads behind the instruction gets the same value, and memory too.
  bool may_differ(const Mutant& mutant) const;

private:
  bool constant_may_differ(const Mutant& mutant) const;
  enum class Reached : uint8_t { entered, by_address, called }; ///< how, in the worst case
  std::vector<Reached> reached() const;
  void follow(const std::vector<Effect>& effects);
  /// What is read behind a block for the way it ends, and whether it ends with a call or a return,
  /// before which that is live as well.
  struct End {
    Units live;
    bool leaves;
  };
  End end_of(const Block& block, Reached how) const;
  Units before_block(const Block& block, const End& end, Units live,
                     const std::vector<Effect>& effects);

  /// A constant that is read, or whose address is taken.
  struct Reader {
    size_t instruction;
    uint64_t begin, end;
    bool by_address;
  };

  const CodeMap& map_;
  std::vector<Reader> readers_;
  std::vector<Units> after_; ///< live behind each instruction
};

} // namespace ulna::code
