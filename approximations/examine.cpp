#include "approximations/examine.h"

#include "base/files.h"
#include "calls/shared/chooser.h"
#include "code/library.h"

#include <Zydis/Zydis.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>

namespace ulna::approximations {
namespace {

/// What an instruction makes of a verdict.
enum class Kind : uint8_t {
  other,
  approximation, ///< its result differs between processors
  asks_cpu,      ///< its answer may choose other code on another processor
  asks_system    ///< it may map other code
};

/// The 23-bit and 28-bit forms, the exponential ones and the x87 functions are approximations as
/// well: nothing but an error bound is promised of them.
Kind kind_of(ZydisMnemonic mnemonic) {
  switch (mnemonic) {
  case ZYDIS_MNEMONIC_RCPPS:
  case ZYDIS_MNEMONIC_RCPSS:
  case ZYDIS_MNEMONIC_RSQRTPS:
  case ZYDIS_MNEMONIC_RSQRTSS:
  case ZYDIS_MNEMONIC_VRCPPS:
  case ZYDIS_MNEMONIC_VRCPSS:
  case ZYDIS_MNEMONIC_VRSQRTPS:
  case ZYDIS_MNEMONIC_VRSQRTSS:
  case ZYDIS_MNEMONIC_VRCP14PD:
  case ZYDIS_MNEMONIC_VRCP14PS:
  case ZYDIS_MNEMONIC_VRCP14SD:
  case ZYDIS_MNEMONIC_VRCP14SS:
  case ZYDIS_MNEMONIC_VRCP23PS:
  case ZYDIS_MNEMONIC_VRCP28PD:
  case ZYDIS_MNEMONIC_VRCP28PS:
  case ZYDIS_MNEMONIC_VRCP28SD:
  case ZYDIS_MNEMONIC_VRCP28SS:
  case ZYDIS_MNEMONIC_VRCPPH:
  case ZYDIS_MNEMONIC_VRCPSH:
  case ZYDIS_MNEMONIC_VRSQRT14PD:
  case ZYDIS_MNEMONIC_VRSQRT14PS:
  case ZYDIS_MNEMONIC_VRSQRT14SD:
  case ZYDIS_MNEMONIC_VRSQRT14SS:
  case ZYDIS_MNEMONIC_VRSQRT23PS:
  case ZYDIS_MNEMONIC_VRSQRT28PD:
  case ZYDIS_MNEMONIC_VRSQRT28PS:
  case ZYDIS_MNEMONIC_VRSQRT28SD:
  case ZYDIS_MNEMONIC_VRSQRT28SS:
  case ZYDIS_MNEMONIC_VRSQRTPH:
  case ZYDIS_MNEMONIC_VRSQRTSH:
  case ZYDIS_MNEMONIC_VEXP223PS:
  case ZYDIS_MNEMONIC_VEXP2PD:
  case ZYDIS_MNEMONIC_VEXP2PS:
  case ZYDIS_MNEMONIC_PFRCP:
  case ZYDIS_MNEMONIC_PFCPIT1: // pfrcpit1
  case ZYDIS_MNEMONIC_PFRCPIT2:
  case ZYDIS_MNEMONIC_PFSQRT: // pfrsqrt
  case ZYDIS_MNEMONIC_PFRSQIT1:
  case ZYDIS_MNEMONIC_F2XM1:
  case ZYDIS_MNEMONIC_FCOS:
  case ZYDIS_MNEMONIC_FPATAN:
  case ZYDIS_MNEMONIC_FPTAN:
  case ZYDIS_MNEMONIC_FSIN:
  case ZYDIS_MNEMONIC_FSINCOS:
  case ZYDIS_MNEMONIC_FYL2X:
  case ZYDIS_MNEMONIC_FYL2XP1:
    return Kind::approximation;
  case ZYDIS_MNEMONIC_CPUID:
  case ZYDIS_MNEMONIC_XGETBV:
    return Kind::asks_cpu;
  case ZYDIS_MNEMONIC_SYSCALL:
  case ZYDIS_MNEMONIC_SYSENTER:
  case ZYDIS_MNEMONIC_INT:
    return Kind::asks_system;
  default:
    return Kind::other;
  }
}

struct Hit {
  uint64_t address;
  ZydisMnemonic mnemonic;
};

class Decoder {
public:
  explicit Decoder(std::string_view file) : file_(file) {
    ZydisDecoderInit(&decoder_, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
  }

  bool decode(const Range& range, uint64_t at, ZydisDecodedInstruction& out) const {
    const uint64_t left = std::min<uint64_t>(range.size - at, ZYDIS_MAX_INSTRUCTION_LENGTH);
    return ZYAN_SUCCESS(ZydisDecoderDecodeInstruction(
        &decoder_, nullptr, file_.data() + range.offset + at, left, &out));
  }

private:
  std::string_view file_;
  ZydisDecoder decoder_{};
};

/// An instruction begins at some byte: what begins at none is not there, whatever is data and
/// wherever the code jumps to.
std::vector<Hit> hits_anywhere(const Decoder& decoder, const Library& library) {
  std::vector<Hit> hits;
  ZydisDecodedInstruction instruction;
  for (const Range& range : library.executable)
    for (uint64_t at = 0; at < range.size; ++at)
      if (decoder.decode(range, at, instruction) && kind_of(instruction.mnemonic) != Kind::other)
        hits.push_back({range.address + at, instruction.mnemonic});
  return hits;
}

/// The instructions one after the other, and whether that reading holds together.
class Sweep {
public:
  Sweep(const Decoder& decoder, const Library& library)
      : decoder_(decoder),
        ranges_(library.sections.empty() ? library.executable : library.sections) {
    for (const Range& range : ranges_) sweep(range);
    for (const uint64_t function : library.functions) check(function, "a function");
    for (const uint64_t target : targets_) check(target, "the target of a jump");
    for (const uint64_t address : taken_) check(address, "an address that is taken");
    for (const uint64_t address : library.pointers) check(address, "an address in its data");
  }

  /// Why it does not hold together, or empty.
  const std::string& obstacle() const { return obstacle_; }

  bool begins(uint64_t address) const {
    return std::binary_search(begins_.begin(), begins_.end(), address);
  }
  bool covers(uint64_t address) const {
    return std::any_of(ranges_.begin(), ranges_.end(),
                       [&](const Range& r) { return r.holds(address); });
  }

private:
  void hinder(std::string what) {
    if (obstacle_.empty()) obstacle_ = std::move(what);
  }

  void sweep(const Range& range) {
    ZydisDecodedInstruction instruction;
    for (uint64_t at = 0; at < range.size;) {
      const uint64_t address = range.address + at;
      if (!decoder_.decode(range, at, instruction))
        return hinder(fmt::format("the bytes at {:#x} are no instruction", address));
      begins_.push_back(address);
      at += instruction.length;
      for (const auto& immediate : instruction.raw.imm)
        if (immediate.size != 0 && immediate.is_relative)
          targets_.push_back(range.address + at + uint64_t(immediate.value.s));
      if (instruction.mnemonic == ZYDIS_MNEMONIC_LEA && relative_to_rip(instruction))
        taken_.push_back(range.address + at + uint64_t(instruction.raw.disp.value));
    }
    std::sort(begins_.begin(), begins_.end());
  }

  static bool relative_to_rip(const ZydisDecodedInstruction& instruction) {
    return instruction.raw.modrm.mod == 0 && instruction.raw.modrm.rm == 5;
  }

  void check(uint64_t address, const char* what) {
    if (covers(address) && !begins(address))
      hinder(fmt::format("{} at {:#x} begins inside an instruction", what, address));
  }

  const Decoder& decoder_;
  std::vector<Range> ranges_;
  std::vector<uint64_t> begins_; ///< sorted
  std::vector<uint64_t> targets_;
  std::vector<uint64_t> taken_; ///< where computed jumps may go
  std::string obstacle_;
};

constexpr std::array kKnownLibraries = {
    "libc.so.6",  "libm.so.6",       "libgcc_s.so.1", "libstdc++.so.6", "ld-linux-x86-64.so.2",
    "libdl.so.2", "libpthread.so.0", "librt.so.1"};

/// Functions that bring other code in.
constexpr std::array kLoaders = {
    "dlopen",       "dlmopen",  "dlsym",         "dlvsym",      "mmap",    "mmap64",
    "mremap",       "mprotect", "pkey_mprotect", "shmat",       "syscall", "execve",
    "memfd_create", "system",   "popen",         "posix_spawn", "fexecve", "__libc_dlopen_mode"};

/// Functions and variables by which code chooses itself by the processor.
constexpr std::array kCpuQuestions = {"__cpu_model",          "__cpu_features2",
                                      "__cpu_indicator_init", "getauxval",
                                      "__get_cpu_features",   "__x86_get_cpuid_feature_leaf",
                                      "_rtld_global_ro"};

template <size_t N>
bool is_one_of(const std::string& name, const std::array<const char*, N>& all) {
  return std::find(all.begin(), all.end(), name) != all.end();
}

std::string obstacle_beside_code(const Library& library) {
  if (!library.obstacle.empty()) return library.obstacle;
  for (const std::string& name : library.needed)
    if (!is_one_of(name, kKnownLibraries))
      return fmt::format("it needs {}, which was not examined", name);
  for (const std::string& name : library.symbols) {
    if (is_one_of(name, kLoaders))
      return fmt::format("it imports {} and so may run code of others", name);
    if (is_one_of(name, kCpuQuestions))
      return fmt::format("it asks what the processor is ({})", name);
  }
  return {};
}

/// What the code itself says, once the instructions are known.
Approximations from_instructions(const std::vector<Hit>& hits, std::string obstacle,
                                 std::string remark) {
  Approximations out;
  for (const Hit& hit : hits) {
    const char* name = ZydisMnemonicGetString(hit.mnemonic);
    switch (kind_of(hit.mnemonic)) {
    case Kind::approximation:
      out.instructions.emplace_back(name);
      break;
    case Kind::asks_cpu:
      if (obstacle.empty())
        obstacle = fmt::format("it asks what the processor is ({} at {:#x})", name, hit.address);
      break;
    default:
      if (obstacle.empty())
        obstacle = fmt::format("it calls the system itself ({} at {:#x})", name, hit.address);
    }
  }
  std::sort(out.instructions.begin(), out.instructions.end());
  out.instructions.erase(std::unique(out.instructions.begin(), out.instructions.end()),
                         out.instructions.end());
  using Use = Approximations::Use;
  out.use = !out.instructions.empty() ? Use::used : obstacle.empty() ? Use::none : Use::unknown;
  out.why = obstacle.empty() ? std::move(remark) : std::move(obstacle);
  return out;
}

Approximations examine_code(std::string_view file, const Library& library) {
  const std::string beside = obstacle_beside_code(library);
  if (library.executable.empty())
    return from_instructions({}, beside.empty() ? "it has no code" : beside, {});
  const Decoder decoder(file);
  const std::vector<Hit> anywhere = hits_anywhere(decoder, library);
  if (anywhere.empty()) return from_instructions({}, beside, {});

  const Sweep sweep(decoder, library);
  std::vector<Hit> read; // as instructions
  std::string obstacle = sweep.obstacle();
  for (const Hit& hit : anywhere) {
    if (sweep.begins(hit.address)) {
      read.push_back(hit);
    } else if (!sweep.covers(hit.address) && obstacle.empty()) {
      obstacle = "beside its sections";
    }
  }
  const size_t inside = anywhere.size() - read.size();
  if (!obstacle.empty()) {
    // Where the reading does not hold together, none of its instructions is certain.
    const Hit& first = anywhere.front();
    obstacle = fmt::format("it cannot be disassembled for sure ({}), and the bytes at {:#x} may be "
                           "{}",
                           obstacle, first.address, ZydisMnemonicGetString(first.mnemonic));
    return from_instructions({}, obstacle, {});
  }
  return from_instructions(
      read, beside,
      inside == 0 ? ""
                  : fmt::format("in the middle of other instructions, {} look{} like one",
                                inside == 1 ? "one place" : fmt::format("{} places", inside),
                                inside == 1 ? "s" : ""));
}

/// What replaced the instructions, where there are none left.
void look_for_header(std::string_view file, const Library& library, Approximations& out) {
  using Use = Approximations::Use;
  const auto has = [&](const char* symbol) {
    return std::binary_search(library.symbols.begin(), library.symbols.end(), std::string(symbol));
  };
  if (has(kOldSymbol)) {
    out.use = Use::unknown;
    out.why =
        "parts of it are built with an older ulna/approximations.h, and are to be built again "
        "with this one";
  } else if (has(kSymbol)) {
    out.use = Use::replaced;
  } else if (file.find(kVariable) != file.npos) {
    out.use = Use::unknown;
    out.why = fmt::format("it hides {} of ulna/approximations.h, which its version script has to "
                          "export",
                          kSymbol);
  }
}

/// Whether it asks the processor, or somebody who knows it.
bool asks_cpu(std::string_view file, const Library& library) {
  for (const std::string& name : library.symbols)
    if (is_one_of(name, kCpuQuestions)) return true;
  const Decoder decoder(file);
  const Sweep sweep(decoder, library);
  for (const Hit& hit : hits_anywhere(decoder, library))
    if (kind_of(hit.mnemonic) == Kind::asks_cpu &&
        (sweep.begins(hit.address) || !sweep.obstacle().empty()))
      return true;
  return false;
}

} // namespace

Approximations examine(std::string_view file) {
  const Library library = read_library(file);
  Approximations out = examine_code(file, library);
  out.asks_cpu = asks_cpu(file, library);
  if (out.use == Approximations::Use::none) look_for_header(file, library, out);
  return out;
}

Approximations examine_file(const std::string& path) {
  return examine(read_file(path));
}

} // namespace ulna::approximations
