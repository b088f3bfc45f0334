// The reports of several shards as one.
#include "fuzz/night/mornings.h"

#include "base/temporary_folder.h"
#include "fuzz/night/report.h"
#include "properties/fuzz/night_folder.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace ulna::night {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;

json finding(int id, uint64_t count, bool is_new, const std::string& witness) {
  return {{"id", fmt::format("id{}", id)},
          {"target", "t"},
          {"port", "mine"},
          {"port_path", "mine.so"},
          {"kind", "hung"},
          {"where", ""},
          {"detail", "why"},
          {"new", is_new},
          {"tonight", count},
          {"count", count},
          {"first_seen", fmt::format("2026-01-0{}T00:00:00Z", count)},
          {"last_seen", fmt::format("2026-01-0{}T00:00:00Z", count)},
          {"shrunk", true},
          {"alone_silent", false},
          {"called", ""},
          {"witness", witness},
          {"replay", "ulna replay x"}};
}

json morning(const std::string& shard, uint64_t executions) {
  return {{"version", 1},
          {"night", "2026-01-01T00:00:00Z"},
          {"written", "2026-01-02T00:00:00Z"},
          {"over", true},
          {"seconds", 10.0},
          {"seconds_planned", 10.0},
          {"starts", 1},
          {"targets_folder", "targets"},
          {"port", "mine.so"},
          {"port_name", "mine"},
          {"port_changed", ""},
          {"subject",
           {{"port", "mine.so"},
            {"port_name", "mine"},
            {"port_sha256", "ab"},
            {"contracts", {{"t", 1}, {"u", 1}}},
            {"shard", shard}}},
          {"not_run", json::array()},
          {"targets", json::array({json{{"target", "t"},
                                        {"seconds", 9.0},
                                        {"slices", 1},
                                        {"executions", executions},
                                        {"coverage", executions},
                                        {"features", 7},
                                        {"inputs", 3},
                                        {"deaths", 0}}})},
          {"never_ran", json::array({"u"})},
          {"hardly_ran", json::array()},
          {"unjudged", 0},
          {"targets_planned", 2},
          {"executions", executions},
          {"findings", json::array()},
          {"new_findings", 0},
          {"largest", json::array()},
          {"changes", nullptr}};
}

class MorningsTest : public testing::Test {
protected:
  std::string path(const std::string& name) const { return root_.path() + "/" + name; }

  std::string put(const std::string& name, const json& report) const {
    write_file_whole(path(name) + "/morning.json", report.dump());
    return path(name);
  }

  /// Three shards: two met the same finding, with witnesses of other sizes.
  std::vector<std::string> shards() const {
    json a = morning("1/3", 900), b = morning("2/3", 5000), c = morning("3/3", 0);
    a["findings"].push_back(finding(1, 2, true, "findings/t/id1/a.case"));
    b["findings"].push_back(finding(1, 3, true, "findings/t/id1/b.case"));
    b["findings"].push_back(finding(2, 1, false, "findings/t/id2/b.case"));
    const auto largest = [](const json& fraction, const char* witness) {
      return json{{"operation", "t"},     {"port", "mine"},  {"quantity", "q"},
                  {"fraction", fraction}, {"error", 0.5},    {"bound", 1.0},
                  {"seen", "x"},          {"settled", true}, {"witness", witness}};
    };
    a["largest"].push_back(largest(0.25, "largest/a.case"));
    c["largest"].push_back(largest(0.5, "largest/c.case"));
    write_file_whole(path("a/findings/t/id1/a.case"), "longer");
    write_file_whole(path("b/findings/t/id1/b.case"), "short");
    write_file_whole(path("b/findings/t/id2/b.case"), "other");
    write_file_whole(path("a/largest/a.case"), "quarter");
    write_file_whole(path("c/largest/c.case"), "half");
    return {put("a", a), put("b", b), put("c", c)};
  }

  json merged(const std::vector<std::string>& folders, const std::string& out, int exit) const {
    EXPECT_EQ(merge_mornings(folders, path(out), "ulna"), exit);
    json report = json::parse(read_file(path(out) + "/morning.json"));
    for (json& f : report["findings"]) f.erase("replay"); // names the folder
    return report;
  }

  std::string refusal(const std::vector<std::string>& folders) const {
    try {
      merge_mornings(folders, path("refused"), "ulna");
    } catch (const BadInput& e) {
      return e.what();
    }
    return "accepted";
  }

  const TemporaryFolder root_{"ulna-mornings"};
};

TEST_F(MorningsTest, AddUp) {
  const json all = merged(shards(), "all", 1);
  EXPECT_EQ(all["executions"], 5900);
  EXPECT_EQ(all["targets"][0]["executions"], 5900);
  EXPECT_EQ(all["targets"][0]["coverage"], 5000);
  EXPECT_EQ(all["seconds"], 30.0);
  EXPECT_EQ(all["findings"].size(), 2);
  EXPECT_EQ(all["findings"][0]["count"], 5);
  EXPECT_EQ(all["findings"][0]["first_seen"], "2026-01-02T00:00:00Z");
  EXPECT_EQ(all["findings"][0]["witness"], "findings/t/id1/b.case"); // the smaller one
  EXPECT_EQ(read_file(path("all/findings/t/id1/b.case")), "short");
  EXPECT_EQ(all["new_findings"], 1);
  EXPECT_EQ(all["largest"][0]["fraction"], 0.5);
  EXPECT_EQ(read_file(path("all/largest/c.case")), "half");
  EXPECT_THAT(all["never_ran"], ElementsAre("u"));
  EXPECT_EQ(all["over"], true);
  EXPECT_THAT(read_file(path("all/morning.md")), HasSubstr("Shards 1, 2, 3."));
}

TEST_F(MorningsTest, AreTheSameInAnyOrder) {
  const std::vector<std::string> s = shards();
  const json all = merged(s, "all", 1);
  EXPECT_EQ(merged({s[2], s[0], s[1]}, "turned", 1), all);
  merged({s[0], s[1]}, "two", 1);
  EXPECT_EQ(merged({s[2], path("two")}, "later", 1), all);
  EXPECT_EQ(merged({s[2]}, "two", 1), all); // with what the folder holds
  EXPECT_EQ(merged({path("all"), s[1], path("all")}, "again", 1), all);
}

TEST_F(MorningsTest, OfWhichOneIsMissingAreNotGreen) {
  put("a", morning("1/3", 5000));
  put("c", morning("3/3", 5000));
  const json two = merged({path("a"), path("c")}, "two", 2);
  EXPECT_THAT(two["missing_shards"], ElementsAre("2"));
  EXPECT_EQ(two["over"], false);
  EXPECT_THAT(read_file(path("two/morning.md")), HasSubstr("Shards 1, 3; missing: 2."));
  put("b", morning("2/3", 5000));
  merged({path("b")}, "two", 0);
}

TEST_F(MorningsTest, CountALaterReportOfAShardInPlaceOfAnEarlierOne) {
  put("a", morning("1/1", 10));
  put("later", morning("1/1", 5000));
  for (const bool turned : {false, true}) {
    std::vector<std::string> both{path("a"), path("later")};
    if (turned) std::swap(both[0], both[1]);
    EXPECT_EQ(merged(both, turned ? "x" : "y", 0)["executions"], 5000);
  }
}

TEST_F(MorningsTest, OfOtherNightsAreRefusedByName) {
  put("a", morning("1/2", 10));
  json other = morning("2/2", 10);
  other["subject"]["port_sha256"] = "cd";
  put("b", other);
  EXPECT_THAT(refusal({path("a"), path("b")}), HasSubstr("b/morning.json: it is of another night"));
  put("b", morning("2/3", 10));
  EXPECT_THAT(refusal({path("a"), path("b")}), HasSubstr("of 3 shards"));
  other = morning("", 10);
  other["subject"].erase("shard");
  put("b", other);
  EXPECT_THAT(refusal({path("b")}), HasSubstr("was no shard of one"));
}

TEST_F(MorningsTest, ThatAreMalformedAreRefused) {
  write_file_whole(path("a/morning.json"), "{");
  EXPECT_THAT(refusal({path("a")}), HasSubstr("it is no report of a night"));
  json wrong = morning("1/1", 10);
  wrong["executions"] = "many";
  EXPECT_THAT(refusal({put("a", wrong)}), HasSubstr("is not as `ulna fuzz` left it"));
  EXPECT_THAT(refusal({path("nowhere")}), HasSubstr("nowhere/morning.json"));
}

TEST_F(MorningsTest, WriteNoFileElsewhere) {
  for (const char* elsewhere : {"../x", "/tmp/x", "a/../../x", ""}) {
    json wrong = morning("1/1", 10);
    wrong["findings"].push_back(finding(1, 1, true, elsewhere));
    EXPECT_THAT(refusal({put("a", wrong)}), HasSubstr("names a file elsewhere")) << elsewhere;
  }
}

} // namespace
} // namespace ulna::night
