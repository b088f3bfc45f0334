// The cases of a seed are the same whatever compiled the generators, and on every machine: what a
// compiler may choose, as the order of arguments, and what processors differ in, as the sign of a
// NaN, is no part of them. Both compilers run this, and other machines can.

#include "base/files.h"
#include "cases/operation.h"
#include "operations/list.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <sstream>
#include <string>

namespace ulna {
namespace {

/// Of all that two cases can differ in.
void append(std::string& bytes, const Case& c) {
  bytes += fmt::format("{:a} {} {} {} {}", c.real, c.flush, int(c.leftovers), int(c.order),
                       c.same_array);
  for (const int32_t integer : c.integers) bytes += fmt::format(" {}", integer);
  for (const Placement& place : c.places)
    bytes += fmt::format(" {}/{}", int(place.side), int(place.shift));
  for (const Array& array : c.arrays)
    bytes.append(reinterpret_cast<const char*>(array.data()), array.size());
}

/// Of some edge cases, and of what comes behind them.
std::string hash_of_cases(const Operation& op) {
  constexpr uint64_t kSeed = 1, kEdgeStep = 5, kRandom = 60;
  std::string hashes;
  const auto add = [&](uint64_t i) {
    std::string bytes;
    append(bytes, op.generate(kSeed, i));
    hashes += sha256_hex(bytes);
  };
  for (uint64_t i = 0; i < op.num_edge_cases; i += kEdgeStep) add(i);
  for (uint64_t i = 0; i < kRandom; ++i) add(op.num_edge_cases + i);
  return sha256_hex(hashes).substr(0, 16);
}

TEST(GeneratedCases, AreThoseOnRecord) {
  std::string now;
  for (const Operation* op : operations())
    now += fmt::format("{} {}\n", op->name, hash_of_cases(*op));
  if (std::getenv("ULNA_RECORD")) write_file_whole(ULNA_RECORDED, now);
  std::map<std::string, std::string> recorded;
  std::istringstream lines(read_file(ULNA_RECORDED));
  for (std::string name, hash; lines >> name >> hash;) recorded[name] = hash;
  std::istringstream ours(now);
  for (std::string name, hash; ours >> name >> hash;)
    EXPECT_EQ(hash, recorded[name])
        << name << " has other cases here; where that is meant, ULNA_RECORD=1 "
        << "build/default/bin/generated_cases_test records them, and the other compiler and an "
           "aarch64 host must find the same";
}

} // namespace
} // namespace ulna
