// Shards divide a run, and what they leave adds up like sets do.
#include "shards/unit_file.h"

#include "base/error.h"
#include "base/files.h"
#include "base/temporary_folder.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <csignal>
#include <sys/resource.h>

namespace ulna {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;

uint64_t rank(const json& result) {
  return result["rank"];
}

UnitFile empty_run(uint64_t count = 12, uint64_t shards = 4) {
  UnitFile file;
  file.command = "certify";
  file.count = count;
  file.shards = shards;
  file.started = "2026-01-01T00:00:00Z";
  file.identity = {{"seed", "1"}, {"ports", {{{"sha256", "ab"}}}}};
  file.about = {{"arguments", json::array()}};
  return file;
}

UnitFile round_trip(const UnitFile& file) {
  return read_units(write_units(file), "f");
}

/// As shards leave them: some units, on some machines, of which some were done by others, too, with
/// other results.
UnitFile some_file() {
  const auto below = [](int n) { return *rc::gen::inRange(0, n); };
  UnitFile file = empty_run();
  file.started = fmt::format("2026-01-01T00:00:0{}Z", below(3));
  file.about["started"] = below(3);
  for (uint64_t number = 0; number < file.count; ++number)
    if (below(2) == 1)
      file.units[number] = {fmt::format("2026-01-02T00:00:0{}Z", below(3)),
                            {{"cpu", fmt::format("P{}", below(2))}},
                            {{"rank", below(2)}, {"value", below(2)}, {"seconds", below(2)}}};
  return round_trip(file);
}

UnitFile both(UnitFile a, const UnitFile& b) {
  unite(a, "a", b, "b", rank);
  return a;
}

RC_GTEST_PROP(UnitFiles, UniteInAnyOrder, ()) {
  const UnitFile a = some_file(), b = some_file(), c = some_file();
  RC_ASSERT(write_units(both(a, b)) == write_units(both(b, a)));
  RC_ASSERT(write_units(both(both(a, b), c)) == write_units(both(a, both(b, c))));
  RC_ASSERT(write_units(both(a, a)) == write_units(a));
  RC_ASSERT(write_units(both(both(a, b), a)) == write_units(both(a, b)));
}

RC_GTEST_PROP(UnitFiles, KeepAllUnitsAndTheHigherRank, ()) {
  const UnitFile a = some_file(), b = some_file();
  const UnitFile all = both(a, b);
  for (const UnitFile* part : {&a, &b})
    for (const auto& [number, unit] : part->units)
      RC_ASSERT(rank(all.units.at(number).result) >= rank(unit.result));
  for (const auto& [number, unit] : all.units)
    RC_ASSERT(a.units.contains(number) || b.units.contains(number));
}

RC_GTEST_PROP(UnitFiles, ThatWereCutOffHaveWhatWasWhole, ()) {
  const UnitFile file = some_file();
  const std::string text = write_units(file);
  const size_t header = text.find('\n') + 1;
  const auto cut = *rc::gen::inRange(header, text.size() + 1);
  const UnitFile rest = read_units(text.substr(0, cut), "f");
  auto at = file.units.begin();
  for (const auto& [number, unit] : rest.units) {
    RC_ASSERT(number == at->first);
    RC_ASSERT(unit.result == (at++)->second.result);
  }
}

RC_GTEST_PROP(Shards, DivideAllUnitsEvenly, ()) {
  const auto of = *rc::gen::inRange<uint64_t>(1, 2000);
  const auto count = *rc::gen::inRange<uint64_t>(0, 10'000);
  uint64_t next = 0;
  for (uint64_t number = 1; number <= of; ++number) {
    const auto [begin, end] = Shard{number, of}.units(count);
    RC_ASSERT(begin == next);
    RC_ASSERT(end - begin == count / of || end - begin == (count + of - 1) / of);
    next = end;
  }
  RC_ASSERT(next == count);
}

TEST(Shards, HaveNoOverflow) {
  const uint64_t count = uint64_t{1} << 62;
  EXPECT_EQ((Shard{kMostShards, kMostShards}.units(count).second), count);
}

TEST(Shards, AreSaidAsWhichOfHowMany) {
  EXPECT_EQ(parse_shard("3/8").text(), "3/8");
  for (const char* wrong : {"", "3", "3/", "/8", "0/8", "9/8", "3/8x", "x3/8", "-1/8", "3//8",
                            "1/1000001", "3/99999999999999999999"})
    EXPECT_THROW(parse_shard(wrong), BadInput) << wrong;
}

std::string refusal(const auto& act) {
  try {
    act();
  } catch (const BadInput& e) {
    return e.what();
  }
  return "";
}

TEST(UnitFiles, OfOtherRunsAreRefusedByName) {
  const UnitFile a = empty_run();
  const auto refused_with = [&](const auto& change) {
    UnitFile b = a;
    change(b);
    UnitFile into = a;
    return refusal([&] { unite(into, "a", b, "b", rank); });
  };
  EXPECT_EQ(refused_with([](UnitFile& b) { b.identity["ports"][0]["sha256"] = "cd"; }),
            "b: it is of another run than a: ports/0/sha256 is \"cd\" here and \"ab\" there; merge "
            "what is of one run");
  EXPECT_THAT(refused_with([](UnitFile& b) { b.shards = 5; }), HasSubstr("shards is 5 here and 4"));
  EXPECT_THAT(refused_with([](UnitFile& b) { b.command = "sweep"; }),
              HasSubstr("what `ulna sweep` left"));
  EXPECT_THAT(refused_with([](UnitFile& b) { b.identity.erase("seed"); }),
              HasSubstr("seed is missing here"));
  EXPECT_THAT(refused_with([](UnitFile& b) { b.identity["models"] = nlohmann::json::array(); }),
              HasSubstr("models is [] here and missing there"));
  EXPECT_EQ(refused_with([](UnitFile& b) { b.about["x"] = 1; }), "");
}

TEST(UnitFiles, CountWhatWasDoneTwiceWithOtherResults) {
  UnitFile a = empty_run();
  a.units[0] = {"t", {{"cpu", "P"}}, {{"rank", 0}, {"seconds", 1}}};
  UnitFile slower = a, other = a;
  slower.units[0].result["seconds"] = 2;
  other.units[0].result["rank"] = 1;
  EXPECT_EQ(unite(slower, "a", a, "b", rank), 0);
  EXPECT_EQ(unite(other, "a", a, "b", rank), 1);
}

TEST(UnitFiles, WithAResultThatIsNoneAreRefused) {
  UnitFile a = empty_run();
  a.units[0] = {"t", {{"cpu", "P"}}, {{"rank", 0}}};
  UnitFile b = a;
  b.units[0].result = {{"rank", "high"}};
  b.units[0].where = "b:3";
  EXPECT_THAT(refusal([&] { unite(a, "a", b, "b", rank); }),
              HasSubstr("b:3: unit 0 is not as ulna wrote it"));
}

TEST(UnitFiles, KnowWhichShardsAreMissing) {
  UnitFile file = empty_run(10, 4); // 2, 3, 2, 3
  EXPECT_THAT(missing_shards(file), ElementsAre(1, 2, 3, 4));
  for (const uint64_t number : {0, 1, 2, 3, 7, 8, 9}) file.units[number] = {};
  EXPECT_THAT(missing_shards(file), ElementsAre(2, 3));
}

TEST(UnitFiles, ThatAreNoneAreRefusedAtTheirLine) {
  UnitFile file = empty_run();
  file.units[1] = {"t", {{"cpu", "P"}}, {{"rank", 0}}};
  const std::string text = write_units(file);
  const auto refused = [](const std::string& wrong) {
    return refusal([&] { read_units(wrong, "f"); });
  };
  EXPECT_EQ(refused(text), "");
  EXPECT_THAT(refused(""), HasSubstr("f: it is not a file of units"));
  EXPECT_THAT(refused("{\"schema\""), HasSubstr("f: it is not a file of units"));
  EXPECT_THAT(refused("7\n"), HasSubstr("f:1: run: it must be an object"));
  EXPECT_THAT(refused("{}\n"), HasSubstr("f:1: run: it must have the schema"));
  EXPECT_THAT(refused(text + "{\"unit\":12,\"ended\":\"\",\"result\":{}}\n"),
              HasSubstr("f:4: unit.unit: it must be less than 12"));
  EXPECT_THAT(refused(text + "{\"unit\":1,\n"), HasSubstr("f:4"));
  EXPECT_THAT(refused(text + "{\"unit\":1,\"ended\":\"\",\"result\":[]}\n"),
              HasSubstr("result: it must be an object"));
  const size_t machine = text.find("{\"machine\"");
  EXPECT_THAT(refused(text.substr(0, machine) + text.substr(text.find('\n', machine) + 1)),
              HasSubstr("must come behind a machine"));
}

TEST(UnitWriters, GoOnWhereOneWasKilled) {
  const TemporaryFolder folder("ulna-units");
  const std::string path = folder.path() + "/units.jsonl";
  UnitWriter(path, empty_run(), {{"cpu", "P"}}).add(3, {{"rank", 1}});
  const std::string first = read_file(path);
  append_to_file(path, "{\"unit\":4,\"end"); // as a kill may leave it
  UnitWriter second(path, empty_run(), {{"cpu", "Q"}});
  EXPECT_EQ(second.file().units.size(), 1);
  second.add(4, {{"rank", 2}});
  EXPECT_TRUE(read_file(path).starts_with(first));
  const UnitFile file = load_units(folder.path());
  EXPECT_EQ(file.units.at(3).machine["cpu"], "P");
  EXPECT_EQ(file.units.at(4).machine["cpu"], "Q");
  EXPECT_EQ(write_units(file), write_units(second.file()));
}

TEST(UnitWriters, LoseNothingWhereTheDiskIsFull) {
  const TemporaryFolder folder("ulna-units");
  const std::string path = folder.path() + "/units.jsonl";
  UnitWriter units(path, empty_run(), {{"cpu", "P"}});
  units.add(3, {{"rank", 1}});
  const std::string before = read_file(path);
  rlimit limit{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &limit), 0);
  const rlimit full{before.size() + 20, limit.rlim_max}; // a part of a unit goes into it
  const auto handler = signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &full), 0);
  const std::string said = refusal([&] { units.add(4, {{"rank", 2}}); });
  setrlimit(RLIMIT_FSIZE, &limit);
  signal(SIGXFSZ, handler);
  EXPECT_THAT(said, HasSubstr(path));
  EXPECT_EQ(read_file(path), before);
  EXPECT_FALSE(units.file().units.contains(4));
  units.add(4, {{"rank", 2}});
  EXPECT_EQ(load_units(path).units.size(), 2);
}

TEST(UnitWriters, LeaveTheUnitsOfAnotherRunAlone) {
  const TemporaryFolder folder("ulna-units");
  const std::string path = folder.path() + "/units.jsonl";
  UnitWriter(path, empty_run(), {{"cpu", "P"}}).add(3, {{"rank", 1}});
  const std::string before = read_file(path);
  UnitFile other = empty_run();
  other.identity["seed"] = "2";
  EXPECT_THAT(refusal([&] {
                UnitWriter(path, other, {{"cpu", "P"}});
              }),
              HasSubstr("it holds units of another run: seed is \"2\" here and \"1\" there"));
  EXPECT_EQ(read_file(path), before);
}

} // namespace
} // namespace ulna
