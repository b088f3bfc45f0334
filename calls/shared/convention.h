// What a port of each machine finds when it is called and has to leave behind, by its ABI, and the
// names by which findings tell of it.
#pragma once

#include "calls/shared/arena.h"
#include "cases/finding_kind.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>

namespace ulna::arena {

/// What a worker, and so its ports, are built for, by the numbers of ELF; for Windows by those of
/// PE; for WebAssembly how a module begins.
enum class MachineNumber : uint32_t {
  i386 = 3,
  x86_64 = 62,
  aarch64 = 183,
  riscv64 = 243,
  win64 = 0x8664,
  wasm = 0x6d73'6100
};

/// A word of State::controls, which a port has to leave as it was.
struct ControlWord {
  uint32_t mask; ///< of the bits that count
  uint32_t owed;
  uint32_t owed_flushing; ///< where the caller flushes denormals to zero
  FindingKind kind;       ///< of a port that changes it
  const char* changed;    ///< how it came back: {0} what it holds, {1} what it owes
};

struct Convention {
  MachineNumber machine;
  const char* name; ///< "x86_64", as the compilers have it
  uint32_t pointer_bytes;
  const char* stack_pointer;
  bool extends_results; ///< an int32 that is returned fills its register, by its sign
  bool has_red_zone;    ///< 128 bytes below the stack are the port's
  bool has_apart;       ///< nothing of the system's lies where arena.h has regions apart
  uint32_t num_registers;
  const char* registers[28]; ///< those that a port has to save, in the order of State::registers
  uint32_t num_controls;
  ControlWord controls[kMaxControls];
  /// What State::frame counts the words of.
  const char* frame = "the caller's stack frame, above the return address";

  constexpr uint32_t owed(size_t control, bool flush) const {
    return flush ? controls[control].owed_flushing : controls[control].owed;
  }

  constexpr bool is_as_owed(const State& state, bool flush) const {
    bool is = state.registers == 0 && state.stack == 0 && state.frame == 0;
    for (size_t i = 0; i < num_controls; ++i)
      is = is && (state.controls[i] & controls[i].mask) == owed(i, flush);
    return is;
  }
};

/// System V: MXCSR with FTZ and DAZ or without, the x87 unit in extended precision and free.
inline constexpr Convention kX86_64{
    MachineNumber::x86_64,
    "x86_64",
    8,
    "rsp",
    false,
    true,
    true,
    6,
    {"rbx", "rbp", "r12", "r13", "r14", "r15"},
    5,
    {{1, 0, 0, FindingKind::changed_direction, "the direction flag set"},
     {0xffff, 0x037f, 0x037f, FindingKind::changed_x87, "x87 control word {0:#06x}, was {1:#06x}"},
     {0xffff, 0xffff, 0xffff, FindingKind::changed_x87,
      "x87 registers in use (tags {0:#06x}); emms is missing"},
     {0xffffffc0, 0x1f80, 0x9fc0, FindingKind::changed_mxcsr,
      "MXCSR control bits {0:#06x}, were {1:#06x}"},
     {1, 0, 0, FindingKind::changed_control, "the alignment-check flag AC set"}}};

/// System V for 32 bits, in which everything is passed on the stack; the control words are the
/// same.
inline constexpr Convention kI386 = [] {
  Convention i386 = kX86_64;
  i386.machine = MachineNumber::i386;
  i386.name = "i386";
  i386.pointer_bytes = 4;
  i386.stack_pointer = "esp";
  i386.has_red_zone = i386.has_apart = false;
  i386.num_registers = 4;
  constexpr const char* kRegisters[] = {"ebx", "esi", "edi", "ebp"};
  std::copy(std::begin(kRegisters), std::end(kRegisters), i386.registers);
  i386.controls[2].changed =
      "x87 registers in use (tags {0:#06x}); a value is left there, or emms is missing";
  return i386;
}();

/// Windows on x86-64: the x87 unit computes in doubles, and ten vectors are to be kept.
inline constexpr Convention kWin64 = [] {
  Convention win64 = kX86_64;
  win64.machine = MachineNumber::win64;
  win64.name = "win64";
  win64.has_red_zone = false;
  win64.has_apart = false; // libraries are loaded there
  constexpr const char* kRegisters[] = {"rbx",   "rbp",   "rdi",   "rsi",   "r12",   "r13",
                                        "r14",   "r15",   "xmm6",  "xmm7",  "xmm8",  "xmm9",
                                        "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15"};
  win64.num_registers = std::size(kRegisters);
  std::copy(std::begin(kRegisters), std::end(kRegisters), win64.registers);
  win64.controls[1].owed = win64.controls[1].owed_flushing = 0x027f;
  return win64;
}();

/// AAPCS64: FPCR with FZ or without. Of v8 to v15 the lower halves alone are to be saved.
inline constexpr Convention kAArch64{
    MachineNumber::aarch64,
    "aarch64",
    8,
    "sp",
    false,
    false,
    true,
    19,
    {"x19", "x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27", "x28", "x29", "d8", "d9", "d10",
     "d11", "d12", "d13", "d14", "d15"},
    1,
    {{0xffffffff, 0, 1U << 24, FindingKind::changed_control, "FPCR {0:#010x}, was {1:#010x}"}}};

/// LP64D: of fcsr the rounding mode, and vstart at zero. Nothing flushes denormals there.
inline constexpr Convention kRiscv64{
    MachineNumber::riscv64,
    "riscv64",
    8,
    "sp",
    true,
    false,
    false, // libraries begin at 2^38
    26,
    {"s0", "s1",  "s2",  "s3",  "s4",  "s5",  "s6",  "s7",  "s8",  "s9",  "s10", "s11",  "gp",
     "tp", "fs0", "fs1", "fs2", "fs3", "fs4", "fs5", "fs6", "fs7", "fs8", "fs9", "fs10", "fs11"},
    2,
    {{0xe0, 0, 0, FindingKind::changed_control, "frm changed (fcsr {0:#04x})"},
     {0xffffffff, 0, 0, FindingKind::changed_control, "vstart {0}, was {1}"}}};

/// WebAssembly with addresses of 32 bits: an engine keeps what registers and control words are
/// elsewhere. Nothing flushes denormals there.
inline constexpr Convention kWasm{.machine = MachineNumber::wasm,
                                  .name = "wasm",
                                  .pointer_bytes = 4,
                                  .stack_pointer = "__stack_pointer",
                                  .extends_results = false,
                                  .has_red_zone = false,
                                  .has_apart = false,
                                  .num_registers = 0,
                                  .registers = {},
                                  .num_controls = 0,
                                  .controls = {},
                                  .frame = "the caller's stack frame, or behind null"};

/// That of the machine for which this is compiled.
#if defined(ULNA_WASM)
inline constexpr const Convention& kOwnConvention = kWasm;
#elif defined(ULNA_WIN64)
inline constexpr const Convention& kOwnConvention = kWin64;
#elif defined(__x86_64__)
inline constexpr const Convention& kOwnConvention = kX86_64;
#elif defined(__i386__)
inline constexpr const Convention& kOwnConvention = kI386;
#elif defined(__aarch64__)
inline constexpr const Convention& kOwnConvention = kAArch64;
#elif defined(__riscv) && __riscv_xlen == 64
inline constexpr const Convention& kOwnConvention = kRiscv64;
#else
#error "No worker for this machine: see docs/machines.md"
#endif

} // namespace ulna::arena
