#include "code/effect.h"

#include "code/meaning.h"
#include "code/selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <functional>

namespace ulna::code {
namespace {

constexpr unsigned kGroup = 4; ///< lanes of 128 bits

/// A value, or a part of one.
struct Token {
  std::string text;
  Units uses;
};

bool is_vector(const ZydisDecodedOperand& o) {
  if (o.type != ZYDIS_OPERAND_TYPE_REGISTER) return false;
  const auto c = ZydisRegisterGetClass(o.reg.value);
  return c == ZYDIS_REGCLASS_XMM || c == ZYDIS_REGCLASS_YMM || c == ZYDIS_REGCLASS_ZMM;
}

bool is_mask(const ZydisDecodedOperand& o) {
  return o.type == ZYDIS_OPERAND_TYPE_REGISTER &&
         ZydisRegisterGetClass(o.reg.value) == ZYDIS_REGCLASS_MASK;
}

bool is_memory(const ZydisDecodedOperand& o) {
  return o.type == ZYDIS_OPERAND_TYPE_MEMORY;
}

bool is_written(const ZydisDecodedOperand& o) {
  return (o.actions & ZYDIS_OPERAND_ACTION_MASK_WRITE) != 0;
}

bool is_read(const ZydisDecodedOperand& o) {
  return (o.actions & ZYDIS_OPERAND_ACTION_MASK_READ) != 0;
}

unsigned number_of(ZydisRegister r) {
  return unsigned(ZydisRegisterGetId(r));
}

/// The number of a general register, of which the operand is the lower part.
std::optional<unsigned> general(ZydisRegister r) {
  if (r >= ZYDIS_REGISTER_AH && r <= ZYDIS_REGISTER_BH) return std::nullopt;
  const auto whole = ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LONG_64, r);
  if (ZydisRegisterGetClass(whole) != ZYDIS_REGCLASS_GPR64) return std::nullopt;
  return number_of(whole);
}

/// Whether it is one of the words.
bool one_of(std::string_view name, std::string_view words) {
  for (size_t at = words.find(name); at != words.npos; at = words.find(name, at + 1))
    if ((at == 0 || words[at - 1] == ' ') &&
        (at + name.size() == words.size() || words[at + name.size()] == ' '))
      return true;
  return false;
}

bool is_flags(const ZydisDecodedOperand& o) {
  return o.type == ZYDIS_OPERAND_TYPE_REGISTER &&
         ZydisRegisterGetClass(o.reg.value) == ZYDIS_REGCLASS_FLAGS;
}

Units flags_of(ZydisAccessedFlagsMask flags) {
  constexpr ZydisAccessedFlagsMask kAll[kFlags] = {ZYDIS_CPUFLAG_CF, ZYDIS_CPUFLAG_PF,
                                                   ZYDIS_CPUFLAG_AF, ZYDIS_CPUFLAG_ZF,
                                                   ZYDIS_CPUFLAG_SF, ZYDIS_CPUFLAG_OF};
  Units out;
  for (unsigned f = 0; f < kFlags; ++f)
    if ((flags & kAll[f]) != 0) out.set(size_t(kFlag) + f);
  return out;
}

class Builder {
public:
  Builder(const Decoded& d, uint64_t address, const Names& names, const Makes& makes)
      : d_(d), address_(address), names_(names), makes_(makes) {
    name_ = ZydisMnemonicGetString(d.info.mnemonic);
    vex_ = d.info.encoding != ZYDIS_INSTRUCTION_ENCODING_LEGACY;
    if (vex_ && name_.starts_with('v')) name_.remove_prefix(1);
    for (const ZydisDecodedOperand& o : d.visible())
      if (o.encoding != ZYDIS_OPERAND_ENCODING_MASK) ops_.push_back(&o);
    const auto mask = d.info.avx.mask.reg;
    if (mask != ZYDIS_REGISTER_NONE && mask != ZYDIS_REGISTER_K0) mask_ = number_of(mask);
  }

  Effect run() {
    if (does_nothing()) {
      out_.known = true;
      return std::move(out_);
    }
    if (d_.info.meta.category == ZYDIS_CATEGORY_STRINGOP
            ? !repeated()
            : !is_ordinary() || !memory() || !(vectors() || general_registers()))
      return {};
    out_.known = true;
    return std::move(out_);
  }

private:
  // --- What is looked at ------------------------------------------------------------------------

  bool does_nothing() const {
    switch (d_.info.meta.category) {
    case ZYDIS_CATEGORY_NOP:
    case ZYDIS_CATEGORY_WIDENOP:
    case ZYDIS_CATEGORY_PREFETCH:
      return true;
    default:
      return d_.info.mnemonic == ZYDIS_MNEMONIC_ENDBR64;
    }
  }

  bool is_ordinary() const {
    return !d_.has(ZYDIS_ATTRIB_HAS_LOCK | ZYDIS_ATTRIB_HAS_REP | ZYDIS_ATTRIB_HAS_REPE |
                   ZYDIS_ATTRIB_HAS_REPNE);
  }

  /// The operand in memory; false where there is one of another kind.
  bool memory() {
    for (const ZydisDecodedOperand& o : d_.visible()) {
      if (!is_memory(o) || o.mem.type == ZYDIS_MEMOP_TYPE_AGEN) continue;
      if (o.mem.type != ZYDIS_MEMOP_TYPE_MEM || o.mem.segment == ZYDIS_REGISTER_FS ||
          o.mem.segment == ZYDIS_REGISTER_GS)
        return false;
      if (!add_address(o, out_.always)) return false;
      where_ = address_text(o);
      const bool aligned = vex_ ? name_.starts_with("mova") || name_.starts_with("movdqa") ||
                                      name_.starts_with("movnt")
                                : o.size == 128 && !one_of(name_, "movups movupd movdqu lddqu");
      if (is_read(o))
        out_.loads = fmt::format("{} bytes {}{}{}", o.size / 8, where_, aligned ? " aligned" : "",
                                 mask_ ? " by " + names_(mask_unit(*mask_)) : "");
      if (mask_) out_.always.set(size_t(kMask) + *mask_);
    }
    return true;
  }

  /// Adds what an address depends on; false where that is not known.
  static bool add_address(const ZydisDecodedOperand& o, Units& uses) {
    for (const ZydisRegister r : {o.mem.base, o.mem.index}) {
      if (r == ZYDIS_REGISTER_NONE || r == ZYDIS_REGISTER_RIP) continue;
      const auto g = general(r);
      if (!g) return false;
      uses.set(size_t(kGeneral) + *g);
    }
    return true;
  }

  std::string address_text(const ZydisDecodedOperand& o) const {
    const auto place = d_.target(address_);
    if (o.mem.base == ZYDIS_REGISTER_RIP && place) return fmt::format("[{:#x}]", *place);
    const auto part = [&](ZydisRegister r) {
      const auto g = general(r);
      if (!g) return std::string(ZydisRegisterGetString(r) ? ZydisRegisterGetString(r) : "-");
      return sized(*g, ZydisRegisterGetWidth(ZYDIS_MACHINE_MODE_LONG_64, r));
    };
    return fmt::format("[{} {} {} {}]", part(o.mem.base), part(o.mem.index), o.mem.scale,
                       o.mem.disp.value);
  }

  // --- Tokens -----------------------------------------------------------------------------------

  Token memory_lane(unsigned k) const { return unit(Unit(kMemoryLane + k)); }

  /// As many bits of memory, by a name for each 32.
  Token memory_of(unsigned bits) const {
    std::vector<Token> of;
    for (unsigned k = 0; k < std::max(1U, bits / 32U) && k < kLanes; ++k)
      of.push_back(memory_lane(k));
    return made(fmt::format("m{}", bits), of);
  }

  static Token zero() { return {"0", {}}; }

  /// Lane k of an operand, in memory or in a register.
  Token at(const ZydisDecodedOperand& o, unsigned k) const {
    if (is_memory(o)) {
      const auto& broadcast = d_.info.avx.broadcast;
      if (broadcast.mode == ZYDIS_BROADCAST_MODE_INVALID || broadcast.is_static)
        return memory_lane(k);
      Token t = memory_lane(k % 2);
      t.uses |= memory_lane(0).uses; // of 32 bits or of 64
      return t;
    }
    const unsigned v = number_of(o.reg.value);
    return unit(lane(v, k));
  }

  /// What a unit holds.
  Token unit(Unit u) const {
    Token t{names_(u), {}};
    t.uses.set(u);
    return t;
  }

  static Unit mask_unit(unsigned k) { return Unit(kMask + k); }
  Token general_unit(unsigned g) const { return unit(Unit(kGeneral + g)); }

  /// The lower bits of a general register.
  std::string sized(unsigned g, unsigned bits) const {
    std::string name = names_(Unit(kGeneral + g));
    if (bits == 64) return name;
    if (makes_) return makes_(fmt::format("low{}", bits), std::array{std::move(name)});
    return fmt::format("{}:{}", name, bits);
  }

  /// Lane k, of which a bit of the mask register decides whether it is `yes` or `no`.
  Token by_mask(unsigned mask, unsigned k, Token yes, Token no) const {
    const Token bits = unit(mask_unit(mask));
    const auto number = has_bit_for_lane() ? number_in(bits.text) : std::nullopt;
    Token t = number ? (*number >> k & 1U ? std::move(yes) : std::move(no))
                     : made(fmt::format("bit{}?", k), {bits, std::move(yes), std::move(no)});
    t.uses |= bits.uses;
    return t;
  }

  /// Whether the mask has a bit for each lane, and not for more or less.
  bool has_bit_for_lane() const {
    return ops_[0]->element_size == 32 && !is_wide() && !name_.ends_with("64") &&
           !name_.ends_with("16") && !name_.ends_with("8");
  }

  /// A whole operand: what a general or a mask register, memory or a number holds.
  std::optional<Token> whole(const ZydisDecodedOperand& o) const {
    Token t;
    if (o.type == ZYDIS_OPERAND_TYPE_IMMEDIATE) {
      t.text = fmt::format("#{:x}", o.imm.value.u);
      return t;
    }
    if (is_memory(o)) return memory_of(o.size);
    if (is_mask(o)) return unit(mask_unit(number_of(o.reg.value)));
    const auto g = o.type == ZYDIS_OPERAND_TYPE_REGISTER ? general(o.reg.value) : std::nullopt;
    if (!g) return std::nullopt;
    t.text = sized(*g, o.size);
    t.uses.set(size_t(kGeneral) + *g);
    return t;
  }

  /// 32 bits of a general register.
  Token half(const Token& whole, unsigned k) const {
    Token t = made(fmt::format("half{}", k), {whole});
    if (const auto number = number_in(whole.text))
      t.text = name_of_number(*number >> 32 * k & 0xffffffff);
    return t;
  }

  Token made(std::string_view what, std::vector<Token> of, bool sorted = false) const {
    if (sorted)
      std::sort(of.begin(), of.end(), [](const auto& a, const auto& b) { return a.text < b.text; });
    Token t;
    for (const Token& part : of) t.uses |= part.uses;
    if (makes_) {
      std::vector<std::string> names;
      for (Token& part : of) names.push_back(std::move(part.text));
      t.text = makes_(what, names);
      return t;
    }
    t.text = fmt::format("{}(", what);
    for (const Token& part : of) t.text += part.text + ' ';
    t.text += ')';
    return t;
  }

  // --- What is written --------------------------------------------------------------------------

  void put(size_t unit, const Token& t) { out_.written.push_back({Unit(unit), t.text, t.uses}); }

  /// Lane k of the vector that is written, or of what is stored.
  void put_lane(unsigned k, Token t) {
    const ZydisDecodedOperand& to = *ops_[0];
    if (is_memory(to)) {
      if (mask_) t = by_mask(*mask_, k, t, {std::string(Stored::kAsItIs), {}});
      out_.stores += fmt::format("{} {}: {}\n", where_, k, t.text);
      out_.stored.push_back({4 * k, 4, t.text});
      out_.always |= t.uses;
      return;
    }
    if (mask_) {
      const bool zeroes = d_.info.avx.mask.mode == ZYDIS_MASK_MODE_ZEROING;
      t = by_mask(*mask_, k, t, zeroes ? zero() : at(to, k));
    }
    put(lane(number_of(to.reg.value), k), t);
  }

  /// VEX and EVEX write zeroes above what they write.
  void clear_from(unsigned k) {
    if (!vex_ || !is_vector(*ops_[0])) return;
    for (; k < kLanes; ++k) put(lane(number_of(ops_[0]->reg.value), k), zero());
  }

  /// Bits of a register, or of what is read or written in memory.
  static unsigned width(const ZydisDecodedOperand& o) {
    return is_vector(o) ? ZydisRegisterGetWidth(ZYDIS_MACHINE_MODE_LONG_64, o.reg.value) : o.size;
  }
  unsigned lanes_written() const { return width(*ops_[0]) / 32U; }

  /// Each lane of the whole vector.
  bool lanes(const std::function<Token(unsigned)>& value) {
    const unsigned n = lanes_written();
    for (unsigned k = 0; k < n; ++k) put_lane(k, value(k));
    clear_from(n);
    return true;
  }

  // --- Operands of vectors ----------------------------------------------------------------------

  bool is_wide() const { // 64-bit elements
    return name_.ends_with("pd") || name_.ends_with("sd") || name_.ends_with('q') ||
           name_.ends_with("64x2") || name_.ends_with("64x4");
  }

  /// Two sources: the first is what is written, too, in the old encoding.
  const ZydisDecodedOperand& a() const { return *ops_[vex_ ? 1 : 0]; }
  const ZydisDecodedOperand& b() const { return *ops_[vex_ ? 2 : 1]; }

  bool has_two_sources() const {
    return ops_.size() >= (vex_ ? 3U : 2U) && is_vector(*ops_[0]) && is_vector(a()) &&
           (is_vector(b()) || is_memory(b()));
  }

  bool has_one_source() const {
    return ops_.size() >= 2 && (is_vector(*ops_[0]) || is_memory(*ops_[0])) &&
           (is_vector(*ops_[1]) || is_memory(*ops_[1]));
  }

  std::optional<unsigned> immediate() const {
    if (ops_.back()->type != ZYDIS_OPERAND_TYPE_IMMEDIATE) return std::nullopt;
    return unsigned(ops_.back()->imm.value.u & 0xff);
  }

  /// The operation, with all that changes what it does.
  std::string operation() const {
    std::string out(name_);
    if (d_.info.avx.rounding.mode != ZYDIS_ROUNDING_MODE_INVALID)
      out += fmt::format("/{}", int(d_.info.avx.rounding.mode));
    if (ops_.back()->type == ZYDIS_OPERAND_TYPE_IMMEDIATE)
      out += immediate_use(d_) == ImmediateUse::number
                 ? fmt::format("/{:x}", ops_.back()->imm.value.u)
                 : "/" + effect_of_immediate(d_);
    return out;
  }

  /// Lane k of what an element of the operation is made of: itself, or both halves of 64 bits.
  Token element(const ZydisDecodedOperand& o, unsigned k, bool wide) const {
    if (!wide) return at(o, k);
    return made("q", {at(o, k & ~1U), at(o, k | 1U)});
  }

  /// Whether the sources may be exchanged: of floats another one of two NaNs would come through.
  bool keeps_bits_exchanged() const {
    return is_commutative(d_) && !one_of(name_, "addps addpd addss addsd mulps mulpd mulss mulsd");
  }

  std::string part(unsigned k, bool wide) const { return half_of(operation(), k, wide); }
  static std::string half_of(std::string operation, unsigned k, bool wide) {
    return wide ? fmt::format("{}.{}", operation, k % 2) : operation;
  }

  /// "madd" and so on: alternating ones subtract in even elements, or in odd ones.
  std::string fused_operation(std::string_view sign, unsigned parity) const {
    std::string out(sign == "maddsub"   ? (parity == 0 ? "msub" : "madd")
                    : sign == "msubadd" ? (parity == 0 ? "madd" : "msub")
                                        : sign);
    if (d_.info.avx.rounding.mode != ZYDIS_ROUNDING_MODE_INVALID)
      out += fmt::format("/{}", int(d_.info.avx.rounding.mode));
    return out;
  }

  // --- Families of vector instructions ----------------------------------------------------------

  bool vectors() {
    if (ops_.empty()) return false;
    if (fused(d_)) return fused_product();
    return lane_by_lane() || scalar() || copy() || part_moved() || shuffled() || inserted() ||
           horizontal() || converted() || to_general() || to_flags() || to_mask();
  }

  bool fused_product() {
    const auto f = fused(d_);
    if (ops_.size() != 3 || !is_vector(*ops_[0])) return false;
    const bool is_scalar = name_.ends_with("ss") || name_.ends_with("sd");
    const bool wide = is_wide();
    const auto value = [&](unsigned k) {
      const auto of = [&](size_t i) { return element(d_.all[i], k, wide); };
      return made(half_of(fused_operation(f->sign, (wide ? k / 2 : k) % 2), k, wide),
                  {made("", {of(f->factors[0]), of(f->factors[1])}), of(f->addend)});
    };
    if (!is_scalar) return lanes(value);
    const unsigned n = wide ? 2 : 1;
    for (unsigned k = 0; k < n; ++k) put_lane(k, value(k));
    clear_from(kGroup);
    return true;
  }

  bool lane_by_lane() {
    // Bits of other lanes play no part; in 64-bit elements, not those of other elements.
    const bool narrow =
        one_of(name_, "addps subps mulps divps minps maxps andps andpd andnps andnpd orps "
                      "orpd xorps xorpd pand pandd pandq pandn pandnd pandnq por pord "
                      "porq pxor pxord pxorq paddb paddw paddd psubb psubw psubd pmulld "
                      "pmullw pmulhw pmulhuw pcmpeqb pcmpeqw pcmpeqd pcmpgtb pcmpgtw "
                      "pcmpgtd pminsd pmaxsd pminud pmaxud pminub pmaxub pminsw pmaxsw "
                      "pmaddwd pavgb pavgw psllvd psrlvd psravd cmpps addsubps");
    const bool wide =
        one_of(name_, "addpd subpd mulpd divpd minpd maxpd paddq psubq pmuludq pmuldq psadbw "
                      "pcmpeqq pcmpgtq psllvq psrlvq cmppd addsubpd");
    if (narrow || wide) {
      if (!has_two_sources()) return false;
      if (d_.info.avx.mask.reg == ZYDIS_REGISTER_NONE && same_register(a(), b())) {
        if (one_of(name_, "xorps xorpd pxor pxord pxorq psubb psubw psubd psubq pcmpgtb "
                          "pcmpgtw pcmpgtd pcmpgtq"))
          return lanes([](unsigned) { return zero(); });
        if (one_of(name_, "pcmpeqb pcmpeqw pcmpeqd pcmpeqq"))
          return lanes([](unsigned) { return Token{"ones", {}}; });
      }
      return lanes([&](unsigned k) {
        const std::string odd =
            name_.starts_with("addsub") ? fmt::format(" {}", (wide ? k / 2 : k) % 2) : "";
        return made(part(k, wide) + odd, {element(a(), k, wide), element(b(), k, wide)},
                    keeps_bits_exchanged());
      });
    }
    if (one_of(name_, "sqrtps rsqrtps rcpps rsqrt14ps rcp14ps cvtdq2ps cvtps2dq cvttps2dq "
                      "pabsd pabsw pabsb roundps rndscaleps"))
      return has_one_source() &&
             lanes([&](unsigned k) { return made(operation(), {at(*ops_[1], k)}); });
    if (one_of(name_, "sqrtpd roundpd rndscalepd"))
      return has_one_source() &&
             lanes([&](unsigned k) { return made(part(k, true), {element(*ops_[1], k, true)}); });
    if (one_of(name_, "pslld psrld psrad psllw psrlw psraw psllq psrlq")) return shifted();
    if (one_of(name_, "blendvps blendvpd pblendvb")) return blended_by_signs();
    if (one_of(name_, "pternlogd pternlogq"))
      return ops_.size() == 4 && has_two_sources() && lanes([&](unsigned k) {
               return made(operation(), {at(*ops_[0], k), at(*ops_[1], k), at(*ops_[2], k)});
             });
    if (one_of(name_, "blendmps pblendmd blendmpd pblendmq"))
      return has_two_sources() && chosen_by_mask();
    return false;
  }

  bool shifted() {
    if (!immediate()) return false;
    const ZydisDecodedOperand& from = *ops_[vex_ ? 1 : 0];
    if (!is_vector(*ops_[0]) || !(is_vector(from) || is_memory(from))) return false;
    const bool wide = name_.ends_with('q');
    return lanes([&](unsigned k) { return made(part(k, wide), {element(from, k, wide)}); });
  }

  /// The mask chooses between the sources here, not whether anything is written.
  bool chosen_by_mask() {
    if (!mask_) return false;
    const unsigned by = *mask_;
    const bool zeroes = d_.info.avx.mask.mode == ZYDIS_MASK_MODE_CONTROL_ZEROING;
    mask_.reset();
    return lanes(
        [&](unsigned k) { return by_mask(by, k, at(b(), k), zeroes ? zero() : at(a(), k)); });
  }

  bool blended_by_signs() {
    const ZydisDecodedOperand& by = vex_ ? *ops_.back() : d_.all[2]; // xmm0
    if (!has_two_sources() || !is_vector(by)) return false;
    const bool wide = name_ == "blendvpd"; // the sign is in the upper half
    return lanes([&](unsigned k) {
      return made(std::string(name_), {at(by, wide ? k | 1U : k), at(a(), k), at(b(), k)});
    });
  }

  /// The lowest element; those above it are of the first source.
  bool scalar() {
    const bool wide = name_.ends_with("sd") || name_ == "cvtss2sd";
    const unsigned n = wide ? 2 : 1;
    const auto above = [&] {
      if (vex_)
        for (unsigned k = n; k < kGroup; ++k) put_lane_above(k);
      clear_from(kGroup);
      return true;
    };
    if (one_of(name_, "addss subss mulss divss minss maxss cmpss addsd subsd mulsd divsd "
                      "minsd maxsd cmpsd")) {
      if (!has_two_sources()) return false;
      for (unsigned k = 0; k < n; ++k)
        put_lane(k, made(part(k, wide), {element(a(), k, wide), element(b(), k, wide)},
                         keeps_bits_exchanged()));
      return above();
    }
    if (one_of(name_, "sqrtss rsqrtss rcpss roundss rndscaless sqrtsd roundsd rsqrt14ss "
                      "rcp14ss")) {
      if (!has_two_sources()) return false;
      for (unsigned k = 0; k < n; ++k) put_lane(k, made(part(k, wide), {element(b(), k, wide)}));
      return above();
    }
    if (one_of(name_, "cvtss2sd cvtsd2ss")) {
      if (!has_two_sources()) return false;
      const bool from_wide = !wide;
      for (unsigned k = 0; k < n; ++k)
        put_lane(k, made(part(k, wide), {element(b(), 0, from_wide)}));
      return above();
    }
    if (one_of(name_, "cvtsi2ss cvtsi2sd")) {
      if (ops_.size() < (vex_ ? 3U : 2U) || !is_vector(*ops_[0])) return false;
      const auto from = whole(b());
      if (!from) return false;
      for (unsigned k = 0; k < n; ++k) put_lane(k, made(part(k, wide), {*from}));
      return above();
    }
    return false;
  }

  void put_lane_above(unsigned k) { put(lane(number_of(ops_[0]->reg.value), k), at(a(), k)); }

  bool copy() {
    if (!one_of(name_, "movaps movups movapd movupd movdqa movdqu movdqa32 movdqa64 "
                       "movdqu8 movdqu16 movdqu32 movdqu64 lddqu movntps movntpd movntdq"))
      return false;
    return has_one_source() && lanes([&](unsigned k) { return at(*ops_[1], k); });
  }

  /// Moves of a lane or two: loads, stores, and from one register into another.
  bool part_moved() {
    const auto low = [&](unsigned n, const auto& value) { // and zeroes above, in what is loaded
      for (unsigned k = 0; k < n; ++k) put_lane(k, value(k));
      if (is_memory(*ops_[0])) return true;
      for (unsigned k = n; k < kGroup; ++k) put_lane(k, zero());
      clear_from(kGroup);
      return true;
    };
    if (one_of(name_, "movss movsd") && ops_.size() >= 2) {
      const unsigned n = name_ == "movsd" ? 2 : 1;
      if (is_memory(*ops_[0]) || is_memory(*ops_[1])) {
        if (!has_one_source()) return false;
        return low(n, [&](unsigned k) { return at(*ops_[1], k); });
      }
      if (!has_two_sources()) return false;
      return lanes([&](unsigned k) { return k < n ? at(b(), k) : at(a(), k); });
    }
    if (one_of(name_, "movd movq") && ops_.size() == 2 &&
        (is_vector(*ops_[0]) || is_vector(*ops_[1]))) {
      const unsigned n = name_ == "movq" ? 2 : 1;
      if (!is_vector(*ops_[0]) && !is_memory(*ops_[0])) { // to a general register
        std::vector<Token> of;
        for (unsigned k = 0; k < n; ++k) of.push_back(at(*ops_[1], k));
        return put_general(*ops_[0], made(operation(), of));
      }
      if (is_vector(*ops_[1]) || is_memory(*ops_[1]))
        return low(n, [&](unsigned k) { return at(*ops_[1], k); });
      const auto from = whole(*ops_[1]);
      return from && low(n, [&](unsigned k) { return half(*from, k); });
    }
    const bool is_high = one_of(name_, "movhps movhpd");
    if (!is_high && !one_of(name_, "movlps movlpd")) return false;
    const unsigned first = is_high ? 2 : 0;
    if (is_memory(*ops_[0])) {
      for (unsigned k = 0; k < 2; ++k) put_lane(k, at(*ops_[1], first + k));
      return true;
    }
    if (!has_two_sources() || !is_memory(b())) return false;
    return lanes([&](unsigned k) {
      return k >= first && k < first + 2 ? memory_lane(k - first) : at(a(), k);
    });
  }

  /// Lanes that are chosen by the instruction and its immediate alone.
  bool shuffled() {
    const unsigned imm = immediate().value_or(0);
    const auto one = [&](const auto& from) {
      return has_one_source() && lanes([&](unsigned k) { return at(*ops_[1], from(k)); });
    };
    /// from(k) has the source, and its lane.
    const auto two = [&](const auto& from) {
      return has_two_sources() && lanes([&](unsigned k) {
               const auto [second, of] = from(k);
               return at(second ? b() : a(), of);
             });
    };
    using From = std::pair<bool, unsigned>;
    const auto group = [](unsigned k) { return k / kGroup * kGroup; };
    const auto two_bits = [imm](unsigned j) { return imm >> 2 * j & 3U; };

    if (name_ == "shufps")
      return two([&](unsigned k) { return From(k % 4 >= 2, group(k) + two_bits(k % 4)); });
    if (name_ == "shufpd")
      return two(
          [&](unsigned k) { return From(k % 4 >= 2, group(k) + (imm >> k / 2 & 1U) * 2 + k % 2); });
    if (name_ == "pshufd" || (name_ == "permilps" && immediate()))
      return one([&](unsigned k) { return group(k) + two_bits(k % 4); });
    if (name_ == "permilpd" && immediate())
      return one([&](unsigned k) { return group(k) + (imm >> k / 2 & 1U) * 2 + k % 2; });
    if ((name_ == "permq" || name_ == "permpd") && immediate())
      return one([&](unsigned k) { return k / 8 * 8 + two_bits(k / 2 % 4) * 2 + k % 2; });
    if (one_of(name_, "unpcklps punpckldq"))
      return two([&](unsigned k) { return From(k % 2, group(k) + k % 4 / 2); });
    if (one_of(name_, "unpckhps punpckhdq"))
      return two([&](unsigned k) { return From(k % 2, group(k) + 2 + k % 4 / 2); });
    if (one_of(name_, "unpcklpd punpcklqdq"))
      return two([&](unsigned k) { return From(k % 4 >= 2, group(k) + k % 2); });
    if (one_of(name_, "unpckhpd punpckhqdq"))
      return two([&](unsigned k) { return From(k % 4 >= 2, group(k) + 2 + k % 2); });
    if (name_ == "movhlps")
      return two([](unsigned k) { return k < 2 ? From(true, k + 2) : From(false, k); });
    if (name_ == "movlhps")
      return two([](unsigned k) { return k < 2 ? From(false, k) : From(true, k - 2); });
    if (name_ == "movddup") return one([&](unsigned k) { return group(k) + k % 2; });
    if (name_ == "movsldup") return one([](unsigned k) { return k & ~1U; });
    if (name_ == "movshdup") return one([](unsigned k) { return k | 1U; });
    if (one_of(name_, "pbroadcastd pbroadcastq") && !has_one_source()) {
      const auto from = whole(*ops_[1]);
      const bool wide = name_ == "pbroadcastq";
      return from && lanes([&](unsigned k) { return half(*from, wide ? k % 2 : 0); });
    }
    if (one_of(name_, "broadcastss pbroadcastd")) return one([](unsigned) { return 0U; });
    if (one_of(name_, "broadcastsd pbroadcastq broadcastf32x2 broadcasti32x2"))
      return one([](unsigned k) { return k % 2; });
    if (one_of(name_, "broadcastf128 broadcasti128 broadcastf32x4 broadcasti32x4 "
                      "broadcastf64x2 broadcasti64x2"))
      return one([](unsigned k) { return k % 4; });
    if (one_of(name_, "broadcastf64x4 broadcasti64x4 broadcastf32x8 broadcasti32x8"))
      return one([](unsigned k) { return k % 8; });
    if (one_of(name_, "blendps pblendd"))
      return two([&](unsigned k) { return From(imm >> k & 1U, k); });
    if (name_ == "blendpd") return two([&](unsigned k) { return From(imm >> k / 2 & 1U, k); });
    if (one_of(name_, "shuff32x4 shuff64x2 shufi32x4 shufi64x2")) {
      const unsigned groups = lanes_written() / kGroup, bits = groups / 2;
      return two([&](unsigned k) {
        const unsigned g = k / kGroup;
        return From(g >= groups / 2, (imm >> g * bits & (groups - 1)) * kGroup + k % kGroup);
      });
    }
    if (one_of(name_, "perm2f128 perm2i128"))
      return has_two_sources() && lanes([&](unsigned k) {
               const unsigned control = imm >> k / kGroup * 4 & 15U;
               if (control & 8U) return zero();
               return at(control & 2U ? b() : a(), (control & 1U) * kGroup + k % kGroup);
             });
    return shuffled_by_register();
  }

  bool shuffled_by_register() {
    if (one_of(name_, "permps permd") && has_two_sources() && vex_)
      return chosen(a(), {&b()}, lanes_written());
    if (name_ == "permilps" && has_two_sources()) return chosen(b(), {&a()}, kGroup);
    if (one_of(name_, "permt2ps permt2d permi2ps permi2d") && has_two_sources()) {
      const bool index_first = name_.starts_with("permi2");
      return chosen(*ops_[index_first ? 0 : 1], {ops_[index_first ? 1 : 0], ops_[2]},
                    lanes_written());
    }
    // Bytes and words of 128 bits, in ways that are not looked into.
    if (one_of(name_, "pshufb punpcklbw punpckhbw punpcklwd punpckhwd packssdw packusdw "
                      "packsswb packuswb pblendw"))
      return has_two_sources() && lanes([&](unsigned k) {
               std::vector<Token> of;
               for (unsigned i = k / kGroup * kGroup; i < k / kGroup * kGroup + kGroup; ++i) {
                 of.push_back(at(a(), i));
                 of.push_back(at(b(), i));
               }
               return made(fmt::format("{} {}", operation(), k), of);
             });
    return false;
  }

  /// Each lane by its number among those of the sources, in groups of so many.
  bool chosen(const ZydisDecodedOperand& by, std::initializer_list<const ZydisDecodedOperand*> from,
              unsigned group) {
    Units moved;
    lanes([&](unsigned k) {
      if (mask_) moved |= at(*ops_[0], k).uses; // may stay
      const unsigned first = k / group * group;
      const Token number = at(by, k);
      std::vector<Token> of{number};
      out_.lane_numbers |= number.uses;
      for (const ZydisDecodedOperand* o : from)
        for (unsigned i = first; i < first + group; ++i) {
          of.push_back(at(*o, i));
          moved |= of.back().uses;
        }
      const auto known = number_in(number.text);
      if (!known) return made(name_, of);
      Token out = of[1 + *known % (of.size() - 1)];
      out.uses |= number.uses;
      return out;
    });
    out_.lane_numbers &= ~moved;
    return true;
  }

  /// Parts of 32, 64, 128 and 256 bits, put in and taken out; bytes moved along.
  bool inserted() {
    if (!immediate()) return false;
    const unsigned imm = *immediate();
    if (name_ == "insertps") {
      if (!has_two_sources()) return false;
      const unsigned from = is_memory(b()) ? 0 : imm >> 6;
      return lanes([&](unsigned k) {
        return imm >> k & 1U ? zero() : k == (imm >> 4 & 3U) ? at(b(), from) : at(a(), k);
      });
    }
    const auto part = [&]() -> unsigned { // lanes
      if (name_.ends_with("128") || name_.ends_with("32x4") || name_.ends_with("64x2")) return 4;
      return name_.ends_with("64x4") || name_.ends_with("32x8") ? 8 : 0;
    }();
    if (part != 0 && (name_.starts_with("insertf") || name_.starts_with("inserti")) &&
        has_two_sources()) {
      const unsigned where = imm % (lanes_written() / part);
      return lanes([&](unsigned k) { return k / part == where ? at(b(), k % part) : at(a(), k); });
    }
    if (part != 0 && (name_.starts_with("extractf") || name_.starts_with("extracti")) &&
        has_one_source()) {
      const unsigned where = imm % (width(*ops_[1]) / 32U / part);
      return lanes([&](unsigned k) { return at(*ops_[1], where * part + k); });
    }
    if (one_of(name_, "pinsrd pinsrq") && ops_.size() == (vex_ ? 4U : 3U)) {
      const bool wide = name_ == "pinsrq";
      const auto from = whole(b());
      return from && lanes([&](unsigned k) {
               const bool here = (wide ? k / 2 : k) == imm % (wide ? 2 : 4);
               return here ? half(*from, wide ? k % 2 : 0) : at(a(), k);
             });
    }
    if (name_ == "pextrq" && is_vector(*ops_[1])) {
      const unsigned first = imm % 2 * 2;
      if (!is_memory(*ops_[0]))
        return put_general(*ops_[0], made("q", {at(*ops_[1], first), at(*ops_[1], first + 1)}));
      for (unsigned k = 0; k < 2; ++k) put_lane(k, at(*ops_[1], first + k));
      return true;
    }
    if (one_of(name_, "extractps pextrd") && is_vector(*ops_[1])) {
      const Token t = at(*ops_[1], imm % 4);
      if (is_memory(*ops_[0])) {
        put_lane(0, t);
        return true;
      }
      return put_general(*ops_[0], made("low", {t}));
    }
    if (one_of(name_, "pslldq psrldq") && imm % 4 == 0) {
      const ZydisDecodedOperand& from = *ops_[vex_ ? 1 : 0];
      if (!is_vector(from)) return false;
      const int by = int(std::min(imm / 4, kGroup)) * (name_ == "pslldq" ? -1 : 1);
      return lanes([&](unsigned k) {
        const int lane = int(k % kGroup) + by;
        return lane < 0 || lane >= int(kGroup) ? zero()
                                               : at(from, k / kGroup * kGroup + unsigned(lane));
      });
    }
    if (name_ == "palignr" && imm % 4 == 0 && has_two_sources())
      return lanes([&](unsigned k) {
        const unsigned lane = k % kGroup + imm / 4, first = k / kGroup * kGroup;
        return lane < kGroup       ? at(b(), first + lane)
               : lane < 2 * kGroup ? at(a(), first + lane - kGroup)
                                   : zero();
      });
    return false;
  }

  bool horizontal() {
    if (one_of(name_, "haddps hsubps") && has_two_sources())
      return lanes([&](unsigned k) {
        const ZydisDecodedOperand& from = k % 4 < 2 ? a() : b();
        const unsigned first = k / kGroup * kGroup + k % 2 * 2;
        return made(name_, {at(from, first), at(from, first + 1)});
      });
    if (name_ == "dpps" && has_two_sources() && immediate()) {
      const unsigned imm = *immediate();
      return lanes([&](unsigned k) {
        if (!(imm >> k % 4 & 1U)) return zero();
        std::vector<Token> of;
        for (unsigned j = 0; j < kGroup; ++j)
          if (imm >> (4 + j) & 1U) {
            const unsigned i = k / kGroup * kGroup + j;
            of.push_back(made(fmt::format("{}*", j), {at(a(), i), at(b(), i)}));
          }
        return made(name_, of);
      });
    }
    return false;
  }

  bool converted() {
    if (one_of(name_, "cvtps2pd cvtdq2pd") && has_one_source())
      return lanes([&](unsigned k) { return made(part(k, true), {at(*ops_[1], k / 2)}); });
    if (one_of(name_, "cvtpd2ps cvttpd2dq cvtpd2dq") && has_one_source() && !mask_) {
      const unsigned n = width(*ops_[1]) / 64U;
      for (unsigned k = 0; k < std::max(n, kGroup); ++k)
        put_lane(k, k < n ? made(operation(), {element(*ops_[1], 2 * k, true)}) : zero());
      clear_from(std::max(n, kGroup));
      return true;
    }
    return false;
  }

  /// From vectors into general registers.
  bool to_general() {
    if (ops_.size() < 2 || !is_vector(*ops_[1])) {
      if (!one_of(name_, "cvttss2si cvtss2si cvttsd2si cvtsd2si") || ops_.size() < 2 ||
          !is_memory(*ops_[1]))
        return false;
    }
    std::vector<Token> of;
    if (one_of(name_, "cvttss2si cvtss2si")) {
      of = {at(*ops_[1], 0)};
    } else if (one_of(name_, "cvttsd2si cvtsd2si")) {
      of = {at(*ops_[1], 0), at(*ops_[1], 1)};
    } else if (one_of(name_, "movmskps pmovmskb")) {
      for (unsigned k = 0; k < width(*ops_[1]) / 32U; ++k) of.push_back(at(*ops_[1], k));
    } else if (name_ == "movmskpd") {
      for (unsigned k = 1; k < width(*ops_[1]) / 32U; k += 2) of.push_back(at(*ops_[1], k));
    } else {
      return false;
    }
    return put_general(*ops_[0], made(fmt::format("{}:{}", operation(), ops_[0]->size), of));
  }

  bool put_general(const ZydisDecodedOperand& to, Token t) {
    const auto g = to.type == ZYDIS_OPERAND_TYPE_REGISTER ? general(to.reg.value) : std::nullopt;
    if (!g) return false;
    if (to.size < 32) { // the rest of the register stays
      t = made(fmt::format("into{}", to.size), {t, *whole(to)});
    } else if (to.size == 32) {
      t = made("wide", {t});
    }
    put(size_t(kGeneral) + *g, t);
    return true;
  }

  /// Comparisons of the lowest elements.
  bool to_flags() {
    const bool wide = one_of(name_, "ucomisd comisd");
    if (!wide && !one_of(name_, "ucomiss comiss")) return false;
    if (!has_one_source()) return false;
    const std::vector<Token> of{element(*ops_[0], 0, wide), element(*ops_[1], 0, wide)};
    for (unsigned f = 0; f < kFlags; ++f) {
      const bool symmetric = f == 1 || f == 3; // PF and ZF
      const bool cleared = f == 2 || f > 3;
      put(size_t(kFlag) + f,
          cleared ? zero() : made(fmt::format("comi{} {}", wide ? "sd" : "ss", f), of, symmetric));
    }
    return true;
  }

  /// Comparisons into mask registers, and what is done among those.
  bool to_mask() {
    if (!is_mask(*ops_[0]) || !is_written(*ops_[0])) return false;
    std::vector<Token> of;
    for (size_t i = 1; i < ops_.size(); ++i) {
      if (is_vector(*ops_[i]) || (is_memory(*ops_[i]) && is_vector(*ops_[1]))) {
        for (unsigned k = 0; k < width(*ops_[1]) / 32U; ++k) of.push_back(at(*ops_[i], k));
      } else {
        const auto t = whole(*ops_[i]);
        if (!t) return false;
        of.push_back(*t);
      }
    }
    Token t = made(fmt::format("{} {}", operation(), ops_.size() > 1 ? width(*ops_[1]) : 0), of);
    if (name_.starts_with("kmov")) name_number_moved(of.at(0), t);
    if (mask_) t = made("by", {t, unit(mask_unit(*mask_))});
    put(size_t(kMask) + number_of(ops_[0]->reg.value), t);
    return true;
  }

  // --- General registers ------------------------------------------------------------------------

  bool general_registers() {
    if (name_ == "zeroupper") {
      for (unsigned v = 0; v < 16; ++v)
        for (unsigned k = kGroup; k < kLanes; ++k) put(lane(v, k), zero());
      return true;
    }
    if (d_.is_conditional_jump()) {
      if (!d_.info.cpu_flags) return false;
      out_.always |= flags_of(d_.info.cpu_flags->tested);
      for (const ZydisDecodedOperand& o : d_.operands()) // jrcxz
        if (o.type == ZYDIS_OPERAND_TYPE_REGISTER && general(o.reg.value))
          out_.always.set(size_t(kGeneral) + *general(o.reg.value));
      return true;
    }
    if (name_ == "jmp") {
      const auto to = whole(*ops_[0]);
      if (to) out_.always |= to->uses;
      return to.has_value();
    }
    if (name_ == "push" || name_ == "pop") return stack();
    if (name_ == "leave") return leave();
    if (name_ == "lea") return address_taken();
    return arithmetic();
  }

  static constexpr unsigned kRsp = 4;

  bool stack() {
    const auto o = whole(*ops_[0]);
    const bool pops_into_memory = name_ == "pop" && is_memory(*ops_[0]);
    if (!o || pops_into_memory || ops_[0]->size != 64) return false;
    const Token rsp = general_unit(kRsp);
    put(size_t(kGeneral) + kRsp, made(name_, {rsp}));
    out_.always |= rsp.uses;
    if (name_ == "push") {
      out_.stores = fmt::format("push {} at {}", o->text, rsp.text);
      out_.stored.push_back({0, 8, o->text});
      out_.always |= o->uses;
      return true;
    }
    out_.loads = "pop at " + rsp.text;
    return *general(ops_[0]->reg.value) != kRsp && put_general(*ops_[0], memory_of(64));
  }

  bool leave() {
    constexpr unsigned kFrame = 5; // rbp
    if (d_.info.operand_width != 64) return false;
    const Token frame = general_unit(kFrame);
    out_.always |= frame.uses;
    out_.loads = "leave at " + frame.text;
    put(size_t(kGeneral) + kRsp, made(name_, {frame}));
    put(size_t(kGeneral) + kFrame, memory_of(64));
    return true;
  }

  /// rep movs and rep stos, forwards, as the ABI has it.
  bool repeated() {
    const bool moves = name_.starts_with("movs");
    if ((!moves && !name_.starts_with("stos")) || d_.info.address_width != 64 ||
        !d_.has(ZYDIS_ATTRIB_HAS_REP) || d_.has(ZYDIS_ATTRIB_HAS_SEGMENT))
      return false;
    constexpr unsigned kRax = 0, kRcx = 1, kRsi = 6, kRdi = 7;
    const Token times = general_unit(kRcx), to = general_unit(kRdi),
                from = general_unit(moves ? kRsi : kRax);
    for (const Token* t : {&times, &to, &from}) out_.always |= t->uses;
    if (moves) out_.loads = fmt::format("{} {} times {}", name_, from.text, times.text);
    out_.stores = fmt::format("{} {} times {}: {}", name_, to.text, times.text, from.text);
    put(size_t(kGeneral) + kRcx, zero());
    put(size_t(kGeneral) + kRdi, made(name_, {to, times}));
    if (moves) put(size_t(kGeneral) + kRsi, made(name_, {from, times}));
    return true;
  }

  bool address_taken() {
    const ZydisDecodedOperand& from = *ops_[1];
    Token of{address_text(from), {}};
    return add_address(from, of.uses) && put_general(*ops_[0], made("lea", {of}));
  }

  /// Integers: each result, and each flag, may depend on all that is read.
  bool arithmetic() {
    constexpr std::string_view kKnown =
        "mov movzx movsx movsxd movabs div idiv add sub and or xor inc dec neg not "
        "imul mul shl shr sar rol ror cmp test bt adc sbb cqo cdq cdqe cwde "
        "bsf bsr tzcnt lzcnt popcnt andn bextr blsr blsi blsmsk shlx shrx "
        "sarx rorx bzhi mulx kmovb kmovw kmovd kmovq bswap kortestb "
        "kortestw ktestb";
    const bool conditional = d_.info.meta.category == ZYDIS_CATEGORY_CMOV ||
                             d_.info.meta.category == ZYDIS_CATEGORY_SETCC;
    if (!conditional && !one_of(name_, kKnown)) return false;
    if (name_ == "bt" && is_memory(*ops_[0])) return false; // of any word
    const bool zeroed = (name_ == "xor" || name_ == "sub") && same_register(*ops_[0], *ops_[1]);
    std::vector<Token> of;
    for (const ZydisDecodedOperand& o : d_.operands()) {
      if (is_flags(o)) continue;
      if (is_memory(o) && o.visibility == ZYDIS_OPERAND_VISIBILITY_HIDDEN) return false;
      const bool may_stay = (o.actions & ZYDIS_OPERAND_ACTION_CONDWRITE) != 0;
      if (!is_read(o) && !may_stay && o.type != ZYDIS_OPERAND_TYPE_IMMEDIATE) continue;
      const auto t = whole(o);
      if (!t) return false;
      if (!zeroed) of.push_back(*t);
    }
    const bool one_source = one_of(name_, "mov movabs");
    Units tested;
    if (d_.info.cpu_flags) tested = flags_of(d_.info.cpu_flags->tested);
    std::string what = fmt::format("{}:{}", name_, d_.info.operand_width);
    const bool commutative = one_of(name_, "add and or xor test") ||
                             (name_ == "imul" && d_.info.operand_count_visible == 2);
    Token result = one_source ? of.at(0) : made(what, of, commutative);
    if (name_.starts_with("kmov")) name_number_moved(of.at(0), result);
    add_flags(result, tested);
    if (name_ == "div" || name_ == "idiv") out_.always |= result.uses; // it may trap
    bool first = true;
    for (const ZydisDecodedOperand& o : d_.operands()) {
      if (!is_written(o) || is_flags(o)) continue;
      const Token t = first ? result : made("also", {result});
      first = false;
      if (is_memory(o)) {
        out_.stores += fmt::format("{} {}: {}\n", where_, o.size, t.text);
        out_.stored.push_back({0, o.size / 8U, t.text});
        out_.always |= t.uses;
      } else if (is_mask(o)) {
        put(size_t(kMask) + number_of(o.reg.value), t);
      } else if (!put_general(o, t)) {
        return false;
      }
    }
    return put_flags(what, of, tested, zeroed);
  }

  /// kmovb moves eight bits, whatever its registers hold, and so on.
  void name_number_moved(const Token& from, Token& to) const {
    const unsigned bits = name_.ends_with('b')   ? 8
                          : name_.ends_with('w') ? 16
                          : name_.ends_with('d') ? 32
                                                 : 64;
    if (const auto number = number_in(from.text))
      to.text = name_of_number(*number & ~uint64_t{0} >> (64 - bits));
  }

  /// Makes a value depend on flags.
  void add_flags(Token& t, const Units& flags) const {
    for (size_t f = kFlag; f < size_t(kFlag) + kFlags; ++f)
      if (flags[f]) t = made("flag", {t, unit(Unit(f))});
  }

  bool put_flags(const std::string& what, const std::vector<Token>& of, const Units& tested,
                 bool zeroed) {
    if (!d_.info.cpu_flags) return true;
    const auto& flags = *d_.info.cpu_flags;
    const Units cleared = flags_of(flags.set_0), set = flags_of(flags.set_1),
                other = flags_of(flags.modified | flags.undefined);
    const Units undefined = flags_of(flags.undefined);
    const bool may_stay =
        one_of(name_, "shl shr sar rol ror") && ops_.back()->type != ZYDIS_OPERAND_TYPE_IMMEDIATE;
    for (size_t f = kFlag; f < size_t(kFlag) + kFlags; ++f) {
      if (cleared[f]) {
        put(f, zero());
      } else if (set[f]) {
        put(f, {"1", {}});
      } else if (other[f]) {
        // Whether two are equal does not depend on their order.
        const bool symmetric = name_ == "cmp" && f == size_t(kFlag) + 3;
        Token t = made(fmt::format("{}{} {}", what, zeroed ? "=" : "", f), of,
                       symmetric || name_ == "test");
        Units asked = tested;
        if (may_stay || undefined[f]) asked.set(f);
        add_flags(t, asked);
        put(f, t);
      }
    }
    return true;
  }

  const Decoded& d_;
  const uint64_t address_;
  const Names& names_;
  const Makes& makes_;
  std::string_view name_; ///< without the v of VEX
  bool vex_ = false;
  std::vector<const ZydisDecodedOperand*> ops_; ///< those that can be seen, without a mask
  std::optional<unsigned> mask_;
  std::string where_; ///< the address of the operand in memory
  Effect out_;
};

} // namespace

Effect effect_of(const Decoded& d, uint64_t address, const Names& names, const Makes& makes) {
  return Builder(d, address, names, makes).run();
}

Units read_for(const Effect& effect, const Units& behind) {
  Units out = effect.always;
  for (const Written& w : effect.written)
    if (behind[w.unit]) out |= w.uses;
  return out;
}

Effect above_lowest_byte(Effect effect, const Units& behind) {
  for (Written& w : effect.written) {
    const bool is_copy = w.value.find('(') == w.value.npos;
    w.uses &= ~effect.lane_numbers;
    if (is_copy) continue;
    if (behind[w.unit]) effect.always |= w.uses;
    w.uses.reset();
  }
  return effect;
}

std::string name_of_number(uint64_t number) {
  return fmt::format("#{:x}", number);
}

std::optional<uint64_t> number_in(std::string_view name) {
  // A move into the lower half of a register, and a read of it.
  constexpr std::string_view kWide = "wide(", kWideEnd = " )", kLower = ":32";
  constexpr uint64_t kLowerHalf = 0xffffffff;
  if (name.ends_with(kLower)) {
    const auto whole = number_in(name.substr(0, name.size() - kLower.size()));
    return whole ? std::optional(*whole & kLowerHalf) : whole;
  }
  if (name.starts_with(kWide) && name.ends_with(kWideEnd)) {
    const auto whole =
        number_in(name.substr(kWide.size(), name.size() - kWide.size() - kWideEnd.size()));
    return whole ? std::optional(*whole & kLowerHalf) : whole;
  }
  if (name == "0") return 0;
  if (!name.starts_with('#')) return std::nullopt;
  uint64_t out = 0;
  const auto [end, error] = std::from_chars(name.data() + 1, name.data() + name.size(), out, 16);
  if (error != std::errc() || end != name.data() + name.size()) return std::nullopt;
  return out;
}

std::string value_before(Unit unit) {
  if (unit >= kMemoryLane) return fmt::format("m.{}", unit - kMemoryLane);
  if (unit >= kLane) return fmt::format("v{}.{}", (unit - kLane) / kLanes, (unit - kLane) % kLanes);
  if (unit >= kMask) return fmt::format("k{}", unit - kMask);
  if (unit >= kFlag) return fmt::format("f{}", unit - kFlag);
  return fmt::format("r{}", unit);
}

std::string value_behind(const Effect& effect, Unit unit, const Names& names) {
  const auto w = std::find_if(effect.written.begin(), effect.written.end(),
                              [&](const Written& x) { return x.unit == unit; });
  return w == effect.written.end() ? names(unit) : w->value;
}

} // namespace ulna::code
