#include "report/machine.h"

#include "base/error.h"
#include "base/files.h"
#include "base/text.h"
#include "calls/targets.h"
#include "report/approximation_tables.h"
#include "report/feature_names.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace ulna {
namespace {

constexpr std::string_view kSpaces = " \t\n";

/// What follows "key :" on its first line: the kernel lists the same flags for every processor.
std::string_view entry(std::string_view text, std::string_view key) {
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const size_t colon = line.find(':');
    if (colon == line.npos) continue;
    const std::string_view left = line.substr(0, colon);
    if (left.substr(0, left.find_last_not_of(kSpaces) + 1) != key) continue;
    const size_t start = line.find_first_not_of(kSpaces, colon + 1);
    return start == line.npos ? std::string_view() : line.substr(start);
  }
  return {};
}

std::vector<std::string> features(std::string_view cpuinfo) {
  const std::string_view flags = entry(cpuinfo, "flags");
  return split(flags.empty() ? entry(cpuinfo, "Features") : flags, kSpaces); // of Arm
}

/// An Arm processor says its numbers in place of a name.
std::string model(std::string_view cpuinfo) {
  std::string name(entry(cpuinfo, "model name"));
  if (!name.empty()) return name;
  const std::string_view implementer = entry(cpuinfo, "CPU implementer");
  if (implementer.empty()) return "unknown";
  return fmt::format("Arm, implementer {}, part {}", implementer, entry(cpuinfo, "CPU part"));
}

} // namespace

Machine this_machine() {
  const std::string cpuinfo = read_file("/proc/cpuinfo");
  Machine machine;
  machine.cpu = model(cpuinfo);
  machine.features = features(cpuinfo);
  add_approximation_tables(machine);
  return machine;
}

std::vector<std::string> listed_features(std::string_view cpu_features) {
  return split(cpu_features, ", \t\n");
}

std::vector<std::string> missing_features(std::string_view cpu_features,
                                          std::span<const std::string> present,
                                          std::span<const std::string_view> known) {
  std::vector<std::string> missing = listed_features(cpu_features);
  std::erase_if(missing, [&](const std::string& feature) {
    return std::find(present.begin(), present.end(), feature) != present.end();
  });
  for (const std::string& feature : missing) {
    if (std::ranges::find(known, feature) != known.end()) continue;
    const auto likely = likely_feature_name(feature, known);
    const bool is_own = known.data() == feature_names().data();
    throw BadInput(fmt::format("cpu_features: no CPU feature is called '{}'{}; {}",
                               printable(feature), is_own ? " in /proc/cpuinfo" : " there",
                               likely   ? fmt::format("did you mean {}?", *likely)
                               : is_own ? std::string("see its line of flags")
                                        : fmt::format("there are {}", fmt::join(known, ", "))));
  }
  return missing;
}

std::vector<std::string> missing_features(std::string_view cpu_features) {
  static const std::vector<std::string> present = features(read_file("/proc/cpuinfo"));
  return missing_features(cpu_features, present);
}

std::vector<std::string> missing_features(const PortInfo& port) {
  if (!port.target || port.target->features.empty()) return missing_features(port.cpu_features);
  std::vector<std::string_view> known;
  for (const auto& names : port.target->features)
    known.insert(known.end(), names.begin(), names.end());
  return missing_features(port.cpu_features, port.processor, known);
}

} // namespace ulna
