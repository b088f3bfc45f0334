// The corpus: provenance is read as it was written, files are all or nothing, and a replay sees
// what came back and what got worse.

#include "certify/certify.h"
#include "certify/corpus/add.h"
#include "certify/corpus/replay.h"
#include "certify/corpus/seed.h"
#include "certify/corpus/watch.h"
#include "certify/error.h"
#include "certify/files.h"
#include "certify/report/machine.h"
#include "properties/laws.h"

#include <gmock/gmock.h>

#include <cmath>
#include <filesystem>
#include <numeric>
#include <set>

namespace ulna::corpus {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

const Operation& slerp() {
  return operation_named("slerp_joints");
}

std::string builtin(const std::string& port) {
  return port_path(port, test_installation());
}
std::string planted(const std::string& port) {
  return std::string(ULNA_PLANTED_DIR) + "/" + port + ".so";
}

const std::string& tables_here() {
  static const std::string tables = tables_of(this_machine());
  return tables;
}

Provenance regression(const std::string& port, FindingKind kind = FindingKind::out_of_bound) {
  Provenance from;
  from.shelf = Shelf::regressions;
  from.port = port;
  from.finding = kind;
  from.tables = tables_here();
  from.found = "2026-11-21";
  from.by = "a test";
  return from;
}

Provenance worst(const std::string& port, double fraction) {
  Provenance from = regression(port);
  from.shelf = Shelf::worst;
  from.fraction = fraction;
  from.contract = slerp().contract.version;
  return from;
}

/// An ordinary case: eleven joints.
Case some_case() {
  return slerp().generate(1, 88);
}

std::string refusal(const std::function<void()>& action) {
  try {
    action();
  } catch (const BadInput& e) {
    EXPECT_EQ(std::string(e.what()).find('\n'), std::string::npos) << e.what();
    return e.what();
  }
  return "accepted";
}

// --- Provenance ---------------------------------------------------------------------------------

TEST(Provenance, IsReadAsItWasWritten) {
  laws::check([] {
    const Operation* op = *rc::gen::elementOf(
        std::vector<const Operation*>(operations().begin(), operations().end()));
    Provenance from = regression(port_word(*rc::gen::arbitrary<std::string>()));
    from.shelf = *rc::gen::elementOf(std::vector<Shelf>{
        Shelf::seeds, Shelf::regressions, op->quantities.empty() ? Shelf::seeds : Shelf::worst});
    from.finding = static_cast<FindingKind>(*rc::gen::inRange(0, kNumFindingKinds));
    from.quantity =
        op->quantities.empty() ? 0 : *rc::gen::inRange(size_t{0}, op->quantities.size());
    from.fraction = std::fabs(*rc::gen::arbitrary<double>());
    from.error = std::fabs(*rc::gen::arbitrary<double>());
    from.contract = *rc::gen::inRange(1, 100);
    from.by = "x" + *rc::gen::container<std::string>(rc::gen::elementOf(std::string("; by found")));
    const std::string line = write_provenance(from, *op);
    const Provenance back = read_provenance(line, *op);
    RC_ASSERT(write_provenance(back, *op) == line);
    RC_ASSERT(back.shelf == from.shelf);
    RC_ASSERT(back.by == from.by);
    if (from.shelf == Shelf::seeds) return;
    RC_ASSERT(back.port == from.port);
    RC_ASSERT(back.tables == from.tables);
    if (from.shelf == Shelf::regressions) RC_ASSERT(back.finding == from.finding);
    if (from.shelf != Shelf::worst) return;
    RC_ASSERT(back.quantity == from.quantity);
    RC_ASSERT(back.fraction == from.fraction); // to the last bit
    RC_ASSERT(back.error == from.error);
  });
}

TEST(Provenance, ThatIsMalformedIsRefusedWithWhatIsWrong) {
  const std::string good = write_provenance(worst("sse", 0.5), slerp());
  ASSERT_NO_THROW(read_provenance(good, slerp()));
  const auto with = [&](const std::string& part, const std::string& other) {
    std::string text = good;
    text.replace(text.find(part), part.size(), other);
    return text;
  };
  for (const auto& [note, owed] : std::vector<std::pair<std::string, std::string>>{
           {"", "expected 'corpus ...'"},
           {"found by chance", "expected 'corpus ...'"},
           {"corpus", "expected 'corpus ...'"},
           {"corpus bugs; found 2026-11-21; by me", "seeds, regressions or worst"},
           {"corpus seeds; found 2026-11-21", "expected 'by ...'"},
           {"corpus seeds; found 2026-11-21; by ", "expected 'by ...'"},
           {with("port sse; ", ""), "expected 'port ...'"},
           {with("port sse", "port s/e"), "letters, digits"},
           {with("quantity q", "quantity w"), "one of q, t, t in underflow"},
           {with("fraction 0.5", "fraction nan"), "a number"},
           {with("fraction 0.5", "fraction inf"), "a number"},
           {with("fraction 0.5", "fraction -0.5"), "a number"},
           {with("fraction 0.5", "fraction 0.5x"), "a number"},
           {with("2026-11-21", "21.11.2026"), "like 9999-99-99"},
           {with("tables " + tables_here(), "tables 12"), "like hhhhhhhh"},
           {with("corpus worst", "corpus regressions"), "expected 'finding ...'"},
       })
    EXPECT_THAT(refusal([&] { read_provenance(note, slerp()); }), HasSubstr(owed)) << note;
}

TEST(Provenance, OfOthersCannotAddFields) {
  Provenance from = regression("sse");
  from.by = "me\nnote corpus seeds";
  const Entry entry = make_entry(some_case(), from);
  EXPECT_EQ(read_case(write_case(entry.input), "x").note, entry.input.note);
}

// --- On disk ------------------------------------------------------------------------------------

class CorpusFolder : public testing::Test {
protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "ulna-corpus-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    dir_ = name;
  }
  void TearDown() override { fs::remove_all(dir_); }

  /// Writes the entries, and returns them as they are read.
  std::vector<Entry> write(std::vector<Entry> entries) {
    Changes changes{std::move(entries), {}};
    commit(changes, dir_);
    return load(dir_);
  }

  /// Every file below the folder, and what is in it.
  std::map<std::string, std::string> files() const {
    std::map<std::string, std::string> all;
    for (const auto& entry : fs::recursive_directory_iterator(dir_))
      if (entry.is_regular_file()) all[entry.path()] = read_file(entry.path());
    return all;
  }

  std::string dir_;
};

TEST_F(CorpusFolder, HoldsWhatWasWritten) {
  const auto entries = write({make_entry(some_case(), regression("sse")),
                              make_entry(slerp().generate(1, 8), worst("sse", 0.25))});
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_TRUE(same_input(entries[0].input, some_case()));
  EXPECT_EQ(entries[0].path, dir_ + "/slerp_joints/regressions/sse-out_of_bound-" +
                                 input_hash(some_case()) + ".case");
  EXPECT_EQ(entries[1].from.fraction, 0.25);
  EXPECT_EQ(files().size(), 2u) << "something was left over";
}

TEST_F(CorpusFolder, NamesByTheInputAndNotTheNote) {
  Case other = some_case();
  other.note = "something else";
  EXPECT_EQ(input_hash(other), input_hash(some_case()));
  other.real = std::nextafter(other.real, 1.0f);
  EXPECT_NE(input_hash(other), input_hash(some_case()));
}

TEST_F(CorpusFolder, RefusesAFileUnderAnotherName) {
  const std::string path = write({make_entry(some_case(), regression("sse"))}).at(0).path;
  for (const std::string& other :
       {dir_ + "/slerp_joints/regressions/sse-crashed-" + input_hash(some_case()) + ".case",
        dir_ + "/lerp_joints/regressions/" + fs::path(path).filename().string(),
        dir_ + "/some.case"}) {
    fs::create_directories(fs::path(other).parent_path());
    fs::rename(path, other);
    const std::string line = refusal([&] { load(dir_); });
    EXPECT_THAT(line, HasSubstr(other));
    EXPECT_THAT(line, HasSubstr("move it there"));
    fs::rename(other, path);
  }
  EXPECT_EQ(load(dir_).size(), 1u);
}

TEST_F(CorpusFolder, RefusesACaseWithoutProvenance) {
  save_case(some_case(), dir_ + "/slerp_joints/seeds/a.case");
  EXPECT_THAT(refusal([&] { load(dir_); }), HasSubstr("a.case: its note is no provenance"));
}

TEST_F(CorpusFolder, PassesOverOtherFiles) {
  write_file_whole(dir_ + "/README.md", "words");
  write_file_whole(dir_ + "/.adding/0.case", "half a ca");
  EXPECT_TRUE(load(dir_).empty());
}

TEST_F(CorpusFolder, ChangesWhollyOrNotAtAll) {
  const Entry kept = write({make_entry(some_case(), worst("sse", 0.25))}).at(0);
  write_file_whole(dir_ + "/lerp_joints", "a file where a folder must be");
  const auto before = files();
  Changes changes;
  changes.write.push_back(make_entry(some_case(), worst("sse", 0.5))); // over the old one
  changes.write.push_back(make_entry(some_case(), regression("sse"))); // a new one
  changes.write.push_back(
      make_entry(operation_named("lerp_joints").generate(1, 88), regression("sse")));
  changes.remove.push_back(kept.path);
  EXPECT_THAT(refusal([&] { commit(changes, dir_); }), HasSubstr("nothing was added"));
  EXPECT_EQ(files(), before);
}

TEST_F(CorpusFolder, RemovesWhatIsReplaced) {
  const Entry old = write({make_entry(some_case(), worst("sse", 0.25))}).at(0);
  Changes changes{{make_entry(slerp().generate(1, 96), worst("sse", 0.5))}, {old.path}};
  commit(changes, dir_);
  ASSERT_EQ(load(dir_).size(), 1u);
  EXPECT_EQ(load(dir_)[0].from.fraction, 0.5);
}

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
  EXPECT_EQ(exit_code(replay_on(builtin("published"), {passes})), 1) << "it shows nothing";
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
    if (e.from.shelf == Shelf::regressions && fs::exists(planted(e.from.port)))
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

// --- Seeds --------------------------------------------------------------------------------------

class Seeds : public testing::TestWithParam<const Operation*> {};

TEST_P(Seeds, AreSmallAndDifferent) {
  const std::vector<Entry> first = seeds(*GetParam());
  EXPECT_GE(first.size(), 8u);
  EXPECT_LE(first.size(), kMaxSeeds);
  std::set<std::string> names;
  for (const Entry& e : first) {
    EXPECT_NO_THROW(validate(e.input));
    EXPECT_LE(write_case(e.input).size(), kMaxSeedBytes);
    names.insert(file_name(e));
  }
  EXPECT_EQ(names.size(), first.size());
}

INSTANTIATE_TEST_SUITE_P(All, Seeds, testing::ValuesIn(operations().begin(), operations().end()),
                         [](const auto& test) { return std::string(test.param->name); });

TEST(RenewedSeeds, AreTheSame) {
  const Operation* const one[] = {&operation_named("combine_bones")};
  const Changes none = renew_seeds(one, seeds(*one[0]));
  EXPECT_TRUE(none.write.empty());
  EXPECT_TRUE(none.remove.empty());
}

TEST(RenewedSeeds, ReplaceThoseOfAnOldGeneratorAndNobodyElses) {
  const Operation& op = operation_named("combine_bones");
  std::vector<Entry> known = seeds(op);
  Provenance old = known[0].from;
  known[0] = make_entry(op.generate(7, 1000), old);
  old.by = "me";
  known.push_back(make_entry(op.generate(7, 1001), old));
  known[0].path = "old";
  const Operation* const one[] = {&op};
  const Changes changes = renew_seeds(one, known);
  EXPECT_EQ(changes.write.size(), 1u);
  EXPECT_THAT(changes.remove, testing::ElementsAre("old"));
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
  for (const char* port : {"scalar", "sse", "sse3", "asm", "avx2"}) {
    const Replay result = replay_on(builtin(port), entries);
    for (const Remark& remark : result.remarks)
      ADD_FAILURE() << port << ", " << remark.entry->input.operation->name << ": " << remark.text;
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
