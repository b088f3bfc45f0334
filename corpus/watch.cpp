#include "corpus/watch.h"

#include "base/error.h"
#include "base/exceeds.h"
#include "certify/arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace ulna::corpus {
namespace {

constexpr uint64_t kSeed = 1;

Judge load_judge(const std::string& path, const Installation& installation) {
  try {
    return Judge(path, installation, kSeed);
  } catch (const LoadCrash& e) {
    throw BadInput(
        fmt::format("{}: {}; a port that cannot be loaded needs no case to show it", path, e.what));
  }
}

bool is_file(const std::string& path, const std::string& other) {
  std::error_code error;
  return std::filesystem::equivalent(path, other, error);
}

} // namespace

const Finding* Shown::find(FindingKind kind) const {
  for (const Finding& f : findings)
    if (f.kind == kind) return &f;
  return nullptr;
}

bool needs_several_calls(const Provenance& from) {
  return from.shelf == Shelf::regressions && (from.finding == FindingKind::not_repeatable ||
                                              from.finding == FindingKind::not_reentrant);
}

Port::Port(const std::string& path, const Installation& installation)
    : judge_(load_judge(path, installation)), word_(port_word(judge_.port().name)),
      published_(is_file(path, installation.ports_dir + "/published.so")) {}

std::string Port::missing() const {
  return lacking(judge_.port());
}

Shown Port::once(const Case& c) {
  Tally tally;
  Judgement judgement = judge_.once(c, tally);
  return {std::move(judgement.findings), std::move(tally.largest)};
}

Shown Port::thoroughly(const Case& c) {
  Tally tally;
  Judgement judgement = judge_.replay(c, tally);
  return {std::move(judgement.findings), std::move(tally.largest)};
}

Shown Port::again(const Case& c, const Provenance& from) {
  return needs_several_calls(from) ? thoroughly(c) : once(c);
}

Change change(double recorded, double now) {
  const double step = kSameFraction * std::max(1.0, recorded);
  if (exceeds(now, recorded + step)) return Change::worse;
  return now < recorded - step ? Change::better : Change::same;
}

} // namespace ulna::corpus
