#include "report/additions.h"

#include "base/error.h"
#include "base/files.h"
#include "base/json_member.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace ulna {
namespace {

const std::string kCure = "take a file that `ulna plot` or `ulna mutate --json` wrote";

bool has(const RunReport& report, const Mutation& mutation) {
  return std::ranges::any_of(report.ports, [&](const PortReport& port) {
    return port.sha256 == mutation.sha256 &&
           std::ranges::any_of(port.operations, [&](const OperationReport& r) {
             return r.operation->name == mutation.operation;
           });
  });
}

Mutation read_mutation(const JsonMember& from) {
  from.has_only({"port", "sha256", "operation", "reason", "possible", "left_out", "killed",
                 "survived", "score", "instructions", "ran", "interrupted", "seconds",
                 "survivors"});
  Mutation mutation{from["sha256"].text(), from["operation"].text(), from["killed"].count()};
  const JsonMember survivors = from["survivors"];
  for (size_t i = 0; i < survivors.size(); ++i) {
    const JsonMember each = survivors[i];
    each.has_only({"address", "place", "function", "kind", "same_bits", "mutant", "argued"});
    mutation.survivors.push_back(
        {each["place"].text(), each["mutant"].text(), each["argued"].yes()});
  }
  if (from["survived"].count() != mutation.survivors.size())
    from["survived"].refuse("is not how many survivors there are");
  return mutation;
}

void read_mutations(const std::string& text, const std::string& file, const RunReport& report,
                    Additions& additions) {
  const nlohmann::json parsed = parse_json(text, file, kCure);
  const JsonMember all(parsed, "mutants", file, kCure);
  size_t known = 0;
  for (size_t i = 0; i < all.size(); ++i) {
    Mutation mutation = read_mutation(all[i]);
    if (!has(report, mutation)) continue;
    ++known;
    additions.mutations.push_back(std::move(mutation));
  }
  if (known == 0)
    throw BadInput(fmt::format("{}: it is about no operation of the certificate's libraries, by "
                               "their SHA-256; run `ulna mutate` on the library that was certified",
                               file));
}

} // namespace

Additions read_additions(const std::vector<std::string>& files, const RunReport& report) {
  Additions additions;
  for (const std::string& file : files) {
    std::string text = read_file(file);
    if (text.starts_with("<svg "))
      additions.pictures.push_back({file, std::move(text)});
    else if (text.starts_with("[") && text.find('{') != text.npos)
      read_mutations(text, file, report, additions);
    else
      throw BadInput(fmt::format("{}: neither a picture nor mutants; {}", file, kCure));
  }
  return additions;
}

} // namespace ulna
