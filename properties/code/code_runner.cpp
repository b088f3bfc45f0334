#include "properties/code/code_runner.h"

#include "certify/port_names.h"
#include "code/decode.h"
#include "code/features.h"
#include "code/mutants.h"
#include "report/machine.h"

#include <sys/mman.h>

#include <cstring>
#include <map>

namespace ulna::code {

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

} // namespace

bool has_all_registers() {
  return missing_features("avx512f,avx512bw").empty();
}

Runner::Runner()
    : page_(mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1,
                 0)) {}

Runner::~Runner() {
  munmap(page_, 4096);
}

Registers Runner::run(std::string_view code, const Registers& before) {
  auto* at = static_cast<char*>(page_);
  std::memcpy(at, code.data(), code.size());
  at[code.size()] = '\xc3'; // ret
  Registers registers = before;
  registers.flags = (before.flags & kArithmetic) | 0x202;
  (has_all_registers() ? ulna_test_run_512 : ulna_test_run_128)(&registers, page_);
  registers.flags &= kArithmetic;
  return registers;
}

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

bool is_followed(Unit unit) {
  if (unit == kRsp) return false;
  if (has_all_registers()) return true;
  return unit < kMask ||
         (unit >= kLane && (unit - kLane) / kLanes < 16 && (unit - kLane) % kLanes < 4);
}

bool can_run(const Instruction& instruction, const Decoded& d) {
  if (d.info.mnemonic == ZYDIS_MNEMONIC_DIV || d.info.mnemonic == ZYDIS_MNEMONIC_IDIV)
    return false; // it traps as a rule
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
        constexpr int kOfEach = kAddressSanitizer ? 1 : 6;
        if (++seen[fmt::format("{} {}", kind, d.all[0].size)] <= kOfEach) out.push_back(i);
      }
    }
  }
  return out;
}

} // namespace ulna::code
