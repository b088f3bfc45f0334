#include "certify/arguments.h"

#include "approximations/examine.h"
#include "base/error.h"
#include "cases/enter_profile.h"
#include "certify/port_names.h"
#include "report/machine.h"

#include <fmt/format.h>

#include <charconv>
#include <string_view>

namespace ulna {

std::optional<double> seconds_in(const std::string& text) {
  double amount{};
  const auto r = std::from_chars(text.data(), text.data() + text.size(), amount);
  const std::string_view unit(r.ptr, static_cast<size_t>(text.data() + text.size() - r.ptr));
  const double scale = unit == "s" ? 1 : unit == "m" ? 60 : unit == "h" ? 3600 : 0;
  if (r.ec != std::errc{} || scale == 0 || !(amount > 0) || !(amount * scale < 1e9)) return {};
  return amount * scale;
}

Budget parse_budget(const std::string& text) {
  Budget budget;
  budget.text = text;
  if (text == "quick") return budget;
  const auto seconds = seconds_in(text);
  if (!seconds)
    throw BadInput(
        fmt::format("--budget {}: say quick, or a time such as 30s, 10m or 8h, of more than 0 and "
                    "less than 277777h",
                    text));
  budget.seconds = *seconds;
  return budget;
}

double parse_length(const std::string& text) {
  if (const auto seconds = seconds_in(text)) return *seconds;
  throw BadInput(fmt::format("--for {}: say a time: one number and s, m or h, such as 90s, 10m "
                             "or 8h, of more than 0 and less than 277777h",
                             text));
}

namespace {

uint64_t parse_number(const char* option, const std::string& text) {
  uint64_t number{};
  const auto r = std::from_chars(text.data(), text.data() + text.size(), number);
  if (r.ec != std::errc{} || r.ptr != text.data() + text.size())
    throw BadInput(fmt::format("{} {}: say a whole number from 0 to {}", option, text, UINT64_MAX));
  return number;
}

} // namespace

uint64_t parse_seed(const std::string& text) {
  return parse_number("--seed", text);
}

uint64_t parse_adversary(const std::string& text) {
  return parse_number("--approximations", text);
}

Profiles parse_profile(const std::string& text) {
  if (text == "full") return {};
  try {
    if (const Profiles profiles = parse_profiles(text); !profiles.empty()) return profiles;
    throw BadInput("say full, or names that `ulna contract --profile` shows");
  } catch (const BadInput& e) {
    throw BadInput(fmt::format("--profile {}: {}", text, e.what()));
  }
}

std::vector<const char*> operations_of(Profile profile) {
  std::vector<const char*> all;
  for (const Operation* op : operations())
    if (profiles_of(*op).has(profile)) all.push_back(op->name);
  return all;
}

std::string lacking(const PortInfo& port) {
  return fmt::format("{}", fmt::join(missing_features(port), ", "));
}

Judge judge_of(const std::string& port, const Operation& op, const Installation& installation,
               uint64_t seed, std::optional<uint64_t> adversary) {
  const std::string path = port_path(port, installation);
  if (adversary && approximations::examine_file(path).use != Approximations::Use::replaced)
    throw BadInput(fmt::format("{}: its approximations are the processor's; leave --approximations "
                               "out, or build it with -include ulna/approximations.h",
                               port));
  Judge judge(path, installation, seed, adversary);
  if (!judge.port().implements(op))
    throw NotRun(fmt::format("{}: the port does not implement {}; {}", port, op.name,
                             what_it_has(judge.port())));
  if (const std::string missing = lacking(judge.port()); !missing.empty())
    throw NotRun(fmt::format("{}: this CPU lacks {}; run it on one that has it", port, missing));
  return judge;
}

} // namespace ulna
