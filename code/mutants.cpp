#include "code/mutants.h"

#include "cases/make_case.h"
#include "code/encoding.h"
#include "code/features.h"
#include "code/meaning.h"
#include "code/opcodes.h"
#include "code/selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <fmt/ranges.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <set>

namespace ulna::code {
namespace {

constexpr std::array<const char*, kMutantKinds> kNames{
    "arithmetic", "fused",     "selection",   "predicate", "rounding",
    "condition",  "source",    "destination", "order",     "displacement",
    "scale",      "immediate", "removal",     "saving",    "constant"};

/// What has no effect that anybody could see.
bool does_nothing(const Decoded& d) {
  switch (d.info.meta.category) {
  case ZYDIS_CATEGORY_NOP:
  case ZYDIS_CATEGORY_WIDENOP:
  case ZYDIS_CATEGORY_PREFETCH:
  case ZYDIS_CATEGORY_PREFETCHWT1:
  case ZYDIS_CATEGORY_CLDEMOTE:
  case ZYDIS_CATEGORY_CLFLUSHOPT:
  case ZYDIS_CATEGORY_CLWB:
    return true;
  default:
    break;
  }
  switch (d.info.mnemonic) {
  case ZYDIS_MNEMONIC_ENDBR32:
  case ZYDIS_MNEMONIC_ENDBR64:
  case ZYDIS_MNEMONIC_PAUSE:
  case ZYDIS_MNEMONIC_VZEROUPPER: // changes how fast the code behind it is, and nothing below ymm
  case ZYDIS_MNEMONIC_LFENCE:
  case ZYDIS_MNEMONIC_SFENCE:
  case ZYDIS_MNEMONIC_MFENCE:
  case ZYDIS_MNEMONIC_CLFLUSH:
    return true;
  default:
    return false;
  }
}

bool is_known_encoding(const Decoded& d) {
  switch (d.info.encoding) {
  case ZYDIS_INSTRUCTION_ENCODING_LEGACY:
  case ZYDIS_INSTRUCTION_ENCODING_VEX:
  case ZYDIS_INSTRUCTION_ENCODING_EVEX:
    return true;
  default:
    return false; // 3DNow!, XOP and those of Knights Corner, which nobody makes any more
  }
}

/// What is left as it is: it leads out of the code that is judged, or asks the CPU.
bool is_left_alone(const Decoded& d) {
  if (!is_known_encoding(d)) return true;
  switch (d.info.meta.category) {
  case ZYDIS_CATEGORY_CALL:
  case ZYDIS_CATEGORY_RET:
  case ZYDIS_CATEGORY_UNCOND_BR:
  case ZYDIS_CATEGORY_SYSCALL:
  case ZYDIS_CATEGORY_SYSRET:
  case ZYDIS_CATEGORY_INTERRUPT:
  case ZYDIS_CATEGORY_IO:
  case ZYDIS_CATEGORY_IOSTRINGOP:
    return true;
  default:
    break;
  }
  switch (d.info.mnemonic) {
  case ZYDIS_MNEMONIC_INVALID:
  case ZYDIS_MNEMONIC_CPUID:
  case ZYDIS_MNEMONIC_XGETBV:
  case ZYDIS_MNEMONIC_UD0:
  case ZYDIS_MNEMONIC_UD1:
  case ZYDIS_MNEMONIC_UD2:
  case ZYDIS_MNEMONIC_HLT:
  case ZYDIS_MNEMONIC_INT3:
    return true;
  default:
    return d.has(ZYDIS_ATTRIB_IS_PRIVILEGED);
  }
}

bool is_callee_saved(ZydisRegister r) {
  switch (ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LONG_64, r)) {
  case ZYDIS_REGISTER_RBX:
  case ZYDIS_REGISTER_RBP:
  case ZYDIS_REGISTER_R12:
  case ZYDIS_REGISTER_R13:
  case ZYDIS_REGISTER_R14:
  case ZYDIS_REGISTER_R15:
    return true;
  default:
    return false;
  }
}

/// A push or pop of a callee-saved register, or a move between one and the stack.
bool saves_register(const Decoded& d) {
  const ZydisDecodedOperand &a = d.all[0], &b = d.all[1];
  const auto is_saved = [](const ZydisDecodedOperand& o) {
    return o.type == ZYDIS_OPERAND_TYPE_REGISTER && o.size == 64 && is_callee_saved(o.reg.value);
  };
  const auto is_stack = [](const ZydisDecodedOperand& o) {
    return o.type == ZYDIS_OPERAND_TYPE_MEMORY && o.mem.base == ZYDIS_REGISTER_RSP &&
           o.mem.index == ZYDIS_REGISTER_NONE;
  };
  switch (d.info.mnemonic) {
  case ZYDIS_MNEMONIC_PUSH:
  case ZYDIS_MNEMONIC_POP:
    return is_saved(a);
  case ZYDIS_MNEMONIC_MOV:
    return (is_saved(a) && is_stack(b)) || (is_stack(a) && is_saved(b));
  default:
    return false;
  }
}

bool changes_control_word(const Decoded& d) {
  switch (d.info.mnemonic) {
  case ZYDIS_MNEMONIC_LDMXCSR:
  case ZYDIS_MNEMONIC_STMXCSR:
  case ZYDIS_MNEMONIC_VLDMXCSR:
  case ZYDIS_MNEMONIC_VSTMXCSR:
  case ZYDIS_MNEMONIC_FLDCW:
  case ZYDIS_MNEMONIC_FNSTCW:
    return true;
  default:
    return false;
  }
}

template <class T>
T read_as(std::string_view bytes) {
  T value;
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

template <class T>
std::string bytes_of(T value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

/// In hex, each once where all are the same: "3f800000 x4".
std::string words(std::string_view bytes) {
  std::vector<uint32_t> all;
  for (; !bytes.empty(); bytes.remove_prefix(std::min(bytes.size(), sizeof(uint32_t)))) {
    all.push_back(0);
    bytes.copy(reinterpret_cast<char*>(&all.back()), sizeof(uint32_t));
  }
  if (all.size() > 1 && std::ranges::adjacent_find(all, std::not_equal_to()) == all.end())
    return fmt::format("{:08x} x{}", all.front(), all.size());
  return fmt::format("{:08x}", fmt::join(all, " "));
}

/// Makes the mutants of one instruction.
class Mutator {
public:
  Mutator(const Instruction& instruction, const CodeMap& map)
      : map_(map), address_(instruction.address), code_(instruction.code()),
        d_(decode(instruction)), instruction_(instruction) {
    if (d_.info.length != instruction.length) return;
    text_ = text(d_);
    meanings_ = {meaning_of(d_, address_), std::string(kNothing)}; // the latter is for removal
    needs_ = needs_of(instruction);
  }

  std::vector<Mutant> run() {
    if (text_.empty() || does_nothing(d_) || is_left_alone(d_) ||
        meaning_of(d_, address_) == kNothing)
      return {};
    if (d_.is_conditional_jump()) {
      conditions();
      never_taken_or_always();
      return std::move(out_);
    }
    for (const OtherByte& other : other_operations(instruction_, d_)) change_byte(other);
    conditions();
    immediates();
    rounding_of_prefix();
    registers();
    orders();
    displacements();
    scales();
    masking();
    removal();
    constants();
    return std::move(out_);
  }

private:
  /// Whether it is an instruction that may stand here; if it does something new, it is a mutant.
  bool add(MutantKind kind, const std::string& code) {
    const auto d = decode(code);
    if (!d || d->info.length != code_.size() || is_left_alone(*d) ||
        d->is_conditional_jump() != d_.is_conditional_jump() || !needs_no_more(code))
      return false;
    if (meanings_.insert(meaning_of(*d, address_)).second) put(kind, code, text(*d));
    return true;
  }

  void put(MutantKind kind, const std::string& code, std::string_view text) {
    out_.push_back(
        {address_, address_, std::string(code_), code, kind, fmt::format("{} -> {}", text_, text)});
  }

  /// With the value of a constant for its address, which each change of the library moves.
  std::string text(const Decoded& d) const {
    const std::string all = text_of(d, address_);
    const ZydisDecodedOperand* at = d.rip_relative();
    if (!at || d.info.mnemonic == ZYDIS_MNEMONIC_LEA) return all;
    const std::string_view bytes = map_.constant(*d.target(address_), at->size / 8);
    const size_t open = all.find('['), close = all.find(']');
    if (bytes.empty() || open == all.npos || close == all.npos) return all;
    return fmt::format("{}[={}{}", all.substr(0, open), words(bytes), all.substr(close));
  }

  bool needs_no_more(const std::string& code) const {
    Instruction other = instruction_;
    std::memcpy(other.bytes.data(), code.data(), code.size());
    const Needs needs = needs_of(other);
    const std::string has = fmt::format("{}", fmt::join(needs_.features, ","));
    return needs.unknown == needs_.unknown &&
           std::all_of(needs.features.begin(), needs.features.end(),
                       [&](const std::string& f) { return covers(has, f); });
  }

  bool change_byte(const OtherByte& other) {
    std::string code(code_);
    code[other.offset] = char(other.value);
    return add(other.kind, code);
  }

  // --- Conditions -------------------------------------------------------------------------------

  void conditions() {
    for (const OtherByte& other : other_conditions(d_)) change_byte(other);
  }

  void never_taken_or_always() {
    const auto& imm = d_.info.raw.imm[0];
    std::string always(code_);
    if (imm.size == 8) {
      // jrcxz and loop may have a prefix before the opcode.
      always[imm.offset - 1U] = '\xeb';
    } else {
      // REX.W makes no difference to a jump, but makes it as long.
      always[imm.offset - 2U] = '\x48';
      always[imm.offset - 1U] = '\xe9';
    }
    const auto jump = decode(always);
    if (d_.info.mnemonic != ZYDIS_MNEMONIC_XBEGIN && jump && jump->info.length == code_.size() &&
        jump->info.mnemonic == ZYDIS_MNEMONIC_JMP)
      put(MutantKind::condition, always, text(*jump));
    put(MutantKind::condition, nop(code_.size()), "never");
  }

  // --- Immediates -------------------------------------------------------------------------------

  void immediates() {
    const auto use = immediate_use(d_);
    if (use == ImmediateUse::none) return;
    const auto& imm = d_.info.raw.imm[0];
    if (imm.size == 0) return; // a shift by one, which is no byte
    if (use == ImmediateUse::number) return numbers(imm.offset, imm.size / 8U);
    const MutantKind kind = use == ImmediateUse::selection   ? MutantKind::selection
                            : use == ImmediateUse::predicate ? MutantKind::predicate
                                                             : MutantKind::rounding;
    const unsigned value = uint8_t(code_[imm.offset]);
    for (unsigned bit = 0; bit < 8; ++bit)
      change_byte({kind, imm.offset, uint8_t(value ^ 1U << bit)});
    // Strict for not strict, where two bits differ: lt and le, nlt and nle, ge and gt.
    if (kind == MutantKind::predicate) {
      change_byte({kind, imm.offset, uint8_t(value ^ 3)});
      // ge is nlt without the unordered
      change_byte({kind, imm.offset, uint8_t(value ^ 8 ^ 4)});
    }
  }

  void numbers(size_t offset, size_t size) {
    uint64_t value = 0;
    std::memcpy(&value, code_.data() + offset, size);
    for (const uint64_t other : {value + 1, value - 1, ~value + 1}) {
      std::string code(code_);
      std::memcpy(code.data() + offset, &other, size);
      add(MutantKind::immediate, code);
    }
  }

  /// EVEX with rounding of its own: two bits choose it.
  void rounding_of_prefix() {
    if (d_.info.encoding != ZYDIS_INSTRUCTION_ENCODING_EVEX || !d_.info.avx.has_sae ||
        d_.info.avx.rounding.mode == ZYDIS_ROUNDING_MODE_INVALID)
      return;
    const size_t byte = d_.info.raw.evex.offset + 3U;
    for (const unsigned bit : {5U, 6U})
      change_byte({MutantKind::rounding, byte, uint8_t(uint8_t(code_[byte]) ^ 1U << bit)});
  }

  // --- Registers --------------------------------------------------------------------------------

  void registers() {
    const bool saves = saves_register(d_);
    for (const ZydisDecodedOperand& o : d_.visible()) {
      const bool written = (o.actions & ZYDIS_OPERAND_ACTION_MASK_WRITE) != 0;
      const MutantKind kind = written ? MutantKind::destination : MutantKind::source;
      if (o.type == ZYDIS_OPERAND_TYPE_REGISTER) {
        const bool saved = saves && is_callee_saved(o.reg.value);
        const auto field = register_field(d_, o);
        if (field && saved) {
          unsaved(*field);
        } else if (field) {
          neighbour(kind, *field, o.encoding == ZYDIS_OPERAND_ENCODING_MASK);
        }
      } else if (o.type == ZYDIS_OPERAND_TYPE_MEMORY) {
        if (const auto field = base_field(d_, o)) neighbour(MutantKind::source, *field);
        if (const auto field = index_field(d_, o)) neighbour(MutantKind::source, *field);
      }
    }
  }

  /// In place of a callee-saved register one that is not: rcx, or r9.
  void unsaved(const Field& field) {
    std::string code(code_);
    if (field.set(code, (field.get(code_) & 8) | 1)) add(MutantKind::saving, code);
  }

  /// The register whose number differs in the lowest bit; in another one, where that is none.
  void neighbour(MutantKind kind, const Field& field, bool mask = false) {
    const unsigned number = field.get(code_);
    if (mask && number == 0) return; // k0 stands for no mask
    for (const unsigned other : {number ^ 1, number ^ 2, number ^ 4}) {
      std::string code(code_);
      if (field.set(code, other) && add(kind, code)) return;
    }
  }

  /// Two sources exchanged: those that have fields of their own, and are of one kind.
  void orders() {
    std::vector<const ZydisDecodedOperand*> only_read;
    for (const ZydisDecodedOperand* o : sources_of(d_))
      if (o->type == ZYDIS_OPERAND_TYPE_REGISTER && o->actions == ZYDIS_OPERAND_ACTION_READ)
        only_read.push_back(o);
    if (only_read.size() < 2 || is_commutative(d_)) return;
    const ZydisDecodedOperand &a = *only_read[0], &b = *only_read[1];
    const auto first = register_field(d_, a), second = register_field(d_, b);
    if (!first || !second ||
        ZydisRegisterGetClass(a.reg.value) != ZydisRegisterGetClass(b.reg.value))
      return;
    std::string code(code_);
    if (first->set(code, second->get(code_)) && second->set(code, first->get(code_)))
      add(MutantKind::order, code);
  }

  // --- Addresses --------------------------------------------------------------------------------

  void displacements() {
    const auto& disp = d_.info.raw.disp;
    const auto memory = std::ranges::find_if(
        d_.visible(), [](const auto& o) { return o.type == ZYDIS_OPERAND_TYPE_MEMORY; });
    if (disp.size == 0 || memory == d_.visible().end()) return;
    // EVEX counts in vectors, or in what is broadcast.
    const bool scaled = d_.info.encoding == ZYDIS_INSTRUCTION_ENCODING_EVEX && disp.size == 8;
    const bool address_only = d_.info.mnemonic == ZYDIS_MNEMONIC_LEA;
    const int64_t near = scaled || address_only ? 1 : std::clamp(memory->size / 8, 1, 4);
    const int64_t far = scaled ? near : address_only ? 4 : 16;
    for (const int64_t by : {near, -near, far, -far}) {
      const int64_t value = disp.value + by;
      const int64_t limit = int64_t{1} << (disp.size - 1);
      if (disp.size < 64 && (value >= limit || value < -limit)) continue;
      std::string code(code_);
      std::memcpy(code.data() + disp.offset, &value, disp.size / 8U);
      add(MutantKind::displacement, code);
    }
  }

  void scales() {
    if (!d_.has(ZYDIS_ATTRIB_HAS_SIB)) return;
    const auto& sib = d_.info.raw.sib;
    const bool has_index = std::ranges::any_of(d_.visible(), [](const auto& o) {
      return o.type == ZYDIS_OPERAND_TYPE_MEMORY && o.mem.index != ZYDIS_REGISTER_NONE;
    });
    if (!has_index) return;
    for (const int other : {sib.scale + 1, sib.scale - 1})
      if (other >= 0 && other < 4)
        change_byte({MutantKind::scale, sib.offset,
                     uint8_t((uint8_t(code_[sib.offset]) & 0x3fU) | unsigned(other) << 6)});
  }

  /// Zeroes for what is left as it was, or the other way round.
  void masking() {
    if (d_.info.encoding != ZYDIS_INSTRUCTION_ENCODING_EVEX || d_.info.raw.evex.aaa == 0) return;
    const size_t byte = d_.info.raw.evex.offset + 3U;
    change_byte({MutantKind::selection, byte, uint8_t(uint8_t(code_[byte]) ^ 0x80U)});
  }

  void removal() {
    put(changes_control_word(d_) ? MutantKind::saving : MutantKind::removal, nop(code_.size()),
        "nothing");
  }

  // --- Constants --------------------------------------------------------------------------------

  void constants() {
    const ZydisDecodedOperand* o = d_.rip_relative();
    if (!o || d_.info.mnemonic == ZYDIS_MNEMONIC_LEA || o->actions != ZYDIS_OPERAND_ACTION_READ ||
        o->size % 8 != 0)
      return;
    const uint64_t place = *d_.target(address_);
    const std::string_view bytes = map_.constant(place, o->size / 8U);
    if (bytes.empty()) return;
    // Wholes of 128 bits and more are moved without a word of what they are.
    const unsigned width = o->element_size > 64 || o->element_size == 0 ? 32 : o->element_size;
    const bool is_float = o->element_type == ZYDIS_ELEMENT_TYPE_FLOAT32 ||
                          o->element_type == ZYDIS_ELEMENT_TYPE_FLOAT64;
    for (unsigned at = 0, lane = 0; (at + width / 8) <= bytes.size(); at += width / 8, ++lane) {
      const Lane of{place + at, bytes.substr(at, width / 8), lane};
      if (is_float && width == 32) {
        float_lane<float, uint32_t>(of);
      } else if (is_float && width == 64) {
        float_lane<double, uint64_t>(of);
      } else {
        bit_lane(of);
      }
    }
  }

  struct Lane {
    uint64_t address;
    std::string_view bytes;
    unsigned number;
  };

  template <class T, class Bits>
  void float_lane(const Lane& lane) {
    const T value = read_as<T>(lane.bytes);
    if (!std::isnormal(value)) return bit_lane(lane); // zero, or a mask
    const T up = std::nextafter(value, std::copysign(std::numeric_limits<T>::infinity(), value));
    constexpr T kFactor = T(1) + T(0x1p-12);
    for (const T other : {up, value * kFactor})
      patch(lane, bytes_of(other), fmt::format("{}", value), fmt::format("{}", other));
  }

  /// A mask, or an integer: its lowest bit, and its highest.
  void bit_lane(const Lane& lane) {
    for (const bool highest : {false, true}) {
      std::string other(lane.bytes);
      char& byte = highest ? other.back() : other.front();
      byte = char(uint8_t(byte) ^ (highest ? 0x80 : 1));
      patch(lane, other, hex(lane.bytes), hex(other));
    }
  }

  static std::string hex(std::string_view bytes) {
    uint64_t value = 0;
    std::memcpy(&value, bytes.data(), bytes.size());
    return fmt::format("{:#x}", value);
  }

  void patch(const Lane& lane, std::string replaced, const std::string& from,
             const std::string& to) {
    if (replaced == lane.bytes || !patches_.emplace(lane.address, replaced).second) return;
    out_.push_back(
        {address_, lane.address, std::string(lane.bytes), std::move(replaced), MutantKind::constant,
         fmt::format("{}: lane {} of the constant, {} -> {}", text_, lane.number, from, to)});
  }

  const CodeMap& map_;
  const uint64_t address_;
  const std::string_view code_;
  const Decoded d_;
  const Instruction& instruction_;
  std::string text_;
  std::set<std::string> meanings_; ///< that of the original, and those of its mutants
  std::set<std::pair<uint64_t, std::string>> patches_; ///< of constants
  Needs needs_;
  std::vector<Mutant> out_;
};

void sort_unique(auto& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

void collect(const Instruction& instruction, const CodeMap& map, Numbers& out) {
  const Decoded d = decode(instruction);
  if (const ZydisDecodedOperand* o = d.rip_relative();
      o && o->element_type == ZYDIS_ELEMENT_TYPE_FLOAT32 &&
      o->actions == ZYDIS_OPERAND_ACTION_READ) {
    const std::string_view bytes = map.constant(*d.target(instruction.address), o->size / 8U);
    for (size_t at = 0; at + 4 <= bytes.size(); at += 4)
      out.floats.push_back(read_as<uint32_t>(bytes.substr(at)));
  }
  for (const ZydisDecodedOperand& o : d.visible()) {
    if (o.type != ZYDIS_OPERAND_TYPE_IMMEDIATE) continue;
    switch (d.info.mnemonic) {
    case ZYDIS_MNEMONIC_CMP:
    case ZYDIS_MNEMONIC_TEST:
    case ZYDIS_MNEMONIC_SUB:
    case ZYDIS_MNEMONIC_AND:
      out.compared.push_back(o.imm.value.s);
      break;
    case ZYDIS_MNEMONIC_SHL:
    case ZYDIS_MNEMONIC_SHR:
    case ZYDIS_MNEMONIC_SAR:
      if (o.imm.value.u < 63) out.compared.push_back(int64_t{1} << o.imm.value.u);
      break;
    default:
      break;
    }
  }
}

Numbers numbers_of(const CodeMap& map, size_t first, size_t count) {
  Numbers out;
  for (size_t i = first; i < first + count; ++i) collect(map.instructions[i], map, out);
  sort_unique(out.floats);
  sort_unique(out.compared);
  return out;
}

} // namespace

const char* name(MutantKind kind) {
  return kNames[size_t(kind)];
}

std::optional<MutantKind> mutant_kind(std::string_view text) {
  for (size_t i = 0; i < kMutantKinds; ++i)
    if (text == kNames[i]) return MutantKind(i);
  return std::nullopt;
}

std::vector<Mutant> mutants_of(const Instruction& instruction, const CodeMap& map) {
  return Mutator(instruction, map).run();
}

Numbers numbers_of(const CodeMap& map) {
  return numbers_of(map, 0, map.instructions.size());
}

Numbers numbers_of(const CodeMap& map, const Block& block) {
  return numbers_of(map, block.first, block.count);
}

std::string text_of(const Instruction& instruction) {
  return text_of(decode(instruction), instruction.address);
}

} // namespace ulna::code
