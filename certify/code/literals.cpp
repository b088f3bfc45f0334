#include "certify/code/literals.h"

#include "certify/code/decode.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <unordered_set>

namespace ulna::code {
namespace {

/// What people write: neither the bits of small integers, nor masks.
bool is_plausible(float x) {
  constexpr float kLeast = 0x1p-80f, kMost = 0x1p80f;
  const float size = std::fabs(x);
  return size >= kLeast && size <= kMost && size != 1;
}

class Collector {
public:
  explicit Collector(const CodeMap& map) : map_(map) {}

  void take(const Instruction& instruction) {
    const Decoded d = decode(instruction);
    for (const ZydisDecodedOperand& operand : d.visible()) {
      if (operand.type == ZYDIS_OPERAND_TYPE_IMMEDIATE && !operand.imm.is_relative) {
        take_immediate(operand.imm.is_signed ? uint64_t(operand.imm.value.s) : operand.imm.value.u,
                       d.info.operand_width);
      } else if (&operand == d.rip_relative()) {
        if (const auto address = d.target(instruction.address))
          take_constant(map_.constant(*address, operand.size / 8));
      } else if (d.info.mnemonic == ZYDIS_MNEMONIC_LEA &&
                 operand.type == ZYDIS_OPERAND_TYPE_MEMORY && operand.mem.disp.has_displacement) {
        take_integer(operand.mem.disp.value);
        take_integer(-operand.mem.disp.value); // n - 1000u < 8
      }
    }
  }

  Literals literals;

private:
  void take_immediate(uint64_t bits, unsigned width) {
    take_integer(static_cast<int64_t>(bits));
    if (width <= 32) {
      take_float(std::bit_cast<float>(static_cast<uint32_t>(bits)));
    } else {
      take_double(std::bit_cast<double>(bits));
    }
  }

  /// Vectors hold some of either width, often the same over and over.
  void take_constant(std::string_view bytes) {
    for (; bytes.size() >= 4; bytes.remove_prefix(4)) {
      uint32_t word;
      std::memcpy(&word, bytes.data(), sizeof word);
      take_float(std::bit_cast<float>(word));
      if (word <= INT32_MAX) take_integer(word);
      if (bytes.size() % 8 != 0) continue;
      double both;
      std::memcpy(&both, bytes.data(), sizeof both);
      take_double(both);
    }
  }

  void take_double(double x) {
    if (std::fabs(x) <= 0x1p80) take_float(static_cast<float>(x));
  }

  void take_float(float x) {
    if (is_plausible(x) && seen_floats_.insert(std::bit_cast<uint32_t>(x)).second)
      literals.floats.push_back(x);
  }

  void take_integer(int64_t x) {
    if (x >= 2 && x <= INT32_MAX && seen_integers_.insert(x).second)
      literals.integers.push_back(static_cast<int32_t>(x));
  }

  const CodeMap& map_;
  std::unordered_set<uint32_t> seen_floats_;
  std::unordered_set<int64_t> seen_integers_;
};

/// Of each block, whether a jump between it and another one was never taken.
std::vector<bool> beside_what_never_ran(const CodeMap& map, const std::vector<bool>& ran) {
  std::vector<bool> beside(map.blocks.size());
  for (size_t b = 0; b < map.blocks.size(); ++b)
    for (const uint32_t successor : map.blocks[b].successors)
      if (!ran[b] || !ran[successor]) beside[b] = beside[successor] = true;
  return beside;
}

} // namespace

Literals literals_of(const CodeMap& map, const std::vector<bool>& ran) {
  const std::vector<bool> first = beside_what_never_ran(map, ran);
  Collector collector(map);
  for (const bool now : {true, false})
    for (const Instruction& instruction : map.instructions)
      if (first[instruction.block] == now) collector.take(instruction);
  return collector.literals;
}

} // namespace ulna::code
