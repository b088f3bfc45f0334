// What ran of a port, and what becomes of its mutants.

#include "mutants/survivors.h"
#include "mutants/units.h"

#include "base/error.h"
#include "base/json_member.h"
#include "base/sanitizers.h"
#include "properties/quick_plan.h"
#include "properties/support.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace ulna {
namespace {

using mutants::Argued;
using mutants::Outcome;
using nlohmann::json;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

std::string builtin(const std::string& port) {
  return test_installation().ports_dir + "/" + port + ".so";
}

std::string planted(const std::string& port) {
  return std::string(ULNA_PLANTED_DIR) + "/" + port + ".so";
}

std::vector<Case> cases_of(const Operation& op, uint64_t count) {
  std::vector<Case> cases;
  for (uint64_t i = 0; i < count; ++i) cases.push_back(op.generate(1, i));
  return cases;
}

// --- What ran -----------------------------------------------------------------------------------

TEST(Execution, OfNoCaseIsNothing) {
  const Operation& op = operation_named("combine_bones");
  const Executed executed = Execution(builtin("sse"), test_installation(), op).executed();
  EXPECT_EQ(executed.ran, 0u);
  EXPECT_GT(executed.instructions, 10u);
  EXPECT_THAT(executed.never_ran, SizeIs(1)); // one function, one run of instructions
  EXPECT_EQ(percentage(executed), "0.0 %");
}

TEST(Execution, OfAllSmallCountsIsAllOfASimpleKernel) {
  const Operation& op = operation_named("combine_bones");
  Execution execution(builtin("sse"), test_installation(), op);
  execution.run(cases_of(op, 40));
  const Executed executed = execution.executed();
  EXPECT_EQ(executed.ran, executed.instructions);
  EXPECT_THAT(executed.never_ran, IsEmpty());
  EXPECT_EQ(executed.why, "");
  EXPECT_EQ(percentage(executed), "100.0 %");
  execution.run(cases_of(op, 1)); // there is nothing left to look for
  EXPECT_EQ(execution.executed().ran, executed.ran);
}

TEST(Execution, NamesTheSourceOfWhatNeverRan) {
  const Operation& op = operation_named("transform_verts");
  Execution execution(planted("right_asks_cpu"), test_installation(), op);
  execution.run(cases_of(op, 300));
  const Executed executed = execution.executed();
  EXPECT_LT(executed.ran, executed.instructions);
  ASSERT_FALSE(executed.never_ran.empty());
  uint64_t never = 0;
  for (const Executed::Range& range : executed.never_ran) never += range.instructions;
  EXPECT_EQ(executed.ran + never, executed.instructions);
  EXPECT_THAT(executed.never_ran[0].place, HasSubstr("("));
}

TEST(Execution, EndsWithACallThatDoesNotReturn) {
  const Operation& op = operation_named("transform_verts");
  Execution execution(planted("bug_kills_itself"), test_installation(), op);
  execution.run(cases_of(op, 300));
  EXPECT_THAT(execution.executed().why, HasSubstr("did not return"));
}

TEST(Execution, FindsTheFirstInstructionThatIsNotDeclared) {
  const Operation& op = operation_named("combine_bones");
  Execution execution(planted("bug_popcnt_undeclared"), test_installation(), op);
  EXPECT_FALSE(execution.undeclared());
  execution.run(cases_of(op, 40));
  ASSERT_TRUE(execution.undeclared());
  EXPECT_EQ(execution.undeclared()->kind, FindingKind::undeclared_feature);
  EXPECT_THAT(execution.undeclared()->detail, AllOf(HasSubstr("popcnt"), HasSubstr("''")));
  EXPECT_EQ(op.size(execution.undeclared()->witness), 0u); // the smallest that shows it
}

TEST(Execution, IsRoundedDownForPeople) {
  Executed executed;
  EXPECT_EQ(percentage(executed), "-");
  executed.instructions = 100'000;
  executed.ran = 99'999;
  EXPECT_EQ(percentage(executed), "99.9 %");
}

TEST(Certify, IsNotDoneWhereLessRanThanWasAskedFor) {
  Plan plan = quick_plan(planted("right_asks_cpu"), operation_named("transform_verts"));
  static Operation small = operation_named("transform_verts");
  small.quick_elements /= 100;
  plan.operations = {&small};
  plan.executed = 100;
  Progress progress;
  const RunReport report = certify(plan, test_installation(), progress);
  const OperationReport& operation = report.ports.at(0).operations.at(0);
  EXPECT_EQ(operation.verdict, Verdict::not_run);
  EXPECT_THAT(operation.reason, HasSubstr("not all of it was run"));
  EXPECT_EQ(exit_code(report), 3);
}

// --- Mutants ------------------------------------------------------------------------------------

/// So few elements that the sanitizers are done with them in a moment.
const Operation& small_operation() {
  static const Operation op = [] {
    Operation o = operation_named("combine_bones");
    o.quick_elements = 200;
    o.num_edge_cases = 60;
    return o;
  }();
  return op;
}

mutants::Plan small_plan() {
  mutants::Plan plan;
  plan.port = builtin("sse");
  plan.operation = &small_operation();
  plan.most = 40;
  return plan;
}

TEST(Mutants, AreMostlyKilled) {
  double last = 0;
  mutants::Plan plan = small_plan();
  plan.on_progress = [&](double part) { last = std::max(last, part); };
  const mutants::Report report = mutants::try_mutants(plan, test_installation());
  EXPECT_EQ(report.port, "sse");
  EXPECT_EQ(report.reason, "");
  EXPECT_EQ(report.killed.size() + report.survivors.size(), 40u);
  EXPECT_GT(report.possible, 100u);
  EXPECT_GT(report.killed.size(), 30u);
  EXPECT_EQ(last, 1);
  for (const Outcome& survivor : report.survivors) {
    EXPECT_FALSE(survivor.killed_by);
    EXPECT_NE(survivor.place(), "");
  }
}

/// They would all be killed, by what is wrong without them.
json unit_of(const mutants::Plan& plan) {
  return json::parse(mutants::unit_json(mutants::try_mutants(plan, test_installation())).dump());
}

mutants::Report read_again(const json& unit) {
  static const std::string name = "u", cure = "c";
  return mutants::read_unit(JsonMember(unit, "result", name, cure));
}

TEST(Mutants, InStripesAreThoseOfTheWhole) {
  mutants::Plan plan = small_plan();
  plan.most = 7;
  json whole = unit_of(plan);
  plan.stripes = 3;
  mutants::Report sum = read_again(unit_of(plan));
  for (plan.stripe = 1; plan.stripe < plan.stripes; ++plan.stripe)
    merge(sum, read_again(unit_of(plan)));
  json added = json::parse(mutants::unit_json(sum).dump());
  for (json* report : {&whole, &added}) report->erase("seconds");
  EXPECT_EQ(added, whole);
  EXPECT_EQ(added["outcomes"].size(), 7);
}

TEST(Mutants, OfAUnitThatIsNoneAreRefused) {
  mutants::Plan plan = small_plan();
  plan.most = 1;
  const json unit = unit_of(plan);
  const auto refused = [&](const char* member, const json& value) {
    json wrong = unit;
    wrong["outcomes"][0][member] = value;
    try {
      read_again(wrong);
    } catch (const BadInput& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_THAT(refused("original", "0f5"), HasSubstr("whole bytes"));
  EXPECT_THAT(refused("original", "xx"), HasSubstr("must be bytes"));
  EXPECT_THAT(refused("kind", "none"), HasSubstr("is no kind of mutant"));
  EXPECT_THAT(refused("killed_by", "none"), HasSubstr("no word for it"));
  json other = unit;
  other["operation"] = "none";
  EXPECT_THROW(read_again(other), BadInput);
}

TEST(Mutants, AreNotMadeOfAPortThatIsRefuted) {
  mutants::Plan plan = small_plan();
  plan.port = planted("bug_popcnt_undeclared");
  const mutants::Report report = mutants::try_mutants(plan, test_installation());
  EXPECT_EQ(report.refuted, FindingKind::undeclared_feature);
  EXPECT_THAT(report.reason, HasSubstr("refuted as it is (undeclared_feature)"));
  EXPECT_THAT(report.killed, IsEmpty());
}

TEST(Mutants, AreTheSameForASeed) {
  mutants::Plan plan = small_plan();
  plan.most = 12;
  const mutants::Report a = mutants::try_mutants(plan, test_installation());
  const mutants::Report b = mutants::try_mutants(plan, test_installation());
  EXPECT_EQ(a.killed.size(), b.killed.size());
}

TEST(Mutants, AreThoseOfThePlacesThatAreAskedFor) {
  mutants::Plan plan = small_plan();
  plan.only = "no such function";
  const mutants::Report report = mutants::try_mutants(plan, test_installation());
  EXPECT_EQ(report.possible, 0u);
  EXPECT_THAT(report.reason, HasSubstr("no instruction"));
}

/// The analysis that leaves them out would be wrong otherwise, and hide what it should show.
TEST(Mutants, ThatChangeWhatNothingReadsSurvive) {
  for (const auto& [port, operation] :
       {std::pair("sse", "transform_verts_and_tangents"), std::pair("avx2", "skin_split_verts")}) {
    SCOPED_TRACE(port);
    mutants::Plan plan;
    plan.port = builtin(port);
    plan.operation = &operation_named(operation);
    plan.equivalent = true;
    plan.most = kAddressSanitizer ? 1 : 5; // each is certified
    const mutants::Report report = mutants::try_mutants(plan, test_installation());
    EXPECT_GT(report.left_out, 100u) << "those that may differ";
    EXPECT_GT(report.survivors.size(), 0u);
    for (const Outcome& survivor : report.survivors) EXPECT_TRUE(survivor.same_bits);
    for (const Outcome& killed : report.killed) ADD_FAILURE() << killed.mutant.description;
  }
}

TEST(Mutants, AreLeftWhenInterrupted) {
  const std::atomic<bool> stop{true};
  mutants::Plan plan = small_plan();
  plan.stop = &stop;
  const mutants::Report report = mutants::try_mutants(plan, test_installation());
  EXPECT_TRUE(report.interrupted);
  EXPECT_THAT(report.killed, IsEmpty());
}

// --- Survivors that have a reason ---------------------------------------------------------------

/// A file with this text, gone when the object is.
class File {
public:
  explicit File(const std::string& text)
      : path_(std::filesystem::temp_directory_path() /
              ("ulna-survivors-" + std::to_string(getpid()) + ".toml")) {
    std::ofstream(path_) << text;
  }
  ~File() { std::filesystem::remove(path_); }
  std::string path() const { return path_; }

private:
  std::filesystem::path path_;
};

constexpr const char* kMutant = "addps xmm0, xmm1 -> subps xmm0, xmm1";

std::string row(const std::string& reason, const std::string& mutant = kMutant,
                const std::string& more = {}) {
  return fmt::format("[[survivor]]\nport = \"sse\"\noperation = \"combine_bones\"\n"
                     "function = \"f\"\nmutant = \"{}\"\nreason = \"{}\"\n{}",
                     mutant, reason, more);
}

std::string refusal(const std::string& text) {
  const File file(text);
  try {
    mutants::read_survivors(file.path());
  } catch (const BadInput& e) {
    return e.what();
  }
  return "none";
}

TEST(Survivors, AreReadFromTheirFile) {
  const File file("# why\n" + row("equivalent: \\\"x\\\"") + row("slower", "b"));
  const std::vector<Argued> all = mutants::read_survivors(file.path());
  ASSERT_THAT(all, SizeIs(2));
  EXPECT_EQ(all[0].port, "sse");
  EXPECT_EQ(all[0].operation, "combine_bones");
  EXPECT_EQ(all[0].function, "f");
  EXPECT_EQ(all[0].mutant, "addps xmm0, xmm1 -> subps xmm0, xmm1");
  EXPECT_EQ(all[0].reason, "equivalent: \"x\"");
}

TEST(Survivors, OfSeveralPortsAndMutantsShareAReason) {
  const File file("[[survivor]]\nport = [\"sse\", \"best\"]\noperation = \"combine_bones\"\n"
                  "function = \"f\"\nmutant = [\"a\", \"b\"]\nreason = \"slower\"\n");
  const std::vector<Argued> all = mutants::read_survivors(file.path());
  ASSERT_THAT(all, SizeIs(4));
  EXPECT_EQ(all[1].port, "sse");
  EXPECT_EQ(all[1].mutant, "b");
  EXPECT_EQ(all[2].port, "best");
  EXPECT_EQ(all[2].mutant, "a");
  for (const Argued& each : all) EXPECT_EQ(each.reason, "slower");
}

TEST(Survivors, OfNoFileOrAMalformedOneAreRefusedByPlace) {
  EXPECT_THROW(mutants::read_survivors("/no/such/file.toml"), BadInput);
  EXPECT_THAT(refusal("port = "), HasSubstr(":1: "));
  EXPECT_THAT(refusal("[[survivors]]\n"), HasSubstr("'survivors'"));
  EXPECT_THAT(refusal(row("")), AllOf(HasSubstr(":1: "), HasSubstr("needs a reason")));
  EXPECT_THAT(refusal(row("  ")), HasSubstr("needs a reason"));
  for (const char* port : {"[]", "[\"\"]", "[\"sse\", 3]"})
    EXPECT_THAT(refusal(fmt::format("[[survivor]]\nport = {}\n", port)), HasSubstr("needs a port"));
  std::string two = row("slower");
  two.replace(two.find("\"slower\""), 8, "[\"slower\", \"equivalent\"]");
  EXPECT_THAT(refusal(two), HasSubstr("needs a reason"));
  EXPECT_THAT(refusal("\n[[survivor]]\nport = 3\n"),
              AllOf(HasSubstr(":2: "), HasSubstr("needs a port")));
}

TEST(Survivors, ThatCouldNeverMatchAreRefusedByPlace) {
  std::string unknown = row("slower");
  unknown.replace(unknown.find("combine_bones"), 13, "combine_bone");
  EXPECT_THAT(refusal(unknown), AllOf(HasSubstr(":1: no operation is called 'combine_bone'"),
                                      HasSubstr("did you mean combine_bones?")));
  EXPECT_THAT(refusal(row("slower", kMutant, "functions = \"g\"\n")),
              AllOf(HasSubstr("has no functions"), HasSubstr("did you mean function?")));
  for (const char* reason : {"because", "slowerly", "equivalently: so", "Equivalent: so"})
    EXPECT_THAT(refusal(row(reason)), HasSubstr("begins with none of equivalent, "));
  EXPECT_THAT(refusal("\n" + row("slower") + row("equivalent: so")),
              AllOf(HasSubstr(":8: the same as the row of "), HasSubstr(":2; remove one")));
}

mutants::Report survived_by(const std::string& description) {
  mutants::Report report;
  report.port = "sse";
  report.operation = &operation_named("combine_bones");
  Outcome& outcome = report.survivors.emplace_back();
  outcome.source.function = "f";
  outcome.mutant.description = description;
  return report;
}

TEST(Survivors, NeedAReason) {
  const mutants::Report report = survived_by(kMutant);
  EXPECT_THAT(mutants::review(report, {}, true).unargued, SizeIs(1));
  const std::vector<Argued> argued{{"sse", "combine_bones", "f", kMutant, "equivalent"}};
  const mutants::Review review = mutants::review(report, argued, true);
  EXPECT_THAT(review.unargued, IsEmpty());
  EXPECT_THAT(review.not_made, IsEmpty());
}

TEST(Survivors, OfAnotherPortOperationFunctionOrMutantAreNotArgued) {
  const mutants::Report report = survived_by(kMutant);
  for (const Argued& other :
       std::vector<Argued>{{"avx", "combine_bones", "f", kMutant, "equivalent"},
                           {"sse", "tween_verts", "f", kMutant, "equivalent"},
                           {"sse", "combine_bones", "g", kMutant, "equivalent"},
                           {"sse", "combine_bones", "f", "x", "equivalent"}})
    EXPECT_THAT(mutants::review(report, {other}, true).unargued, SizeIs(1)) << other.mutant;
}

TEST(Survivors, ThatAreListedAndKilledAreFoundWhereAllMutantsWereTried) {
  const mutants::Report report = survived_by(kMutant);
  const std::vector<Argued> argued{{"sse", "combine_bones", "f", kMutant, "equivalent"},
                                   {"sse", "combine_bones", "f", "another", "equivalent"},
                                   {"sse", "tween_verts", "f", "another", "equivalent"}};
  const mutants::Review review = mutants::review(report, argued, true);
  ASSERT_THAT(review.not_made, SizeIs(1));
  EXPECT_EQ(review.not_made[0].mutant, "another");
  EXPECT_THAT(mutants::review(report, argued, false).not_made, IsEmpty());
}

TEST(Survivors, ThatWereKilledAreToldFromThoseThatWereNotMade) {
  mutants::Report report = survived_by(kMutant);
  report.killed.push_back(report.survivors[0]);
  report.killed[0].mutant.description = "another";
  const std::vector<Argued> argued{{"sse", "combine_bones", "f", "another", "equivalent"},
                                   {"sse", "combine_bones", "f", kMutant, "equivalent"}};
  const mutants::Review review = mutants::review(report, argued, true);
  ASSERT_THAT(review.killed, SizeIs(1));
  EXPECT_EQ(review.killed[0].mutant, "another");
  EXPECT_THAT(review.not_made, IsEmpty());
}

TEST(Survivors, MayBeArguedByTheFunctionWhereTheirBitsAreTheSame) {
  const File file("[[survivor]]\nport = \"sse\"\noperation = \"combine_bones\"\n"
                  "function = [\"f\", \"inlined\"]\nbits = \"same\"\nreason = \"slower\"\n");
  const std::vector<Argued> argued = mutants::read_survivors(file.path());
  ASSERT_THAT(argued, SizeIs(2));
  mutants::Report report = survived_by(kMutant);
  mutants::Review review = mutants::review(report, argued, true);
  EXPECT_THAT(review.unargued, IsEmpty());
  ASSERT_THAT(review.not_made, SizeIs(1)) << "nothing of the other function survived";
  EXPECT_EQ(review.not_made[0].function, "inlined");

  report.survivors[0].source.inlined = "inlined";
  review = mutants::review(report, argued, true);
  EXPECT_THAT(review.unargued, IsEmpty());
  ASSERT_THAT(review.not_made, SizeIs(1)) << "what is inlined is not f's own";
  EXPECT_EQ(review.not_made[0].function, "f");

  report.survivors[0].same_bits = false;
  EXPECT_THAT(mutants::review(report, argued, true).unargued, SizeIs(1));
}

TEST(Survivors, MayBeArguedByTheFileWhereAnyBitsAreRight) {
  const auto rows = [](const std::string& bits) {
    const File file("[[survivor]]\nport = \"sse\"\noperation = \"combine_bones\"\n"
                    "file = [\"search.cpp\", \"other.cpp\"]\nbits = \"" +
                    bits + "\"\nreason = \"within the bound\"\n");
    return mutants::read_survivors(file.path());
  };
  mutants::Report report = survived_by(kMutant);
  report.survivors[0].source.file = "/build/convert/search.cpp";
  report.survivors[0].same_bits = false;
  const mutants::Review review = mutants::review(report, rows("any"), true);
  EXPECT_THAT(review.unargued, IsEmpty());
  ASSERT_THAT(review.not_made, SizeIs(1));
  EXPECT_EQ(review.not_made[0].file, "other.cpp");
  EXPECT_THAT(mutants::review(report, rows("same"), true).unargued, SizeIs(1));
  report.survivors[0].source.file = "/build/convert/research.cpp";
  EXPECT_THAT(mutants::review(report, rows("any"), true).unargued, SizeIs(1));
}

TEST(Survivors, OfOtherBitsNeedAMutantEach) {
  const std::string head = "[[survivor]]\nport = \"sse\"\noperation = \"combine_bones\"\n"
                           "function = \"f\"\nreason = \"slower\"\n";
  EXPECT_THAT(refusal(head), HasSubstr("needs a mutant"));
  EXPECT_THAT(refusal(head + "bits = \"other\"\n"), HasSubstr(":1: bits is \"same\" or \"any\""));
  EXPECT_THAT(refusal(head + "bits = \"same\"\nmutant = \"x\"\n"),
              HasSubstr("must not name a mutant"));
}

TEST(Survivors, AreDraftedWithoutAReason) {
  const mutants::Report report = survived_by("mov \"a\\b\"");
  const mutants::Review review = mutants::review(report, {}, true);
  const std::string text = mutants::survivors_text(report, review.unargued);
  EXPECT_THAT(refusal(text), HasSubstr("needs a reason"));
  std::string argued = text;
  argued.replace(argued.find("reason = \"\""), 11, "reason = \"equivalent\"");
  const File file(argued);
  EXPECT_THAT(mutants::review(report, mutants::read_survivors(file.path()), true).unargued,
              IsEmpty());
}

} // namespace
} // namespace ulna
