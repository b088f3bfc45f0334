// Ports and the corpus: a replay sees what came back and what got worse, and what is added is cut
// down.

#include "cases/make_case.h"
#include "corpus/add.h"
#include "corpus/replay.h"
#include "corpus/watch.h"
#include "models/load_model.h"
#include "properties/corpus/corpus_samples.h"
#include "properties/ports.h"

#include <cmath>
#include <set>

namespace ulna::corpus {
namespace {

// --- Replay -------------------------------------------------------------------------------------

Replay replay_on(const std::string& path, const std::vector<Entry>& entries,
                 const std::string& tables = tables_here()) {
  Progress progress(-1);
  const std::vector<std::string> paths{path};
  return replay(entries, paths, tables, test_installation(), progress);
}

double fraction_of(const std::string& port, const Case& c) {
  return Port(builtin(port), test_installation()).once(c).largest[0].fraction;
}

TEST(CorpusReplay, TellsWorseFromBetter) {
  const double now = fraction_of("scalar", some_case());
  ASSERT_GT(now, 0.01);
  for (const auto& [recorded, same, better, worse] : {std::tuple{now, 1, 0, 0},
                                                      {now + 1e-9, 1, 0, 0},
                                                      {now + 1e-3, 0, 1, 0},
                                                      {now - 1e-3, 0, 0, 1}}) {
    const std::vector<Entry> entries{make_entry(some_case(), worst("scalar", recorded))};
    const Replay result = replay_on(builtin("scalar"), entries);
    EXPECT_EQ(result.ports[0].same, uint64_t(same)) << recorded - now;
    EXPECT_EQ(result.ports[0].better, uint64_t(better)) << recorded - now;
    EXPECT_EQ(result.ports[0].worse, uint64_t(worse)) << recorded - now;
    EXPECT_EQ(exit_code(result), worse) << recorded - now;
  }
}

TEST(CorpusReplay, NeverTakesNaNForBetter) {
  EXPECT_EQ(change(0.5, NAN), Change::worse);
  EXPECT_EQ(change(0.5, INFINITY), Change::worse);
  EXPECT_EQ(change(0, 0), Change::same);
}

TEST(CorpusReplay, ComparesAPortWithItsOwnRecordsOnly) {
  const std::vector<Entry> entries{make_entry(some_case(), worst("sse", 0))};
  EXPECT_EQ(exit_code(replay_on(builtin("scalar"), entries)), 0);
  EXPECT_EQ(exit_code(replay_on(builtin("sse"), entries)), 1);
}

TEST(CorpusReplay, DoesNotCompareOnOtherTables) {
  const std::string other = tables_here() == "00000000" ? "11111111" : "00000000";
  const std::vector<Entry> published{make_entry(some_case(), worst("published", 0))};
  const Replay skipped = replay_on(builtin("published"), published, other);
  EXPECT_EQ(skipped.ports[0].other_tables, 1u);
  EXPECT_EQ(exit_code(skipped), 0);
  EXPECT_THAT(replay_table(skipped, 1, "ulna", ""), HasSubstr("other tables"));
  EXPECT_EQ(exit_code(replay_on(builtin("published"), published)), 1);
  // What does not ask the tables is compared wherever it runs.
  const std::vector<Entry> scalar{make_entry(some_case(), worst("scalar", 0))};
  EXPECT_EQ(exit_code(replay_on(builtin("scalar"), scalar, other)), 1);
}

TEST(CorpusReplay, DoesNotCompareUnderAnotherContract) {
  Provenance from = worst("scalar", 0);
  ++from.contract;
  const std::vector<Entry> entries{make_entry(some_case(), from)};
  const Replay result = replay_on(builtin("scalar"), entries);
  EXPECT_EQ(result.ports[0].other_contract, 1u);
  EXPECT_EQ(exit_code(result), 0);
  EXPECT_THAT(replay_table(result, 1, "ulna", ""), HasSubstr("\n1 records have another contract"));
}

TEST(CorpusReplay, SeesABugComeBack) {
  const std::vector<Entry> entries{make_entry(some_case(), regression("bug_rbx"))};
  const Replay result = replay_on(planted("bug_rbx"), entries);
  EXPECT_EQ(exit_code(result), 1);
  ASSERT_EQ(result.remarks.size(), 1u);
  EXPECT_THAT(result.remarks[0].text, HasSubstr("changed_registers"));
  EXPECT_EQ(exit_code(replay_on(builtin("sse"), entries)), 0);
}

TEST(CorpusReplay, ExpectsOfPublishedWhatIsRecordedAndNothingElse) {
  const Installation installation = test_installation();
  Port published(builtin("published"), installation);
  Case refuting;
  for (uint64_t i = 0; !refuting.operation; ++i) {
    Case c = slerp().generate(1, slerp().num_edge_cases - 27 + i);
    if (published.once(c).find(FindingKind::out_of_bound)) refuting = std::move(c);
    ASSERT_LT(i, 2000u);
  }
  const Entry record = make_entry(refuting, regression("published"));
  const Entry seed = make_entry(refuting, [] {
    Provenance from = regression("");
    from.shelf = Shelf::seeds;
    return from;
  }());
  const Replay expected = replay_on(builtin("published"), {record, seed});
  EXPECT_EQ(exit_code(expected), 0);
  EXPECT_EQ(expected.ports[0].expected, 2u);
  EXPECT_EQ(exit_code(replay_on(builtin("published"), {seed})), 1) << "no record of it";
  const Entry passes = make_entry(slerp().generate(1, 0), regression("published"));
  const std::vector<Entry> silent{passes}; // the remarks point to its entries
  const Replay lost = replay_on(builtin("published"), silent);
  EXPECT_EQ(exit_code(lost), 1) << "it shows nothing";
  EXPECT_THAT(replay_table(lost, 1, "ulna", ""),
              HasSubstr("\nlost: published: no out_of_bound any more"));
  const std::string other = tables_here() == "00000000" ? "11111111" : "00000000";
  const Replay elsewhere = replay_on(builtin("published"), silent, other);
  EXPECT_EQ(exit_code(elsewhere), 0) << "it need not show it on other tables";
  EXPECT_EQ(elsewhere.ports[0].other_tables, 1u);
  EXPECT_EQ(exit_code(replay_on(planted("bug_sign_ignored"), {record})), 1) << "not published";
}

TEST(CorpusReplay, OfNothingIsNotRun) {
  EXPECT_EQ(exit_code(replay_on(builtin("scalar"), {})), 3);
  EXPECT_EQ(exit_code(Replay{}), 3);
}

// --- Ours -----

TEST(OurCorpus, ShowsThePlantedBugsThatItWasFilledWith) {
  std::map<std::string, std::vector<Entry>> of_port;
  for (Entry& e : load(ULNA_CORPUS_DIR))
    // Whether two threads meet in so short a call is up to the machine.
    if (e.from.finding != FindingKind::not_reentrant && e.from.shelf == Shelf::regressions &&
        fs::exists(planted(e.from.port)))
      of_port[e.from.port].push_back(std::move(e));
  EXPECT_GE(of_port.size(), 8u); // fewer are built under the sanitizers
  for (const auto& [name, entries] : of_port) {
    Port port(planted(name), test_installation());
    for (const Entry& e : entries)
      EXPECT_TRUE(port.again(e.input, e.from).find(e.from.finding)) << e.path;
  }
}

TEST(OurCorpus, HasEveryShelfOfEveryOperation) {
  std::set<std::pair<const Operation*, Shelf>> there;
  for (const Entry& e : load(ULNA_CORPUS_DIR)) there.emplace(e.input.operation, e.from.shelf);
  for (const Operation* op : operations())
    for (const Shelf shelf : kShelves)
      EXPECT_EQ(there.contains({op, shelf}), shelf != Shelf::worst || !op->quantities.empty())
          << op->name << ", " << name(shelf);
}

// --- Add ----

Added add_one(const Case& c, const std::string& port, bool named = true) {
  AddPlan plan;
  plan.candidates.push_back({"x.case", c, named});
  plan.port = port;
  plan.tables = tables_here();
  return add(plan, {}, test_installation());
}

TEST_F(CorpusFolder, TakesBackWhatWasCutDownOfOneArrayThatIsTwo) {
  const std::string port = planted("bug_alias_two_pass");
  Port watched(port, test_installation());
  Case broken;
  for (uint64_t i = 0; !broken.operation; ++i) {
    ASSERT_LT(i, slerp().num_edge_cases);
    Case c = slerp().generate(1, i);
    if (c.same_array && !watched.once(c).findings.empty()) broken = std::move(c);
  }
  Added added = add_one(broken, port);
  ASSERT_EQ(added.changes.write.size(), 1u);
  EXPECT_NO_THROW(validate(added.changes.write[0].input));
  commit(added.changes, dir_);
  EXPECT_EQ(load(dir_).size(), 1u);
}

TEST(CorpusAdd, NeedsAPortThatCanBeLoaded) {
  EXPECT_THAT(refusal([] { add_one(some_case(), planted("bug_load_exit")); }),
              testing::AllOf(HasSubstr("bug_load_exit.so: loading it ended the process"),
                             HasSubstr("needs no case to show it")));
}

TEST(CorpusAdd, LeavesOutWhatIsTooLarge) {
  // Only so many vertices make the bug show.
  const Operation& op = operation_named("transform_verts");
  Case large;
  for (uint64_t i = 0; !large.operation; ++i) {
    ASSERT_LT(i, op.num_edge_cases);
    Case c = op.generate(1, i);
    if (op.size(c) > 65536) large = std::move(c);
  }
  const std::string port = planted("bug_count_16");
  EXPECT_THAT(refusal([&] { add_one(large, port); }),
              testing::AllOf(HasSubstr("x.case: shows out_of_bound"), HasSubstr("a corpus takes")));
  const Added added = add_one(large, port, false);
  EXPECT_TRUE(added.changes.write.empty());
  EXPECT_THAT(added.lines, testing::ElementsAre(HasSubstr("left out: shows out_of_bound")));
}

// --- Characters ---------------------------------------------------------------------------------

/// Models are not ours to keep: they are cut down when the test runs.
class CharacterCut : public testing::TestWithParam<const char*> {};

TEST_P(CharacterCut, IsRightOnEveryPort) {
  const Installation installation = test_installation();
  const Model model =
      load_model(std::string(ULNA_MODELS_DIR) + "/" + GetParam(), installation.importer);
  std::vector<Entry> entries;
  for (const Case& c : model.cases) {
    const size_t size = c.operation->size(c);
    std::vector<size_t> few(std::min<size_t>(size, 7));
    for (size_t i = 0; i < few.size(); ++i) few[i] = i * size / few.size();
    Provenance from = regression("");
    from.shelf = Shelf::seeds;
    entries.push_back(make_entry(c.operation->keep(c, few), from));
    validate(entries.back().input);
  }
  ASSERT_FALSE(entries.empty());
  uint64_t cases = 0;
  for (const PortInfo& port : ports_with_kernels()) {
    if (port.name == "published") continue;
    const Replay result = replay_on(port.path, entries);
    for (const Remark& remark : result.remarks)
      ADD_FAILURE() << port.name << ", " << remark.entry->input.operation->name << ": "
                    << remark.text;
    cases += result.ports[0].cases;
  }
  EXPECT_GE(cases, entries.size());
}

INSTANTIATE_TEST_SUITE_P(Models, CharacterCut,
                         testing::Values("X/Testwuson.X", "IQM/mrfixit.iqm", "B3D/WusonBlitz.b3d"),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::replace_if(
                               name.begin(), name.end(),
                               [](unsigned char c) { return !std::isalnum(c); }, '_');
                           return name;
                         });

} // namespace
} // namespace ulna::corpus
