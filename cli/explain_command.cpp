#include "cli/explain_command.h"

#include "base/error.h"
#include "base/text.h"
#include "calls/session.h"
#include "cases/case_file.h"
#include "certify/arguments.h"
#include "certify/port_names.h"
#include "cli/program.h"
#include "cli/tools.h"
#include "formulas/against_contract.h"
#include "formulas/lift.h"
#include "formulas/ordinary_case.h"
#include "formulas/print.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <map>
#include <memory>

namespace ulna {
namespace {

using namespace formulas;

struct ExplainOptions {
  std::string port;
  std::string operation;
  std::string case_file;
  size_t elements = 1;
  std::string seed = "1";
};

/// A word of an output that the call wrote.
struct Written {
  std::string name;
  size_t array, word;
  const Expression* formula;
};

std::vector<Written> outputs_of(const Case& c, const Lift& lift) {
  const Operation& op = *c.operation;
  std::vector<Written> out;
  for (size_t a = 0; a < op.arrays.size(); ++a) {
    const ArraySpec& spec = op.arrays[a];
    if (!spec.output || spec.word_in_memory() != 4 || c.arrays[a].size() == 0) continue;
    for (size_t w = 0; w < c.arrays[a].size() / 4; ++w) {
      const Expression* e = lift.word(a, w);
      const std::string name = input_name(op, a, w / spec.words(c), w % spec.words(c));
      const bool as_it_was = e && e->kind == Kind::input && e->text == name;
      if (e && !as_it_was) out.push_back({name, a, w, e});
    }
  }
  return out;
}

std::string text_of(const WordProof& proof) {
  switch (proof.is) {
  case WordProof::Is::copy:
    return "the copy that is owed";
  case WordProof::Is::sum:
    return fmt::format(
        "the contract's sum of {} products, each once, with at most {} roundings: {}",
        proof.products, proof.roundings,
        proof.for_all_values ? fmt::format("at most {:.4f} of the bound", proof.of_bound)
                             : "within the bound for the values that were drawn");
  case WordProof::Is::undecided:
    break;
  }
  return "not shown to be what is owed: " + proof.remark;
}

/// Words of which the same is to be said get one line.
void print_proofs(const Case& c, const Lift& lift, const std::vector<Written>& outputs,
                  uint64_t seed) {
  const AgainstContract contract(c, lift, seed);
  std::map<std::string, std::vector<std::string>> said;
  for (const Written& w : outputs) said[text_of(contract.word(w.array, w.word))].push_back(w.name);
  for (const auto& [text, names] : said)
    fmt::print("{}{}: {}\n", names.front(),
               names.size() == 1 ? "" : fmt::format(" and {} more", names.size() - 1), text);
}

void print_what_it_depends_on(const Lifted& lifted) {
  constexpr size_t kMost = 200;
  for (const Condition& condition : lifted.conditions) {
    fmt::print("the way depends on floats: {}\n", condition.place.text);
    for (const Expression* e : condition.of) fmt::print("  {}\n", print_short(*e, kMost));
  }
  for (const FloatAddress& address : lifted.addresses) {
    fmt::print("an address depends on what is computed, undefined or kept: {}\n",
               address.place.text);
    for (const Expression* e : address.of) fmt::print("  {}\n", print_short(*e, kMost));
  }
}

int run_explain(const ExplainOptions& o) {
  const Operation& op = operation_named(o.operation);
  if (o.elements == 0) throw BadInput("--elements 0: of no element there is nothing to explain");
  const Installation installation = find_installation();
  const Case c = o.case_file.empty() ? ordinary_case(op, o.elements, parse_seed(o.seed))
                                     : load_case(o.case_file);
  if (c.operation != &op)
    throw BadInput(
        fmt::format("{}: a case of {}, not of {}", o.case_file, c.operation->name, op.name));
  Session session(port_path(o.port, installation), installation.worker);
  if (!session.port().implements(op))
    throw NotRun(fmt::format("{} does not have {}; {}", printable(session.port().name), op.name,
                             what_it_has(session.port())));
  if (const std::string lacks = lacking(session.port()); !lacks.empty())
    throw NotRun(fmt::format("this processor lacks {}, which {} needs", lacks,
                             printable(session.port().name)));
  Expressions expressions;
  const FollowedCall call = follow(session, c, expressions);
  const Lifted& lifted = call.lift->result();
  if (!lifted.whole) {
    fmt::print("undecided: {}\n", call.obstacle());
    return 3;
  }
  fmt::print("{} of {}, {} instructions\n", op.name, printable(session.port().name), lifted.steps);
  print_what_it_depends_on(lifted);
  const std::vector<Written> outputs = outputs_of(c, *call.lift);
  std::vector<std::pair<std::string, const Expression*>> formulas;
  for (const Written& w : outputs) formulas.emplace_back(w.name, w.formula);
  fmt::print("{}\n", formulas::print(formulas));
  print_proofs(c, *call.lift, outputs, parse_seed(o.seed));
  return 0;
}

} // namespace

void add_explain_command(CLI::App& app, int& exit) {
  CLI::App* command = app.add_subcommand("explain", help_of("explain"));
  const auto o = std::make_shared<ExplainOptions>();
  command->add_option("--port", o->port, "Built-in port, or path of a shared library")->required();
  command->add_option("--op", o->operation, "The operation")->required();
  command->add_option("--elements", o->elements, "Of the call that is followed")
      ->capture_default_str();
  command->add_option("--case", o->case_file, "Follow the call for this case instead");
  command->add_option("--seed", o->seed, "Of the values that the call is made with")
      ->capture_default_str();
  command->callback([o, &exit] { exit = run_explain(*o); });
}

} // namespace ulna
