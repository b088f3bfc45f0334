// What a library is built for, and how its worker is started.

#include "calls/targets.h"

#include "base/error.h"
#include "properties/support.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <elf.h>
#include <filesystem>
#include <fstream>

namespace ulna {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

class ATarget : public testing::Test {
protected:
  /// A file that begins as a library for the machine does.
  std::string library(uint16_t machine, unsigned char elf_class = ELFCLASS64) {
    Elf64_Ehdr header{};
    std::copy_n(ELFMAG, SELFMAG, header.e_ident);
    header.e_ident[EI_CLASS] = elf_class;
    header.e_ident[EI_DATA] = ELFDATA2LSB;
    header.e_machine = machine;
    return file({reinterpret_cast<const char*>(&header), sizeof header});
  }

  std::string pe_file(uint16_t machine) {
    std::string text(70, 0);
    text[0] = 'M';
    text[1] = 'Z';
    text[60] = 64;
    text.replace(64, 4, {'P', 'E', 0, 0});
    text[68] = static_cast<char>(machine & 0xff);
    text[69] = static_cast<char>(machine >> 8);
    return file(text);
  }

  std::string file(std::string_view text) {
    const std::string path = folder_ / "port.so";
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }

  fs::path folder_ = fs::path(testing::TempDir()) / "targets";
  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }
};

const Target& aarch64() {
  return targets().at(1);
}

const Target& i386() {
  return targets().at(3);
}

std::string refusal_of(const std::function<void()>& what) {
  try {
    what();
  } catch (const BadInput& e) {
    return e.what();
  }
  return "no refusal";
}

TEST_F(ATarget, IsWhatTheHeaderSays) {
  EXPECT_STREQ(target_of(library(EM_X86_64)).name(), "x86_64");
  EXPECT_STREQ(target_of(library(EM_AARCH64)).name(), "aarch64");
  EXPECT_STREQ(target_of(library(EM_RISCV)).name(), "riscv64");
  EXPECT_STREQ(target_of(library(EM_386, ELFCLASS32)).name(), "i386");
  EXPECT_STREQ(target_of(pe_file(0x8664)).name(), "win64");
  EXPECT_STREQ(
      target_of(file("MZ, and no more than a few words of text behind it: too short")).name(),
      "win64");
  std::string module(60, 0);
  module.replace(0, 5, {0, 'a', 's', 'm', 1});
  EXPECT_STREQ(target_of(file(module)).name(), "wasm");
  EXPECT_TRUE(target_of(library(EM_X86_64)).is_native());
  EXPECT_FALSE(target_of(library(EM_386, ELFCLASS32)).is_native());
  EXPECT_FALSE(target_of(library(EM_AARCH64)).is_native());
}

TEST_F(ATarget, IsTheJudgesOwnForWhatIsNoLibrary) {
  EXPECT_TRUE(target_of(file("")).is_native());
  EXPECT_TRUE(target_of(file("no library at all, and longer than any header of one")).is_native());
  EXPECT_TRUE(target_of(folder_ / "nothing").is_native());
  EXPECT_TRUE(target_of(folder_).is_native());
}

TEST_F(ATarget, OfAnotherMachineIsRefused) {
  EXPECT_THAT(refusal_of([&] { target_of(library(EM_PPC64)); }),
              HasSubstr("built for ELF machine 21; give a shared library for x86-64 Linux, "
                        "AArch64 Linux, RISC-V Linux (64 bits), 32-bit x86 Linux, "
                        "Windows (x86-64) or WebAssembly (wasm32)"));
}

TEST_F(ATarget, OfAnotherWindowsIsRefused) {
  EXPECT_THAT(refusal_of([&] { target_of(pe_file(0xaa64)); }),
              HasSubstr("built for PE machine 0xaa64; give a shared library for "));
}

TEST_F(ATarget, OfAnotherFormIsRefused) {
  EXPECT_THAT(refusal_of([&] { target_of(library(EM_ARM, ELFCLASS32)); }),
              HasSubstr("built for 32-bit ELF machine 40; give a shared library for "));
  EXPECT_THAT(refusal_of([&] { target_of(library(EM_AARCH64, ELFCLASS32)); }),
              HasSubstr("built for 32-bit ELF machine 183; "));
  EXPECT_THAT(refusal_of([&] { target_of(library(EM_X86_64, ELFCLASS32)); }), // x32
              HasSubstr("built for 32-bit ELF machine 62; "));
  EXPECT_THAT(refusal_of([&] { target_of(library(EM_386)); }),
              HasSubstr("built for ELF machine 3; "));
}

std::vector<std::string> names_of(const std::vector<Target>& targets) {
  std::vector<std::string> names;
  for (const Target& target : targets) names.emplace_back(target.name());
  return names;
}

TEST(TargetsOnAArch64, RunItsPortsOnTheHardwareAndThoseOfX86InAnEmulator) {
  const std::vector<Target> there = targets_on(arena::MachineNumber::aarch64);
  EXPECT_THAT(names_of(there), ElementsAre("aarch64", "x86_64", "riscv64", "wasm"));
  EXPECT_EQ(there[0].emulator, nullptr);
  EXPECT_FALSE(there[0].code_is_read);
  EXPECT_FALSE(there[0].has_steps);
  EXPECT_THAT(there[0].features_in(std::array<uint64_t, 2>{uint64_t{1} << 22, 2}, ""),
              ElementsAre("sve", "sve2"));
  EXPECT_STREQ(there[1].emulator, "qemu-x86_64");
  EXPECT_FALSE(there[1].code_is_read);
  EXPECT_THAT(machines_for(there[1], "avx2"), ElementsAre("x86_64/max"));
  EXPECT_THAT(there[1].features_in(std::array<uint64_t, 1>{0b1111}, "x86_64/max"),
              ElementsAre("mmx", "sse", "sse2", "pni"));
}

TEST(TargetsOnX86, ReadTheMachineCodeOfTheirOwnAlone) {
  for (const Target& target : targets())
    EXPECT_EQ(target.code_is_read, target.is_native()) << target.name();
}

TEST(MachinesOfAPort, AreThoseThatItsFeaturesAskFor) {
  EXPECT_THAT(machines_for(targets().front(), "avx2"), IsEmpty());
  EXPECT_THAT(machines_for(aarch64(), ""), ElementsAre("aarch64/armv8.0"));
  EXPECT_THAT(machines_for(aarch64(), " ,"), ElementsAre("aarch64/armv8.0"));
  EXPECT_THAT(machines_for(aarch64(), "asimddp"), ElementsAre("aarch64/max"));
  EXPECT_THAT(machines_for(aarch64(), "asimddp, sve"),
              ElementsAre("aarch64/vl128", "aarch64/vl2048"));
  EXPECT_THAT(machines_for(aarch64(), "sve2"), ElementsAre("aarch64/vl128", "aarch64/vl2048"));
  EXPECT_THAT(machines_for(aarch64(), "svei8mm"), ElementsAre("aarch64/max"));
  const Target& riscv64 = targets().at(2);
  EXPECT_THAT(machines_for(riscv64, ""), ElementsAre("riscv64/rv64gc"));
  EXPECT_THAT(machines_for(riscv64, "v"),
              ElementsAre("riscv64/vlen128-tail-ones", "riscv64/vlen512"));
  const Target& wasm = targets().at(5);
  EXPECT_THAT(machines_for(wasm, ""), ElementsAre("wasm/turbofan", "wasm/liftoff"));
  EXPECT_THAT(machines_for(wasm, "simd128"), ElementsAre("wasm/turbofan", "wasm/liftoff"));
  EXPECT_THAT(machines_for(wasm, "simd128, relaxed-simd"),
              ElementsAre("wasm/relaxed-fused", "wasm/relaxed-unfused"));
  EXPECT_THAT(machines_for(i386(), ""), ElementsAre("i386"));
  EXPECT_THAT(machines_for(i386(), "sse,sse2"), ElementsAre("i386"));
}

TEST(AWorker, OfTheHardwareIsStartedAsItIs) {
  const WorkerCommand command = worker_command(targets().front(), "/lib/ulna-worker");
  EXPECT_EQ(command.program, "/lib/ulna-worker");
  EXPECT_THAT(command.arguments, ElementsAre("ulna-worker"));
}

TEST(AWorker, ForAMachineThatIsNotThePortsIsRefused) {
  Workers workers("/lib/ulna-worker");
  workers.machine = "aarch64/vl3";
  EXPECT_THAT(refusal_of([&] { worker_command(aarch64(), workers); }),
              HasSubstr("--machine aarch64/vl3: the port is for AArch64 Linux; say one of "
                        "aarch64/vl128, "));
  EXPECT_THAT(refusal_of([&] { worker_command(targets().front(), workers); }),
              HasSubstr("the port is for x86-64 Linux, which is this ulna's own machine"));
}

TEST(AWorker, WithoutItsEmulatorIsNotRun) {
  const std::string path = std::getenv("PATH");
  setenv("PATH", "/nowhere:", 1);
  const auto starts = [] { worker_command(aarch64(), "/lib/ulna-worker"); };
  EXPECT_THROW(starts(), NotRun);
  EXPECT_THAT(refusal_of(starts), StartsWith("no qemu-aarch64 here for ports for AArch64 Linux; "
                                             "apt-get install g++-aarch64-linux-gnu qemu-user"));
  setenv("PATH", path.c_str(), 1);
}

TEST(AWorker, OfTheHardwareButNotTheJudgesOwnIsStartedConfined) {
  const fs::path folder = fs::path(testing::TempDir()) / "workers";
  fs::create_directories(folder);
  Workers workers(folder / "ulna-worker");
  EXPECT_THROW(worker_command(i386(), workers), NotRun);
  EXPECT_THAT(refusal_of([&] { worker_command(i386(), workers); }),
              HasSubstr("built without its worker for 32-bit x86 Linux; apt-get install "
                        "libc6-dev-i386 "));
  const std::string program = workers.native + "-i386";
  std::ofstream(program) << "";
  workers.machine = "i386";
  const WorkerCommand command = worker_command(i386(), workers);
  EXPECT_EQ(command.program, folder / "ulna-confined");
  EXPECT_THAT(command.arguments, ElementsAre("ulna-confined", program, program));
  EXPECT_EQ(emulator_version(i386()), "");
  fs::remove_all(folder);
}

#ifdef ULNA_AArch64
TEST(AWorker, ThatIsNotBuiltIsNotRun) {
  const auto starts = [] { worker_command(aarch64(), "/nowhere/ulna-worker"); };
  EXPECT_THROW(starts(), NotRun);
  EXPECT_THAT(refusal_of(starts), HasSubstr("built without its worker for AArch64 Linux"));
}

TEST(AWorker, InAnEmulatorIsStartedConfined) {
  Workers workers = test_installation().worker;
  workers.machine = "aarch64/vl2048";
  const WorkerCommand command = worker_command(aarch64(), workers);
  EXPECT_THAT(command.program, testing::EndsWith("/ulna-confined"));
  EXPECT_THAT(command.arguments, testing::Contains("max,sve-default-vector-length=256"));
  EXPECT_EQ(command.arguments.back(), workers.native + "-aarch64");
  EXPECT_THAT(emulator_version(aarch64()), testing::MatchesRegex("qemu-aarch64 [0-9.]+"));
}
#endif

TEST(FeaturesOfAProcessor, AreTheNamesOfItsBits) {
  const uint64_t bits[] = {1U << 1 | 1U << 22, 1U << 1};
  EXPECT_THAT(aarch64().features_in(bits, ""), ElementsAre("asimd", "sve", "sve2"));
  EXPECT_THAT(targets().front().features_in(bits, ""), IsEmpty());
  const uint64_t none[] = {0, 0};
  const Target& riscv64 = targets().at(2);
  EXPECT_THAT(riscv64.features_in(none, "riscv64/max"), ElementsAre("zba", "zbb", "zbc", "zbs"));
  EXPECT_THAT(riscv64.features_in(none, "riscv64/rv64gc"), IsEmpty());
}

} // namespace
} // namespace ulna
