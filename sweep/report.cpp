#include "sweep/report.h"

#include "base/text.h"
#include "report/table.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <bit>
#include <cmath>

namespace ulna::sweep {
namespace {

using Json = nlohmann::ordered_json;

std::string float_text(float x) {
  return fmt::format("{:.9g} (0x{:08x})", x, std::bit_cast<uint32_t>(x));
}

std::string arguments_text(const Piece& piece, float a, float b) {
  if (piece.inputs() == 1) return fmt::format("at {}", float_text(a));
  return fmt::format("at y = {}, x = {}", float_text(a), float_text(b));
}

std::string worst_line(const Piece& piece, const char* unit, const Worst& worst) {
  if (!worst.any) return {};
  return fmt::format("  {:<10.4g} {:<9} {}\n{:23}got {:.9g}, exact {:.12g}\n", worst.error, unit,
                     arguments_text(piece, worst.a, worst.b), "", worst.got, worst.exact);
}

/// The border above a class of the histogram.
double top_of(size_t cls) {
  return std::ldexp(1.0, static_cast<int>(cls) - 1);
}

std::string histogram_text(const Tally& tally) {
  std::string out = "\nerrors in ulp\n";
  for (size_t k = 0; k < kUlpClasses; ++k) {
    const uint64_t n = tally.histogram[k];
    if (n == 0) continue;
    const double share = double(n) / double(tally.judged);
    const std::string range = k == 0 ? "up to 0.5"
                              : k == kUlpClasses - 1
                                  ? fmt::format("above {:g}", top_of(k - 1))
                                  : fmt::format("{:g} to {:g}", top_of(k - 1), top_of(k));
    out += fmt::format("  {:24} {:>14} {:>9.4f} % {}\n", range, grouped(n), 100 * share,
                       std::string(size_t(std::ceil(30 * share)), '#'));
  }
  if (tally.not_finite != 0)
    out += fmt::format("  {:24} {:>14}\n", "NaN or infinite", grouped(tally.not_finite));
  return out;
}

std::string segments_text(const Result& result) {
  const Piece& piece = *result.piece;
  std::string out = "\nswept\n";
  for (size_t s = 0; s < piece.segments.size(); ++s) {
    const Segment& segment = piece.segments[s];
    out += fmt::format("  {:48} {:>13}", segment.name, grouped(segment.count));
    if (segment.judged) {
      out += "  judged\n";
      continue;
    }
    const Outcomes& o = result.tally.outcomes[s];
    std::vector<std::string> parts;
    for (const auto& [n, what] : {std::pair{o.finite, "finite"},
                                  {o.zero, "zero"},
                                  {o.infinite, "infinite"},
                                  {o.nan, "NaN"}})
      if (n != 0)
        parts.push_back(fmt::format("{} {}", n == segment.count ? "all" : grouped(n), what));
    if (parts.empty()) parts.emplace_back("not reached");
    out += fmt::format("  beyond the domain: {}\n", fmt::join(parts, ", "));
  }
  return out + "  Each once, in one place of one call, with FTZ and DAZ clear; nothing else.\n";
}

std::string time_text(const Result& result) {
  const auto per_argument = [&](double seconds) {
    return 1e9 * seconds / double(std::max<uint64_t>(result.swept, 1));
  };
  return fmt::format("\n{} arguments in {:.1f} s with {} thread{}; processor time for each: {:.1f} "
                     "ns, of which {:.1f} in the worker\n",
                     grouped(result.swept), result.seconds, result.threads,
                     result.threads == 1 ? "" : "s",
                     per_argument(result.ulna_seconds + result.worker_seconds),
                     per_argument(result.worker_seconds));
}

const Worst& measured(const Result& result) {
  return result.piece->relative ? result.tally.relative : result.tally.absolute;
}

std::string claims_text(const Result& result) {
  std::string out;
  for (const Claim& claim : result.piece->claims)
    out += fmt::format("  {:<10.4g} {}; found {:.3g} times that\n", claim.error, claim.text,
                       measured(result).error / claim.error);
  return out.empty() ? out : "\nalso known\n" + out;
}

std::string broken_text(const Result& result) {
  const Piece& piece = *result.piece;
  std::string out;
  for (const BrokenCall& broken : result.broken) {
    float a[2]{}, b[2]{};
    const auto ends = [&](uint64_t number, int i) {
      piece.arguments(number, {a + i, 1},
                      piece.inputs() > 1 ? std::span(b + i, 1) : std::span<float>{});
    };
    ends(broken.first, 0);
    ends(broken.first + broken.count - 1, 1);
    out += fmt::format("{}: {}; {}", name(broken.kind), broken.detail,
                       arguments_text(piece, a[0], b[0]));
    if (broken.count > 1)
      out += fmt::format(" and {} more, the last {}", broken.count - 1,
                         arguments_text(piece, a[1], b[1]));
    out += '\n';
  }
  if (const Worst& w = result.tally.first_not_finite; w.any)
    out += fmt::format("out_of_bound: {} times NaN or infinite, first {}: got {}, exact {:.9g}\n",
                       grouped(result.tally.not_finite), arguments_text(piece, w.a, w.b), w.got,
                       w.exact);
  if (const uint64_t n = result.tally.out_of_bound - result.tally.not_finite; n != 0)
    out += fmt::format("out_of_bound: {} times a finite value\n", grouped(n));
  return out;
}

std::string why_not_run(const Result& result) {
  if (!result.offered) return "the port does not implement it";
  if (!result.missing.empty())
    return fmt::format("this CPU lacks {}", fmt::join(result.missing, ", "));
  return fmt::format("interrupted after {} of {} arguments, of which none broke the bound",
                     grouped(result.swept), grouped(result.piece->count()));
}

Json worst_json(const Piece& piece, const Worst& worst) {
  if (!worst.any) return nullptr;
  const auto bits = [](float x) { return fmt::format("0x{:08x}", std::bit_cast<uint32_t>(x)); };
  Json json;
  json["error"] = worst.error;
  json["arguments"] = Json::array({{{"value", worst.a}, {"bits", bits(worst.a)}}});
  if (piece.inputs() > 1)
    json["arguments"].push_back({{"value", worst.b}, {"bits", bits(worst.b)}});
  json["got"] = worst.got;
  json["got_bits"] = bits(worst.got);
  json["exact"] = worst.exact;
  return json;
}

Json histogram_json(const Tally& tally) {
  Json json = Json::array();
  for (size_t k = 0; k < kUlpClasses; ++k) {
    Json row;
    row["above"] = k == 0 ? Json(nullptr) : Json(top_of(k - 1));
    row["up_to"] = k == kUlpClasses - 1 ? Json(nullptr) : Json(top_of(k));
    row["count"] = tally.histogram[k];
    json.push_back(std::move(row));
  }
  return json;
}

Json segments_json(const Result& result) {
  Json json = Json::array();
  for (size_t s = 0; s < result.piece->segments.size(); ++s) {
    const Segment& segment = result.piece->segments[s];
    Json row = {{"name", segment.name}, {"count", segment.count}, {"judged", segment.judged}};
    const Outcomes& o = result.tally.outcomes[s];
    if (!segment.judged)
      row["came_back"] = {
          {"finite", o.finite}, {"zero", o.zero}, {"infinite", o.infinite}, {"nan", o.nan}};
    json.push_back(std::move(row));
  }
  return json;
}

} // namespace

std::string report_text(const Result& result) {
  const Piece& piece = *result.piece;
  const std::string port = printable(result.port.name);
  const Verdict verdict = result.verdict();
  std::string out = fmt::format("{} of {}: {}", piece.operation->name, port, name(verdict));
  if (verdict == Verdict::not_run) return out + ", " + why_not_run(result) + '\n';
  out += '\n' + broken_text(result);
  if (!result.complete)
    out += fmt::format("stopped there: {} of {} arguments swept, nothing below is of all of them\n",
                       grouped(result.swept), grouped(piece.count()));
  if (measured(result).any)
    out += fmt::format("\nlargest error, {:.4g} of the bound (at most {:g}, {})\n",
                       measured(result).error / piece.bound, piece.bound,
                       piece.relative ? "relative" : "absolute");
  out += worst_line(piece, "absolute", result.tally.absolute);
  out += worst_line(piece, "relative", result.tally.relative);
  out += worst_line(piece, "ulp", result.tally.ulps);
  return out + claims_text(result) + histogram_text(result.tally) + segments_text(result) +
         time_text(result);
}

std::string report_json(const Result& result, const Machine& machine) {
  const Piece& piece = *result.piece;
  const Tally& tally = result.tally;
  Json json;
  json["schema"] = "urn:ulna:sweep:1";
  json["piece"] = piece.operation->name;
  json["port"] = {
      {"name", result.port.name}, {"path", result.port.path}, {"sha256", result.sha256}};
  json["machine"] = {
      {"cpu", machine.cpu}, {"rsqrtps_sha256", machine.rsqrtps}, {"rcpps_sha256", machine.rcpps}};
  json["verdict"] = name(result.verdict());
  if (result.verdict() == Verdict::not_run) json["reason"] = why_not_run(result);
  json["domain"] = piece.domain;
  json["bound"] = {{"error", piece.bound}, {"measure", piece.relative ? "relative" : "absolute"}};
  json["complete"] = result.complete;
  json["swept"] = result.swept;
  json["judged"] = tally.judged;
  json["not_finite"] = tally.not_finite;
  json["out_of_bound"] = tally.out_of_bound;
  json["first_not_finite"] = worst_json(piece, tally.first_not_finite);
  json["largest_errors"] = {{"absolute", worst_json(piece, tally.absolute)},
                            {"relative", worst_json(piece, tally.relative)},
                            {"ulp", worst_json(piece, tally.ulps)}};
  json["ulp_histogram"] = histogram_json(tally);
  json["segments"] = segments_json(result);
  json["findings"] = Json::array();
  for (const BrokenCall& broken : result.broken)
    json["findings"].push_back({{"kind", name(broken.kind)},
                                {"detail", broken.detail},
                                {"segment", piece.segments[broken.segment].name},
                                {"first", broken.first},
                                {"count", broken.count}});
  json["threads"] = result.threads;
  json["seconds"] = result.seconds;
  json["processor_seconds"] = {{"ulna", result.ulna_seconds}, {"worker", result.worker_seconds}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

} // namespace ulna::sweep
