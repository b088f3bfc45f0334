#include "calls/targets.h"

#include "base/child_process.h"
#include "base/error.h"
#include "calls/feature_bits.h"

#include <elf.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <optional>
#include <string_view>

namespace ulna {

namespace fs = std::filesystem;
using For = Target::Variant::For;

namespace {

constexpr const char* kWine = "wine64";
constexpr const char* kNode = "node";

bool runs_in_wine(const Target& target) {
  return target.emulator == kWine;
}

bool runs_in_node(const Target& target) {
  return target.emulator == kNode;
}

/// By Wine or by the kernel.
bool runs_on_x86(const Target& target) {
  return runs_in_wine(target) || target.convention->machine == arena::MachineNumber::i386;
}

/// All of them, as seen from another machine than their own.
std::vector<Target> targets_elsewhere() {
  const std::vector<std::string> kBits(std::begin(kRiscvMore), std::end(kRiscvMore));
  return {
      {&arena::kX86_64,
       "x86-64 Linux",
       "qemu-x86_64",
       {"-L", "/usr/x86_64-linux-gnu"},
       {{"max", {"-cpu", "max"}, For::all}},
       {kX86Features},
       "g++-x86-64-linux-gnu qemu-user",
       "qemu-user 7.2 or newer",
       3,
       false,
       true},
      {&arena::kAArch64,
       "AArch64 Linux",
       "qemu-aarch64",
       {"-L", "/usr/aarch64-linux-gnu"},
       // The shortest vectors and the longest; two more that there are.
       {{"vl128", {"-cpu", "max,sve-default-vector-length=16"}, For::these, {"sve", "sve2"}},
        {"vl2048", {"-cpu", "max,sve-default-vector-length=256"}, For::these, {"sve", "sve2"}},
        {"vl256", {"-cpu", "max,sve-default-vector-length=32"}, For::asked},
        {"vl512", {"-cpu", "max,sve-default-vector-length=64"}, For::asked},
        {"max", {"-cpu", "max,sve=off"}, For::others},
        {"armv8.0", {"-cpu", "cortex-a57"}, For::none}},
       {kAArch64Hwcap, kAArch64Hwcap2},
       "g++-aarch64-linux-gnu qemu-user",
       "qemu-user 7.2 or newer",
       3,
       false,
       true},
      {&arena::kRiscv64,
       "RISC-V Linux (64 bits)",
       "qemu-riscv64",
       {"-L", "/usr/riscv64-linux-gnu"},
       {{"vlen128-tail-ones",
         {"-cpu", "rv64,v=true,vext_spec=v1.0,vlen=128,rvv_ta_all_1s=true,rvv_ma_all_1s=true"},
         For::these,
         {"v"},
         kBits},
        {"vlen512", {"-cpu", "rv64,v=true,vext_spec=v1.0,vlen=512"}, For::these, {"v"}, kBits},
        {"vlen256", {"-cpu", "rv64,v=true,vext_spec=v1.0,vlen=256"}, For::asked, {}, kBits},
        {"vlen1024",
         {"-cpu", "rv64,v=true,vext_spec=v1.0,vlen=1024,rvv_ta_all_1s=true,rvv_ma_all_1s=true"},
         For::asked,
         {},
         kBits},
        {"max", {"-cpu", "rv64,v=false"}, For::others, {}, kBits},
        {"rv64gc", {"-cpu", "rv64,v=false,zba=false,zbb=false,zbc=false,zbs=false"}, For::none}},
       {kRiscvHwcap, kRiscvMore},
       "g++-riscv64-linux-gnu qemu-user",
       "qemu-user 7.2 or newer",
       3,
       false,
       true},
      {&arena::kI386,
       "32-bit x86 Linux",
       nullptr,
       {},
       {{"", {}, For::all}},
       {},
       "libc6-dev-i386 lib32stdc++-12-dev",
       "",
       1,
       true,
       true},
      {&arena::kWin64,
       "Windows (x86-64)",
       kWine,
       {},
       {{"", {}, For::all}},
       {},
       "wine64 wine64-tools libwine-dev",
       "wine64 8.0 or newer",
       2,
       true,
       true},
      {&arena::kWasm,
       "WebAssembly (wasm32)",
       kNode,
       // Both compilers of V8, each alone. With relaxed SIMD a product may be fused with a sum.
       {"--no-wasm-lazy-compilation"},
       {{"relaxed-fused",
         {"--no-liftoff", "--experimental-wasm-relaxed-simd"},
         For::these,
         {"relaxed-simd"}},
        {"relaxed-unfused",
         {"--no-liftoff", "--experimental-wasm-relaxed-simd", "--no-enable-fma3"},
         For::these,
         {"relaxed-simd"}},
        {"turbofan", {"--no-liftoff"}, For::none_of_these},
        {"liftoff", {"--liftoff", "--no-wasm-tier-up"}, For::none_of_these}},
       {kWasmFeatures},
       "nodejs",
       "nodejs 18.13 or newer",
       2,
       false,
       false},
  };
}

} // namespace

std::vector<Target> targets_on(arena::MachineNumber own) {
  const bool on_x86 = own == arena::MachineNumber::x86_64;
  std::vector<Target> all = targets_elsewhere();
  if (!on_x86) std::erase_if(all, runs_on_x86);
  const auto first =
      std::ranges::find_if(all, [&](const Target& t) { return t.convention->machine == own; });
  first->emulator = nullptr;
  first->options.clear();
  first->variants.clear();
  first->packages = first->oldest = "";
  first->slowness = 1;
  first->has_steps = first->code_is_read = on_x86;
  if (on_x86) first->features.clear(); // newer processors than the table have more
  std::rotate(all.begin(), first, first + 1);
  return all;
}

const std::vector<Target>& targets() {
  static const std::vector<Target> all = targets_on(arena::kOwnConvention.machine);
  return all;
}

namespace {

/// The machine in the header of an ELF or PE file, or a module; nothing of another file.
struct Header {
  std::optional<uint32_t> machine;
  enum class Form : uint8_t { elf, pe, wasm } form = Form::elf;
  bool is_big_endian = false, has_64_bits = true;

  bool is_of(const Target& target) const {
    const Form owed = runs_in_wine(target)   ? Form::pe
                      : runs_in_node(target) ? Form::wasm
                                             : Form::elf;
    return uint32_t(target.convention->machine) == machine && form == owed && !is_big_endian &&
           has_64_bits == (target.convention->pointer_bytes == sizeof(uint64_t));
  }

  std::string name() const {
    if (form == Form::pe) return fmt::format("PE machine {:#x}", *machine);
    const char* const kind = is_big_endian ? "big-endian " : has_64_bits ? "" : "32-bit ";
    return fmt::format("{}ELF machine {}", kind, *machine);
  }
};

/// Of a file that begins as programs for DOS do: where the header of today is stands at 60. What is
/// cut before it is for Windows' loader to refuse.
Header pe_header(std::ifstream& file) {
  uint32_t at = 0;
  char signature[4];
  auto machine = static_cast<uint16_t>(arena::MachineNumber::win64);
  file.seekg(60);
  file.read(reinterpret_cast<char*>(&at), sizeof at);
  file.seekg(at);
  file.read(signature, sizeof signature);
  uint16_t said;
  if (file.read(reinterpret_cast<char*>(&said), sizeof said) &&
      std::memcmp(signature, "PE\0\0", sizeof signature) == 0)
    machine = said;
  return {machine, Header::Form::pe};
}

Header header_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  unsigned char header[sizeof(Elf32_Ehdr)]{}; // begins alike for both classes
  const bool is_whole(file.read(reinterpret_cast<char*>(header), sizeof header));
  const auto wasm = static_cast<uint32_t>(arena::MachineNumber::wasm);
  if (std::memcmp(header, &wasm, sizeof wasm) == 0) return {wasm, Header::Form::wasm, false, false};
  if (!is_whole) return {};
  if (std::memcmp(header, "MZ", 2) == 0) return pe_header(file);
  if (std::memcmp(header, ELFMAG, SELFMAG) != 0) return {};
  const size_t at = offsetof(Elf64_Ehdr, e_machine);
  const bool big = header[EI_DATA] == ELFDATA2MSB;
  const auto machine =
      static_cast<uint16_t>(header[at + (big ? 1 : 0)] | header[at + (big ? 0 : 1)] << 8);
  return {machine, Header::Form::elf, big, header[EI_CLASS] == ELFCLASS64};
}

/// Where PATH has the program, or nothing.
std::string found_in_path(const char* program) {
  const char* const path = std::getenv("PATH");
  std::string_view rest = path ? path : "/usr/bin:/bin";
  while (!rest.empty()) {
    const std::string_view folder = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(rest.size(), folder.size() + 1));
    const fs::path candidate = fs::path(folder) / program;
    if (access(candidate.c_str(), X_OK) == 0) return candidate;
  }
  return {};
}

std::string path_of_emulator(const Target& target) {
  if (runs_in_wine(target)) return path_of_wine();
  std::string path = found_in_path(target.emulator);
  if (path.empty())
    throw NotRun(fmt::format("no {} here for ports for {}; apt-get install {}", target.emulator,
                             target.kind, target.packages));
  return path;
}

/// What the program prints on its standard output, up to a line.
std::string first_line_of(const std::string& program, const char* argument) {
  Pipe output = make_pipe("cannot make a pipe");
  ChildSetup setup{.program = program, .arguments = {program, argument}};
  setup.descriptors = {{output.write_end.get(), STDOUT_FILENO}};
  ChildProcess child(setup);
  output.write_end = Descriptor();
  constexpr int kMilliseconds = 5000;
  std::string line;
  pollfd watch{output.read_end.get(), POLLIN, 0};
  while (line.find('\n') == line.npos && poll(&watch, 1, kMilliseconds) > 0) {
    char text[256];
    const ssize_t n = read(output.read_end.get(), text, sizeof text);
    if (n <= 0) break;
    line.append(text, static_cast<size_t>(n));
  }
  return line.substr(0, line.find('\n'));
}

bool declares(const std::string& cpu_features, std::string_view feature) {
  for (size_t at = cpu_features.find(feature); at != cpu_features.npos;
       at = cpu_features.find(feature, at + 1)) {
    const auto is_part = [&](size_t i) {
      return std::isalnum(static_cast<unsigned char>(cpu_features[i]));
    };
    const size_t end = at + feature.size();
    if ((at == 0 || !is_part(at - 1)) && (end == cpu_features.size() || !is_part(end))) return true;
  }
  return false;
}

/// The variant of the machine, as "aarch64/vl128"; the first where none is named.
const Target::Variant& variant_of(const Target& target, const std::string& machine) {
  if (machine.empty()) return target.variants.front();
  std::vector<std::string> names;
  for (const Target::Variant& variant : target.variants) {
    names.push_back(target.machine(variant));
    if (names.back() == machine) return variant;
  }
  throw BadInput(fmt::format("--machine {}: the port is for {}; say one of {}", machine,
                             target.kind, fmt::join(names, ", ")));
}

} // namespace

std::string Target::machine(const Variant& variant) const {
  return *variant.name ? fmt::format("{}/{}", name(), variant.name) : name();
}

std::vector<std::string> Target::features_in(std::span<const uint64_t> bits,
                                             const std::string& machine) const {
  std::vector<std::string> names;
  if (features.empty()) return names;
  if (!variants.empty()) names = variant_of(*this, machine).more;
  for (size_t word = 0; word < std::min(bits.size(), features.size()); ++word)
    for (size_t bit = 0; bit < features[word].size(); ++bit)
      if (bits[word] >> bit & 1) names.emplace_back(features[word][bit]);
  return names;
}

const Target& target_of(const std::string& port_path) {
  const std::vector<Target>& all = targets();
  std::error_code error;
  if (const fs::file_type type = fs::status(port_path, error).type();
      type != fs::file_type::regular && type != fs::file_type::directory &&
      fs::exists(port_path, error))
    throw BadInput(fmt::format("{}: not a port: it is no file; give a shared library", port_path));
  const Header header = header_of(port_path);
  if (!header.machine) return all.front();
  const auto found = std::ranges::find_if(all, [&](const Target& t) { return header.is_of(t); });
  if (found != all.end()) return *found;
  std::string kinds;
  for (const Target& target : all)
    kinds += (&target == &all.front()  ? ""
              : &target == &all.back() ? " or "
                                       : ", ") +
             std::string(target.kind);
  throw BadInput(fmt::format("{}: not a port: built for {}; give a shared library for {}",
                             port_path, header.name(), kinds));
}

const Target* target_of_machine(const std::string& machine) {
  for (const Target& target : targets())
    if (target.name() == machine.substr(0, machine.find('/'))) return &target;
  return nullptr;
}

std::vector<std::string> machines_for(const Target& target, const std::string& cpu_features) {
  std::vector<std::string> names;
  const bool any = cpu_features.find_first_not_of(", \t\n") != cpu_features.npos;
  const auto choose = [&](For ports) {
    for (const Target::Variant& variant : target.variants) {
      const bool has = std::ranges::any_of(
          variant.features, [&](const char* f) { return declares(cpu_features, f); });
      if (variant.ports == ports && (ports != For::these || has))
        names.push_back(target.machine(variant));
    }
  };
  choose(For::these);
  choose(For::all);
  if (names.empty()) {
    choose(For::none_of_these);
    choose(any ? For::others : For::none);
  }
  return names;
}

WorkerCommand worker_command(const Target& target, const Workers& workers) {
  if (target.is_native()) {
    if (!workers.machine.empty() && !target_of_machine(workers.machine))
      throw BadInput(fmt::format("--machine {}: there is no such machine; `ulna list` names them",
                                 workers.machine));
    if (!workers.machine.empty())
      throw BadInput(fmt::format("--machine {}: the port is for {}, which is this ulna's own "
                                 "machine; leave --machine out",
                                 workers.machine, target.kind));
    return {workers.native, {"ulna-worker"}};
  }
  const Target::Variant& variant = variant_of(target, workers.machine);
  const std::string emulator = target.emulator ? path_of_emulator(target) : "";
  const fs::path own = workers.native;
  const std::string worker = fmt::format("{}-{}{}", workers.native, target.name(),
                                         runs_in_wine(target)   ? ".exe.so"
                                         : runs_in_node(target) ? ".cjs"
                                                                : "");
  std::error_code error;
  if (!fs::exists(worker, error))
    throw NotRun(
        fmt::format("this ulna is built without its worker for {}; apt-get install {}, and "
                    "build it again",
                    target.kind, target.packages));
  const std::string& program = target.emulator ? emulator : worker;
  WorkerCommand command{own.parent_path() / "ulna-confined", {"ulna-confined", program, program}};
  for (const auto& some : {target.options, variant.options})
    command.arguments.insert(command.arguments.end(), some.begin(), some.end());
  if (target.emulator) command.arguments.push_back(worker);
  if (runs_in_node(target)) command.environment = {"NODE_OPTIONS="};
  return command;
}

std::unique_ptr<Wine> start_wine(const Target& target, WorkerCommand& command,
                                 const std::string& port_path) {
  if (!runs_in_wine(target)) return nullptr;
  auto wine = std::make_unique<Wine>(command.program);
  command.environment = wine->environment();
  command.environment.push_back("ULNA_PORT=" + port_path);
  return wine;
}

std::string emulator_version(const Target& target) {
  if (!target.emulator) return {};
  static std::mutex mutex;
  static std::map<const Target*, std::string> known;
  const std::lock_guard lock(mutex);
  if (const auto found = known.find(&target); found != known.end()) return found->second;
  // "qemu-aarch64 version 7.2.22 (Debian 1:7.2+dfsg-7)", "wine-8.0 (Debian 8.0~repack-4)"
  const std::string line = first_line_of(path_of_emulator(target), "--version");
  const std::string_view kBefore = runs_in_wine(target) ? "wine-" : "version ";
  const size_t at = line.find(kBefore);
  std::string version = at == line.npos ? line : line.substr(at + kBefore.size());
  version = version.substr(0, version.find(' '));
  return known[&target] = fmt::format("{} {}", target.emulator, version);
}

} // namespace ulna
