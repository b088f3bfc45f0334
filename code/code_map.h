// Which instructions of a library an operation can reach, by disassembly: nothing is run.
#pragma once

#include "code/instruction.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ulna::code {

/// A run of instructions that is entered at its first one only, and left behind its last one only.
/// Calls end a block too, for they may not return: where a block was entered, all of it but the
/// rest behind an instruction that raised a signal was executed.
struct Block {
  uint64_t address = 0;
  uint64_t end = 0;
  uint32_t first = 0; ///< index into CodeMap::instructions; they follow one another
  uint32_t count = 0;
  uint32_t function = 0;            ///< index into CodeMap::functions
  std::vector<uint32_t> successors; ///< indices of blocks, sorted; not those of a call's callee
  /// Whether there are other successors, or may be: an indirect jump that was not understood.
  bool open = false;
  /// The imported function that the call at its end leads to, or empty.
  std::string calls;
  /// Whether an exception may come back into its function, in the middle of a block too: landing
  /// pads are not followed.
  bool landed_in = false;
};

struct Function {
  uint64_t address = 0;    ///< of the symbol
  std::string name;        ///< demangled; in hex, where there is no symbol
  bool by_address = false; ///< whether its address is taken, so that anybody may call it
};

/// What the map cannot tell: code that may be reached through it is missing.
struct Gap {
  uint64_t address = 0; ///< of the instruction
  std::string what;
};

class CodeMap {
public:
  std::vector<Instruction> instructions; ///< sorted by address; they do not overlap
  std::vector<Block> blocks;             ///< sorted by address
  std::vector<Function> functions;       ///< sorted by address; those that have blocks
  std::vector<Gap> gaps;                 ///< sorted by address
  std::vector<uint64_t> entries;         ///< as they were given
  /// Why there is no map, or empty. With an obstacle all else is empty.
  std::string obstacle;

  /// The instruction that begins at the address, or null.
  const Instruction* find(uint64_t address) const;

  /// The block that holds the instruction at the address, or null.
  const Block* block_at(uint64_t address) const;

  /// The bytes of the file that are loaded at [address, address + size), where the library neither
  /// writes nor the loader changes them and no instruction of the map lies; else empty.
  std::string_view constant(uint64_t address, uint64_t size) const;

private:
  friend class Descent;
  struct Constants;
  std::shared_ptr<const Constants> constants_;
};

/// Follows all jumps and direct calls from the entries, inside the executable sections. Followed
/// as well: function symbols whose address is taken by `lea`, or lies in an object that is
/// referred to (a table of virtual functions). Calls of imported functions are not, nor are the
/// landing pads of exceptions, which no jump leads to. A jump through a table is followed where its
/// bound and its table are certain. Never guesses: each instruction of the map is one that a jump,
/// a call or the instruction before it leads to. Never throws: what is malformed is an obstacle.
CodeMap map_code(std::string file, const std::vector<uint64_t>& entries);

} // namespace ulna::code
