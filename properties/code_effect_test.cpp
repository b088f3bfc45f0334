// What an instruction writes and depends on, held against the CPU: register instructions of the
// built-in ports, and their mutants, run on random registers.
#include "certify/code/effect.h"

#include "certify/code/features.h"
#include "certify/code/liveness.h"
#include "certify/code/mutants.h"
#include "certify/generate/random.h"
#include "certify/report/machine.h"
#include "properties/code_samples.h"

#include <sys/mman.h>

#include <cstring>
#include <map>

namespace ulna::code {

/// All registers but rsp, and the arithmetic flags.
struct Registers {
  uint64_t general[16];
  uint64_t flags;
  uint64_t masks[8];
  uint64_t unused[7];
  uint32_t vectors[kVectors][kLanes];
};
static_assert(offsetof(Registers, flags) == 128 && offsetof(Registers, masks) == 136 &&
              offsetof(Registers, vectors) == 256);

// Loads all registers, calls the code, and stores them again.
extern "C" void ulna_test_run_512(Registers* registers, const void* code);
extern "C" void ulna_test_run_128(Registers* registers, const void* code);

#define ULNA_GENERAL(order)                                                                        \
  order("rax", 0) order("rcx", 1) order("rdx", 2) order("rbx", 3) order("rbp", 5) order("rsi", 6)  \
      order("r8", 8) order("r9", 9) order("r10", 10) order("r11", 11) order("r12", 12)             \
          order("r13", 13) order("r14", 14) order("r15", 15)
#define ULNA_LOAD(name, number) "mov 8*" #number "(%rdi), %" name "\n"
#define ULNA_STORE(name, number) "mov %" name ", 8*" #number "(%rdi)\n"
#define ULNA_RUN(symbol, load, store)                                                              \
  asm(".text\n.globl " symbol "\n.type " symbol ", @function\n" symbol ":\n"                       \
      "push %rbx\npush %rbp\npush %r12\npush %r13\npush %r14\npush %r15\n"                         \
      "push %rsi\npush %rdi\n" load "pushq 128(%rdi)\npopfq\n" ULNA_GENERAL(                       \
          ULNA_LOAD) "mov 56(%rdi), %rdi\n"                                                        \
                     "call *8(%rsp)\n"                                                             \
                     "push %rdi\nmov 8(%rsp), %rdi\n" ULNA_GENERAL(                                \
                         ULNA_STORE) "pushfq\npop %rax\nmov %rax, 128(%rdi)\n"                     \
                                     "pop %rax\nmov %rax, 56(%rdi)\n" store "pop %rdi\npop %rsi\n" \
                                     "pop %r15\npop %r14\npop %r13\npop %r12\npop %rbp\npop "      \
                                     "%rbx\nret\n"                                                 \
                                     ".size " symbol ", . - " symbol "\n")

ULNA_RUN("ulna_test_run_512",
         ".altmacro\n.macro ulna_load i\nvmovdqu64 256+64*\\i(%rdi), %zmm\\i\n.endm\n"
         ".macro ulna_load_mask i\nkmovq 136+8*\\i(%rdi), %k\\i\n.endm\n"
         ".set i, 0\n.rept 32\nulna_load %i\n.set i, i+1\n.endr\n"
         ".set i, 0\n.rept 8\nulna_load_mask %i\n.set i, i+1\n.endr\n",
         ".macro ulna_store i\nvmovdqu64 %zmm\\i, 256+64*\\i(%rdi)\n.endm\n"
         ".macro ulna_store_mask i\nkmovq %k\\i, 136+8*\\i(%rdi)\n.endm\n"
         ".set i, 0\n.rept 32\nulna_store %i\n.set i, i+1\n.endr\n"
         ".set i, 0\n.rept 8\nulna_store_mask %i\n.set i, i+1\n.endr\n"
         "vzeroupper\n");
ULNA_RUN("ulna_test_run_128",
         ".macro ulna_load_low i\nmovups 256+64*\\i(%rdi), %xmm\\i\n.endm\n"
         ".set i, 0\n.rept 16\nulna_load_low %i\n.set i, i+1\n.endr\n",
         ".macro ulna_store_low i\nmovups %xmm\\i, 256+64*\\i(%rdi)\n.endm\n"
         ".set i, 0\n.rept 16\nulna_store_low %i\n.set i, i+1\n.endr\n.noaltmacro\n");

namespace {

constexpr uint64_t kArithmetic = 0x8d5; // CF, PF, AF, ZF, SF, OF
constexpr unsigned kFlagBits[kFlags] = {0, 2, 4, 6, 7, 11};

bool has_all_registers() {
  return missing_features("avx512f,avx512bw").empty();
}

/// A page to run an instruction in.
class Runner {
public:
  Runner()
      : page_(mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS,
                   -1, 0)) {}
  ~Runner() { munmap(page_, 4096); }
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;

  Registers run(std::string_view code, const Registers& before) {
    auto* at = static_cast<char*>(page_);
    std::memcpy(at, code.data(), code.size());
    at[code.size()] = '\xc3'; // ret
    Registers registers = before;
    registers.flags = (before.flags & kArithmetic) | 0x202;
    (has_all_registers() ? ulna_test_run_512 : ulna_test_run_128)(&registers, page_);
    registers.flags &= kArithmetic;
    return registers;
  }

private:
  void* page_;
};

/// Of moderate floats, also as halves of doubles, so that no result is a NaN that depends on the
/// order of operands.
Registers random_registers(Random& r) {
  Registers out{};
  for (uint64_t& x : out.general) x = r.next();
  for (uint64_t& x : out.masks) x = r.next();
  out.flags = r.next() & kArithmetic;
  for (auto& vector : out.vectors)
    for (uint32_t& x : vector)
      x = (static_cast<uint32_t>(r.next()) & 0x807fffff) | uint32_t(r.between(100, 150)) << 23;
  return out;
}

uint64_t value(const Registers& r, Unit unit) {
  if (unit >= kLane) return r.vectors[(unit - kLane) / kLanes][(unit - kLane) % kLanes];
  if (unit >= kMask) return r.masks[unit - kMask];
  if (unit >= kFlag) return r.flags >> kFlagBits[unit - kFlag] & 1;
  return r.general[unit];
}

void change(Registers& r, Unit unit, Random& random) {
  if (unit >= kLane) {
    r.vectors[(unit - kLane) / kLanes][(unit - kLane) % kLanes] ^= 1U << random.below(23);
  } else if (unit >= kMask) {
    r.masks[unit - kMask] ^= uint64_t{1} << random.below(64);
  } else if (unit >= kFlag) {
    r.flags ^= uint64_t{1} << kFlagBits[unit - kFlag];
  } else {
    r.general[unit] ^= uint64_t{1} << random.below(64);
  }
}

/// Whether it can be run as it is: no memory, no jump, not the stack, and this CPU has it.
bool can_run(const Instruction& instruction, const Decoded& d) {
  for (const ZydisDecodedOperand& o : d.operands()) {
    if (o.type == ZYDIS_OPERAND_TYPE_MEMORY && o.mem.type != ZYDIS_MEMOP_TYPE_AGEN) return false;
    if (o.type == ZYDIS_OPERAND_TYPE_MEMORY && o.mem.base == ZYDIS_REGISTER_RIP) return false;
    if (o.type == ZYDIS_OPERAND_TYPE_REGISTER &&
        (ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LONG_64, o.reg.value) ==
             ZYDIS_REGISTER_RSP ||
         o.reg.value == ZYDIS_REGISTER_RIP))
      return false;
  }
  for (const std::string& feature : needs_of(instruction).features)
    if (!missing_features(feature).empty()) return false;
  return has_all_registers() || d.info.encoding == ZYDIS_INSTRUCTION_ENCODING_LEGACY;
}

/// One of each kind: a mnemonic with a width and an immediate, in some registers.
std::vector<Instruction> samples() {
  std::vector<Instruction> out;
  std::map<std::string, int> seen;
  for (const BuiltinPort& port : builtin_ports()) {
    if (port.name == "best" || port.name == "openmp") continue;
    for (const Entry& entry : port.entries) {
      const CodeMap map = map_code(read_file(port.path), {entry.address});
      for (const Instruction& i : map.instructions) {
        const Decoded d = decode(i);
        if (!effect_of(d, i.address).known || d.is_conditional_jump() || !can_run(i, d)) continue;
        const std::string text = text_of(i);
        const std::string kind = text.substr(0, text.find(' '));
        if (++seen[fmt::format("{} {}", kind, d.all[0].size)] <= 6) out.push_back(i);
      }
    }
  }
  return out;
}

constexpr Unit kAll = kMemoryLane;
constexpr Unit kRsp = 4;

bool is_followed(Unit unit) {
  if (unit == kRsp) return false;
  if (has_all_registers()) return true;
  return unit < kMask ||
         (unit >= kLane && (unit - kLane) / kLanes < 16 && (unit - kLane) % kLanes < 4);
}

TEST(Effect, IsThatOfTheCpu) {
  Random r(1, 0x656666);
  Runner runner;
  size_t tried = 0;
  for (const Instruction& i : samples()) {
    SCOPED_TRACE(text_of(i));
    const Effect effect = effect_of(decode(i), i.address);
    Units written;
    for (const Written& w : effect.written) {
      EXPECT_FALSE(written[w.unit]) << "twice";
      written.set(w.unit);
    }
    for (int round = 0; round < 4; ++round) {
      const Registers before = random_registers(r);
      const Registers after = runner.run(i.code(), before);
      for (Unit u = 0; u < kAll; ++u)
        if (is_followed(u) && !written[u]) {
          EXPECT_EQ(value(before, u), value(after, u)) << value_before(u);
        }
      // What a value does not use may change.
      for (const Written& w : effect.written) {
        Registers other = before;
        for (Unit u = 0; u < kAll; ++u)
          if (u != kRsp && !w.uses[u] && r.one_in(2)) change(other, u, r);
        const Registers again = runner.run(i.code(), other);
        if (is_followed(w.unit)) {
          EXPECT_EQ(value(after, w.unit), value(again, w.unit)) << value_before(w.unit);
        }
      }
      ++tried;
    }
  }
  EXPECT_GT(tried, has_all_registers() ? 2000U : 500U);
}

TEST(Effect, OfEqualTextsIsEqual) {
  Random r(2, 0x656666);
  Runner runner;
  size_t equal = 0;
  for (const Instruction& i : samples()) {
    const Effect a = effect_of(decode(i), i.address);
    for (const Mutant& m : mutants_of(i, {})) {
      Instruction changed = i;
      std::copy(m.replaced.begin(), m.replaced.end(), changed.bytes.begin());
      const Decoded d = decode(changed);
      const Effect b = effect_of(d, i.address);
      if (!b.known || m.kind == MutantKind::constant || !can_run(changed, d)) continue;
      SCOPED_TRACE(m.description);
      const Registers before = random_registers(r);
      const Registers x = runner.run(i.code(), before);
      const Registers y = runner.run(changed.code(), before);
      for (const Effect* effect : {&a, &b})
        for (const Written& w : effect->written)
          if (is_followed(w.unit) && value_behind(a, w.unit) == value_behind(b, w.unit)) {
            ++equal;
            EXPECT_EQ(value(x, w.unit), value(y, w.unit)) << value_before(w.unit);
          }
    }
  }
  EXPECT_GT(equal, 1000U);
}

TEST(Effect, IsNotKnownOfWhatLeavesTheCode) {
  EXPECT_FALSE(effect_of(decode(instruction({0xc3})), 0).known);                   // ret
  EXPECT_FALSE(effect_of(decode(instruction({0xe8, 0, 0, 0, 0})), 0).known);       // call
  EXPECT_FALSE(effect_of(decode(instruction({0xf3, 0xa4})), 0).known);             // rep movsb
  EXPECT_FALSE(effect_of(decode(instruction({0xa5})), 0).known);                   // movsd
  EXPECT_FALSE(effect_of(decode(instruction({0x0f, 0xae, 0x14, 0x24})), 0).known); // ldmxcsr
  EXPECT_FALSE(effect_of(decode(instruction({0x64, 0x8b, 0x04, 0x24})), 0).known); // mov fs:
  EXPECT_FALSE(effect_of(decode(instruction({0xf0, 0xff, 0x00})), 0).known);       // lock inc
  EXPECT_FALSE(effect_of(decode(instruction({0x88, 0xe0})), 0).known);             // mov al, ah
}

TEST(Effect, OfMemoryIsByItsAddress) {
  const auto effect = [](std::initializer_list<unsigned> bytes) {
    return effect_of(decode(instruction(bytes)), 0x1000);
  };
  const Effect load = effect({0x0f, 0x10, 0x47, 0x10}); // movups xmm0, [rdi+0x10]
  EXPECT_TRUE(load.known);
  EXPECT_NE(load.loads, "");
  EXPECT_TRUE(load.always[kGeneral + 7]);
  EXPECT_NE(load.loads, effect({0x0f, 0x10, 0x47, 0x14}).loads);
  EXPECT_NE(load.loads, effect({0x0f, 0x28, 0x47, 0x10}).loads) << "movaps faults";
  const Effect store = effect({0x0f, 0x11, 0x07}); // movups [rdi], xmm0
  EXPECT_TRUE(store.written.empty());
  EXPECT_TRUE(store.always[lane(0, 3)]);
  EXPECT_NE(store.stores, effect({0x0f, 0x11, 0x0f}).stores); // xmm1
  EXPECT_TRUE(effect({0x53}).always[kGeneral + 3]);           // push rbx
}

// --- Liveness -----------------------------------------------------------------------------------

/// One function in one block, but for calls and jumps.
CodeMap map_of_block(std::vector<Instruction> code) {
  CodeMap map;
  uint64_t at = 0x1000;
  for (Instruction& i : code) {
    i.address = at;
    at = i.end();
  }
  map.blocks.push_back({0x1000, at, 0, uint32_t(code.size()), 0, {}, false});
  map.functions.push_back({0x1000, "kernel"});
  map.entries = {0x1000};
  map.instructions = std::move(code);
  return map;
}

/// The mutants of an instruction that may differ, and those that may not.
std::pair<size_t, size_t> split(const CodeMap& map, size_t instruction) {
  const Liveness liveness(map);
  std::pair<size_t, size_t> out;
  for (const Mutant& m : mutants_of(map.instructions[instruction], map))
    ++(liveness.may_differ(m) ? out.first : out.second);
  return out;
}

const Instruction kReturn = instruction({0xc3});
const Instruction kShuffle = instruction({0x0f, 0xc6, 0xc0, 0x00});  // shufps xmm0, xmm0, 0
const Instruction kStoreOne = instruction({0xf3, 0x0f, 0x11, 0x07}); // movss [rdi], xmm0
const Instruction kStoreAll = instruction({0x0f, 0x11, 0x07});       // movups [rdi], xmm0

TEST(Liveness, LeavesOutLanesThatNobodyReads) {
  const auto one = split(map_of_block({kShuffle, kStoreOne, kReturn}), 0);
  const auto all = split(map_of_block({kShuffle, kStoreAll, kReturn}), 0);
  EXPECT_GE(one.second, 6U) << "the upper three lanes";
  EXPECT_GE(one.first, 2U) << "the lowest lane";
  EXPECT_EQ(all.second, 0U);
}

TEST(Liveness, EndsWhereOperationsReturn) {
  const Instruction kept = instruction({0x48, 0x89, 0xc3});   // mov rbx, rax
  const Instruction result = instruction({0x48, 0x89, 0xf0}); // mov rax, rsi
  EXPECT_EQ(split(map_of_block({kShuffle, kReturn}), 0).first, 0U);
  EXPECT_GT(split(map_of_block({kept, kReturn}), 0).first, 0U);
  EXPECT_GT(split(map_of_block({result, kReturn}), 0).first, 0U);
}

TEST(Liveness, GoesOnWhereTheCodeMayReturnToItself) {
  CodeMap map = map_of_block({kShuffle, kReturn});
  map.entries.clear(); // its address is taken: it may return a vector
  EXPECT_GT(split(map, 0).first, 0U);
  map = map_of_block({kShuffle, kReturn});
  map.blocks[0].open = true;
  map.instructions[1] = instruction({0xff, 0xe0}); // jmp rax
  EXPECT_GT(split(map, 0).first, 0U);
}

TEST(Liveness, OfFlagsIsThatOfTheCondition) {
  const Instruction compare = instruction({0x48, 0x39, 0xf7}); // cmp rdi, rsi
  const auto with = [&](unsigned condition) {
    const CodeMap map =
        map_of_block({compare, instruction({0x0f, condition, 0xc0}), kReturn}); // setcc al
    const Liveness liveness(map);
    size_t differ = 0;
    for (const Mutant& m : mutants_of(map.instructions[0], map))
      differ += m.kind == MutantKind::order && liveness.may_differ(m);
    return differ;
  };
  EXPECT_EQ(with(0x94), 0U) << "sete does not ask for the order";
  EXPECT_EQ(with(0x9c), 1U) << "setl does";
}

TEST(Liveness, OfWhatIsNotKnownIsAll) {
  CodeMap map = map_of_block({kShuffle, instruction({0x0f, 0xa2}), kReturn}); // cpuid
  EXPECT_EQ(split(map, 0).second, 0U);
}

} // namespace
} // namespace ulna::code
