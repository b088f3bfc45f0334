#include "mutants/units.h"

#include "base/json_member.h"
#include "report/certificate.h"
#include "report/read_certificate.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <charconv>

namespace ulna::mutants {
namespace {

using nlohmann::json;

/// Bytes, as JSON takes them.
std::string hexadecimal(const std::string& bytes) {
  std::string text;
  for (const char byte : bytes) text += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  return text;
}

std::string read_bytes(const JsonMember& from) {
  const std::string text = from.text();
  std::string bytes;
  for (size_t i = 0; i + 1 < text.size(); i += 2) {
    unsigned byte{};
    const auto r = std::from_chars(&text[i], &text[i] + 2, byte, 16);
    if (r.ec != std::errc{} || r.ptr != &text[i] + 2) from.refuse("must be bytes, such as 0f58c1");
    bytes += static_cast<char>(byte);
  }
  if (text.size() % 2 != 0) from.refuse("must be whole bytes");
  return bytes;
}

json outcome_json(const Outcome& o) {
  const code::Place& s = o.source;
  return {{"instruction", o.mutant.instruction},
          {"address", o.mutant.address},
          {"original", hexadecimal(o.mutant.original)},
          {"replaced", hexadecimal(o.mutant.replaced)},
          {"kind", code::name(o.mutant.kind)},
          {"description", o.mutant.description},
          {"function", s.function},
          {"offset", s.offset},
          {"inlined", s.inlined},
          {"file", s.file},
          {"line", s.line},
          {"killed_by", o.killed_by ? json(name(*o.killed_by)) : json(nullptr)},
          {"cases", o.cases},
          {"same_bits", o.same_bits}};
}

Outcome read_outcome(const JsonMember& from) {
  from.has_only({"instruction", "address", "original", "replaced", "kind", "description",
                 "function", "offset", "inlined", "file", "line", "killed_by", "cases",
                 "same_bits"});
  Outcome o;
  o.mutant.instruction = from["instruction"].count();
  o.mutant.address = from["address"].count();
  o.mutant.original = read_bytes(from["original"]);
  o.mutant.replaced = read_bytes(from["replaced"]);
  const auto kind = code::mutant_kind(from["kind"].text());
  if (!kind) from["kind"].refuse("is no kind of mutant");
  o.mutant.kind = *kind;
  o.mutant.description = from["description"].text();
  o.source.function = from["function"].text();
  o.source.offset = from["offset"].count();
  o.source.inlined = from["inlined"].text();
  o.source.file = from["file"].text();
  o.source.line = static_cast<int>(from["line"].count());
  if (!from["killed_by"].is_null()) o.killed_by = read_finding_kind(from["killed_by"]);
  o.cases = from["cases"].count();
  o.same_bits = from["same_bits"].yes();
  return o;
}

} // namespace

json unit_json(const Report& report) {
  json outcomes = json::array();
  for (const auto* all : {&report.killed, &report.survivors})
    for (const Outcome& outcome : *all) outcomes.push_back(outcome_json(outcome));
  return {{"port", report.port},
          {"operation", report.operation->name},
          {"reason", report.reason},
          {"refuted", report.refuted ? json(name(*report.refuted)) : json(nullptr)},
          {"none_asked_for", report.none_asked_for},
          {"executed", executed_json(report.executed)},
          {"possible", report.possible},
          {"left_out", report.left_out},
          {"outcomes", std::move(outcomes)},
          {"seconds", report.seconds}};
}

Report read_unit(const JsonMember& from) {
  from.has_only({"port", "operation", "reason", "refuted", "none_asked_for", "executed", "possible",
                 "left_out", "outcomes", "seconds"});
  Report report;
  report.port = from["port"].text();
  report.operation = find_operation(from["operation"].text());
  if (!report.operation) from["operation"].refuse("is no operation that this ulna has");
  report.reason = from["reason"].text();
  if (!from["refuted"].is_null()) report.refuted = read_finding_kind(from["refuted"]);
  report.none_asked_for = from["none_asked_for"].yes();
  report.executed = read_executed(from["executed"]);
  report.possible = from["possible"].count();
  report.left_out = from["left_out"].count();
  const JsonMember outcomes = from["outcomes"];
  for (size_t i = 0; i < outcomes.size(); ++i) {
    Outcome outcome = read_outcome(outcomes[i]);
    (outcome.killed_by ? report.killed : report.survivors).push_back(std::move(outcome));
  }
  report.seconds = from["seconds"].number();
  return report;
}

uint64_t rank_of_mutants(const json& result) {
  const json& outcomes = result.at("outcomes");
  uint64_t survivors = 0;
  for (const json& outcome : outcomes) survivors += outcome.at("killed_by").is_null();
  return (survivors << 32) + outcomes.size();
}

} // namespace ulna::mutants
