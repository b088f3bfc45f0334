// What a map of code knows of small libraries, one for each thing that there is to know.
#include "properties/code/code_samples.h"
#include "properties/code/elf_files.h"

#include <gmock/gmock.h>

namespace ulna::code {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// The blocks by the function that they belong to.
std::vector<std::string> functions(const CodeMap& map) {
  std::vector<std::string> names;
  for (const Function& f : map.functions) names.push_back(f.name);
  std::sort(names.begin(), names.end());
  return names;
}

size_t open_blocks(const CodeMap& map) {
  return size_t(
      std::count_if(map.blocks.begin(), map.blocks.end(), [](const Block& b) { return b.open; }));
}

CodeMap snippet(std::string_view function) {
  return map_of(sample("snippets"), function);
}

TEST(Blocks, EndWhereJumpsDo) {
  const CodeMap map = snippet("count_down");
  ASSERT_EQ(map.obstacle, "");
  ASSERT_EQ(map.blocks.size(), 3U);
  EXPECT_THAT(map.blocks[0].successors, ElementsAre(1));
  EXPECT_THAT(map.blocks[1].successors, ElementsAre(1, 2));
  EXPECT_THAT(map.blocks[2].successors, IsEmpty());
  EXPECT_EQ(map.blocks[1].count, 3U);
  EXPECT_THAT(functions(map), ElementsAre("count_down"));
  const Instruction& second = map.instructions[1];
  EXPECT_EQ(map.find(second.address), &second);
  EXPECT_EQ(map.find(second.address + 1), nullptr);
  EXPECT_EQ(map.block_at(second.address + 1), &map.blocks[1]);
  EXPECT_EQ(map.block_at(map.blocks[2].end), nullptr);
  EXPECT_EQ(map.block_at(0), nullptr);
}

TEST(Calls, AreFollowedAndReturn) {
  const CodeMap map = snippet("calls_four");
  ASSERT_EQ(map.obstacle, "");
  EXPECT_THAT(functions(map), ElementsAre("calls_four", "four"));
  EXPECT_EQ(map.blocks.size(), 3U);
}

TEST(Calls, ThatDoNotReturnHaveNothingBehindThem) {
  const CodeMap map = snippet("calls_stop");
  ASSERT_EQ(map.obstacle, "");
  EXPECT_THAT(functions(map), ElementsAre("calls_stop", "stop"));
  EXPECT_EQ(map.instructions.size(), 2U);
}

TEST(Functions, WhoseAddressIsTakenAreReachable) {
  const CodeMap map = snippet("takes_address");
  EXPECT_THAT(functions(map), ElementsAre("four", "takes_address"));
  EXPECT_THAT(map.gaps, IsEmpty());
}

TEST(Tables, OfAddressesAreFollowed) {
  for (const char* name : {"snippets", "packed"}) {
    SCOPED_TRACE(name);
    const CodeMap map = map_of(sample(name), "absolute_table");
    ASSERT_EQ(map.obstacle, "");
    EXPECT_EQ(open_blocks(map), 0U);
    EXPECT_THAT(map.gaps, IsEmpty());
    ASSERT_EQ(map.blocks.size(), 5U);
    EXPECT_THAT(map.blocks[0].successors, ElementsAre(1, 2, 3, 4));
  }
}

TEST(Relocations, ThatArePackedAreRead) {
  const std::string file = sample("packed");
  // The place of DT_RELR is taken: there is such a table.
  const std::string without = approximations::with_dynamic(file, DT_RELR, {DT_DEBUG, {0}});
  const CodeMap map = map_of(without, "absolute_table");
  EXPECT_EQ(open_blocks(map), 1U);
}

TEST(Tables, OfACompilerAreFollowed) {
  for (const char* name : {"switches", "switches_stripped"}) {
    SCOPED_TRACE(name);
    const CodeMap map = map_of(sample(name), "choose");
    ASSERT_EQ(map.obstacle, "");
    EXPECT_EQ(open_blocks(map), 0U);
    EXPECT_THAT(map.gaps, IsEmpty());
    const auto most =
        std::max_element(map.blocks.begin(), map.blocks.end(), [](const Block& a, const Block& b) {
          return a.successors.size() < b.successors.size();
        });
    EXPECT_EQ(most->successors.size(), 7U) << "the switch is no table any more";
  }
}

void expect_open(const char* function, size_t blocks) {
  const CodeMap map = snippet(function);
  ASSERT_EQ(map.obstacle, "");
  EXPECT_EQ(open_blocks(map), 1U);
  EXPECT_EQ(map.blocks.size(), blocks);
  ASSERT_EQ(map.gaps.size(), 1U);
  EXPECT_EQ(map.gaps[0].what, "a jump whose targets are not known");
}

TEST(Tables, WithoutABoundAreNot) {
  expect_open("unbounded_table", 1);
}

TEST(Tables, WhoseBoundDoesNotAlwaysHoldAreNot) {
  expect_open("doubtful_table", 4);
}

TEST(Tables, ThatOnlyLookedCertainAreNot) {
  expect_open("late_doubt", 4);
}

TEST(StrippedLibraries, AreMappedByTheTableForExceptions) {
  const CodeMap map = map_of(sample("switches_stripped"), "visit");
  ASSERT_EQ(map.obstacle, "");
  // `twice` has no symbol any more, but is where a function begins.
  ASSERT_EQ(map.functions.size(), 2U);
  EXPECT_THAT(functions(map), testing::Contains(testing::StartsWith("0x")));
  ASSERT_EQ(map.gaps.size(), 1U);
  EXPECT_EQ(map.gaps[0].what, "calls through a pointer");
}

TEST(Constants, AreWhatNobodyWrites) {
  const std::string file = sample("snippets");
  const CodeMap map = map_of(file, "loads_constants");
  ASSERT_EQ(map.obstacle, "");
  const uint64_t floats = address_of(file, "floats");
  EXPECT_EQ(map.constant(floats, 4), std::string_view("\0\0\x80\x3f", 4));
  EXPECT_EQ(map.constant(floats, 16).size(), 16U);
  EXPECT_EQ(map.constant(address_of(file, "written"), 4), "");
  EXPECT_EQ(map.constant(address_of(file, "addresses"), 8), "") << "the loader writes it";
  EXPECT_EQ(map.constant(map.instructions[1].address, 4), "") << "it is code";
  EXPECT_EQ(map.constant(~uint64_t{0}, 4), "");
}

void expect_obstacle(const CodeMap& map, const char* what) {
  EXPECT_THAT(map.obstacle, HasSubstr(what));
  EXPECT_THAT(map.instructions, IsEmpty());
  EXPECT_THAT(map.blocks, IsEmpty());
  EXPECT_EQ(map.constant(0, 1), "");
}

TEST(Obstacles, AreInstructionsInsideOthers) {
  expect_obstacle(snippet("overlaps"), "into the middle of the instruction");
}

TEST(Obstacles, AreBytesThatAreNoInstruction) {
  expect_obstacle(snippet("falls_into_data"), "are no instruction");
}

TEST(Obstacles, AreEntriesBesideTheCode) {
  const std::string file = sample("snippets");
  expect_obstacle(map_code(file, {0}), "is no code of this library");
  expect_obstacle(map_code(file, {address_of(file, "floats")}), "is no code of this library");
  expect_obstacle(map_code(file, {~uint64_t{0}}), "is no code of this library");
}

TEST(Obstacles, AreFilesOfAnotherKind) {
  expect_obstacle(map_code("", {0}), "its file is malformed");
  expect_obstacle(map_code("no library", {0}), "its file is malformed");
  const std::string other = approximations::with_header(
      sample("snippets"), [](Elf64_Ehdr& h) { h.e_machine = EM_AARCH64; });
  expect_obstacle(map_code(other, {0}), "it is no x86-64 shared library");
  const std::string writable =
      approximations::with_segments(sample("snippets"), [](Elf64_Phdr& s) { s.p_flags |= PF_W; });
  expect_obstacle(map_code(writable, {0}), "both writable and executable");
}

/// Whatever a file says, a map of it is whole, or there is none.
void expect_sane(const std::string& file, const std::vector<uint64_t>& entries) {
  const CodeMap map = map_code(file, entries);
  EXPECT_TRUE(map.obstacle.empty() || map.blocks.empty());
  for (const Block& block : map.blocks)
    for (const uint32_t next : block.successors) ASSERT_LT(next, map.blocks.size());
}

TEST(MalformedFiles, AreNeverMoreThanAnObstacle) {
  const std::string whole = sample("snippets");
  const std::vector<uint64_t> entries = {
      address_of(whole, "absolute_table"), address_of(whole, "calls_four"),
      address_of(whole, "loads_constants"), address_of(whole, "takes_address")};
  ASSERT_EQ(map_code(whole, entries).obstacle, "");
  size_t refused = 0;
  for (size_t length = 0; length < whole.size(); length += 64) {
    const std::string cut = whole.substr(0, length);
    expect_sane(cut, entries);
    refused += !map_code(cut, entries).obstacle.empty();
  }
  EXPECT_GT(refused, 0U);
}

TEST(MalformedFiles, MayHaveAnythingInThem) {
  const std::string whole = sample("switches");
  const std::vector<uint64_t> entries = {address_of(whole, "choose"), address_of(whole, "visit")};
  for (const uint64_t value : {uint64_t{0}, ~uint64_t{0}, uint64_t{1} << 63, uint64_t{0x1010}})
    for (size_t at = 0; at + sizeof value <= whole.size(); at += 4) {
      std::string file = whole;
      approximations::put(file, at, value);
      ASSERT_NO_FATAL_FAILURE(expect_sane(file, entries)) << fmt::format("{:#x} at {}", value, at);
    }
}

} // namespace
} // namespace ulna::code
