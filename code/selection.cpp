#include "code/selection.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>

namespace ulna::code {
namespace {

constexpr int kZero = -1;
constexpr int kOther = 1000; // where the lanes of the second source begin

using Lanes = std::vector<int>;

/// Two sources, of which lanes are chosen.
struct Sources {
  int second = kOther;    ///< the number of its lane 0: both may be one register
  bool in_memory = false; ///< the second one
  unsigned bits = 128;    ///< of the result
};

/// The whole register: Zydis reports only part of some operands.
unsigned width_of(const ZydisDecodedOperand& o) {
  return o.type == ZYDIS_OPERAND_TYPE_REGISTER
             ? ZydisRegisterGetWidth(ZYDIS_MACHINE_MODE_LONG_64, o.reg.value)
             : o.size;
}

Sources sources(const Decoded& d) {
  Sources s;
  const auto all = sources_of(d);
  s.bits = width_of(d.all[0]);
  if (all.size() < 2) return s;
  const ZydisDecodedOperand& last = *all.back();
  s.in_memory = last.type == ZYDIS_OPERAND_TYPE_MEMORY;
  if (same_register(*all[all.size() - 2], last)) s.second = 0;
  return s;
}

/// In each part of four lanes, the fields of two bits choose: the first `from_first` of the first
/// source, the others of the second.
Lanes four_fields(unsigned imm, unsigned lanes, unsigned from_first, int second) {
  Lanes out;
  for (unsigned i = 0; i < lanes; ++i)
    out.push_back((i % 4 < from_first ? 0 : second) + int(i / 4 * 4 + (imm >> (i % 4 * 2) & 3)));
  return out;
}

Lanes pairs(unsigned imm, unsigned lanes, int odd) {
  Lanes out;
  for (unsigned i = 0; i < lanes; ++i)
    out.push_back((i % 2 ? odd : 0) + int(i / 2 * 2 + (imm >> i & 1)));
  return out;
}

Lanes blend(unsigned imm, unsigned lanes, int second) {
  Lanes out;
  for (unsigned i = 0; i < lanes; ++i) out.push_back((imm >> (i % 8) & 1 ? second : 0) + int(i));
  return out;
}

Lanes insert_float(unsigned imm, const Sources& s) {
  Lanes out{0, 1, 2, 3};
  out[imm >> 4 & 3] = s.second + (s.in_memory ? 0 : int(imm >> 6));
  for (unsigned i = 0; i < 4; ++i)
    if (imm >> i & 1) out[i] = kZero;
  return out;
}

/// The second source below the first, shifted right by so many lanes: parts of `width` lanes each
/// for themselves.
Lanes align(unsigned count, unsigned lanes, unsigned width, int second) {
  Lanes out;
  for (unsigned i = 0; i < lanes; ++i) {
    const unsigned from = i % width + count, part = i / width * width;
    out.push_back(from < width       ? second + int(part + from)
                  : from < 2 * width ? int(part + from - width)
                                     : kZero);
  }
  return out;
}

Lanes halves(unsigned imm, int second) {
  Lanes out;
  for (unsigned i = 0; i < 2; ++i) {
    const unsigned field = imm >> (4 * i) & 15;
    out.push_back(field & 8 ? kZero : (field & 2 ? second : 0) + int(field & 1));
  }
  return out;
}

/// 128-bit parts: the lower half of the result from the first source, the upper one from the
/// second.
Lanes parts(unsigned imm, unsigned number, int second) {
  const unsigned bits = number == 2 ? 1 : 2;
  Lanes out;
  for (unsigned i = 0; i < number; ++i)
    out.push_back((i < number / 2 ? 0 : second) + int(imm >> (i * bits) & (number - 1)));
  return out;
}

/// Which bits of a truth table the sources can ask for, where some of them are one register.
unsigned ternary(const Decoded& d, unsigned imm) {
  const auto all = sources_of(d);
  if (all.size() != 3) return imm;
  unsigned out = 0;
  for (unsigned row = 0; row < 8; ++row) {
    const auto bit = [&](unsigned source) { return row >> (2 - source) & 1; };
    bool possible = true;
    for (unsigned a = 0; a < 3; ++a)
      for (unsigned b = 0; b < a; ++b)
        possible &= bit(a) == bit(b) || !same_register(*all[a], *all[b]);
    if (possible) out |= imm & 1U << row;
  }
  return out;
}

std::optional<Lanes> lanes(const Decoded& d, unsigned imm) {
  const Sources s = sources(d);
  switch (d.info.mnemonic) {
  case ZYDIS_MNEMONIC_SHUFPS:
  case ZYDIS_MNEMONIC_VSHUFPS:
    return four_fields(imm, s.bits / 32, 2, s.second);
  case ZYDIS_MNEMONIC_PSHUFD:
  case ZYDIS_MNEMONIC_VPSHUFD:
  case ZYDIS_MNEMONIC_VPERMILPS:
    return four_fields(imm, s.bits / 32, 4, 0);
  case ZYDIS_MNEMONIC_VPERMQ:
  case ZYDIS_MNEMONIC_VPERMPD:
    return four_fields(imm, s.bits / 64, 4, 0);
  case ZYDIS_MNEMONIC_SHUFPD:
  case ZYDIS_MNEMONIC_VSHUFPD:
    return pairs(imm, s.bits / 64, s.second);
  case ZYDIS_MNEMONIC_VPERMILPD:
    return pairs(imm, s.bits / 64, 0);
  case ZYDIS_MNEMONIC_BLENDPS:
  case ZYDIS_MNEMONIC_VBLENDPS:
  case ZYDIS_MNEMONIC_VPBLENDD:
    return blend(imm, s.bits / 32, s.second);
  case ZYDIS_MNEMONIC_BLENDPD:
  case ZYDIS_MNEMONIC_VBLENDPD:
    return blend(imm, s.bits / 64, s.second);
  case ZYDIS_MNEMONIC_PBLENDW:
  case ZYDIS_MNEMONIC_VPBLENDW:
    return blend(imm, s.bits / 16, s.second);
  case ZYDIS_MNEMONIC_INSERTPS:
  case ZYDIS_MNEMONIC_VINSERTPS:
    return insert_float(imm, s);
  case ZYDIS_MNEMONIC_PALIGNR:
  case ZYDIS_MNEMONIC_VPALIGNR:
    return s.bits < 128 ? align(imm, 8, 8, s.second) : align(imm, s.bits / 8, 16, s.second);
  case ZYDIS_MNEMONIC_VALIGND:
    return align(imm % (s.bits / 32), s.bits / 32, s.bits / 32, s.second);
  case ZYDIS_MNEMONIC_VALIGNQ:
    return align(imm % (s.bits / 64), s.bits / 64, s.bits / 64, s.second);
  case ZYDIS_MNEMONIC_VPERM2F128:
  case ZYDIS_MNEMONIC_VPERM2I128:
    return halves(imm, s.second);
  case ZYDIS_MNEMONIC_VSHUFF32X4:
  case ZYDIS_MNEMONIC_VSHUFF64X2:
  case ZYDIS_MNEMONIC_VSHUFI32X4:
  case ZYDIS_MNEMONIC_VSHUFI64X2:
    return parts(imm, s.bits / 128, s.second);
  default:
    return std::nullopt;
  }
}

/// How many places an immediate tells apart that takes out, or puts in, a part of a register; 0
/// where it is of another kind.
unsigned places(const Decoded& d) {
  const unsigned to = width_of(d.all[0]);
  switch (d.info.mnemonic) {
  case ZYDIS_MNEMONIC_VEXTRACTF128:
  case ZYDIS_MNEMONIC_VEXTRACTI128:
  case ZYDIS_MNEMONIC_VEXTRACTF32X4:
  case ZYDIS_MNEMONIC_VEXTRACTF32X8:
  case ZYDIS_MNEMONIC_VEXTRACTF64X2:
  case ZYDIS_MNEMONIC_VEXTRACTF64X4:
  case ZYDIS_MNEMONIC_VEXTRACTI32X4:
  case ZYDIS_MNEMONIC_VEXTRACTI32X8:
  case ZYDIS_MNEMONIC_VEXTRACTI64X2:
  case ZYDIS_MNEMONIC_VEXTRACTI64X4: {
    const auto all = sources_of(d);
    return all.empty() || to == 0 ? 0 : width_of(*all.back()) / to;
  }
  case ZYDIS_MNEMONIC_VINSERTF128:
  case ZYDIS_MNEMONIC_VINSERTI128:
  case ZYDIS_MNEMONIC_VINSERTF32X4:
  case ZYDIS_MNEMONIC_VINSERTF32X8:
  case ZYDIS_MNEMONIC_VINSERTF64X2:
  case ZYDIS_MNEMONIC_VINSERTF64X4:
  case ZYDIS_MNEMONIC_VINSERTI32X4:
  case ZYDIS_MNEMONIC_VINSERTI32X8:
  case ZYDIS_MNEMONIC_VINSERTI64X2:
  case ZYDIS_MNEMONIC_VINSERTI64X4: {
    const auto all = sources_of(d);
    return all.empty() || width_of(*all.back()) == 0 ? 0 : to / width_of(*all.back());
  }
  case ZYDIS_MNEMONIC_PEXTRB:
  case ZYDIS_MNEMONIC_VPEXTRB:
  case ZYDIS_MNEMONIC_PINSRB:
  case ZYDIS_MNEMONIC_VPINSRB:
    return 16;
  case ZYDIS_MNEMONIC_PEXTRW:
  case ZYDIS_MNEMONIC_VPEXTRW:
  case ZYDIS_MNEMONIC_PINSRW:
  case ZYDIS_MNEMONIC_VPINSRW:
    return 8;
  case ZYDIS_MNEMONIC_PEXTRD:
  case ZYDIS_MNEMONIC_VPEXTRD:
  case ZYDIS_MNEMONIC_PINSRD:
  case ZYDIS_MNEMONIC_VPINSRD:
  case ZYDIS_MNEMONIC_EXTRACTPS:
  case ZYDIS_MNEMONIC_VEXTRACTPS:
    return 4;
  case ZYDIS_MNEMONIC_PEXTRQ:
  case ZYDIS_MNEMONIC_VPEXTRQ:
  case ZYDIS_MNEMONIC_PINSRQ:
  case ZYDIS_MNEMONIC_VPINSRQ:
    return 2;
  default:
    return 0;
  }
}

bool is_other_selection(ZydisMnemonic mnemonic) {
  switch (mnemonic) {
  case ZYDIS_MNEMONIC_PSHUFLW:
  case ZYDIS_MNEMONIC_VPSHUFLW:
  case ZYDIS_MNEMONIC_PSHUFHW:
  case ZYDIS_MNEMONIC_VPSHUFHW:
  case ZYDIS_MNEMONIC_PSHUFW:
  case ZYDIS_MNEMONIC_DPPS:
  case ZYDIS_MNEMONIC_VDPPS:
  case ZYDIS_MNEMONIC_DPPD:
  case ZYDIS_MNEMONIC_VDPPD:
  case ZYDIS_MNEMONIC_VPTERNLOGD:
  case ZYDIS_MNEMONIC_VPTERNLOGQ:
  case ZYDIS_MNEMONIC_MPSADBW:
  case ZYDIS_MNEMONIC_VMPSADBW:
  case ZYDIS_MNEMONIC_VDBPSADBW:
  case ZYDIS_MNEMONIC_PCLMULQDQ:
  case ZYDIS_MNEMONIC_VPCLMULQDQ:
  case ZYDIS_MNEMONIC_VFPCLASSPS:
  case ZYDIS_MNEMONIC_VFPCLASSPD:
  case ZYDIS_MNEMONIC_VFPCLASSSS:
  case ZYDIS_MNEMONIC_VFPCLASSSD:
  case ZYDIS_MNEMONIC_VRANGEPS:
  case ZYDIS_MNEMONIC_VRANGEPD:
  case ZYDIS_MNEMONIC_VRANGESS:
  case ZYDIS_MNEMONIC_VRANGESD:
  case ZYDIS_MNEMONIC_VGETMANTPS:
  case ZYDIS_MNEMONIC_VGETMANTPD:
  case ZYDIS_MNEMONIC_VGETMANTSS:
  case ZYDIS_MNEMONIC_VGETMANTSD:
    return true;
  default:
    return false;
  }
}

unsigned other_selection(const Decoded& d, unsigned imm) {
  switch (d.info.mnemonic) {
  case ZYDIS_MNEMONIC_DPPD:
  case ZYDIS_MNEMONIC_VDPPD:
    return imm & 0x33;
  case ZYDIS_MNEMONIC_PCLMULQDQ:
  case ZYDIS_MNEMONIC_VPCLMULQDQ:
    return imm & 0x11;
  case ZYDIS_MNEMONIC_VRANGEPS:
  case ZYDIS_MNEMONIC_VRANGEPD:
  case ZYDIS_MNEMONIC_VRANGESS:
  case ZYDIS_MNEMONIC_VRANGESD:
  case ZYDIS_MNEMONIC_VGETMANTPS:
  case ZYDIS_MNEMONIC_VGETMANTPD:
  case ZYDIS_MNEMONIC_VGETMANTSS:
  case ZYDIS_MNEMONIC_VGETMANTSD:
    return imm & 15;
  case ZYDIS_MNEMONIC_VPTERNLOGD:
  case ZYDIS_MNEMONIC_VPTERNLOGQ:
    return ternary(d, imm);
  default:
    return imm;
  }
}

// --- Comparisons --------------------------------------------------------------------------------

constexpr unsigned kLess = 1, kEqual = 2, kGreater = 4, kUnordered = 8;

/// For which relations of its operands a predicate is true. Intel SDM volume 2, CMPPS, table 3-1;
/// the upper 16 differ in what they signal only.
unsigned float_relations(unsigned predicate) {
  constexpr std::array<unsigned, 16> kTrue{kEqual,
                                           kLess,
                                           kLess | kEqual,
                                           kUnordered,
                                           kLess | kGreater | kUnordered,
                                           kEqual | kGreater | kUnordered,
                                           kGreater | kUnordered,
                                           kLess | kEqual | kGreater,
                                           kEqual | kUnordered,
                                           kLess | kUnordered,
                                           kLess | kEqual | kUnordered,
                                           0,
                                           kLess | kGreater,
                                           kEqual | kGreater,
                                           kGreater,
                                           kLess | kEqual | kGreater | kUnordered};
  return kTrue[predicate % 16];
}

/// The same, VPCMPD.
unsigned integer_relations(unsigned predicate) {
  constexpr std::array<unsigned, 8> kTrue{kEqual,           kLess,
                                          kLess | kEqual,   0,
                                          kLess | kGreater, kEqual | kGreater,
                                          kGreater,         kLess | kEqual | kGreater};
  return kTrue[predicate % 8];
}

std::optional<unsigned> relations(const Decoded& d, unsigned imm) {
  switch (d.info.mnemonic) {
  case ZYDIS_MNEMONIC_CMPPS:
  case ZYDIS_MNEMONIC_CMPPD:
  case ZYDIS_MNEMONIC_CMPSS:
  case ZYDIS_MNEMONIC_CMPSD:
    return float_relations(imm % 8);
  case ZYDIS_MNEMONIC_VCMPPS:
  case ZYDIS_MNEMONIC_VCMPPD:
  case ZYDIS_MNEMONIC_VCMPSS:
  case ZYDIS_MNEMONIC_VCMPSD:
    return float_relations(imm);
  case ZYDIS_MNEMONIC_VPCMPB:
  case ZYDIS_MNEMONIC_VPCMPW:
  case ZYDIS_MNEMONIC_VPCMPD:
  case ZYDIS_MNEMONIC_VPCMPQ:
  case ZYDIS_MNEMONIC_VPCMPUB:
  case ZYDIS_MNEMONIC_VPCMPUW:
  case ZYDIS_MNEMONIC_VPCMPUD:
  case ZYDIS_MNEMONIC_VPCMPUQ:
    return integer_relations(imm);
  default:
    return std::nullopt;
  }
}

unsigned possible_relations(const Decoded& d, unsigned imm) {
  const auto all = sources_of(d);
  const bool same = all.size() == 2 && same_register(*all[0], *all[1]);
  return *relations(d, imm) & (same ? kEqual | kUnordered : ~0U);
}

// --- Rounding -----------------------------------------------------------------------------------

/// The bits below those that choose the rounding: how many fraction bits are kept.
std::optional<unsigned> fraction_bits(const Decoded& d, unsigned imm) {
  switch (d.info.mnemonic) {
  case ZYDIS_MNEMONIC_ROUNDPS:
  case ZYDIS_MNEMONIC_ROUNDPD:
  case ZYDIS_MNEMONIC_ROUNDSS:
  case ZYDIS_MNEMONIC_ROUNDSD:
  case ZYDIS_MNEMONIC_VROUNDPS:
  case ZYDIS_MNEMONIC_VROUNDPD:
  case ZYDIS_MNEMONIC_VROUNDSS:
  case ZYDIS_MNEMONIC_VROUNDSD:
  case ZYDIS_MNEMONIC_VCVTPS2PH:
    return 0;
  case ZYDIS_MNEMONIC_VRNDSCALEPS:
  case ZYDIS_MNEMONIC_VRNDSCALEPD:
  case ZYDIS_MNEMONIC_VRNDSCALESS:
  case ZYDIS_MNEMONIC_VRNDSCALESD:
  case ZYDIS_MNEMONIC_VREDUCEPS:
  case ZYDIS_MNEMONIC_VREDUCEPD:
  case ZYDIS_MNEMONIC_VREDUCESS:
  case ZYDIS_MNEMONIC_VREDUCESD:
    return imm >> 4;
  default:
    return std::nullopt;
  }
}

const ZydisDecodedOperand* immediate_of(const Decoded& d) {
  for (const ZydisDecodedOperand& o : d.visible())
    if (o.type == ZYDIS_OPERAND_TYPE_IMMEDIATE) return &o;
  return nullptr;
}

} // namespace

std::vector<const ZydisDecodedOperand*> sources_of(const Decoded& d) {
  std::vector<const ZydisDecodedOperand*> all;
  for (const ZydisDecodedOperand& o : d.visible())
    if (o.encoding != ZYDIS_OPERAND_ENCODING_MASK &&
        (o.actions & ZYDIS_OPERAND_ACTION_MASK_READ) != 0 &&
        (o.type == ZYDIS_OPERAND_TYPE_REGISTER || o.type == ZYDIS_OPERAND_TYPE_MEMORY))
      all.push_back(&o);
  return all;
}

bool same_register(const ZydisDecodedOperand& a, const ZydisDecodedOperand& b) {
  return a.type == ZYDIS_OPERAND_TYPE_REGISTER && b.type == ZYDIS_OPERAND_TYPE_REGISTER &&
         a.reg.value == b.reg.value;
}

ImmediateUse immediate_use(const Decoded& d) {
  const ZydisDecodedOperand* imm = immediate_of(d);
  if (!imm || imm->imm.is_relative) return ImmediateUse::none;
  const auto value = unsigned(imm->imm.value.u & 0xff);
  if (relations(d, value)) return ImmediateUse::predicate;
  if (fraction_bits(d, value)) return ImmediateUse::rounding;
  if (lanes(d, value) || places(d) != 0 || is_other_selection(d.info.mnemonic))
    return ImmediateUse::selection;
  return ImmediateUse::number;
}

std::string effect_of_immediate(const Decoded& d) {
  const ZydisDecodedOperand* imm = immediate_of(d);
  if (!imm) return {};
  const auto value = unsigned(imm->imm.value.u & 0xff);
  if (relations(d, value)) return fmt::format("{}", possible_relations(d, value));
  if (const auto bits = fraction_bits(d, value)) {
    // Bit 2 is for the rounding of MXCSR, which is to the nearest wherever a port is called; bit 3
    // keeps an exception from being flagged, which nobody asks about.
    return fmt::format("{} {}", *bits, value & 4 ? 0 : value & 3);
  }
  if (const auto chosen = lanes(d, value)) return fmt::format("{}", fmt::join(*chosen, " "));
  if (const unsigned number = places(d)) return fmt::format("{}", value % number);
  return fmt::format("{}", other_selection(d, value));
}

bool is_symmetric_predicate(const Decoded& d) {
  const ZydisDecodedOperand* imm = immediate_of(d);
  const auto all = imm ? relations(d, unsigned(imm->imm.value.u & 0xff)) : std::nullopt;
  return all && ((*all & kLess) != 0) == ((*all & kGreater) != 0);
}

} // namespace ulna::code
