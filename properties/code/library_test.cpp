// Libraries that say by their headers that other code may run than what is in the file: never
// `none`, and the reason is named.
#include "approximations/examine.h"
#include "properties/code/library_files.h"

#include <gmock/gmock.h>

namespace ulna::approximations {
namespace {

using Use = Approximations::Use;

void expect_unknown(const std::string& file, const char* why) {
  const Approximations a = examine(file);
  EXPECT_EQ(a.use, Use::unknown) << why;
  EXPECT_EQ(a.why, why);
}

/// nops.so, of which `none` is said, with a dynamic entry in place of one that nobody reads.
std::string nops_with(int64_t tag, uint64_t value) {
  return with_dynamic(library("nops"), DT_GNU_HASH, {tag, {value}});
}

TEST(Headers, OfAnotherMachineAreOfNoLibraryOfOurs) {
  const std::string file = library("nops");
  const char* const why = "it is no x86-64 shared library";
  expect_unknown(with_header(file, [](Elf64_Ehdr& h) { h.e_machine = EM_AARCH64; }), why);
  expect_unknown(with_header(file, [](Elf64_Ehdr& h) { h.e_type = ET_EXEC; }), why);
  expect_unknown(with_header(file, [](Elf64_Ehdr& h) { h.e_ident[EI_CLASS] = ELFCLASS32; }), why);
  expect_unknown(with_header(file, [](Elf64_Ehdr& h) { h.e_ident[EI_MAG0] = 'E'; }), why);
}

TEST(Dynamic, EntriesThatNobodyReadsChangeNothing) {
  EXPECT_EQ(examine(nops_with(DT_DEBUG, 0)).use, Use::none);
  EXPECT_EQ(examine(nops_with(DT_FLAGS, DF_BIND_NOW)).use, Use::none);
}

TEST(Dynamic, PlacesOfItsOwnForLibrariesAreAnObstacle) {
  const char* const why = "it looks for libraries in places of its own (RUNPATH)";
  expect_unknown(nops_with(DT_RUNPATH, 1), why);
  expect_unknown(nops_with(DT_RPATH, 1), why);
}

TEST(Dynamic, AFilterIsAnObstacle) {
  const char* const why = "it is a filter for another library";
  expect_unknown(nops_with(DT_FILTER, 1), why);
  expect_unknown(nops_with(DT_AUXILIARY, 1), why);
}

TEST(Dynamic, CodeThatTheLoaderChangesIsAnObstacle) {
  const char* const why = "its code is changed when it is loaded (TEXTREL)";
  expect_unknown(nops_with(DT_TEXTREL, 0), why);
  expect_unknown(nops_with(DT_FLAGS, DF_TEXTREL | DF_BIND_NOW), why);
}

TEST(Dynamic, WhatCannotBeIsMalformed) {
  const char* const why = "its file is malformed";
  expect_unknown(nops_with(DT_REL, 0), why);
  // Names that lie in no segment.
  expect_unknown(with_dynamic(library("nops"), DT_STRTAB, {DT_STRTAB, {uint64_t{1} << 40}}), why);
}

TEST(Functions, ThatAreChosenByTheLoaderAreAnObstacle) {
  const char* const why = "it chooses among functions when it is loaded (IFUNC)";
  expect_unknown(library("chooses_function"), why);
  // Without a table of symbols it is the relocation that tells.
  expect_unknown(without_sections(library("chooses_function")), why);
}

TEST(Functions, ThatTellTheProcessorAreNamed) {
  expect_unknown(library("asks_processor"), "it asks what the processor is (getauxval)");
}

} // namespace
} // namespace ulna::approximations
