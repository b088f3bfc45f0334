#include "code/opcodes.h"

#include <algorithm>
#include <initializer_list>
#include <span>

namespace ulna::code {
namespace {

/// Opcodes that become each other, of one map. Source: Intel SDM volume 2, appendix A.
struct Group {
  MutantKind kind;
  std::initializer_list<uint8_t> opcodes;
};

constexpr auto kArithmetic = MutantKind::arithmetic;
constexpr auto kSelection = MutantKind::selection;

/// Map 0F: SSE and AVX arithmetic has the same opcodes in all of its encodings.
const Group kMap0f[] = {
    {kArithmetic, {0x58, 0x59, 0x5c, 0x5d, 0x5e, 0x5f}}, // add mul sub min div max
    {kArithmetic, {0x51, 0x52, 0x53}},                   // sqrt rsqrt rcp
    {kArithmetic, {0x54, 0x55, 0x56, 0x57}},             // and andn or xor
    {kArithmetic, {0xdb, 0xdf, 0xeb, 0xef}},             // pand pandn por pxor
    {kArithmetic, {0x7c, 0x7d, 0xd0}},                   // hadd hsub addsub
    {kArithmetic, {0xfc, 0xf8, 0xec, 0xdc}},             // paddb psubb, saturating
    {kArithmetic, {0xf8, 0xe8, 0xd8}},
    {kArithmetic, {0xfd, 0xf9, 0xed, 0xdd}}, // the same for words
    {kArithmetic, {0xf9, 0xe9, 0xd9}},
    {kArithmetic, {0xfe, 0xfa}}, // paddd psubd
    {kArithmetic, {0xd4, 0xfb}}, // paddq psubq
    {kArithmetic, {0xfe, 0xd4}}, // other widths
    {kArithmetic, {0xfe, 0xfd}},
    {kArithmetic, {0xfa, 0xfb}},
    {kArithmetic, {0x64, 0x74}}, // pcmpgt pcmpeq
    {kArithmetic, {0x65, 0x75}},
    {kArithmetic, {0x66, 0x76}},
    {kArithmetic, {0xda, 0xde}},       // pminub pmaxub
    {kArithmetic, {0xea, 0xee}},       // pminsw pmaxsw
    {kArithmetic, {0xd1, 0xe1, 0xf1}}, // psrl psra psll
    {kArithmetic, {0xd2, 0xe2, 0xf2}},
    {kArithmetic, {0xd3, 0xf3}},
    {kArithmetic, {0xd5, 0xe5, 0xe4}}, // pmullw pmulhw pmulhuw
    {kArithmetic, {0x63, 0x67}},       // packsswb packuswb
    {kArithmetic, {0xb6, 0xbe}},       // movzx movsx
    {kArithmetic, {0xb7, 0xbf}},
    {kArithmetic, {0xab, 0xb3, 0xbb}}, // bts btr btc
    {kArithmetic, {0xbc, 0xbd}},       // bsf bsr
    {kArithmetic, {0x98, 0x99}},       // kortest ktest; setcc is left out below
    {kSelection, {0x14, 0x15}},        // unpckl unpckh
    {kSelection, {0x60, 0x68}},
    {kSelection, {0x61, 0x69}},
    {kSelection, {0x62, 0x6a}},
    {kSelection, {0x6c, 0x6d}},
    {kSelection, {0x12, 0x16}}, // movlps movhps; movsldup movshdup
    {kSelection, {0x13, 0x17}},
    {MutantKind::rounding, {0x2c, 0x2d}}, // cvttss2si cvtss2si
};

/// Map 0F with VEX: masks.
const Group kMap0fVex[] = {
    {kArithmetic, {0x41, 0x42, 0x45, 0x46, 0x47}}, // kand kandn kor kxnor kxor
};

const Group kMap0f38[] = {
    {kArithmetic, {0x38, 0x3c}}, // pmin pmax
    {kArithmetic, {0x39, 0x3d, 0x3b}}, {kArithmetic, {0x3b, 0x3f}},
    {kArithmetic, {0x3a, 0x3e}},       {kArithmetic, {0x29, 0x37}},       // pcmpeqq pcmpgtq
    {kArithmetic, {0x01, 0x05}},                                          // phadd phsub
    {kArithmetic, {0x02, 0x06}},       {kArithmetic, {0x1c, 0x1d, 0x1e}}, // pabs
    {kArithmetic, {0x20, 0x30}},                                          // pmovsx pmovzx
    {kArithmetic, {0x21, 0x31}},       {kArithmetic, {0x22, 0x32}},
    {kArithmetic, {0x23, 0x33}},       {kArithmetic, {0x24, 0x34}},
    {kArithmetic, {0x25, 0x35}},       {kArithmetic, {0x45, 0x46, 0x47}}, // vpsrlv vpsrav vpsllv
    {kArithmetic, {0x4c, 0x4e}},                                          // vrcp14 vrsqrt14
    {kArithmetic, {0x4d, 0x4f}},       {MutantKind::order, {0x75, 0x7d}}, // vpermi2 vpermt2
    {MutantKind::order, {0x76, 0x7e}}, {MutantKind::order, {0x77, 0x7f}},
};

const Group kMap0f3a[] = {
    {kArithmetic, {0x30, 0x32}}, // kshiftr kshiftl
    {kArithmetic, {0x31, 0x33}},
};

/// Operations that share an opcode and are told apart by modrm.reg.
struct RegGroup {
  ZydisOpcodeMap map;
  std::initializer_list<uint8_t> opcodes;
  std::initializer_list<uint8_t> regs;
};

const RegGroup kRegs[] = {
    {ZYDIS_OPCODE_MAP_DEFAULT, {0xc0, 0xc1, 0xd0, 0xd1, 0xd2, 0xd3}, {4, 5, 7}}, // shl shr sar
    {ZYDIS_OPCODE_MAP_DEFAULT, {0xc0, 0xc1, 0xd0, 0xd1, 0xd2, 0xd3}, {0, 1}},    // rol ror
    {ZYDIS_OPCODE_MAP_DEFAULT, {0xfe, 0xff}, {0, 1}},                            // inc dec
    {ZYDIS_OPCODE_MAP_DEFAULT, {0xf6, 0xf7}, {2, 3}},                            // not neg
    {ZYDIS_OPCODE_MAP_DEFAULT, {0xf6, 0xf7}, {4, 5}},                            // mul imul
    {ZYDIS_OPCODE_MAP_DEFAULT, {0xf6, 0xf7}, {6, 7}},                            // div idiv
    // fadd fmul fsub fsubr fdiv fdivr
    {ZYDIS_OPCODE_MAP_DEFAULT, {0xd8, 0xda, 0xdc, 0xde}, {0, 1, 4, 5, 6, 7}},
    {ZYDIS_OPCODE_MAP_0F, {0xba}, {5, 6, 7}},       // bts btr btc
    {ZYDIS_OPCODE_MAP_0F, {0x71, 0x72}, {2, 4, 6}}, // psrl psra psll
    {ZYDIS_OPCODE_MAP_0F, {0x73}, {2, 6}},          // psrlq psllq
    {ZYDIS_OPCODE_MAP_0F, {0x73}, {3, 7}},          // psrldq pslldq
    {ZYDIS_OPCODE_MAP_0F38, {0xf3}, {1, 2, 3}},     // blsr blsmsk blsi
};

/// The operations of the opcodes 00 to 3D and 80 to 83, by their number there.
enum Alu : uint8_t { kAdd, kOr, kAdc, kSbb, kAnd, kSub, kXor, kCmp };

std::span<const Alu> other_alu(Alu op) {
  static constexpr Alu kOfAdd[] = {kSub, kOr}, kOfOr[] = {kAnd, kXor}, kOfAdc[] = {kAdd, kSbb},
                       kOfSbb[] = {kSub, kAdc}, kOfAnd[] = {kOr, kXor}, kOfSub[] = {kAdd, kXor},
                       kOfXor[] = {kOr, kAnd}, kOfCmp[] = {kSub};
  switch (op) {
  case kAdd:
    return kOfAdd;
  case kOr:
    return kOfOr;
  case kAdc:
    return kOfAdc;
  case kSbb:
    return kOfSbb;
  case kAnd:
    return kOfAnd;
  case kSub:
    return kOfSub;
  case kXor:
    return kOfXor;
  default:
    return kOfCmp;
  }
}

class Operations {
public:
  Operations(const Instruction& instruction, const Decoded& d)
      : d_(d), code_(instruction.code()), opcode_(d.info.opcode), at_(opcode_offset(d)) {}

  std::vector<OtherByte> run() {
    const bool vex = d_.info.encoding != ZYDIS_INSTRUCTION_ENCODING_LEGACY;
    switch (d_.info.opcode_map) {
    case ZYDIS_OPCODE_MAP_DEFAULT:
      general();
      break;
    case ZYDIS_OPCODE_MAP_0F:
      if (!vex && is_conditional()) break;
      if (vex) of_groups(kMap0fVex);
      of_groups(kMap0f);
      if (opcode_ == 0x5b) truncation();
      break;
    case ZYDIS_OPCODE_MAP_0F38:
      of_groups(kMap0f38);
      fused();
      if (vex && opcode_ == 0xf7) implied_prefixes({1, 2, 3}); // shlx sarx shrx
      if (vex && opcode_ == 0xf5) implied_prefixes({2, 3});    // pext pdep
      break;
    case ZYDIS_OPCODE_MAP_0F3A:
      if (vex) of_groups(kMap0f3a);
      break;
    default:
      break;
    }
    of_regs();
    return std::move(out_);
  }

private:
  bool is_conditional() const {
    const auto category = d_.info.meta.category;
    return category == ZYDIS_CATEGORY_CMOV || category == ZYDIS_CATEGORY_SETCC ||
           category == ZYDIS_CATEGORY_COND_BR;
  }

  void add(MutantKind kind, size_t offset, unsigned value) {
    out_.push_back({kind, offset, uint8_t(value)});
  }

  void of_groups(std::span<const Group> groups) {
    for (const Group& g : groups)
      if (std::find(g.opcodes.begin(), g.opcodes.end(), opcode_) != g.opcodes.end())
        for (const uint8_t other : g.opcodes) add(g.kind, at_, other);
  }

  void set_reg(unsigned reg) {
    const size_t modrm = d_.info.raw.modrm.offset;
    add(kArithmetic, modrm, (uint8_t(code_[modrm]) & 0xc7U) | reg << 3);
  }

  void of_regs() {
    if (!d_.has(ZYDIS_ATTRIB_HAS_MODRM)) return;
    const uint8_t reg = d_.info.raw.modrm.reg & 7;
    for (const RegGroup& g : kRegs)
      if (g.map == d_.info.opcode_map &&
          std::find(g.opcodes.begin(), g.opcodes.end(), opcode_) != g.opcodes.end() &&
          std::find(g.regs.begin(), g.regs.end(), reg) != g.regs.end())
        for (const uint8_t other : g.regs) set_reg(other);
  }

  void general() {
    if (opcode_ < 0x40 && (opcode_ & 7) < 6) {
      const auto op = Alu(opcode_ >> 3);
      for (const Alu other : other_alu(op)) add(kArithmetic, at_, other << 3U | (opcode_ & 7U));
      // cmp and test, which reads its operands in either order
      constexpr uint8_t kTests[] = {0x84, 0x85, 0x84, 0x85, 0xa8, 0xa9};
      if (op == kCmp) add(kArithmetic, at_, kTests[opcode_ & 7]);
    }
    if (opcode_ == 0x80 || opcode_ == 0x81 || opcode_ == 0x83)
      for (const Alu other : other_alu(Alu(d_.info.raw.modrm.reg & 7))) set_reg(other);
    // test becomes cmp
    if (opcode_ == 0x84 || opcode_ == 0x85) add(kArithmetic, at_, opcode_ - 0x84U + 0x38U);
    if (opcode_ == 0xa8 || opcode_ == 0xa9) add(kArithmetic, at_, opcode_ - 0xa8U + 0x3cU);
    if (opcode_ == 0x63) add(kArithmetic, at_, 0x8b); // movsxd, mov
  }

  /// cvtps2dq and cvttps2dq differ in the prefix, 66 or F3.
  void truncation() {
    implied_prefixes({1, 2}, MutantKind::rounding);
    if (d_.info.encoding != ZYDIS_INSTRUCTION_ENCODING_LEGACY) return;
    for (size_t i = 0; i < d_.info.raw.prefix_count; ++i) {
      const uint8_t prefix = d_.info.raw.prefixes[i].value;
      if (prefix == 0x66 || prefix == 0xf3) add(MutantKind::rounding, i, 0x66 ^ 0xf3 ^ prefix);
    }
  }

  void implied_prefixes(std::initializer_list<unsigned> all, MutantKind kind = kArithmetic) {
    const auto offset = implied_prefix_offset(d_);
    if (!offset) return;
    const unsigned byte = uint8_t(code_[*offset]);
    if (std::find(all.begin(), all.end(), byte & 3) == all.end()) return;
    for (const unsigned other : all) add(kind, *offset, (byte & 0xfcU) | other);
  }

  /// The high half of the opcode says which operands are multiplied, the low half the signs.
  void fused() {
    const unsigned high = opcode_ >> 4, low = opcode_ & 15;
    if (high < 9 || high > 0xb || low < 6) return;
    if (low < 8) {
      add(MutantKind::fused, at_, opcode_ ^ 1U);
    } else {
      for (unsigned sign = 8; sign < 16; sign += 2)
        add(MutantKind::fused, at_, high << 4 | sign | (low & 1));
    }
    for (unsigned order = 9; order <= 0xb; ++order) add(MutantKind::fused, at_, order << 4 | low);
  }

  const Decoded& d_;
  std::string_view code_;
  const uint8_t opcode_;
  const size_t at_;
  std::vector<OtherByte> out_;
};

} // namespace

std::vector<OtherByte> other_operations(const Instruction& instruction, const Decoded& d) {
  return Operations(instruction, d).run();
}

std::vector<OtherByte> other_conditions(const Decoded& d) {
  const bool one_byte = d.info.opcode_map == ZYDIS_OPCODE_MAP_DEFAULT;
  const uint8_t opcode = d.info.opcode;
  const bool conditional = one_byte
                               ? opcode >> 4 == 7
                               : d.info.opcode_map == ZYDIS_OPCODE_MAP_0F &&
                                     d.info.encoding == ZYDIS_INSTRUCTION_ENCODING_LEGACY &&
                                     (opcode >> 4 == 4 || opcode >> 4 == 8 || opcode >> 4 == 9);
  if (!conditional) return {};
  const size_t at = opcode_offset(d);
  std::vector<OtherByte> out{{MutantKind::condition, at, uint8_t(opcode ^ 1)}};
  switch (opcode & 15) {
  case 0x2: // below, and not above
  case 0x3:
  case 0x6:
  case 0x7:
    out.push_back({MutantKind::condition, at, uint8_t(opcode ^ 4)});
    break;
  case 0xc: // less, and not greater
  case 0xd:
  case 0xe:
  case 0xf:
    out.push_back({MutantKind::condition, at, uint8_t(opcode ^ 2)});
    break;
  default:
    break;
  }
  return out;
}

} // namespace ulna::code
