#include "formulas/lift.h"

#include "code/meaning.h"
#include "formulas/instructions.h"
#include "formulas/mappings.h"
#include "formulas/symbolic_memory.h"
#include "judge/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace ulna::formulas {

using code::Decoded;
using code::Effect;
using code::Unit;

namespace {

constexpr unsigned kRsp = 4, kRbp = 5;
constexpr uint64_t kMostSteps = 200'000;
constexpr uint64_t kMostStack = 8 << 20;

/// MXCSR as the call has it, while its operations are made here: what traps there does not here.
class RoundsAs {
public:
#if defined(__x86_64__)
  explicit RoundsAs(uint32_t mxcsr) {
    _mm_setcsr(mxcsr | kAllMasks);
  }
  ~RoundsAs() {
    _mm_setcsr(before_);
  }

private:
  static constexpr uint32_t kAllMasks = 0x1f80;
  uint32_t before_ = _mm_getcsr();
#else
  explicit RoundsAs(uint32_t) {}
#endif
};

/// The address of an operand in memory.
std::optional<uint64_t> address_of(const Decoded& d, const ZydisDecodedOperand& o,
                                   const TracedState& s) {
  if (o.mem.segment == ZYDIS_REGISTER_FS || o.mem.segment == ZYDIS_REGISTER_GS) return {};
  const auto value = [&](ZydisRegister r) -> uint64_t {
    if (r == ZYDIS_REGISTER_NONE) return 0;
    if (r == ZYDIS_REGISTER_RIP) return s.instruction_pointer + d.info.length;
    return s.general[size_t(ZydisRegisterGetId(r))];
  };
  return value(o.mem.base) + value(o.mem.index) * o.mem.scale + uint64_t(o.mem.disp.value);
}

uint64_t value_in(const TracedState& s, Unit u) {
  constexpr unsigned kBits[code::kFlags] = {0, 2, 4, 6, 7, 11};
  if (u < code::kFlag) return s.general[u];
  if (u < code::kMask) return s.flags >> kBits[u - code::kFlag] & 1;
  if (u < code::kLane) return s.masks[u - code::kMask];
  return s.vectors[size_t(u - code::kLane) / code::kLanes][size_t(u - code::kLane) % code::kLanes];
}

const ZydisDecodedOperand* memory_operand(const Decoded& d) {
  for (const ZydisDecodedOperand& o : d.visible())
    if (o.type == ZYDIS_OPERAND_TYPE_MEMORY && o.mem.type == ZYDIS_MEMOP_TYPE_MEM) return &o;
  return nullptr;
}

bool reads(const ZydisDecodedOperand& o) {
  return (o.actions & ZYDIS_OPERAND_ACTION_MASK_READ) != 0;
}

} // namespace

std::string input_name(const Operation& op, size_t array, size_t element, size_t word) {
  const std::string name = word_name(op, array, element, word);
  return name.ends_with(']') || name.find(", byte ") == name.npos
             ? name
             : fmt::format("{}[{}][{}]", op.arrays[array].name, element, word);
}

namespace {

bool writes(const ZydisDecodedOperand& o) {
  return (o.actions & ZYDIS_OPERAND_ACTION_MASK_WRITE) != 0;
}

/// Its operand in memory, if it has one, is not touched.
bool does_nothing(const Decoded& d) {
  return d.info.meta.category == ZYDIS_CATEGORY_NOP ||
         d.info.meta.category == ZYDIS_CATEGORY_WIDENOP ||
         d.info.meta.category == ZYDIS_CATEGORY_PREFETCH;
}

/// Whether what it does follows from its operands: it asks nothing of the machine.
bool is_plain(const Decoded& d) {
  switch (d.info.meta.category) {
  case ZYDIS_CATEGORY_BINARY:
  case ZYDIS_CATEGORY_LOGICAL:
  case ZYDIS_CATEGORY_SHIFT:
  case ZYDIS_CATEGORY_ROTATE:
  case ZYDIS_CATEGORY_DATAXFER:
  case ZYDIS_CATEGORY_BITBYTE:
  case ZYDIS_CATEGORY_CMOV:
  case ZYDIS_CATEGORY_SETCC:
  case ZYDIS_CATEGORY_SEMAPHORE:
  case ZYDIS_CATEGORY_X87_ALU:
  case ZYDIS_CATEGORY_AVX:
  case ZYDIS_CATEGORY_AVX2:
  case ZYDIS_CATEGORY_AVX512:
    return true;
  default:
    return false;
  }
}

/// Whether something is left of what a vector or mask register held: VEX and EVEX write all of it.
bool writes_in_part(const Decoded& d) {
  const auto mask = d.info.avx.mask.reg;
  const bool masked = mask != ZYDIS_REGISTER_NONE && mask != ZYDIS_REGISTER_K0;
  return d.info.encoding == ZYDIS_INSTRUCTION_ENCODING_LEGACY || masked;
}

/// What is followed of a register: all of it, where the operand is a part; of the flags those that
/// the instruction reads or writes.
std::vector<Unit> units_of(const Decoded& d, const ZydisDecodedOperand& o) {
  if (o.type != ZYDIS_OPERAND_TYPE_REGISTER) return {};
  if (ZydisRegisterGetClass(o.reg.value) == ZYDIS_REGCLASS_FLAGS) {
    constexpr ZydisAccessedFlagsMask kAll[code::kFlags] = {ZYDIS_CPUFLAG_CF, ZYDIS_CPUFLAG_PF,
                                                           ZYDIS_CPUFLAG_AF, ZYDIS_CPUFLAG_ZF,
                                                           ZYDIS_CPUFLAG_SF, ZYDIS_CPUFLAG_OF};
    const auto* f = d.info.cpu_flags;
    const ZydisAccessedFlagsMask touched =
        f ? f->tested | f->modified | f->set_0 | f->set_1 | f->undefined : 0;
    std::vector<Unit> flags;
    for (unsigned i = 0; i < code::kFlags; ++i)
      if ((touched & kAll[i]) != 0) flags.push_back(Unit(code::kFlag + i));
    return flags;
  }
  const ZydisRegister whole =
      ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LONG_64, o.reg.value);
  const auto number = unsigned(ZydisRegisterGetId(whole));
  std::vector<Unit> out;
  switch (ZydisRegisterGetClass(whole)) {
  case ZYDIS_REGCLASS_GPR64:
    out.push_back(Unit(code::kGeneral + number));
    break;
  case ZYDIS_REGCLASS_MASK:
    out.push_back(Unit(code::kMask + number));
    break;
  case ZYDIS_REGCLASS_XMM:
  case ZYDIS_REGCLASS_YMM:
  case ZYDIS_REGCLASS_ZMM:
    for (unsigned k = 0; k < code::kLanes; ++k) out.push_back(code::lane(number, k));
    break;
  default:
    break;
  }
  return out;
}

/// Whether the expression has that which a masked store leaves as it is.
bool is_kept(const Expression& e) {
  return e.text == code::Stored::kAsItIs ||
         (e.kind == Kind::select &&
          std::any_of(e.of.begin(), e.of.end(), [](const auto* o) { return is_kept(*o); }));
}

} // namespace

struct Lift::Impl {
  Impl(const Case& c, std::vector<PlacedArray> where, Expressions& expressions)
      : call(c), arrays(std::move(where)), all(expressions), instructions(expressions),
        memory(expressions.leaf(Kind::undefined, "a word that was written in part", {})) {}

  // --- Before the call --------------------------------------------------------------------------

  void begin(const TracedState& s, const TracedMemory& m) {
    mappings.emplace(m.worker());
    stack = s.general[kRsp];
    begin_registers(s);
    for (size_t a = 0; a < call.operation->arrays.size(); ++a) begin_array(a, m);
  }

  /// Arguments are concrete, and the stack pointer; all else is undefined.
  void begin_registers(const TracedState& s) {
    constexpr unsigned kIntegers[] = {7, 6, 2, 1, 8, 9}; // rdi, rsi, rdx, rcx, r8, r9
    for (Unit u = 0; u < code::kMemoryLane; ++u)
      held[u] = all.leaf(Kind::undefined, code::value_before(u), value_in(s, u));
    held[kRsp] = nullptr;
    size_t next = 0;
    stack_end = stack + sizeof(uint64_t); // with where it returns to
    for (const Argument& argument : call.operation->arguments(call)) {
      if (argument.array == Argument::kReal) continue;
      if (next == std::size(kIntegers)) {
        stack_end += sizeof(uint64_t);
        continue;
      }
      const unsigned g = kIntegers[next++];
      const uint64_t bits = s.general[g];
      held[g] =
          argument.array != Argument::kInteger
              ? nullptr
              : all.make(Kind::pair, true,
                         {all.number(bits & 0xffffffff),
                          all.leaf(Kind::undefined, "upper half of " + code::value_before(Unit(g)),
                                   bits >> 32)});
    }
    if (call.operation->real)
      held[code::lane(0, 0)] = input({}, call.operation->real, s.vectors[0][0]);
  }

  void begin_array(size_t array, const TracedMemory& m) {
    const Operation& op = *call.operation;
    const ArraySpec& spec = op.arrays[array];
    if (spec.word_in_memory() != kWord || call.arrays[array].size() == 0) return;
    const size_t words = call.arrays[array].size() / kWord, of_element = spec.words(call);
    for (size_t w = 0; w < words; ++w) {
      if (!spec.output && spec.letter(call, w) != 'f') continue;
      const uint64_t address = arrays[array].address + kWord * w;
      if (memory.find(address, kWord).word) continue; // one array under two names
      const std::string name = input_name(op, array, w / of_element, w % of_element);
      memory.place(address, input({array, w}, name, read(m, address, kWord)));
    }
  }

  const Expression* input(const InputPlace& from, const std::string& name, uint64_t bits) {
    const Expression* e = all.leaf(Kind::input, name, bits);
    inputs.emplace(e->id, from);
    return e;
  }

  static uint64_t read(const TracedMemory& m, uint64_t address, unsigned bytes) {
    uint64_t out = 0;
    m.read(address, std::as_writable_bytes(std::span(&out, 1)).first(bytes));
    return out;
  }

  // --- Memory -----------------------------------------------------------------------------------

  /// The port's own, with the arguments that lie there, which are its to write.
  bool on_stack(uint64_t address) const {
    return address < stack_end && address + kMostStack > stack;
  }

  const Expression* load(const TracedMemory& m, uint64_t address, unsigned bytes) {
    const SymbolicMemory::Found found = memory.find(address, bytes);
    if (found.word) return found.word;
    const uint64_t bits = read(m, address, bytes);
    if (found.parts) return unknown("a part of a word", address, bits);
    if (memory.was_written(address, bytes) || is_constant(address)) return all.number(bits);
    if (on_stack(address)) return unknown("the stack", address, bits);
    return all.leaf(Kind::kept, mappings->name(address), bits);
  }

  const Expression* unknown(const char* what, uint64_t address, uint64_t bits) {
    return all.leaf(Kind::undefined, fmt::format("{} at {:#x}, {}", what, address, result.steps),
                    bits);
  }

  /// Integers of the case, arguments on the stack and the return address, the code and its
  /// constants.
  bool is_constant(uint64_t address) const {
    if (address >= stack && address < stack_end) return true;
    if (std::any_of(arrays.begin(), arrays.end(),
                    [&](const PlacedArray& a) { return holds(a, address, 1); }))
      return true;
    return mappings->is_constant(address);
  }

  static bool holds(const PlacedArray& a, uint64_t address, uint64_t bytes) {
    return address >= a.address && address + bytes <= a.address + a.bytes;
  }

  void touch(uint64_t address, unsigned bytes, bool writes) {
    if (on_stack(address) || (!writes && is_constant(address))) return;
    for (size_t a = 0; writes && a < call.operation->arrays.size(); ++a)
      if (call.operation->arrays[a].output && holds(arrays[a], address, bytes)) return;
    constexpr size_t kMost = 100;
    if (result.strangers.size() < kMost)
      result.strangers.push_back({{current, last}, writes, mappings->name(address)});
  }

  // --- Steps ------------------------------------------------------------------------------------

  bool fail(std::string why) {
    result.obstacle = std::move(why);
    return false;
  }

  Place place(const Decoded& d, uint64_t address) const {
    return {address, fmt::format("{} at {}", code::text_of(d, address), mappings->name(address))};
  }

  /// What the last instruction wrote, against what the processor made of it.
  bool check(const TracedState& s, const TracedMemory& m) {
    for (Unit u = 0; u < code::kMemoryLane; ++u) {
      const uint64_t is = value_in(s, u);
      if (!written[u]) {
        if (is != value_in(before, u) && u != kRsp)
          return fail(
              fmt::format("{} changed {}, which is not known of it", last, code::value_before(u)));
        continue;
      }
      const Expression* e = held[u];
      if (!e) continue;
      const bool is_flag = u >= code::kFlag && u < code::kMask;
      if (!e->bits)
        e->bits = is;
      else if (is_flag ? (*e->bits != 0) != (is != 0) : !agrees(*e, is))
        return fail(fmt::format("{} made {:#x} of {}, and not {:#x}", last, is,
                                code::value_before(u), *e->bits));
    }
    for (const auto& [address, word] : stored) {
      const uint64_t is = read(m, address, kWord);
      if (!word->bits)
        word->bits = is;
      else if (!agrees(*word, is))
        return fail(fmt::format("{} stored {:#x}, and not {:#x}", last, is, *word->bits));
    }
    return true;
  }

  /// What it owes to its caller.
  bool comes_back_as_it_was(const TracedState& s) {
    constexpr unsigned kSaved[] = {3, 5, 12, 13, 14, 15}; // rbx, rbp, r12 to r15
    constexpr uint32_t kFlags = 0x3f;                     // of exceptions, which are its own
    for (const unsigned g : kSaved)
      if (s.general[g] != first.general[g])
        return fail(fmt::format("it comes back with another {}", code::value_before(Unit(g))));
    if (s.general[kRsp] != stack + sizeof(uint64_t))
      return fail("it comes back with another stack pointer");
    if (((s.mxcsr ^ first.mxcsr) & ~kFlags) != 0) return fail("it comes back with another MXCSR");
    return true;
  }

  bool step(const TracedState& s, const TracedMemory& m, bool returned) {
    if (result.steps == 0) {
      first = s;
      begin(s, m);
    } else if (!check(s, m)) {
      return false;
    }
    if (returned) {
      result.whole = comes_back_as_it_was(s);
      return false;
    }
    constexpr uint32_t kRounding = 0x6000;
    if ((s.mxcsr & kRounding) != 0) return fail("it rounds in another direction");
    if (++result.steps > kMostSteps)
      return fail(fmt::format("it has more than {} instructions", kMostSteps));
    before = s;
    written.reset();
    stored.clear();
    const std::string_view bytes(reinterpret_cast<const char*>(s.code.data()), s.code.size());
    const auto d = code::decode(bytes);
    if (!d) return fail(fmt::format("no instruction at {}", mappings->name(s.instruction_pointer)));
    current = s.instruction_pointer;
    last = place(*d, current).text;
    const RoundsAs mode(s.mxcsr);
    if (code::is_call(*d)) return call_function(*d, s, m);
    if (code::is_return(*d)) {
      note_address({load(m, s.general[kRsp], kWord), load(m, s.general[kRsp] + kWord, kWord)}, s);
      return true;
    }
    if (is_frame_guard(*d)) return registers_stay_concrete(*d);
    if (does_nothing(*d)) return true;
    switch (d->info.mnemonic) {
    case ZYDIS_MNEMONIC_LDMXCSR:
    case ZYDIS_MNEMONIC_VLDMXCSR:
    case ZYDIS_MNEMONIC_STMXCSR:
    case ZYDIS_MNEMONIC_VSTMXCSR:
      return control_word(*d, s);
    default:
      break;
    }
    if (d->info.meta.category == ZYDIS_CATEGORY_STRINGOP) return move_string(*d, s, m);
    return follow(*d, s, m);
  }

  /// Where it comes back to lies on the stack.
  bool call_function(const Decoded& d, const TracedState& s, const TracedMemory& m) {
    const ZydisDecodedOperand& to = d.all[0];
    if (to.type == ZYDIS_OPERAND_TYPE_REGISTER)
      note_address({held[unsigned(ZydisRegisterGetId(to.reg.value))]}, s);
    if (const ZydisDecodedOperand* o = memory_operand(d)) {
      const auto from = address_of(d, *o, s);
      if (!from) return fail(last + " is not followed");
      note_address({load(m, *from, kWord), load(m, *from + kWord, kWord)}, s);
    }
    memory.store(s.general[kRsp] - 8, 4, nullptr);
    memory.store(s.general[kRsp] - 4, 4, nullptr);
    return true;
  }

  /// What the compiler keeps a stack frame by (fs:0x28).
  static bool is_frame_guard(const Decoded& d) {
    const ZydisDecodedOperand* o = memory_operand(d);
    return o && o->mem.segment == ZYDIS_REGISTER_FS && reads(*o) && !writes(*o) &&
           (d.info.mnemonic == ZYDIS_MNEMONIC_MOV || d.info.mnemonic == ZYDIS_MNEMONIC_SUB ||
            d.info.mnemonic == ZYDIS_MNEMONIC_XOR || d.info.mnemonic == ZYDIS_MNEMONIC_CMP) &&
           o->mem.base == ZYDIS_REGISTER_NONE && o->mem.disp.value == 0x28;
  }

  bool control_word(const Decoded& d, const TracedState& s) {
    const ZydisDecodedOperand* o = memory_operand(d);
    const auto address = o ? address_of(d, *o, s) : std::nullopt;
    if (!address) return fail(last + " is not followed");
    if (memory.find(*address, kWord).word) return fail(last + " loads what is computed");
    if (!reads(*o)) memory.store(*address, kWord, nullptr);
    return true;
  }

  /// One round of rep movs, by words.
  bool move_string(const Decoded& d, const TracedState& s, const TracedMemory& m) {
    constexpr unsigned kRcx = 1, kRsi = 6, kRdi = 7;
    const unsigned bytes = d.info.mnemonic == ZYDIS_MNEMONIC_MOVSQ   ? 8
                           : d.info.mnemonic == ZYDIS_MNEMONIC_MOVSD ? 4
                           : d.info.mnemonic == ZYDIS_MNEMONIC_MOVSB ? 1
                                                                     : 0;
    const bool repeats = d.has(ZYDIS_ATTRIB_HAS_REP);
    if (bytes == 0 || (s.flags >> 10 & 1) != 0) return fail(last + " is not followed");
    for (const unsigned g : {kRcx, kRsi, kRdi}) {
      if (g == kRcx && !repeats) continue;
      note_address({held[g]}, s);
      write(Unit(code::kGeneral + g), nullptr);
    }
    if (repeats && s.general[kRcx] == 0) return true;
    for (unsigned at = 0; at < bytes; at += std::min(bytes, kWord)) {
      const unsigned part = std::min(bytes, kWord);
      touch(s.general[kRsi] + at, part, false);
      touch(s.general[kRdi] + at, part, true);
      const Expression* e = load(m, s.general[kRsi] + at, part);
      store(s.general[kRdi] + at, part, e);
    }
    return true;
  }

  void write(Unit u, const Expression* e) {
    held[u] = e && e->symbolic ? e : nullptr;
    written.set(u);
  }

  void store(uint64_t address, unsigned bytes, const Expression* e) {
    const Expression* word = e && e->symbolic ? e : nullptr;
    if (word && bytes != kWord) word = unknown("a part of a word", address, 0);
    memory.store(address, bytes, word);
    if (word && bytes == kWord) stored.emplace_back(address, word);
  }

  /// An ordinary instruction, by what is known of its effect.
  bool follow(const Decoded& d, const TracedState& s, const TracedMemory& m) {
    const ZydisDecodedOperand* o = memory_operand(d);
    std::array<const Expression*, code::kLanes> loaded{};
    const bool pops = d.info.mnemonic == ZYDIS_MNEMONIC_POP;
    if (pops || d.info.mnemonic == ZYDIS_MNEMONIC_LEAVE)
      load_operand(d, nullptr, s.general[pops ? kRsp : kRbp], 2 * kWord, m, loaded);
    const uint64_t at = o ? address_of(d, *o, s).value_or(0) : 0; // 0: effect_of refuses it
    if (o && reads(*o)) load_operand(d, o, at, o->size / 8U, m, loaded);

    const auto names = [&](Unit u) {
      const Expression* e = u >= code::kMemoryLane ? loaded[u - code::kMemoryLane] : held[u];
      if (e) return Instructions::name_of(*e);
      return code::name_of_number(u >= code::kMemoryLane ? 0 : value_in(s, u));
    };
    const auto makes = [&](std::string_view what, std::span<const std::string> of) {
      return instructions.make(what, of);
    };
    const Effect effect = code::effect_of(d, s.instruction_pointer, names, makes);
    if (!effect.known) return stay_concrete(d, s, m);
    if (o) note_address({register_of(o->mem.base), register_of(o->mem.index)}, s);
    if (o && d.info.mnemonic == ZYDIS_MNEMONIC_JMP) note_address({loaded[0], loaded[1]}, s);
    note_jump(d, s, effect);
    for (const code::Written& w : effect.written) write(w.unit, instructions.named(w.value));
    if (effect.stored.empty()) return effect.stores.empty() || fail(last + " is not known");
    const uint64_t to = d.info.mnemonic == ZYDIS_MNEMONIC_PUSH ? s.general[kRsp] - 8 : at;
    for (const code::Stored& w : effect.stored)
      if (!store_operand(to + w.offset, w.bytes, w.value)) return false;
    return true;
  }

  /// Of what has no symbols comes nothing that has: for integers, and x87, whose registers never
  /// hold any.
  bool stay_concrete(const Decoded& d, const TracedState& s, const TracedMemory& m) {
    if (!is_plain(d)) return fail(last + " is not known");
    for (const ZydisDecodedOperand& o : d.operands())
      if (o.type == ZYDIS_OPERAND_TYPE_MEMORY && o.mem.type == ZYDIS_MEMOP_TYPE_MEM &&
          !memory_stays_concrete(o, d, s, m))
        return false;
    return registers_stay_concrete(d);
  }

  /// What is read has no symbols, nor what is written in part.
  bool registers_stay_concrete(const Decoded& d) {
    for (const ZydisDecodedOperand& o : d.operands())
      for (const Unit u : units_of(d, o)) {
        const bool stays = u < code::kFlag ? o.size < 32 : u >= code::kMask && writes_in_part(d);
        if (held[u] && (reads(o) || stays)) return fail(last + " has no meaning for floats here");
      }
    for (const ZydisDecodedOperand& o : d.operands())
      if (writes(o))
        for (const Unit u : units_of(d, o)) write(u, nullptr);
    return true;
  }

  bool memory_stays_concrete(const ZydisDecodedOperand& o, const Decoded& d, const TracedState& s,
                             const TracedMemory& m) {
    const auto at = address_of(d, o, s);
    if (!at || register_of(o.mem.base) || register_of(o.mem.index))
      return fail(last + " is not known");
    for (unsigned k = 0; k < o.size / 8U; k += kWord) {
      const unsigned bytes = std::min(kWord, o.size / 8U - k);
      if (reads(o)) touch(*at + k, bytes, false);
      if (writes(o)) touch(*at + k, bytes, true);
      if (reads(o) && load(m, *at + k, bytes)->symbolic)
        return fail(last + " has no meaning for floats here");
      if (writes(o)) store(*at + k, bytes, nullptr);
    }
    return true;
  }

  void load_operand(const Decoded& d, const ZydisDecodedOperand* o, uint64_t at, unsigned size,
                    const TracedMemory& m, std::array<const Expression*, code::kLanes>& loaded) {
    const bool broadcasts = o && d.info.avx.broadcast.mode != ZYDIS_BROADCAST_MODE_INVALID &&
                            !d.info.avx.broadcast.is_static;
    if (broadcasts) size = o->element_size / 8U;
    const uint64_t let_through = mask_of_load(d);
    for (unsigned k = 0; k < code::kLanes && k * kWord < size; ++k) {
      if (!broadcasts && (let_through >> k & 1) == 0) continue;
      const unsigned bytes = std::min(kWord, size - k * kWord);
      touch(at + k * kWord, bytes, false);
      loaded[k] = load(m, at + k * kWord, bytes);
    }
    if (broadcasts && size == kWord) loaded[1] = loaded[0];
  }

  /// Which lanes of memory a masked load reads, of 32 bits; all, where there is no mask or it is
  /// not known.
  uint64_t mask_of_load(const Decoded& d) const {
    const auto mask = d.info.avx.mask.reg;
    if (mask == ZYDIS_REGISTER_NONE || mask == ZYDIS_REGISTER_K0) return ~uint64_t{0};
    const auto number = unsigned(ZydisRegisterGetId(mask));
    if (held[code::kMask + number] || d.all[0].element_size != 32) return ~uint64_t{0};
    return before.masks[number];
  }

  bool store_operand(uint64_t address, unsigned bytes, std::string_view value) {
    if (value == code::Stored::kAsItIs) return true;
    const Expression* e = instructions.named(value);
    if (is_kept(*e)) return fail(last + " stores where floats say so");
    touch(address, bytes, true);
    if (bytes <= kWord) {
      store(address, bytes, e);
      return true;
    }
    if (bytes != 2 * kWord) return fail(last + " is not known");
    store(address, kWord, e->symbolic ? all.make(Kind::low, false, {e}) : nullptr);
    store(address + kWord, kWord, e->symbolic ? all.make(Kind::high, false, {e}) : nullptr);
    return true;
  }

  /// What a general register of an address holds.
  const Expression* register_of(ZydisRegister r) const {
    return r == ZYDIS_REGISTER_NONE || r == ZYDIS_REGISTER_RIP
               ? nullptr
               : held[unsigned(ZydisRegisterGetId(r))];
  }

  void note_address(std::vector<const Expression*> of, const TracedState& s) {
    std::erase_if(of, [](const Expression* e) { return !e || !e->symbolic; });
    if (!of.empty()) result.addresses.push_back({{s.instruction_pointer, last}, std::move(of)});
  }

  /// Behind it the way is another one, where flags that it asks are.
  void note_jump(const Decoded& d, const TracedState& s, const Effect& effect) {
    if (!d.is_conditional_jump() && d.info.mnemonic != ZYDIS_MNEMONIC_JMP) return;
    std::vector<const Expression*> of;
    for (Unit u = 0; u < code::kMemoryLane; ++u)
      if (effect.always[u] && held[u]) of.push_back(held[u]);
    if (!of.empty()) result.conditions.push_back({{s.instruction_pointer, last}, of});
  }

  const Case& call;
  std::vector<PlacedArray> arrays; ///< with records behind them
  Expressions& all;
  Instructions instructions;
  SymbolicMemory memory;
  std::optional<Mappings> mappings;
  std::array<const Expression*, code::kMemoryLane> held{}; ///< null: concrete
  std::bitset<code::kMemoryLane> written;                  ///< by the last instruction
  std::vector<std::pair<uint64_t, const Expression*>> stored;
  std::unordered_map<uint32_t, InputPlace> inputs; ///< by the id of the expression
  TracedState first{}, before{};
  uint64_t current = 0;   ///< the address of the instruction
  std::string last;       ///< instruction, for people
  uint64_t stack = 0;     ///< the stack pointer when the function began
  uint64_t stack_end = 0; ///< behind the arguments that lie there
  Lifted result;
};

Lift::Lift(const Case& c, std::vector<PlacedArray> arrays, Expressions& expressions)
    : impl_(std::make_unique<Impl>(c, std::move(arrays), expressions)) {}
Lift::~Lift() = default;

bool Lift::step(const TracedState& state, const TracedMemory& memory, bool returned) {
  return impl_->step(state, memory, returned);
}

const Lifted& Lift::result() const {
  return impl_->result;
}

const InputPlace* Lift::input(uint32_t id) const {
  const auto at = impl_->inputs.find(id);
  return at == impl_->inputs.end() ? nullptr : &at->second;
}

const Expression* Lift::word(size_t array, size_t index) const {
  return impl_->memory.find(impl_->arrays.at(array).address + kWord * index, kWord).word;
}

std::string FollowedCall::obstacle() const {
  const Lifted& lifted = lift->result();
  if (lifted.whole) return {};
  if (!lifted.obstacle.empty()) return lifted.obstacle;
  return end == TraceEnd::system_call ? "it makes a system call" : "the call did not return";
}

FollowedCall follow(Session& session, const Case& c, Expressions& expressions,
                    const Caller::OnResult& on_result) {
  FollowedCall call;
  const auto on_trace = [&](const std::vector<PlacedArray>& arrays) -> OnStep {
    call.lift = std::make_unique<Lift>(c, arrays, expressions);
    return [&](const TracedState& state, const TracedMemory& memory, bool returned) {
      return call.lift->step(state, memory, returned);
    };
  };
  call.end = session.run_traced(c, on_trace, on_result);
  return call;
}

} // namespace ulna::formulas
