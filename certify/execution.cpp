#include "certify/execution.h"

#include "base/files.h"
#include "code/features.h"
#include "code/mutants.h"
#include "code/source_lines.h"

#include <fmt/format.h>

#include <algorithm>

namespace ulna {
namespace {

/// The blocks' first bytes.
std::vector<uint64_t> beginnings(const code::CodeMap& map) {
  std::vector<uint64_t> all;
  for (const code::Block& block : map.blocks) all.push_back(block.address);
  return all;
}

bool call(Session& session, std::span<const Case* const> cases) {
  bool returned = true;
  session.run(cases, [&](size_t, const CallResult& result, const Outputs&) {
    returned = returned && result.end == CallResult::End::returned;
  });
  return returned;
}

} // namespace

Execution::Execution(const std::string& port_path, const Installation& installation,
                     const Operation& op, std::optional<uint64_t> adversary)
    : path_(port_path), session_(port_path, installation.worker, adversary),
      profiles_(session_.port().profiles), workers_(installation.worker),
      map_(code::map_code(read_file(port_path), {session_.port().function(op)})),
      reached_(map_.blocks.size()) {
  session_.set_breakpoints(beginnings(map_));
}

void Execution::run(std::span<const Case* const> given) {
  if (ended_ || all_ran()) return;
  const AllWithin within(profiles_, given);
  const std::span<const Case* const> cases = within.pointers();
  ended_ = !call(session_, cases);
  note(cases);
}

void Execution::note(std::span<const Case* const> cases) {
  const std::vector<bool> now = session_.reached();
  for (size_t b = 0; b < now.size(); ++b) {
    if (!now[b] || reached_[b]) continue;
    reached_[b] = true;
    ++ran_;
    if (!undeclared_) look_for_undeclared(map_.blocks[b], cases);
  }
}

void Execution::look_for_undeclared(const code::Block& block, std::span<const Case* const> cases) {
  const std::string& declared = session_.port().cpu_features;
  for (uint32_t i = block.first; i < block.first + block.count; ++i) {
    const code::Instruction& instruction = map_.instructions[i];
    const code::Needs needs = code::needs_of(instruction);
    const auto missing = std::find_if(needs.features.begin(), needs.features.end(),
                                      [&](const auto& f) { return !code::covers(declared, f); });
    if (missing == needs.features.end()) continue;
    Finding& finding = undeclared_.emplace();
    finding.kind = FindingKind::undeclared_feature;
    finding.instruction = instruction.address;
    finding.detail = fmt::format(
        "executed `{}` at {}, which needs {}; cpu_features says '{}'", code::text_of(instruction),
        code::SourceLines(path_).at(instruction.address).text(instruction.address), *missing,
        declared);
    Session alone(path_, workers_);
    const uint64_t here[] = {block.address};
    for (const Case* const& c : cases) {
      const Case* const best = finding.witness.operation ? &finding.witness : nullptr;
      if (best && c->operation->size(*c) >= c->operation->size(*best)) continue;
      alone.set_breakpoints(here);
      call(alone, {&c, 1});
      if (alone.reached()[0]) finding.witness = *c;
    }
    // What only calls one after the other reach.
    if (!finding.witness.operation) finding.witness = *cases.back();
    return;
  }
}

Executed Execution::executed() const {
  Executed out;
  out.why = map_.obstacle;
  if (out.why.empty() && ended_) out.why = "a call did not return, and no more were made";
  if (out.why.empty() && !map_.gaps.empty())
    out.why = fmt::format("{:#x}: {}", map_.gaps.front().address, map_.gaps.front().what);
  const code::SourceLines lines(path_);
  bool before_ran = true;
  for (size_t b = 0; b < map_.blocks.size(); ++b) {
    const code::Block& block = map_.blocks[b];
    out.instructions += block.count;
    const bool joins = !before_ran && block.address == map_.blocks[b - 1].end &&
                       block.function == map_.blocks[b - 1].function;
    before_ran = reached_[b];
    if (reached_[b]) {
      out.ran += block.count;
    } else if (joins) {
      out.never_ran.back().instructions += block.count;
    } else {
      out.never_ran.push_back(
          {block.address, block.count, lines.at(block.address).text(block.address)});
    }
  }
  return out;
}

} // namespace ulna
