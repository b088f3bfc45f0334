// Case files: what is written reads back bit for bit, and nothing else is accepted. Generators: the
// same case everywhere, valid, and all the kinds that they promise.
#include "base/error.h"
#include "base/files.h"
#include "base/random.h"
#include "cases/case_file.h"
#include "cases/make_case.h"
#include "operations/blending/blending.h"
#include "operations/list.h"
#include "operations/skinning/skinning.h"
#include "properties/fewer.h"
#include "properties/laws.h"

#include <boost/crc.hpp>
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <filesystem>
#include <set>

namespace ulna {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::StartsWith;

constexpr const char* kName = "some/name.case"; // stands for the text in messages

/// A small case of every operation, with two elements.
Case small_case(const Operation& op) {
  Random random(7, 7);
  for (uint64_t i = op.num_edge_cases;; ++i) {
    const Case c = op.generate(1, i);
    if (op.size(c) < 2) continue;
    const size_t places[] = {0, 1};
    Case small = op.keep(c, {places, 2});
    const Case large = small;
    for (const Reduction& reduction : op.reductions(large)) // without unused joints
      if (Case smaller = reduction(); smaller.arrays[1].size() < small.arrays[1].size())
        small = std::move(smaller);
    if (write_case(small).size() < 2500 && op.size(small) == 2) return small;
  }
}

/// The text with its checksum put right, so that another check has to object.
std::string with_checksum(std::string text) {
  text.resize(text.rfind("\nend ") + 1);
  boost::crc_32_type crc;
  crc.process_bytes(text.data(), text.size());
  return text + fmt::format("end {:08x}\n", crc.checksum());
}

/// The message with which the text is refused; fails the test if it is not, or not with one line
/// that begins with the name.
std::string refusal(const std::string& text) {
  try {
    read_case(text, kName);
  } catch (const BadInput& e) {
    const std::string message = e.what();
    EXPECT_THAT(message, StartsWith(std::string(kName) + ":"));
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    return message;
  }
  ADD_FAILURE() << "was accepted:\n" << text;
  return {};
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what << " is not in\n" << text;
  if (at != std::string::npos) text.replace(at, what.size(), by);
  return text;
}

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const Operation* op : operations()) all.push_back(op->name);
  return all;
}

class CaseFile : public testing::TestWithParam<std::string> {
protected:
  const Operation& op() const { return operation_named(GetParam()); }
};
INSTANTIATE_TEST_SUITE_P(Operations, CaseFile, testing::ValuesIn(names()),
                         [](const auto& test) { return test.param; });

// --- Write and read ---------------------------------------------------------------------------

TEST_P(CaseFile, AGeneratedCaseSurvives) {
  laws::check([this](uint64_t seed) {
    const auto i = *rc::gen::inRange<uint64_t>(0, 3000);
    const Case c = op().generate(seed, i);
    RC_PRE(op().size(c) <= 2000); // time
    const Case back = read_case(write_case(c), kName);
    RC_ASSERT(same_input(c, back));
    RC_ASSERT(c.note == back.note);
  });
}

TEST_P(CaseFile, AnyBitsOfFloatsSurvive) {
  laws::check([this] {
    const auto special =
        rc::gen::element<uint32_t>(0x00000000, 0x80000000, 0x00000001, 0x807fffff, 0x00800000,
                                   0x7f7fffff, 0x7f800000, 0xff800000, 0x7f800001, 0xffffffff);
    const auto nan = rc::gen::map(rc::gen::arbitrary<uint32_t>(), [](uint32_t b) {
      return b | 0x7f800000 | uint32_t((b & 0x007fffff) == 0);
    });
    const auto denormal =
        rc::gen::map(rc::gen::arbitrary<uint32_t>(), [](uint32_t b) { return b & 0x807fffff; });
    const auto bits = rc::gen::oneOf(rc::gen::arbitrary<uint32_t>(), special, nan, denormal);
    Case c = small_case(op());
    for (size_t a = 0; a < c.arrays.size(); ++a) {
      for (size_t w = 0; w < c.arrays[a].words(); ++w)
        if (op().arrays[a].letter(c, w) == 'f') c.arrays[a].set_word(w, *bits);
    }
    if (op().real) c.real = std::bit_cast<float>(*bits);
    c.flush = *rc::gen::arbitrary<bool>();
    c.order = *rc::gen::inRange<uint8_t>(0, kNumOrders);
    c.processors = *rc::gen::inRange<uint32_t>(0, kMostProcessors + 1);
    RC_ASSERT(same_input(c, read_case(write_case(c), kName)));
  });
}

TEST_P(CaseFile, AnyNoteBecomesOneLine) {
  laws::check([this](const std::string& note) {
    Case c = small_case(op());
    c.note = note;
    const std::string text = write_case(c);
    const Case back = read_case(text, kName);
    RC_ASSERT(same_input(c, back));
    for (const char x : back.note) RC_ASSERT(static_cast<unsigned char>(x) >= ' ' && x != 127);
    RC_ASSERT(write_case(back) == text);
  });
}

TEST_P(CaseFile, WritingWhatWasReadGivesTheSameText) {
  for (uint64_t i = op().num_edge_cases; i < op().num_edge_cases + 50 / kFewer; ++i) {
    const std::string text = write_case(op().generate(3, i));
    EXPECT_EQ(write_case(read_case(text, kName)), text);
  }
}

TEST_P(CaseFile, SurvivesTheFileSystem) {
  const fs::path folder = fs::path(testing::TempDir()) / ("ulna-case-" + GetParam());
  const std::string path = folder / "a.case";
  const Case c = small_case(op());
  save_case(c, path);
  EXPECT_TRUE(same_input(load_case(path), c));
  const std::string text = write_case(c);
  write_file_whole(path, text.substr(0, text.size() / 2));
  try {
    load_case(path);
    ADD_FAILURE() << "half a file was accepted";
  } catch (const BadInput& e) {
    EXPECT_THAT(e.what(), StartsWith(path + ": truncated"));
  }
  fs::remove_all(folder);
}

TEST(CaseText, KeepsEveryNanPayload) {
  // Both signs, and every payload that has no more than its upper 11 bits or its lower 12.
  Case c = make_case(slerp_joints());
  std::vector<uint32_t> bits;
  for (const uint32_t sign : {0x7f800000u, 0xff800000u}) {
    for (uint32_t high = 1; high < 1u << 11; ++high) bits.push_back(sign | high << 12);
    for (uint32_t low = 1; low < 1u << 12; ++low) bits.push_back(sign | low);
  }
  bits.resize(bits.size() / 8 * 8);
  laws::put(c.arrays[blending::kJoints], bits);
  laws::put(c.arrays[blending::kBlendJoints], bits);
  EXPECT_TRUE(same_input(c, read_case(write_case(c), kName)));
}

TEST(CaseText, KeepsEveryExponentAndItsNeighbours) {
  Case c = make_case(lerp_joints());
  std::vector<uint32_t> bits;
  for (uint32_t exponent = 0; exponent < 256; ++exponent)
    for (const int32_t step : {-1, 0, 1, 0x3fffff})
      bits.push_back((exponent << 23) + static_cast<uint32_t>(step));
  laws::put(c.arrays[blending::kJoints], bits);
  laws::put(c.arrays[blending::kBlendJoints], bits);
  EXPECT_TRUE(same_input(c, read_case(write_case(c), kName)));
}

// --- Damage -----------------------------------------------------------------------------------

TEST_P(CaseFile, IsRefusedWhereverItIsCutOff) {
  const std::string text = write_case(small_case(op()));
  for (size_t length = 0; length < text.size(); ++length)
    ASSERT_NE(refusal(text.substr(0, length)), "") << "length " << length;
}

TEST_P(CaseFile, IsRefusedWhateverByteIsAltered) {
  const Case c = small_case(op());
  const std::string text = write_case(c);
  for (size_t at = 0; at < text.size(); ++at) {
    for (const char by :
         {char(text[at] ^ 1), char(text[at] ^ 0x20), '0', '-', ' ', '\n', '\0', '\x1b', '\xff'}) {
      if (by == text[at]) continue;
      std::string altered = text;
      altered[at] = by;
      ASSERT_NE(refusal(altered), "") << "byte " << at << " is " << int(by);
    }
  }
}

TEST_P(CaseFile, IsRefusedWhateverByteIsMissingOrAdded) {
  const std::string text = write_case(small_case(op()));
  for (size_t at = 0; at < text.size(); ++at) {
    std::string altered = text;
    altered.erase(at, 1);
    ASSERT_NE(refusal(altered), "") << "without byte " << at;
    altered = text;
    altered.insert(at, 1, '1');
    ASSERT_NE(refusal(altered), "") << "one more at " << at;
  }
  refusal(text + "\n");
  refusal(text + text);
}

TEST_P(CaseFile, AnyTextWithARightChecksumIsReadOrRefusedInOneLine) {
  // What an editor leaves: bytes altered anywhere, and the checksum put right.
  const std::string text = write_case(small_case(op()));
  laws::check([&] {
    std::string altered = text;
    for (int n = *rc::gen::inRange(1, 4); n > 0; --n) {
      const size_t at = *rc::gen::inRange<size_t>(0, altered.size());
      const char by = *rc::gen::oneOf(rc::gen::arbitrary<char>(),
                                      rc::gen::elementOf(std::string("0123456789 -+.einaf:\n")));
      switch (*rc::gen::inRange(0, 3)) {
      case 0:
        altered[at] = by;
        break;
      case 1:
        altered.insert(at, 1, by);
        break;
      default:
        altered.erase(at, 1);
      }
    }
    if (altered.rfind("\nend ") == std::string::npos) altered += "\nend ";
    altered = with_checksum(altered);
    try {
      const Case c = read_case(altered, kName);
      validate(c);
      RC_ASSERT(same_input(c, read_case(write_case(c), kName)));
    } catch (const BadInput& e) {
      const std::string message = e.what();
      RC_ASSERT(message.starts_with(std::string(kName) + ":"));
      RC_ASSERT(message.find('\n') == std::string::npos);
    }
  });
}

TEST_P(CaseFile, AFailedChecksumTellsTheRightOne) {
  const std::string text = write_case(small_case(op()));
  const std::string edited = replaced(text, "\nnote ", "\nnote by hand: ");
  const std::string message = refusal(edited);
  EXPECT_THAT(message, HasSubstr("altered"));
  const std::string right = with_checksum(edited);
  EXPECT_THAT(message, HasSubstr("'end " + right.substr(right.size() - 9, 8) + "'"));
  EXPECT_TRUE(same_input(read_case(right, kName), read_case(text, kName)));
}

// --- Texts that are whole, and wrong ----------------------------------------------------------

/// As write_case lays them out, but for the checksum.
constexpr const char* kSkinText = "ulna-case 1\n"
                                  "operation transform_verts\n"
                                  "note by hand\n"
                                  "flush no\n"
                                  "same_array no\n"
                                  "array verts 2 behind+4\n"
                                  "  1 2 3 4   5 6 7 8   9 10 11 12\n"
                                  "  1 2 3 4   5 6 7 8   9 10 11 12\n"
                                  "array joints 2 behind+16\n"
                                  "  1 0 0 0   0 1 0 0   0 0 1 0\n"
                                  "  2 0 0 0   0 2 0 0   0 0 2 0\n"
                                  "array base 3 before+0\n"
                                  "  1 2 3 1\n"
                                  "  4 5 6 0.5\n"
                                  "  7 8 9 0.5\n"
                                  "array weights 3 behind+0\n"
                                  "  1 48 12\n"
                                  "  0.5 0 24\n"
                                  "  0.5 48 12\n"
                                  "end 00000000\n";

constexpr const char* kBlendText = "ulna-case 1\n"
                                   "operation slerp_joints\n"
                                   "note by hand\n"
                                   "lerp 0.25\n"
                                   "flush yes\n"
                                   "same_array no\n"
                                   "array joints 2 behind+0\n"
                                   "  0 0 0 1   1 2 3 4\n"
                                   "  0 0 1 0   5 6 7 8\n"
                                   "array blend_joints 2 behind+0\n"
                                   "  0 1 0 0   1 2 3 4\n"
                                   "  1 0 0 0   5 6 7 8\n"
                                   "array index 2 behind+8\n"
                                   "  1\n"
                                   "  0\n"
                                   "end 00000000\n";

TEST(CaseText, TheTwoTextsByHandAreRight) {
  const Case skin = read_case(with_checksum(kSkinText), kName);
  EXPECT_EQ(skin.operation, &transform_verts());
  EXPECT_EQ(skin.note, "by hand");
  EXPECT_EQ(skin.places[skinning::kBase], (Placement{Side::before, 0}));
  EXPECT_EQ(write_case(skin), with_checksum(kSkinText));
  const Case blend = read_case(with_checksum(kBlendText), kName);
  EXPECT_EQ(blend.real, 0.25f);
  EXPECT_TRUE(blend.flush);
  EXPECT_EQ(blend.places[blending::kIndex], (Placement{Side::behind, 8}));
  EXPECT_EQ(write_case(blend), with_checksum(kBlendText));
}

/// Of devices, which take uint32.
TEST(CaseText, UnsignedNumbersMayBeWrittenAsSuch) {
  Case c = make_case(operation_named("choose_blending"));
  c.integers = {-1, INT32_MIN, 2};
  const std::string text = write_case(c);
  std::string other = replaced(text, "matrices -1\n", "matrices 4294967295\n");
  other = with_checksum(replaced(other, "index -2147483648\n", "index 2147483648\n"));
  EXPECT_NE(other, text);
  EXPECT_TRUE(same_input(read_case(other, kName), c));
  EXPECT_THAT(refusal(with_checksum(replaced(text, "matrices -1\n", "matrices 4294967296\n"))),
              HasSubstr("max_blend_matrices is a whole number of 32 bits"));
}

struct Wrong {
  const char* title;
  const char* text;
  const char* what; ///< the first occurrence becomes `by`
  const char* by;
  const char* message; ///< must be part of the refusal
};

void PrintTo(const Wrong& wrong, std::ostream* out) {
  *out << wrong.title;
}

class WrongCase : public testing::TestWithParam<Wrong> {};

TEST_P(WrongCase, IsRefusedForItsReason) {
  const Wrong& wrong = GetParam();
  EXPECT_THAT(refusal(with_checksum(replaced(wrong.text, wrong.what, wrong.by))),
              HasSubstr(wrong.message));
}

constexpr Wrong kWrong[] = {
    {"Version", kSkinText, "ulna-case 1", "ulna-case 2", "not a case file"},
    {"LineEnds", kSkinText, "ulna-case 1\n", "ulna-case 1\r\n", "CR and LF"},
    {"UnknownOperation", kSkinText, "transform_verts", "transform_normals",
     "no operation is called 'transform_normals'"},
    {"AnotherOperationsArrays", kSkinText, "transform_verts", "lerp_joints",
     "expected 'lerp …', this is 'flush no'"},
    {"NoNote", kSkinText, "note by hand\n", "", "expected 'note …'"},
    {"NoLerp", kBlendText, "lerp 0.25\n", "", "expected 'lerp …'"},
    {"LerpIsAWord", kBlendText, "lerp 0.25", "lerp half",
     "lerp is a number, such as 0.25, not 'half'"},
    {"LerpHasATail", kBlendText, "lerp 0.25", "lerp 0.25f", "lerp is a number"},
    {"FlushIsMaybe", kSkinText, "flush no", "flush maybe", "flush is yes or no"},
    {"SameArrayIsMaybe", kSkinText, "same_array no", "same_array 1", "same_array is yes or no"},
    {"NoProcessors", kSkinText, "same_array no\n", "same_array no\nprocessors 0\n",
     "processors is a whole number from 1 to 1024"},
    {"TooManyProcessors", kSkinText, "same_array no\n", "same_array no\nprocessors 1025\n",
     "processors is a whole number from 1 to 1024"},
    {"AnUnknownOrder", kSkinText, "same_array no\n", "same_array no\norder 6\n",
     "order is a whole number from 1 to 5"},
    {"ArraysInAnotherOrder", kSkinText, "array verts", "array joints", "expected the array verts"},
    {"TooFewRows", kSkinText, "array verts 2", "array verts 3",
     "verts: there are 2 elements, its line says 3"},
    {"TooManyRows", kSkinText, "array verts 2", "array verts 1",
     "expected 'array …'; more elements than the array's line says"},
    {"ALengthOfMinusOne", kSkinText, "array verts 2", "array verts -1",
     "the length of an array is a number"},
    {"AHugeLength", kSkinText, "array verts 2", "array verts 99999999999", "at most 1 GiB"},
    {"TooFewNumbers", kSkinText, "9 10 11 12", "9 10 11", "expected 12 numbers, there are 11"},
    {"TooManyNumbers", kSkinText, "9 10 11 12", "9 10 11 12 13", "verts: more than 12 numbers"},
    {"AWordForANumber", kSkinText, "9 10 11 12", "9 ten 11 12", "expected 12 numbers, not 'ten'"},
    {"ANanWithoutBits", kSkinText, "9 10 11 12", "9 nan 11 12",
     "not 'nan'; a NaN is nan: and its bits"},
    {"ANanThatIsNone", kSkinText, "9 10 11 12", "9 nan:7f800000 11 12", "expected 12 numbers"},
    {"ANumberBeyondFloat", kSkinText, "9 10 11 12", "9 1e39 11 12",
     "verts: expected 12 numbers that floats can hold, not '1e39'"},
    {"AFractionForAnOffset", kSkinText, "  1 48 12", "  1 48.5 12", "expected 3 numbers"},
    {"AnOffsetBeyond32Bits", kSkinText, "  1 48 12", "  1 4294967344 12", "expected 3 numbers"},
    {"NoPlace", kSkinText, "behind+4", "middle+4", "before+SHIFT or behind+SHIFT"},
    {"AShiftOf64", kSkinText, "behind+4", "behind+64", "a number of bytes below 64"},
    {"ANegativeShift", kSkinText, "behind+4", "behind+-4", "a number of bytes below 64"},
    {"VertsOffTheirAlignment", kSkinText, "behind+4", "behind+6",
     "verts: placed at +6, but the array is 4-byte aligned"},
    {"JointsOffTheirAlignment", kSkinText, "behind+16", "behind+8",
     "joints: placed at +8, but the array is 16-byte aligned"},
    {"FilledWithNothing", kSkinText, "behind+4\n", "behind+4 filled\n", "'filled' needs a number"},
    {"FilledMisspelt", kSkinText, "behind+4\n", "behind+4 full 0\n", "expected 'filled'"},
    {"AnOffsetInsideAMatrix", kSkinText, "  1 48 12", "  1 44 12",
     "entry 0 has joint_mat_offset 44, must be a multiple of 48 below 96"},
    {"AnOffsetBeyondThePalette", kSkinText, "  0.5 0 24", "  0.5 96 24",
     "entry 1 has joint_mat_offset 96, must be a multiple of 48 below 96"},
    {"ANegativeOffset", kSkinText, "  1 48 12", "  1 -48 12",
     "entry 0 has joint_mat_offset -48, must be a multiple of 48 below 96"},
    {"ABrokenChain", kSkinText, "  0.5 0 24", "  0.5 0 36",
     "entry 1 has next_vertex_offset 36, must be 24"},
    {"AChainOfZero", kSkinText, "  0.5 0 24", "  0.5 0 0",
     "entry 1 has next_vertex_offset 0, must be 24"},
    {"ANegativeChain", kSkinText, "  0.5 0 24", "  0.5 0 -12",
     "entry 1 has next_vertex_offset -12, must be 24"},
    {"AnOpenChain", kSkinText, "  0.5 48 12", "  0.5 48 24", "the last entry must end a vertex"},
    {"MoreVerticesThanVerts", kSkinText, "  0.5 0 24", "  0.5 0 12",
     "they end 3 vertices, but verts has 2"},
    {"FewerVerticesThanVerts", kSkinText, "  1 48 12", "  1 48 36",
     "they end 1 vertices, but verts has 2"},
    {"OneBaseTooFew", kSkinText, "array base 3 before+0\n  1 2 3 1\n", "array base 2 before+0\n",
     "base: 2 vectors, must be 3"},
    {"BaseOfTheOtherForm", kSkinText, "operation transform_verts\n",
     "operation transform_verts_and_tangents\n", "base: 3 vectors, must be 6"},
    {"SkinningArraysThatOverlap", kSkinText, "same_array no", "same_array yes",
     "the arrays of transform_verts never overlap"},
    {"BlendingArraysThatDiffer", kBlendText, "same_array no", "same_array yes",
     "joints and blend_joints differ"},
    {"FewerBlendJoints", kBlendText, "array blend_joints 2 behind+0\n  0 1 0 0   1 2 3 4\n",
     "array blend_joints 1 behind+0\n", "as many entries as joints"},
    {"ADuplicateIndex", kBlendText, "  1\n  0\n", "  1\n  1\n", "index: 1 comes twice"},
    {"AnIndexBeyondTheEnd", kBlendText, "  1\n  0\n", "  1\n  2\n",
     "index: entry 1 is 2, must be from 0 to 1"},
    {"ANegativeIndex", kBlendText, "  1\n  0\n", "  -1\n  0\n",
     "index: entry 0 is -1, must be from 0 to 1"},
    {"SomethingAtTheEnd", kBlendText, "  0\nend", "  0\nmore\nend", "expected 'end …'"},
};

INSTANTIATE_TEST_SUITE_P(All, WrongCase, testing::ValuesIn(kWrong),
                         [](const auto& test) { return std::string(test.param.title); });

TEST(CaseText, AStrideIsRefusedInItsLine) {
  const std::string text = write_case(make_case(operation_named("update_skinned_mesh")));
  EXPECT_THAT(refusal(with_checksum(replaced(text, "src_stride 12", "src_stride 13"))),
              HasSubstr("src_stride: 13, must be a multiple of 4"));
}

TEST(CaseText, AnEmptyFileAndBinaryFilesAreNoCaseFiles) {
  refusal("");
  refusal("\n");
  refusal(std::string(1000, '\0'));
  refusal("\x7f"
          "ELF\n\nend 00000000\n");
}

TEST(CaseText, ACertificateIsNamedAsWhatItIs) {
  EXPECT_THAT(refusal("{\n  \"schema\": \"urn:ulna:certificate:1\"\n}\n"),
              HasSubstr("this is JSON"));
  EXPECT_THAT(refusal("{}"), HasSubstr("`ulna show`"));
}

// --- Generators -------------------------------------------------------------------------------

TEST_P(CaseFile, TheSameSeedAndNumberGiveTheSameCase) {
  laws::check([this](uint64_t seed) {
    const auto i = *rc::gen::inRange<uint64_t>(0, 2000);
    const Case c = op().generate(seed, i);
    RC_ASSERT(same_input(c, op().generate(seed, i)));
  });
}

/// What is kept of a case is called as the case was.
TEST_P(CaseFile, AllButTheArraysIsKept) {
  Case c = small_case(op());
  c.flush = true;
  c.leftovers = Leftovers::nans;
  c.processors = 3;
  c.order = 2;
  for (size_t a = 0; a < c.places.size(); ++a)
    c.places[a] = {Side::before, static_cast<uint8_t>(op().arrays[a].alignment % 64)};
  const size_t first = 0;
  const Case kept = op().keep(c, {&first, 1});
  c.arrays = kept.arrays;
  EXPECT_TRUE(same_input(kept, c)) << write_case(kept) << write_case(c);
  EXPECT_EQ(kept.note, c.note);
}

TEST_P(CaseFile, AnotherSeedGivesAnotherRandomCase) {
  int same = 0;
  for (uint64_t i = op().num_edge_cases; i < op().num_edge_cases + 50; ++i) {
    const Case a = op().generate(1, i);
    same += op().size(a) != 0 && same_input(a, op().generate(2, i));
  }
  EXPECT_EQ(same, 0);
}

TEST_P(CaseFile, EdgeCasesAndRandomCasesAreValid) {
  for (uint64_t i = 0; i < op().num_edge_cases + 500; ++i) {
    const Case c = op().generate(1, i);
    ASSERT_EQ(c.operation, &op());
    ASSERT_NO_THROW(validate(c)) << "case " << i;
  }
}

bool blends_poses(const Operation& op) {
  return &op == &slerp_joints() || &op == &lerp_joints();
}

bool skins_by_joints(const Operation& op) {
  return &op == &transform_verts() || &op == &transform_verts_and_tangents() ||
         &op == &transform_verts_and_tangents_lod();
}

/// What the edge cases and the first random ones have in common.
struct Cover {
  std::set<size_t> counts, palettes;
  std::set<std::vector<std::pair<Side, uint8_t>>> places;
  std::vector<std::set<std::pair<Side, uint8_t>>> place_of;
  std::set<uint32_t> lerps;
  std::set<bool> flushes, same_arrays;
  size_t most_influences = 0;
  std::set<size_t> influences;

  explicit Cover(const Operation& op) : place_of(op.arrays.size()) {
    for (uint64_t i = 0; i < op.num_edge_cases + 500; ++i) {
      const Case c = op.generate(1, i);
      counts.insert(op.size(c));
      for (size_t a = 0; a < c.places.size(); ++a)
        place_of[a].insert({c.places[a].side, c.places[a].shift});
      lerps.insert(std::bit_cast<uint32_t>(c.real));
      flushes.insert(c.flush);
      same_arrays.insert(c.same_array);
      if (!skins_by_joints(op)) continue;
      palettes.insert(c.arrays[skinning::kJoints].size() / sizeof(ulna_joint_mat));
      const auto first = skinning::first_influences(c);
      for (size_t v = 0; v + 1 < first.size(); ++v) influences.insert(first[v + 1] - first[v]);
    }
  }
};

TEST_P(CaseFile, GeneratedCasesCoverWhatTheyPromise) {
  const Cover cover(op());
  for (size_t count = 0; count <= 40; ++count)
    EXPECT_EQ(cover.counts.count(count), 1u) << "count " << count;
  EXPECT_GT(*cover.counts.rbegin(), 65536u);
  EXPECT_EQ(cover.flushes.size(), 2u);
  for (size_t a = 0; a < op().arrays.size(); ++a) {
    const uint32_t alignment = op().arrays[a].alignment;
    for (const Side side : {Side::before, Side::behind})
      for (uint32_t shift = 0; shift < 64; shift += alignment)
        EXPECT_EQ(cover.place_of[a].count({side, static_cast<uint8_t>(shift)}), 1u)
            << op().arrays[a].name << (side == Side::before ? " before+" : " behind+") << shift;
  }
  if (blends_poses(op())) {
    for (const float lerp : {0.0f, -0.0f, 0x1p-149f, -0x1p-149f, 0x1p-24f, 1 - 0x1p-24f, 1.0f,
                             1 + 0x1p-23f, 2.0f, -1.0f, INFINITY, -INFINITY, 0x1p-126f})
      EXPECT_EQ(cover.lerps.count(std::bit_cast<uint32_t>(lerp)), 1u) << "lerp " << lerp;
    EXPECT_TRUE(std::any_of(cover.lerps.begin(), cover.lerps.end(),
                            [](uint32_t bits) { return std::isnan(std::bit_cast<float>(bits)); }));
    EXPECT_EQ(cover.same_arrays.size(), 2u);
  } else if (skins_by_joints(op())) {
    for (const size_t joints : {1u, 2u, 128u, 20000u})
      EXPECT_EQ(cover.palettes.count(joints), 1u) << joints << " joints";
    for (const size_t n : {1u, 2u, 3u, 4u, 5u, 6u, 7u, 8u, 64u})
      EXPECT_EQ(cover.influences.count(n), 1u) << n << " influences";
  }
}

TEST(DistantCases, HoldAnythingWhereNothingTakesPart) {
  const Operation& op = transform_verts_and_tangents_lod();
  size_t nan_weights = 0, infinite_weights = 0, zero_weights = 0, nan_matrices = 0;
  size_t judged_beside_nan = 0;
  for (uint64_t i = 0; i < op.num_edge_cases + 300; ++i) {
    const Case c = op.generate(1, i);
    if (op.size(c) > 1000) continue;
    const auto joints = c.arrays[skinning::kJoints].as<ulna_joint_mat>();
    const auto evaluator = op.evaluate(c);
    Expectation e;
    size_t vertex = 0;
    bool is_first = true;
    for (const ulna_joint_weight& w : c.arrays[skinning::kWeights].as<ulna_joint_weight>()) {
      if (is_first) {
        nan_weights += std::isnan(w.weight);
        infinite_weights += std::isinf(w.weight);
        zero_weights += w.weight == 0;
        evaluator->expect(skinning::kVerts, vertex++, reference::Rung::fast, e);
      } else {
        const auto& m = joints[size_t(w.joint_mat_offset) / sizeof(ulna_joint_mat)].m;
        const bool is_nan = std::any_of(m, m + 12, [](float x) { return std::isnan(x); });
        nan_matrices += is_nan;
        judged_beside_nan += is_nan && e.clause[0] == Clause::bounded;
      }
      is_first = w.next_vertex_offset == sizeof w;
    }
  }
  EXPECT_GT(nan_weights, 100u);
  EXPECT_GT(infinite_weights, 100u);
  EXPECT_GT(zero_weights, 100u);
  EXPECT_GT(nan_matrices, 100u);
  EXPECT_GT(judged_beside_nan, 100u);
}

TEST_P(CaseFile, IndexListsAreSparseReversedAndPermuted) {
  if (!blends_poses(op())) return;
  bool sparse = false;
  bool reversed = false;
  bool permuted = false;
  for (uint64_t i = 0; i < 400; ++i) {
    const Case c = op().generate(1, i);
    const auto index = c.arrays[blending::kIndex].as<int32_t>();
    if (index.size() < 3) continue;
    sparse |= index.size() < c.arrays[blending::kJoints].size() / sizeof(ulna_joint_quat);
    const bool descending = std::is_sorted(index.rbegin(), index.rend());
    reversed |= descending;
    permuted |= !descending && !std::is_sorted(index.begin(), index.end());
  }
  EXPECT_TRUE(sparse);
  EXPECT_TRUE(reversed);
  EXPECT_TRUE(permuted);
}

} // namespace
} // namespace ulna
