// The machines whose ports can be judged, and how they run here: on the hardware, or in an emulator
// where the hardware is another.
#pragma once

#include "calls/shared/convention.h"
#include "calls/wine.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ulna {

/// What a port is built for.
struct Target {
  const arena::Convention* convention;
  const char* kind; ///< of a library, for people: "AArch64 Linux"
  /// Its program, and what it needs to find the C library; null: the hardware runs the ports. Or
  /// Wine, another system on the same hardware; or Node, an engine.
  const char* emulator;
  std::vector<const char*> options;
  /// A processor, with a verdict of its own.
  struct Variant {
    const char* name;                 ///< "vl128"; empty where there is one alone
    std::vector<const char*> options; ///< of the emulator
    /// Which ports it is for: those that declare no features, those that declare one of these,
    /// those that declare others, those that declare none of these, those for which it is asked
    /// for, or all.
    enum class For : uint8_t { none, these, others, none_of_these, asked, all } ports;
    std::vector<const char*> features{};
    /// What its processor has, that no bit tells of.
    std::vector<std::string> more{};
  };
  std::vector<Variant> variants; ///< the first has all features; a port is loaded there to be asked
  /// What the bits of its processors mean (Control::processor); empty where /proc/cpuinfo says it.
  std::vector<std::span<const std::string_view>> features;
  const char* packages; ///< of Debian, for its worker and the emulator
  const char* oldest;   ///< emulator that will do, as one installs it; empty where there is none
  double slowness;      ///< how much longer than on the hardware a call may take
  bool has_steps;       ///< calls can be made one instruction at a time, and be interrupted
  bool has_threads;     ///< calls can be made at the same time
  /// The machine code of its ports is read, and what ran of it is known.
  bool code_is_read = false;
  /// The judge's own.
  bool is_native() const { return convention->machine == arena::kOwnConvention.machine; }
  const char* name() const { return convention->name; }
  /// What `--machine` calls the variant.
  std::string machine(const Variant& variant) const;

  /// The names of those bits that are set, and what else the machine has (`Workers::machine`).
  std::vector<std::string> features_in(std::span<const uint64_t> bits,
                                       const std::string& machine) const;
};

/// The judge's own first.
const std::vector<Target>& targets();

/// The same where the judge is built for that machine: ports for it run on the hardware. Nothing
/// else than x86-64 runs those for 32-bit x86, or Windows.
std::vector<Target> targets_on(arena::MachineNumber own);

/// What the library is built for. A file that is none counts as one for the judge's own machine,
/// whose loader says what is wrong with it. Throws BadInput for a library for a machine that is not
/// among them.
const Target& target_of(const std::string& port_path);

/// Of a machine as `--machine` calls it; null for one that this ulna does not know.
const Target* target_of_machine(const std::string& machine);

/// The variants that a port with such `cpu_features` has to be right on, as "aarch64/vl128"; none
/// for the judge's own.
std::vector<std::string> machines_for(const Target& target, const std::string& cpu_features);

/// The worker for this machine; those for others lie beside it.
struct Workers {
  std::string native;
  /// Of the ports for other machines, which variant runs them, as "aarch64/vl128"; empty: the first
  /// of theirs.
  std::string machine = {};

  Workers() = default;
  Workers(const std::string& path) : native(path) {}
  Workers(const char* path) : native(path) {}
};

/// How a worker is started; the port's path comes last.
struct WorkerCommand {
  std::string program;
  std::vector<std::string> arguments;
  std::vector<std::string> environment = {}; ///< beside this process's, as "NAME=VALUE"
};

/// Throws NotRun where the emulator or the worker is missing, BadInput for a variant that there is
/// not, or of another target.
WorkerCommand worker_command(const Target& target, const Workers& workers);

/// What a worker needs around it for as long as it lives, and tells it of, with the port's path;
/// null where that is nothing. Throws as Wine does.
std::unique_ptr<Wine> start_wine(const Target& target, WorkerCommand& command,
                                 const std::string& port_path);

/// "qemu-aarch64 7.2.22", as the emulator says of itself; nothing where the hardware runs the
/// ports. Throws NotRun where it is missing.
std::string emulator_version(const Target& target);

} // namespace ulna
