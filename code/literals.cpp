#include "code/literals.h"

#include "code/decode.h"

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

  /// `divides`: something in its block does.
  void take(const Instruction& instruction, bool divides) {
    const Decoded d = decode(instruction);
    take_moduli(d, divides);
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
  void take_moduli(const Decoded& d, bool divides) {
    for (const ZydisDecodedOperand& operand : d.visible()) {
      if (operand.type != ZYDIS_OPERAND_TYPE_IMMEDIATE || operand.imm.is_relative) continue;
      switch (d.info.mnemonic) {
      case ZYDIS_MNEMONIC_AND:
      case ZYDIS_MNEMONIC_TEST:
        if (std::has_single_bit(operand.imm.value.u + 1)) take_modulus(operand.imm.value.u + 1);
        break;
      case ZYDIS_MNEMONIC_IMUL:
        take_modulus(operand.imm.value.u);
        take_inverse(static_cast<uint32_t>(operand.imm.value.u));
        [[fallthrough]];
      case ZYDIS_MNEMONIC_MOV:
        take_reciprocal(operand.imm.value.u, d.info.operand_width);
        [[fallthrough]];
      default:
        if (divides) take_modulus(operand.imm.value.u);
      }
    }
  }

  /// Compilers divide by a number through a product with 2^n over the number, rounded up, which is
  /// the same for twice the number. What leaves a rest of the largest leaves it of the others.
  void take_reciprocal(uint64_t bits, unsigned width) {
    constexpr int kMostShift = 16;
    constexpr double kMost = 1 << 15;
    const uint64_t upper = bits >> 32;
    if (width < 64 || upper == 0 || upper == UINT32_MAX) {
      bits &= UINT32_MAX;
      width = 32;
    }
    if (bits >> (width - 8) == 0) return;
    uint64_t largest = 0;
    for (int shift = 0; shift <= kMostShift; ++shift) {
      const auto power = static_cast<__uint128_t>(1) << (int(width) + shift);
      // Its uppermost bit may be left to an addition.
      for (const __uint128_t whole :
           {__uint128_t{bits}, __uint128_t{bits} + (__uint128_t{1} << width)}) {
        const double number = std::round(static_cast<double>(power) / static_cast<double>(whole));
        if (number <= kMost && number > 1 && power / uint64_t(number) + 1 == whole)
          largest = std::max(largest, uint64_t(number));
      }
    }
    if (largest != 0) take_modulus(largest);
  }

  /// Compilers ask whether an odd number divides by a product with its inverse modulo 2^32, and for
  /// some times that number alike.
  void take_inverse(uint32_t factor) {
    constexpr uint64_t kMost = 1 << 15, kTimes = 8;
    if (factor % 2 == 0) return;
    uint32_t number = factor; // right in three bits, and in twice as many after each step
    for (int bits = 3; bits < 32; bits *= 2) number *= 2 - factor * number;
    if (number <= kMost) take_modulus(kTimes * number);
  }

  void take_modulus(uint64_t x) {
    if (x >= kLeastModulus && x <= kMostModulus && seen_moduli_.insert(x).second)
      literals.moduli.push_back(static_cast<int32_t>(x));
  }

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

  /// Every rest that smaller ones leave is met with any 16 counts in a row.
  static constexpr uint64_t kLeastModulus = 17, kMostModulus = 1 << 20;

  const CodeMap& map_;
  std::unordered_set<uint64_t> seen_moduli_;
  std::unordered_set<uint32_t> seen_floats_;
  std::unordered_set<int64_t> seen_integers_;
};

/// Of each block, whether an instruction of it divides.
std::vector<bool> with_division(const CodeMap& map) {
  std::vector<bool> divides(map.blocks.size());
  for (const Instruction& instruction : map.instructions) {
    const ZydisMnemonic mnemonic = decode(instruction).info.mnemonic;
    if (mnemonic == ZYDIS_MNEMONIC_DIV || mnemonic == ZYDIS_MNEMONIC_IDIV)
      divides[instruction.block] = true;
  }
  return divides;
}

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
  const std::vector<bool> divides = with_division(map);
  Collector collector(map);
  for (const bool now : {true, false})
    for (const Instruction& instruction : map.instructions)
      if (first[instruction.block] == now) collector.take(instruction, divides[instruction.block]);
  return collector.literals;
}

} // namespace ulna::code
