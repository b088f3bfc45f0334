#include "sweep/slerp_report.h"

#include "base/exceeds.h"
#include "base/text.h"
#include "operations/blending/blending.h"
#include "report/table.h"
#include "sweep/slerp_bound.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <bit>
#include <cmath>

namespace ulna::sweep {
namespace {

using Json = nlohmann::ordered_json;
using blending::kQuatBound;
using Verdict = SlerpScales::Verdict;

std::string hex(float value) {
  return fmt::format("0x{:08x}", std::bit_cast<uint32_t>(value));
}

std::string with_bits(float value) {
  return fmt::format("{:.9g} ({})", value, hex(value));
}

std::string of_bound(double error) {
  return fmt::format("{:.4g}, {:.4g} of the bound", error, error / kQuatBound);
}

double gap(double possible, double found) {
  return found > 0 ? possible / found : INFINITY;
}

std::string table(const SlerpScales& s) {
  std::string out = fmt::format("\n{:14} {:47} {}\n", "t", "largest error of q0's scale",
                                "largest error of q1's scale");
  for (const SweptLerp& l : s.lerps)
    out += fmt::format("{:<14.9g} {:<9.4g} at {:34} {:<9.4g} at {}\n", l.t, l.from.error,
                       with_bits(l.from.cosine), l.to.error, with_bits(l.to.cosine));
  out += fmt::format("\n{:14} {:9} {:9} {:5} possible is largest at\n", "t", "possible", "found",
                     "gap");
  for (const SweptLerp& l : s.lerps)
    out += fmt::format("{:<14.9g} {:<9.4g} {:<9.4g} {:<5.3g} {}{}\n", l.t, l.possible,
                       l.found.error, gap(l.possible, l.found.error), with_bits(l.worst_cosine),
                       l.from_sample ? "; the worst of the other t" : "");
  return out;
}

std::string swept_text(const SlerpScales& s) {
  std::string out = fmt::format(
      "\nswept     for each t every float cosine of either sign from {:g} to {:.9g}: {}\n"
      "          sampled: {} of those nearer to 0; FTZ and DAZ clear\n",
      s.from, s.to, grouped(s.cosines), grouped(s.sampled_below));
  out += fmt::format("possible  for these t and cosines: at most {}\n", of_bound(s.possible()));
  if (s.sampled_ts > 0)
    out += fmt::format("other t   not swept; {} of them sampled at {} cosines each: at most "
                       "{:.4g}, at t = {:.9g}.\n"
                       "          Assumed that none is worse: at most {}\n",
                       s.sampled_ts, grouped(s.sampled_ts_cosines), s.sampled_possible,
                       s.sampled_worst_t, of_bound(s.possible_if_no_t_is_worse()));
  out += fmt::format("found     with unit quaternions and these t: {}; gap {:.3g}\n",
                     of_bound(s.found().error), gap(s.possible(), s.found().error));
  return out;
}

std::string assumed_text(const SlerpScales& s) {
  const Likeness& l = s.likeness;
  std::string out = fmt::format(
      "assumed   that the port rounds the dot product to float, makes two scales of that and of t\n"
      "          alone, and of these two products and their sum; and that it is no worse at the "
      "cosines\n"
      "          nearer to 0 than {:g} that were not sampled. The former is so, to the bit, for {} "
      "of\n"
      "          {} pairs of unit quaternions",
      s.from, grouped(l.to_the_bit), grouped(l.pairs));
  if (!l.exact())
    out += fmt::format("; the others are off by up to {:.3g}.\n"
                       "          For a port with more digits inside half an ulp of each scale is "
                       "added, and it is assumed\n"
                       "          that its scales are as good between floats as at floats",
                       l.disagreement);
  return out + ".\n          docs/bounds.md, \"Slerp: any port, swept\"\n";
}

std::string joint_text(const ulna_vec4& q) {
  return fmt::format("({:.9g}, {:.9g}, {:.9g}, {:.9g})", q.x, q.y, q.z, q.w);
}

/// What was found beyond the bound, which decides whatever else is known.
std::string refuted_text(const SlerpScales& s) {
  const FoundError& f = s.found();
  const std::string what = std::isfinite(f.error) ? "an error of " + of_bound(f.error) + ","
                                                  : "a result that is no number";
  return fmt::format("refuted: {} was found with unit quaternions\n"
                     "          at t = {:.9g}: {} of slerp from {}\n"
                     "          to {} is {:.9g}\n",
                     what, f.t, "xyzw"[f.component], joint_text(f.pair.from), joint_text(f.pair.to),
                     f.got);
}

std::string not_alike_text(const SlerpScales& s) {
  const Likeness& l = s.likeness;
  if (l.inconsistent > 0)
    return fmt::format("For q0 = (1, 0, 1, 0) and q1 = (c, 1, 0, 0) the result's x and w do "
                       "not follow from y and z, {} times.\n",
                       grouped(l.inconsistent));
  return fmt::format(
      "What it makes of unit quaternions is not what its scales for (1, 0, 1, 0) and (c, 1, 0, 0)\n"
      "give, at the same cosine: of {} pairs the worst is {:.4g} apart, at t = {:.9g}. It "
      "normalises\nthem, uses more of them than their dot product as a float, or does not treat "
      "all "
      "joints alike.\n",
      grouped(l.pairs), l.disagreement, l.t);
}

/// The largest error found is within the bound, and the scales say nothing.
std::string not_swept(const SlerpScales& s) {
  return "not swept: needs unit quaternions\n" + not_alike_text(s) +
         fmt::format("The contract allows that where results are right, as here they were: {} was "
                     "found. `ulna certify`\njudges it.\n",
                     of_bound(s.found().error));
}

std::string contradicted_text(const SlerpScales& s) {
  const auto worse = std::find_if(s.lerps.begin(), s.lerps.end(), [](const SweptLerp& l) {
    return exceeds(l.found.error, l.possible);
  });
  return fmt::format(
      "With unit quaternions an error of {:.4g} was found at t = {:.9g}, more than its "
      "scales make\npossible there ({:.4g}). It does not do with them what it does "
      "with (1, 0, 1, 0) and (c, 1, 0, 0).\n",
      worse->found.error, worse->t, worse->possible);
}

Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json json_of(float value) {
  return {{"value", number(double(value))}, {"bits", hex(value)}};
}

Json json_of(const ulna_vec4& q) {
  return {json_of(q.x), json_of(q.y), json_of(q.z), json_of(q.w)};
}

Json json_of(const ScaleError& e) {
  return {{"error", number(e.error)},
          {"cosine", json_of(e.cosine)},
          {"got", json_of(e.got)},
          {"exact", e.exact}};
}

Json json_of(const SweptLerp& l) {
  Json json;
  json["t"] = json_of(l.t);
  json["worst_of_other_t"] = l.from_sample;
  json["scale_of_q0"] = json_of(l.from);
  json["scale_of_q1"] = json_of(l.to);
  json["possible"] = number(l.possible);
  json["worst_cosine"] = json_of(l.worst_cosine);
  json["found"] = {{"error", number(l.found.error)},
                   {"component", l.found.component},
                   {"got", json_of(l.found.got)},
                   {"q0", json_of(l.found.pair.from)},
                   {"q1", json_of(l.found.pair.to)}};
  Json cells = Json::array();
  for (const CosineCell& cell : l.cells)
    cells.push_back({number(cell.from), number(cell.to), number(cell.possible)});
  json["cells"] = std::move(cells);
  return json;
}

/// Whether an error beyond the bound was found.
bool refuted(const SlerpScales& s) {
  return s.verdict != Verdict::failed && s.verdict != Verdict::not_run &&
         exceeds(s.found().error, kQuatBound);
}

/// For tools.
const char* outcome(const SlerpScales& s) {
  if (refuted(s)) return "refuted";
  switch (s.verdict) {
  case Verdict::swept:
    return s.possible() <= kQuatBound ? "within the bound" : "undecided";
  case Verdict::needs_unit_quaternions:
    return "needs unit quaternions";
  case Verdict::contradicted:
    return "contradicted";
  case Verdict::not_run:
    return "not run";
  case Verdict::failed:
    break;
  }
  return "failed";
}

std::string all_numbers(const SlerpScales& s) {
  return '\n' + table(s) + swept_text(s) + assumed_text(s) +
         fmt::format("time      {:.1f} s with {} thread{}\n", s.seconds, s.threads,
                     s.threads == 1 ? "" : "s");
}

} // namespace

int exit_code(const SlerpScales& s) {
  if (s.verdict == Verdict::failed || refuted(s)) return 1;
  return s.verdict == Verdict::swept && s.possible() <= kQuatBound ? 0 : 3;
}

std::string slerp_text(const SlerpScales& s) {
  std::string out = fmt::format("slerp_joints of {}: ", printable(s.port));
  if (refuted(s)) out += refuted_text(s);
  switch (s.verdict) {
  case Verdict::needs_unit_quaternions:
    return out + (refuted(s) ? "Its scales were not swept. " + not_alike_text(s) : not_swept(s));
  case Verdict::not_run:
    return out + fmt::format("not run, {}\n", s.failure);
  case Verdict::failed:
    return out + fmt::format("refuted: {}\n", s.failure);
  case Verdict::contradicted:
    return out + (refuted(s) ? "" : "not swept\n") + contradicted_text(s) +
           (refuted(s) ? "" : "`ulna certify` judges it.\n");
  case Verdict::swept:
    break;
  }
  if (refuted(s)) return out + all_numbers(s);
  if (exceeds(s.possible(), kQuatBound))
    return out + "undecided: none found beyond the bound, but possible\n" + all_numbers(s);
  return out + "within the bound for the t and cosines that were swept\n" + all_numbers(s);
}

std::string slerp_json(const SlerpScales& s, const Machine& machine) {
  Json json;
  json["schema"] = "urn:ulna:slerp-scales:1";
  json["port"] = s.port;
  json["machine"] = {
      {"cpu", machine.cpu}, {"rsqrtps_sha256", machine.rsqrtps}, {"rcpps_sha256", machine.rcpps}};
  json["verdict"] = outcome(s);
  if (!s.failure.empty()) json["reason"] = s.failure;
  json["bound"] = kQuatBound;
  json["unit_quaternions"] = {{"pairs", s.likeness.pairs},
                              {"to_the_bit", s.likeness.to_the_bit},
                              {"inconsistent", s.likeness.inconsistent},
                              {"disagreement", number(s.likeness.disagreement)}};
  if (s.verdict != Verdict::failed && s.verdict != Verdict::not_run)
    json["found"] = number(s.found().error);
  if (s.verdict == Verdict::swept) {
    json["cosines"] = {{"from", json_of(s.from)},
                       {"to", json_of(s.to)},
                       {"count", s.cosines},
                       {"sampled_below", s.sampled_below}};
    json["possible"] = number(s.possible());
    json["other_t"] = {{"sampled", s.sampled_ts},
                       {"cosines", s.sampled_ts_cosines},
                       {"largest", number(s.sampled_possible)},
                       {"at", json_of(s.sampled_worst_t)},
                       {"possible_if_none_is_worse", number(s.possible_if_no_t_is_worse())}};
    json["t"] = Json::array();
    for (const SweptLerp& l : s.lerps) json["t"].push_back(json_of(l));
  }
  json["threads"] = s.threads;
  json["seconds"] = s.seconds;
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

} // namespace ulna::sweep
