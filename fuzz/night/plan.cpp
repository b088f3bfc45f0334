#include "fuzz/night/plan.h"

#include "base/error.h"
#include "base/process_memory.h"
#include "calls/session.h"
#include "certify/arguments.h"
#include "certify/certify.h"
#include "certify/port_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <thread>

namespace ulna::night {
namespace {

size_t parse_jobs(const std::string& text) {
  if (text.empty()) return std::max(1u, std::thread::hardware_concurrency());
  size_t jobs{};
  const auto r = std::from_chars(text.data(), text.data() + text.size(), jobs);
  constexpr size_t kMost = 1024;
  if (r.ec != std::errc{} || r.ptr != text.data() + text.size() || jobs == 0 || jobs > kMost)
    throw BadInput(fmt::format("--jobs {}: say a whole number from 1 to {}", text, kMost));
  return jobs;
}

/// What each job may have, with a reserve for the rest of the machine.
uint64_t memory_of_a_job(size_t jobs) {
  const uint64_t megabytes = (memory_of_machine() >> 20) * 7 / 10 / jobs;
  return std::clamp<uint64_t>(megabytes, 256, 2048);
}

std::string path_of(const std::string& port, const Installation& installation) {
  const fs::path path = fs::absolute(port_path(port, installation)).lexically_normal();
  if (const ulna::Target& built_for = target_of(path); !built_for.is_native())
    throw BadInput(
        fmt::format("{}: built for {}, and fuzz targets call ports in their own process; "
                    "give one for {}",
                    port, built_for.kind, targets().front().kind));
  return path;
}

} // namespace

void check_options(const NightOptions& options, const Installation& installation) {
  parse_length(options.length);
  parse_jobs(options.jobs);
  if (!options.shard.empty()) parse_shard(options.shard);
  check_names(options.operations);
  if (!options.port.empty()) Session(path_of(options.port, installation), installation.worker);
}

Plan plan(const NightOptions& options, const Installation& installation) {
  Plan p;
  p.length = parse_length(options.length);
  if (!options.shard.empty()) p.shard = parse_shard(options.shard);
  p.length /= static_cast<double>(p.shard.of);
  p.share = options.share;
  p.jobs = parse_jobs(options.jobs);
  p.folder = targets_folder(options.targets);
  p.targets = find_targets(p.folder, options.operations);
  p.corpus = fs::absolute(options.corpus);
  p.ports.builtin = builtin_ports(installation);
  if (!options.port.empty()) {
    p.ports.given = path_of(options.port, installation);
    const Session session(p.ports.given, installation.worker);
    p.ports.given_name = session.port().name;
    std::erase_if(p.targets, [&](const Target& t) {
      return !t.operation || !session.port().implements(*t.operation);
    });
    if (p.targets.empty())
      throw BadInput(fmt::format("{}: the port has none of the operations that are to be fuzzed; "
                                 "leave out --op, or give another port",
                                 options.port));
    p.port_file = PortFile(p.ports.given);
  } else if (options.operations.empty()) {
    for (const std::string& name : target_names())
      if (std::none_of(p.targets.begin(), p.targets.end(),
                       [&](const Target& t) { return t.name == name; }))
        p.not_there.push_back(name);
  }
  p.subject = {.port = p.ports.given,
               .port_name = p.ports.given_name,
               .port_sha256 = p.port_file.sha256(),
               .contracts = {},
               .shard = options.shard.empty() ? "" : p.shard.text()};
  for (const Target& t : p.targets)
    p.subject.contracts[t.name] = t.operation ? int(t.operation->contract.version) : 0;
  // In a short night every target still has two turns, if a second is enough for one.
  constexpr double kSlice = 60;
  p.slice = std::clamp(p.length * double(p.jobs) / (2 * double(p.targets.size())), 1.0, kSlice);
  p.input = std::clamp(p.slice / 2, 2.0, 20.0);
  // A right port may take 2 s for a call, and is called up to five times for an input; half of what
  // an input may take is a hang.
  constexpr double kCalls = 5, kCallSeconds = 2, kJudging = 2;
  if (!options.port.empty()) p.input = 2 * (kCalls * kCallSeconds + kJudging);
  p.megabytes = memory_of_a_job(p.jobs);
  return p;
}

} // namespace ulna::night
