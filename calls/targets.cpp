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

const std::vector<Target>& targets() {
  static const std::vector<Target> all{
      {&arena::kX86_64, "x86-64 Linux", nullptr, {}, {}, {}, "", 1},
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
       3},
      {&arena::kRiscv64,
       "RISC-V Linux (64 bits)",
       "qemu-riscv64",
       {"-L", "/usr/riscv64-linux-gnu"},
       {{"vlen128-tail-ones",
         {"-cpu", "rv64,v=true,vext_spec=v1.0,vlen=128,rvv_ta_all_1s=true,rvv_ma_all_1s=true"},
         For::these,
         {"v"}},
        {"vlen512", {"-cpu", "rv64,v=true,vext_spec=v1.0,vlen=512"}, For::these, {"v"}},
        {"vlen256", {"-cpu", "rv64,v=true,vext_spec=v1.0,vlen=256"}, For::asked},
        {"vlen1024",
         {"-cpu", "rv64,v=true,vext_spec=v1.0,vlen=1024,rvv_ta_all_1s=true,rvv_ma_all_1s=true"},
         For::asked},
        {"max", {"-cpu", "rv64,v=false"}, For::others},
        {"rv64gc", {"-cpu", "rv64,v=false,zba=false,zbb=false,zbc=false,zbs=false"}, For::none}},
       {kRiscvHwcap},
       "g++-riscv64-linux-gnu qemu-user",
       3},
  };
  return all;
}

namespace {

/// The machine in the header of an ELF file; none of another file.
std::optional<uint16_t> elf_machine(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  unsigned char header[sizeof(Elf32_Ehdr)]; // begins alike for both classes
  if (!file.read(reinterpret_cast<char*>(header), sizeof header)) return {};
  if (std::memcmp(header, ELFMAG, SELFMAG) != 0) return {};
  if (header[EI_CLASS] != ELFCLASS64 || header[EI_DATA] != ELFDATA2LSB) return {};
  uint16_t machine;
  std::memcpy(&machine, header + offsetof(Elf64_Ehdr, e_machine), sizeof machine);
  return machine;
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

/// What the emulator is told for the machine, as "aarch64/vl128"; for the first where none is
/// named.
std::vector<const char*> options_of(const Target& target, const std::string& machine) {
  if (machine.empty())
    return target.is_native() ? std::vector<const char*>{} : target.variants.front().options;
  std::vector<std::string> names;
  for (const Target::Variant& variant : target.variants) {
    names.push_back(fmt::format("{}/{}", target.name(), variant.name));
    if (names.back() == machine) return variant.options;
  }
  if (names.empty())
    throw BadInput(
        fmt::format("--machine {}: the port is for {}, which runs on the hardware; leave "
                    "--machine out",
                    machine, target.kind));
  throw BadInput(fmt::format("--machine {}: the port is for {}; say one of {}", machine,
                             target.kind, fmt::join(names, ", ")));
}

} // namespace

std::vector<std::string> Target::features_in(std::span<const uint64_t> bits) const {
  std::vector<std::string> names;
  for (size_t word = 0; word < std::min(bits.size(), features.size()); ++word)
    for (size_t bit = 0; bit < features[word].size(); ++bit)
      if (bits[word] >> bit & 1) names.emplace_back(features[word][bit]);
  return names;
}

const Target& target_of(const std::string& port_path) {
  const std::vector<Target>& all = targets();
  const std::optional<uint16_t> machine = elf_machine(port_path);
  if (!machine) return all.front();
  const auto found = std::ranges::find_if(
      all, [&](const Target& t) { return uint32_t(t.convention->machine) == *machine; });
  if (found != all.end()) return *found;
  std::string kinds;
  for (const Target& target : all)
    kinds += (&target == &all.front()  ? ""
              : &target == &all.back() ? " or "
                                       : ", ") +
             std::string(target.kind);
  throw BadInput(
      fmt::format("{}: not a port: built for ELF machine {}; give a shared library for {}",
                  port_path, *machine, kinds));
}

std::vector<std::string> machines_for(const Target& target, const std::string& cpu_features) {
  std::vector<std::string> names;
  const bool any = cpu_features.find_first_not_of(", \t\n") != cpu_features.npos;
  const auto choose = [&](For ports) {
    for (const Target::Variant& variant : target.variants) {
      const bool has = std::ranges::any_of(
          variant.features, [&](const char* f) { return declares(cpu_features, f); });
      if (variant.ports == ports && (ports != For::these || has))
        names.push_back(fmt::format("{}/{}", target.name(), variant.name));
    }
  };
  choose(For::these);
  if (names.empty()) choose(any ? For::others : For::none);
  return names;
}

WorkerCommand worker_command(const Target& target, const Workers& workers) {
  const std::vector<const char*> options = options_of(target, workers.machine);
  if (target.is_native()) return {workers.native, {"ulna-worker"}};
  const std::string emulator = path_of_emulator(target);
  const fs::path own = workers.native;
  const std::string worker = fmt::format("{}-{}", workers.native, target.name());
  std::error_code error;
  if (!fs::exists(worker, error))
    throw NotRun(
        fmt::format("this ulna is built without its worker for {}; apt-get install {}, and "
                    "build it again",
                    target.kind, target.packages));
  WorkerCommand command{own.parent_path() / "ulna-confined", {"ulna-confined", emulator, emulator}};
  for (const auto& some : {target.options, options})
    command.arguments.insert(command.arguments.end(), some.begin(), some.end());
  command.arguments.push_back(worker);
  return command;
}

std::string emulator_version(const Target& target) {
  static std::mutex mutex;
  static std::map<const Target*, std::string> known;
  const std::lock_guard lock(mutex);
  if (const auto found = known.find(&target); found != known.end()) return found->second;
  // "qemu-aarch64 version 7.2.22 (Debian 1:7.2+dfsg-7)"
  const std::string line = first_line_of(path_of_emulator(target), "--version");
  constexpr std::string_view kBefore = "version ";
  const size_t at = line.find(kBefore);
  std::string version = at == line.npos ? line : line.substr(at + kBefore.size());
  version = version.substr(0, version.find(' '));
  return known[&target] = fmt::format("{} {}", target.emulator, version);
}

} // namespace ulna
