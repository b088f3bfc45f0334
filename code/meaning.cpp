#include "code/meaning.h"

#include "code/selection.h"

#include <fmt/format.h>

#include <algorithm>

namespace ulna::code {
namespace {

const ZydisFormatter& formatter() {
  static const ZydisFormatter intel = [] {
    ZydisFormatter f;
    ZydisFormatterInit(&f, ZYDIS_FORMATTER_STYLE_INTEL);
    ZydisFormatterSetProperty(&f, ZYDIS_FORMATTER_PROP_HEX_UPPERCASE, ZYAN_FALSE);
    ZydisFormatterSetProperty(&f, ZYDIS_FORMATTER_PROP_ADDR_PADDING_ABSOLUTE,
                              ZYDIS_PADDING_DISABLED);
    ZydisFormatterSetProperty(&f, ZYDIS_FORMATTER_PROP_DISP_PADDING, ZYDIS_PADDING_DISABLED);
    ZydisFormatterSetProperty(&f, ZYDIS_FORMATTER_PROP_IMM_PADDING, ZYDIS_PADDING_DISABLED);
    return f;
  }();
  return intel;
}

std::string text_of(const Decoded& d, const ZydisDecodedOperand& operand, uint64_t address) {
  std::array<char, 256> text{};
  if (!ZYAN_SUCCESS(ZydisFormatterFormatOperand(&formatter(), &d.info, &operand, text.data(),
                                                text.size(), address, nullptr)))
    return "?";
  return text.data();
}

/// What an instruction makes of one register that is both of its sources.
enum class OfEqual : uint8_t { other, zero, same, flags };

OfEqual of_equal(ZydisMnemonic mnemonic) {
  switch (mnemonic) {
  case ZYDIS_MNEMONIC_XOR:
  case ZYDIS_MNEMONIC_SUB:
  case ZYDIS_MNEMONIC_XORPS:
  case ZYDIS_MNEMONIC_XORPD:
  case ZYDIS_MNEMONIC_PXOR:
  case ZYDIS_MNEMONIC_ANDNPS:
  case ZYDIS_MNEMONIC_ANDNPD:
  case ZYDIS_MNEMONIC_PANDN:
  case ZYDIS_MNEMONIC_PSUBB:
  case ZYDIS_MNEMONIC_PSUBW:
  case ZYDIS_MNEMONIC_PSUBD:
  case ZYDIS_MNEMONIC_PSUBQ:
  case ZYDIS_MNEMONIC_PCMPGTB:
  case ZYDIS_MNEMONIC_PCMPGTW:
  case ZYDIS_MNEMONIC_PCMPGTD:
  case ZYDIS_MNEMONIC_PCMPGTQ:
  case ZYDIS_MNEMONIC_VXORPS:
  case ZYDIS_MNEMONIC_VXORPD:
  case ZYDIS_MNEMONIC_VPXOR:
  case ZYDIS_MNEMONIC_VPXORD:
  case ZYDIS_MNEMONIC_VPXORQ:
  case ZYDIS_MNEMONIC_VANDNPS:
  case ZYDIS_MNEMONIC_VANDNPD:
  case ZYDIS_MNEMONIC_VPANDN:
  case ZYDIS_MNEMONIC_VPANDND:
  case ZYDIS_MNEMONIC_VPANDNQ:
  case ZYDIS_MNEMONIC_VPSUBB:
  case ZYDIS_MNEMONIC_VPSUBW:
  case ZYDIS_MNEMONIC_VPSUBD:
  case ZYDIS_MNEMONIC_VPSUBQ:
  case ZYDIS_MNEMONIC_VPCMPGTB:
  case ZYDIS_MNEMONIC_VPCMPGTW:
  case ZYDIS_MNEMONIC_VPCMPGTD:
  case ZYDIS_MNEMONIC_VPCMPGTQ:
    return OfEqual::zero;
  case ZYDIS_MNEMONIC_AND:
  case ZYDIS_MNEMONIC_OR:
  case ZYDIS_MNEMONIC_ANDPS:
  case ZYDIS_MNEMONIC_ANDPD:
  case ZYDIS_MNEMONIC_ORPS:
  case ZYDIS_MNEMONIC_ORPD:
  case ZYDIS_MNEMONIC_PAND:
  case ZYDIS_MNEMONIC_POR:
  case ZYDIS_MNEMONIC_MINPS:
  case ZYDIS_MNEMONIC_MINPD:
  case ZYDIS_MNEMONIC_MINSS:
  case ZYDIS_MNEMONIC_MINSD:
  case ZYDIS_MNEMONIC_MAXPS:
  case ZYDIS_MNEMONIC_MAXPD:
  case ZYDIS_MNEMONIC_MAXSS:
  case ZYDIS_MNEMONIC_MAXSD:
  case ZYDIS_MNEMONIC_VANDPS:
  case ZYDIS_MNEMONIC_VANDPD:
  case ZYDIS_MNEMONIC_VORPS:
  case ZYDIS_MNEMONIC_VORPD:
  case ZYDIS_MNEMONIC_VPAND:
  case ZYDIS_MNEMONIC_VPOR:
  case ZYDIS_MNEMONIC_VMINPS:
  case ZYDIS_MNEMONIC_VMINPD:
  case ZYDIS_MNEMONIC_VMINSS:
  case ZYDIS_MNEMONIC_VMINSD:
  case ZYDIS_MNEMONIC_VMAXPS:
  case ZYDIS_MNEMONIC_VMAXPD:
  case ZYDIS_MNEMONIC_VMAXSS:
  case ZYDIS_MNEMONIC_VMAXSD:
    return OfEqual::same;
  case ZYDIS_MNEMONIC_TEST:
    return OfEqual::flags;
  default:
    return OfEqual::other;
  }
}

/// Copies a whole register to itself. Of 32 bits it clears the upper half, of VEX what lies above.
bool copies_to_itself(const Decoded& d) {
  if (d.info.operand_count_visible != 2 || d.info.encoding != ZYDIS_INSTRUCTION_ENCODING_LEGACY ||
      !same_register(d.all[0], d.all[1]) || d.all[0].size == 32)
    return false;
  switch (d.info.mnemonic) {
  case ZYDIS_MNEMONIC_MOV:
  case ZYDIS_MNEMONIC_XCHG:
  case ZYDIS_MNEMONIC_MOVAPS:
  case ZYDIS_MNEMONIC_MOVUPS:
  case ZYDIS_MNEMONIC_MOVAPD:
  case ZYDIS_MNEMONIC_MOVUPD:
  case ZYDIS_MNEMONIC_MOVDQA:
  case ZYDIS_MNEMONIC_MOVDQU:
  case ZYDIS_MNEMONIC_MOVSS:
  case ZYDIS_MNEMONIC_MOVSD:
    return true;
  default:
    return d.info.meta.category == ZYDIS_CATEGORY_CMOV;
  }
}

/// Where one register is both sources of an instruction with two.
std::string meaning_of_equal(const Decoded& d, uint64_t address) {
  const auto all = sources_of(d);
  if (all.size() != 2 || d.info.avx.mask.mode > ZYDIS_MASK_MODE_DISABLED ||
      !same_register(*all[0], *all[1]))
    return {};
  OfEqual what = of_equal(d.info.mnemonic);
  if (what == OfEqual::same && &d.all[0] == all[0]) {
    // The register keeps its value; only flags are written, but of 32 bits the upper half as well.
    if (ZydisRegisterGetClass(d.all[0].reg.value) == ZYDIS_REGCLASS_XMM)
      return std::string(kNothing);
    if (d.info.cpu_flags && all[0]->size != 32) what = OfEqual::flags;
  }
  const std::string to = text_of(d, d.all[0], address);
  const std::string from = text_of(d, *all[1], address);
  switch (what) {
  case OfEqual::zero:
    return fmt::format("{} = 0", to);
  case OfEqual::same:
    return fmt::format("{} = {} in {} bits", to, from, d.all[0].size);
  case OfEqual::flags:
    return fmt::format("flags of {}", from);
  default:
    return {};
  }
}

/// The immediate, as far as a shift that has it asks for it; where it is of no shift, as it is.
uint64_t shift_count(const Decoded& d, uint64_t count) {
  switch (d.info.mnemonic) {
  case ZYDIS_MNEMONIC_SHL:
  case ZYDIS_MNEMONIC_SHR:
  case ZYDIS_MNEMONIC_SAR:
  case ZYDIS_MNEMONIC_ROL:
  case ZYDIS_MNEMONIC_ROR:
  case ZYDIS_MNEMONIC_SHLD:
  case ZYDIS_MNEMONIC_SHRD:
    return count % (d.all[0].size == 64 ? 64 : 32);
  default:
    break;
  }
  std::string_view name = ZydisMnemonicGetString(d.info.mnemonic);
  if (name.starts_with('v')) name.remove_prefix(1);
  if (!name.starts_with("psll") && !name.starts_with("psrl") && !name.starts_with("psra"))
    return count;
  const uint64_t all = name.ends_with("dq")  ? 16
                       : name.ends_with('w') ? 16
                       : name.ends_with('d') ? 32
                                             : 64;
  return std::min(count & 0xff, all);
}

std::string_view fused_sign(ZydisMnemonic mnemonic) {
  const std::string_view name = ZydisMnemonicGetString(mnemonic);
  if (!name.starts_with("vf")) return {};
  for (const std::string_view sign : {"maddsub", "msubadd", "nmadd", "nmsub", "madd", "msub"})
    if (name.substr(2).starts_with(sign)) return name.substr(2, sign.size());
  return {};
}

} // namespace

std::string text_of(const Decoded& d, uint64_t address) {
  if (d.target(address) && !d.rip_relative()) address = ZYDIS_RUNTIME_ADDRESS_NONE;
  std::array<char, 256> text{};
  if (!ZYAN_SUCCESS(ZydisFormatterFormatInstruction(&formatter(), &d.info, d.all.data(),
                                                    d.info.operand_count_visible, text.data(),
                                                    text.size(), address, nullptr)))
    return "?";
  return text.data();
}

std::optional<Fused> fused(const Decoded& d) {
  const std::string_view sign = fused_sign(d.info.mnemonic);
  if (sign.empty()) return std::nullopt;
  std::vector<size_t> at; // the operands but a mask
  for (size_t i = 0; i < d.visible().size(); ++i)
    if (d.all[i].encoding != ZYDIS_OPERAND_ENCODING_MASK) at.push_back(i);
  if (at.size() != 3) return std::nullopt;
  const std::string_view name = ZydisMnemonicGetString(d.info.mnemonic);
  const std::string_view order = name.substr(2 + sign.size(), 3);
  if (order == "132") return Fused{sign, {at[0], at[2]}, at[1]};
  if (order == "213") return Fused{sign, {at[1], at[0]}, at[2]};
  if (order == "231") return Fused{sign, {at[1], at[2]}, at[0]};
  return std::nullopt;
}

bool is_commutative(const Decoded& d) {
  constexpr std::string_view kNames[] = {
      "addps",   "addpd",  "addss",   "addsd",   "mulps",    "mulpd",    "mulss",    "mulsd",
      "andps",   "andpd",  "orps",    "orpd",    "xorps",    "xorpd",    "pand",     "pandd",
      "pandq",   "por",    "pord",    "porq",    "pxor",     "pxord",    "pxorq",    "paddb",
      "paddw",   "paddd",  "paddq",   "paddusb", "paddusw",  "pmulld",   "pmullw",   "pmulhw",
      "pmuludq", "pmuldq", "pmaddwd", "pcmpeqb", "pcmpeqw",  "pcmpeqd",  "pminub",   "pmaxub",
      "pminsw",  "pmaxsw", "pminsd",  "pmaxsd",  "pminud",   "pmaxud",   "pavgb",    "pavgw",
      "psadbw",  "dpps",   "dppd",    "test",    "kandb",    "kandw",    "kandd",    "kandq",
      "korb",    "korw",   "kord",    "korq",    "kxorb",    "kxorw",    "kxord",    "kxorq",
      "kxnorb",  "kxnorw", "kxnord",  "kxnorq",  "kortestb", "kortestw", "kortestd", "kortestq"};
  std::string_view name = ZydisMnemonicGetString(d.info.mnemonic);
  if (name.starts_with('v')) name.remove_prefix(1);
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames) ||
         is_symmetric_predicate(d);
}

std::string meaning_of(const Decoded& d, uint64_t address) {
  const auto category = d.info.meta.category;
  if (category == ZYDIS_CATEGORY_NOP || category == ZYDIS_CATEGORY_WIDENOP || copies_to_itself(d))
    return std::string(kNothing);
  if (std::string equal = meaning_of_equal(d, address); !equal.empty()) return equal;
  const auto& avx = d.info.avx;
  std::string out = fmt::format(
      "{:x} {} {} {}{}", d.info.attributes & (ZYDIS_ATTRIB_HAS_LOCK | ZYDIS_ATTRIB_HAS_REP),
      int(avx.mask.mode), int(avx.mask.reg), int(avx.rounding.mode), int(avx.broadcast.mode));
  const std::string_view name = ZydisMnemonicGetString(d.info.mnemonic);
  if (const auto f = fused(d)) {
    std::array<std::string, 2> factors{text_of(d, d.all[f->factors[0]], address),
                                       text_of(d, d.all[f->factors[1]], address)};
    std::sort(factors.begin(), factors.end());
    return fmt::format("{} {}{} {} = {} * {} and {}", out, f->sign, name.substr(name.size() - 2),
                       text_of(d, d.all[0], address), factors[0], factors[1],
                       text_of(d, d.all[f->addend], address));
  }
  out += name;
  const bool commutative = is_commutative(d);
  const bool by_effect = immediate_use(d) != ImmediateUse::number;
  std::vector<std::string> read;
  for (const ZydisDecodedOperand& o : d.visible()) {
    if (o.type == ZYDIS_OPERAND_TYPE_IMMEDIATE && !o.imm.is_relative && by_effect) {
      out += " | " + effect_of_immediate(d);
      continue;
    }
    if (o.type == ZYDIS_OPERAND_TYPE_IMMEDIATE && !o.imm.is_relative) {
      out += fmt::format(" | {:x}", shift_count(d, o.imm.value.u));
      continue;
    }
    const bool source =
        o.encoding != ZYDIS_OPERAND_ENCODING_MASK && o.actions == ZYDIS_OPERAND_ACTION_READ;
    if (commutative && source) {
      read.push_back(text_of(d, o, address));
    } else {
      out += " | " + text_of(d, o, address);
    }
  }
  std::sort(read.begin(), read.end());
  for (const std::string& r : read) out += " | " + r;
  return out;
}

} // namespace ulna::code
