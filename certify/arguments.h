// What commands take: lengths of time, seeds, a port and an operation.
#pragma once

#include "certify/plan.h"

#include <optional>
#include <string>

namespace ulna {

/// The seconds in "30s", "1.5m" or "8h", if they are more than 0 and less than 1e9.
std::optional<double> seconds_in(const std::string& text);

/// "quick", or a time such as 30s, 10m, 8h. Throws BadInput.
Budget parse_budget(const std::string& text);

/// As --for takes it. Throws BadInput that names the option.
double parse_length(const std::string& text);

/// As --seed takes it. Throws BadInput that names the option.
uint64_t parse_seed(const std::string& text);

/// As --approximations of replay takes it. Throws BadInput that names the option.
uint64_t parse_adversary(const std::string& text);

/// What --profile takes: names with commas between them, or "full" for none. Throws BadInput for
/// others.
Profiles parse_profile(const std::string& text);

/// The operations that it says something about, by name.
std::vector<const char*> operations_of(Profile profile);

/// What the processor that the port is to run on lacks of its cpu_features; empty: nothing.
std::string lacking(const PortInfo& port);

/// For one operation of one port, by name or path. Throws NotRun if it does not have it, the CPU
/// lacks what it needs, or there is an adversary and it is not built with ulna/approximations.h.
Judge judge_of(const std::string& port, const Operation& op, const Installation& installation,
               uint64_t seed, std::optional<uint64_t> adversary = {});

} // namespace ulna
