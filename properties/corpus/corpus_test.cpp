// The corpus on disk: provenance is read as it was written, files are all or nothing, seeds are
// small.

#include "base/sanitizers.h"
#include "cases/case_file.h"
#include "cases/make_case.h"
#include "corpus/seed.h"
#include "properties/corpus/corpus_samples.h"
#include "properties/laws.h"

#include <cmath>
#include <set>

namespace ulna::corpus {
namespace {

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
    from.contract = *rc::gen::inRange(1, op->contract.version + 1);
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
  const std::string contract = "contract " + std::to_string(slerp().contract.version);
  const std::vector<std::pair<std::string, std::string>> bad{
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
      {with("2026-11-21", "2026-13-01"), "a day of the calendar"},
      {with("2026-11-21", "2026-02-29"), "a day of the calendar"},
      {with(contract, "contract 99"), "from 1 to "},
      {with(contract, "contract 99999999999999999999"), "from 1 to "},
      {with(contract, "contract 0"), "from 1 to "},
      {good + "\x1b[2J", "control characters"},
      {with("tables " + tables_here(), "tables 12"), "like hhhhhhhh"},
      {with("corpus worst", "corpus regressions"), "expected 'finding ...'"},
      {"corpus regressions; port sse; finding odd; tables 00000000; found 2026-11-21; by me",
       "a kind of finding"},
  };
  for (const auto& pair : bad)
    EXPECT_THAT(refusal([&] { read_provenance(pair.first, slerp()); }), HasSubstr(pair.second))
        << pair.first;
}

TEST(Provenance, OfOthersCannotAddFields) {
  Provenance from = regression("sse");
  from.by = "me\nnote corpus seeds";
  const Entry entry = make_entry(some_case(), from);
  EXPECT_EQ(read_case(write_case(entry.input), "x").note, entry.input.note);
}

// --- On disk ------------------------------------------------------------------------------------

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
  EXPECT_THAT(refusal([&] { load(dir_); }),
              HasSubstr("a.case: its note does not say where the case comes from"));
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

// --- Seeds --------------------------------------------------------------------------------------

class Seeds : public testing::TestWithParam<const char*> {};

TEST_P(Seeds, AreSmallAndDifferent) {
  const std::vector<Entry> first = seeds(operation_named(GetParam()));
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

std::vector<const char*> operation_names() {
  std::vector<const char*> names;
  constexpr size_t kOneIn = kAddressSanitizer ? 5 : 1;
  for (size_t i = 0; i < operations().size(); i += kOneIn) names.push_back(operations()[i]->name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(All, Seeds, testing::ValuesIn(operation_names()),
                         [](const auto& test) { return std::string(test.param); });

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

} // namespace
} // namespace ulna::corpus
