// The built-in ports as code: what is certified is mapped without a gap in what can be known, has
// mutants, and needs no feature of the CPU that it does not declare.
#include "certify/port_names.h"
#include "code/features.h"
#include "code/mutants.h"
#include "code/source_lines.h"
#include "properties/code/code_samples.h"
#include "properties/support.h"

#include <cstring>
#include <functional>
#include <set>

namespace ulna::code {

namespace {

struct Mapped {
  const BuiltinPort& port;
  const Entry& entry;
  CodeMap map;
};

/// Each operation of each port. The two converters share all but their first instructions, and the
/// operations of openmp all that there is to choose from: there one is enough.
const std::vector<Mapped>& maps() {
  static const std::vector<BuiltinPort> ports = builtin_ports();
  static const std::vector<Mapped> all = [] {
    std::vector<Mapped> out;
    for (const BuiltinPort& port : ports) {
      const std::string file = read_file(port.path);
      for (const Entry& entry : port.entries) {
        if (std::string_view(entry.operation->name) == "convert_to_indexed_blended_mesh") continue;
        out.push_back({port, entry, map_code(file, {entry.address})});
        if (port.name == "openmp") break;
      }
    }
    return out;
  }();
  return all;
}

void for_each_map(
    const std::function<void(const BuiltinPort&, const Entry&, const CodeMap&)>& use) {
  EXPECT_GE(maps().size(), 10U);
  for (const Mapped& mapped : maps()) {
    SCOPED_TRACE(mapped.port.name + ", " + mapped.entry.operation->name);
    use(mapped.port, mapped.entry, mapped.map);
  }
}

bool asks_cpu(const CodeMap& map) {
  return std::any_of(map.instructions.begin(), map.instructions.end(), [](const Instruction& i) {
    return i.code() == std::string_view("\x0f\xa2", 2);
  });
}

TEST(BuiltinPorts, AreMapped) {
  for_each_map([&](const BuiltinPort&, const Entry& entry, const CodeMap& map) {
    ASSERT_EQ(map.obstacle, "");
    ASSERT_NE(map.find(entry.address), nullptr);
    ASSERT_NE(map.block_at(entry.address), nullptr);
    EXPECT_EQ(map.block_at(entry.address)->address, entry.address);
    uint64_t end = 0;
    size_t instructions = 0;
    for (size_t b = 0; b < map.blocks.size(); ++b) {
      const Block& block = map.blocks[b];
      EXPECT_FALSE(block.open);
      EXPECT_GE(block.address, end);
      end = block.end;
      ASSERT_EQ(block.first, instructions);
      instructions += block.count;
      ASSERT_GT(block.count, 0U);
      uint64_t at = block.address;
      for (size_t i = block.first; i < instructions; ++i) {
        ASSERT_EQ(map.instructions[i].address, at);
        ASSERT_EQ(map.instructions[i].block, b);
        at = map.instructions[i].end();
      }
      EXPECT_EQ(at, block.end);
      EXPECT_FALSE(map.functions.at(block.function).name.empty());
    }
    EXPECT_EQ(instructions, map.instructions.size());
  });
}

TEST(BuiltinPorts, CallNobodyUnknown) {
  for_each_map([](const BuiltinPort&, const Entry& entry, const CodeMap& map) {
    const std::string name = entry.operation->name;
    // A converter calls what it is handed; a port that chooses calls what it has chosen.
    if (name.starts_with("convert_") || asks_cpu(map)) return;
    for (const Gap& gap : map.gaps)
      ADD_FAILURE() << fmt::format("{:#x}: {}", gap.address, gap.what);
  });
}

// What deals with whole meshes has vectors, and catches; kernels do not, and are built like it.
TEST(BuiltinPorts, TellWhereExceptionsMayComeBack) {
  for_each_map([](const BuiltinPort& port, const Entry& entry, const CodeMap& map) {
    const bool some = std::ranges::any_of(map.blocks, &Block::landed_in);
    const std::string_view name = entry.operation->name;
    const bool has_vectors = name.starts_with("convert_") || name == "generate_adjacency";
    if (asks_cpu(map)) return;
    EXPECT_EQ(some, has_vectors) << port.name;
  });
}

TEST(BuiltinPorts, HaveMutantsThatAreInstructions) {
  size_t made = 0;
  for_each_map([&](const BuiltinPort&, const Entry&, const CodeMap& map) {
    // One in 31 of the large ones: they are of the same kind.
    const size_t step = map.instructions.size() > 10'000 ? 31 : 1;
    size_t here = 0;
    for (size_t i = 0; i < map.instructions.size(); i += step) {
      const Instruction& original = map.instructions[i];
      const std::vector<Mutant> mutants = mutants_of(original, map);
      std::set<std::pair<uint64_t, std::string>> patches;
      for (const Mutant& m : mutants) {
        SCOPED_TRACE(m.description);
        ASSERT_EQ(m.instruction, original.address);
        ASSERT_EQ(m.original.size(), m.replaced.size());
        ASSERT_NE(m.original, m.replaced);
        ASSERT_TRUE(patches.insert({m.address, m.replaced}).second) << "twice";
        if (m.kind == MutantKind::constant) {
          ASSERT_EQ(map.constant(m.address, m.original.size()), m.original);
          continue;
        }
        ASSERT_EQ(m.address, original.address);
        ASSERT_EQ(m.original, original.code());
        Instruction changed = original;
        std::copy(m.replaced.begin(), m.replaced.end(), changed.bytes.begin());
        ASSERT_EQ(text_of(changed).find('?'), std::string::npos);
        ASSERT_EQ(needs_of(changed).unknown, "");
      }
      here += mutants.size();
    }
    EXPECT_GT(here, map.instructions.size() / step);
    made += here;
  });
  EXPECT_GT(made, 10'000U);
}

TEST(BuiltinPorts, NeedWhatTheyDeclare) {
  size_t needed = 0;
  for_each_map([&](const BuiltinPort& port, const Entry&, const CodeMap& map) {
    if (asks_cpu(map)) return; // and runs nothing that the CPU lacks
    std::set<std::string> missing;
    for (const Instruction& i : map.instructions) {
      const Needs needs = needs_of(i);
      EXPECT_EQ(needs.unknown, "") << text_of(i);
      for (const std::string& feature : needs.features) {
        ++needed;
        if (!covers(port.features, feature)) missing.insert(feature);
      }
    }
    for (const std::string& feature : missing) ADD_FAILURE() << "does not declare " << feature;
  });
  EXPECT_GT(needed, 0U);
}

TEST(SourceLines, NameFunctionAndLine) {
  for (const BuiltinPort& port : builtin_ports()) {
    if (port.name != "scalar") continue;
    const SourceLines lines(port.path);
    for (const Entry& entry : port.entries) {
      const Place place = lines.at(entry.address);
      EXPECT_EQ(place.function.substr(0, place.function.find('(')), entry.operation->name);
      EXPECT_EQ(place.offset, 0U);
      EXPECT_NE(place.file.find("/optimized/"), std::string::npos) << place.file;
      EXPECT_GT(place.line, 0);
    }
  }
}

TEST(SourceLines, NameTheFunctionsThatAreInlinedAndNoHeaderOfTheCompiler) {
  std::set<std::string> inlined;
  for_each_map([&](const BuiltinPort& port, const Entry& entry, const CodeMap& map) {
    if (port.name != "sse" || std::string_view(entry.operation->name) != "lerp_joints") return;
    const SourceLines lines(port.path);
    for (const Instruction& i : map.instructions) {
      const Place place = lines.at(i.address);
      EXPECT_NE(place.file.find("/optimized/"), std::string::npos) << place.file;
      inlined.insert(place.inlined);
    }
  });
  EXPECT_TRUE(inlined.contains("")) << "the kernel's own lines";
  EXPECT_TRUE(inlined.contains("has_to_blend")) << "a function of a header";
  for (const std::string& name : inlined)
    EXPECT_EQ(name.find_first_of("<(:"), name.npos) << name << " is no base name";
}

TEST(SourceLines, NeedNoIndexOfTheUnits) {
  const std::string path = fmt::format("{}/switches_unindexed.so", ULNA_CODE_LIBRARIES);
  const Place place = SourceLines(path).at(address_of(read_file(path), "choose"));
  EXPECT_EQ(std::filesystem::path(place.file).filename(), "switches.c");
  EXPECT_GT(place.line, 0);
}

TEST(SourceLines, SayWhatIsLeftWithoutDebugInformation) {
  const std::string path = fmt::format("{}/snippets_stripped.so", ULNA_CODE_LIBRARIES);
  const SourceLines lines(path);
  const uint64_t four = address_of(read_file(path), "four");
  const Place place = lines.at(four + 5);
  EXPECT_EQ(place.text(four + 5), "four+0x5");
  EXPECT_EQ(place.line, 0);
  EXPECT_EQ(lines.at(0).text(0x123), "0x123");
}

TEST(SourceLines, KnowNothingOfWhatCannotBeRead) {
  EXPECT_EQ(SourceLines("/no/such/file.so").at(16).text(16), "0x10");
  EXPECT_EQ(SourceLines("/dev/null").at(16).text(16), "0x10");
}

TEST(Place, SaysTheFileWithoutItsFolder) {
  Place place{"skin", 31, "", "/somewhere/skin.cpp", 12};
  EXPECT_EQ(place.text(99), "skin (skin.cpp:12)");
  place.inlined = "blend";
  EXPECT_EQ(place.text(99), "blend in skin (skin.cpp:12)");
}

} // namespace
} // namespace ulna::code
