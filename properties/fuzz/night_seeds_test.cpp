// What the overnight runner starts from, and what it leaves: cases as seeds, small witnesses of
// large errors.
#include "cases/case_file.h"
#include "certify/certify.h"
#include "certify/port_names.h"
#include "fuzz/bytes.h"
#include "fuzz/night/corpus.h"
#include "fuzz/night/largest.h"
#include "fuzz/night/seeds.h"
#include "fuzz/night/triage.h"
#include "properties/fuzz/night_folder.h"
#include "properties/support.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace ulna::night {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// --- seeds

class SeedsTest : public NightFolder {
protected:
  const Operation& op_ = operation_named("lerp_joints");
  const fs::path cases_ = folder_.root() / "cases";

  Case put_case(const std::string& name, const Operation& op, uint64_t i = 0) const {
    Case c = op.generate(1, i);
    put("cases/lerp_joints/" + name, write_case(c));
    return c;
  }
  Case seed(const fs::path& file) const {
    const std::string bytes = read_file(file.string());
    return case_from_bytes(op_, {reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
  }
};

TEST_F(SeedsTest, AreTheBytesOfTheCasesUnderTheNamesThatInputsHave) {
  const Case c = put_case("seeds/a.case", op_, 20);
  put_case("worst/same-again.case", op_, 20);
  add_seeds(folder_, op_, cases_, log_);
  const auto files = files_in(folder_.corpus("lerp_joints"));
  ASSERT_EQ(files.size(), 1u);
  EXPECT_TRUE(same_input(seed(files[0]), c));
  EXPECT_EQ(files[0].filename(), input_name(read_file(files[0].string())));
  EXPECT_THAT(log(), HasSubstr("lerp_joints: 1 seeds from "));
  EXPECT_THAT(folders_in(folder_.work()), IsEmpty());
}

TEST_F(SeedsTest, ThatCannotBeReadAreNamedAndPassedOver) {
  put_case("seeds/a.case", op_);
  put("cases/lerp_joints/seeds/cut.case", "ulna case");
  put_case("seeds/of-another.case", operation_named("slerp_joints"));
  add_seeds(folder_, op_, cases_, log_);
  EXPECT_EQ(corpus_size(folder_, "lerp_joints"), 1u);
  EXPECT_THAT(log(), HasSubstr("cut.case"));
  EXPECT_THAT(log(), HasSubstr("of-another.case: a case of slerp_joints"));
  EXPECT_THAT(log(), Not(HasSubstr("a.case")));
}

TEST_F(SeedsTest, ThatAreTooLargeAreCounted) {
  uint64_t large = 0;
  while (op_.size(op_.generate(1, large)) < 1000) ++large;
  put_case("seeds/large.case", op_, large);
  add_seeds(folder_, op_, cases_, log_);
  EXPECT_EQ(corpus_size(folder_, "lerp_joints"), 0u);
  EXPECT_THAT(log(), HasSubstr("0 seeds from"));
  EXPECT_THAT(log(), HasSubstr("1 too large"));
}

TEST_F(SeedsTest, AreAddedOnceAndDoNotReplaceWhatIsThere) {
  put_case("seeds/a.case", op_);
  add_seeds(folder_, op_, cases_, log_);
  const auto files = files_in(folder_.corpus("lerp_joints"));
  ASSERT_EQ(files.size(), 1u);
  const auto before = fs::last_write_time(files[0]);
  const std::string said = log();
  add_seeds(folder_, op_, cases_, log_);
  EXPECT_EQ(fs::last_write_time(files[0]), before);
  EXPECT_EQ(log(), said);
}

TEST_F(SeedsTest, OfNoFolderAreNone) {
  add_seeds(folder_, op_, folder_.root() / "nowhere", log_);
  EXPECT_EQ(corpus_size(folder_, "lerp_joints"), 0u);
}

TEST_F(NightFolder, InputsThatEndTheirTargetLeaveItsCorpus) {
  const std::string deadly = input_name("deadly"), slow = input_name("slow");
  for (const std::string& name : {deadly, slow, input_name("other")})
    put("corpus/model/" + name, "1");
  put("work/model.0/artifacts/crash-" + deadly, "1");
  put("work/model.0/artifacts/crash-of-another-name", "1");
  put("work/model.0/artifacts/slow-unit-" + slow, "1");
  drop_deadly(folder_, "model", folder_.work() / "model.0" / "artifacts");
  EXPECT_FALSE(fs::exists(folder_.corpus("model") / deadly));
  EXPECT_EQ(corpus_size(folder_, "model"), 2u);
  EXPECT_EQ(files_in(folder_.work() / "model.0" / "artifacts").size(), 3u);
}

// --- witnesses of the largest errors

class SmallerTest : public NightFolder {
protected:
  const Operation& op_ = operation_named("transform_verts");
  const LargestErrors::Name name_{"transform_verts", "sse", op_.quantities[0]};
  const fs::path out_ = folder_.work() / "out";

  /// What sse makes of the case.
  static Largest on_sse(const Case& c) {
    Judge judge(port_path("sse", test_installation()), test_installation(), 1);
    Tally tally;
    judge.once(c, tally);
    return tally.largest[0];
  }

  /// A case of many vertices with an error, as a target would have left it.
  Case record(LargestErrors& errors) const {
    uint64_t i = op_.num_edge_cases;
    Case c = op_.generate(1, i);
    while (op_.size(c) < 30 || !(on_sse(c).fraction > 0.01)) c = op_.generate(1, ++i);
    put("work/x.0/findings/w.case", write_case(c));
    errors.take(put("work/x.0/findings/largest.jsonl", line(on_sse(c).fraction)));
    return c;
  }
  static std::string line(double fraction, const std::string& file = "w.case") {
    return fmt::format(R"({{"operation": "transform_verts", "port": "sse", "quantity": "vertex", )"
                       R"("fraction": {}, "error": 1, "bound": 2, "file": "{}"}})"
                       "\n",
                       fraction, file);
  }
  int shrink(const LargestErrors& errors, double fraction) const {
    const TriageOptions options{.case_path = errors.witness(name_).string(),
                                .ports = {"sse"},
                                .kind = {},
                                .out = out_.string(),
                                .quantity = std::get<2>(name_),
                                .fraction = fraction};
    return triage(options, test_installation());
  }
};

TEST_F(SmallerTest, AWitnessIsCutDownAndShowsNoLess) {
  LargestErrors errors(folder_, log_);
  const Case whole = record(errors);
  const double fraction = errors.all().at(name_).fraction;
  ASSERT_EQ(shrink(errors, fraction), 1);
  ASSERT_TRUE(errors.take_smaller(name_, out_ / kLargestLines));

  const LargestErrors again(folder_, log_);
  const LargestError& now = again.all().at(name_);
  const Case smaller = load_case(again.witness(name_).string());
  EXPECT_TRUE(now.settled);
  EXPECT_GE(now.fraction, fraction);
  EXPECT_LT(op_.size(smaller), op_.size(whole));
  const Largest shown = on_sse(smaller);
  EXPECT_EQ(shown.fraction, now.fraction);
  EXPECT_EQ(shown.error, now.error);
  EXPECT_EQ(shown.bound, now.bound);
}

TEST_F(SmallerTest, AWitnessThatShowsLessAloneIsLeftAsItIs) {
  LargestErrors errors(folder_, log_);
  record(errors);
  EXPECT_EQ(shrink(errors, 2 * errors.all().at(name_).fraction), 0);
  EXPECT_FALSE(fs::exists(out_));
}

TEST_F(SmallerTest, AnUnknownQuantityIsRefused) {
  LargestErrors errors(folder_, log_);
  record(errors);
  const TriageOptions options{.case_path = errors.witness(name_).string(),
                              .ports = {"sse"},
                              .kind = {},
                              .out = out_.string(),
                              .quantity = "beauty"};
  try {
    triage(options, test_installation());
    FAIL() << "it was not";
  } catch (const BadInput& e) {
    EXPECT_THAT(e.what(), HasSubstr("transform_verts has no errors in beauty"));
  }
}

TEST_F(SmallerTest, OnlyOneWithAsLargeAnErrorIsTaken) {
  LargestErrors errors(folder_, log_);
  put("work/x.0/findings/w.case", "the witness");
  errors.take(put("work/x.0/findings/largest.jsonl", line(0.5)));
  put("work/out/s.case", "less");
  EXPECT_FALSE(errors.take_smaller(name_, put("work/out/largest.jsonl", line(0.49, "s.case"))));
  EXPECT_FALSE(errors.take_smaller(name_, put("work/out/largest.jsonl", "{\"operation\": ")));
  EXPECT_EQ(read_file(errors.witness(name_).string()), "the witness");
  EXPECT_FALSE(errors.all().at(name_).settled);
}

TEST_F(SmallerTest, ALargerErrorIsToBeCutDownAgain) {
  LargestErrors errors(folder_, log_);
  put("work/x.0/findings/w.case", "the witness");
  errors.take(put("work/x.0/findings/largest.jsonl", line(0.5)));
  errors.settle(name_);
  EXPECT_TRUE(LargestErrors(folder_, log_).all().at(name_).settled);
  errors.take(put("work/x.0/findings/largest.jsonl", line(0.5) + line(0.6)));
  EXPECT_FALSE(LargestErrors(folder_, log_).all().at(name_).settled);
}

} // namespace
} // namespace ulna::night
