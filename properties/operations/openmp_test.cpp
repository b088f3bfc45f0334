// The port `openmp`: that it gives the bits of `best`, whatever the threads do, and that there are
// threads.
#include "cases/make_case.h"
#include "operations/uniform_verts/uniform_verts.h"
#include "properties/laws.h"

#include <gmock/gmock.h>

#include <dlfcn.h>
#include <filesystem>
#include <thread>

namespace ulna {
namespace {

using testing::IsEmpty;

/// A case of the first so many vertices of a large generated one.
Case case_of(const Operation& op, size_t vertices, size_t influences) {
  Case c = op.generate(1, op.num_edge_cases - 1);
  const size_t there = uniform_verts::num_vertices(c);
  if (!uniform_verts::has_four(c)) c.integers[uniform_verts::kNumInfluences] = int32_t(influences);
  for (size_t a = 0; a < c.arrays.size(); ++a) {
    if (int(a) == uniform_verts::palette_of(c)) continue;
    const size_t words = c.arrays[a].words() / there;
    const bool of_influences = int(a) > uniform_verts::palette_of(c);
    c.arrays[a].resize((of_influences ? influences : words) * vertices * sizeof(uint32_t));
  }
  validate(c);
  return c;
}

/// Weights that DAZ takes for zero.
Case with_denormals(Case c) {
  constexpr uint32_t kDenormal = 0x00123456;
  Array& weights = c.arrays[size_t(uniform_verts::joint_weights_of(c))];
  for (size_t i = 0; i < weights.words(); ++i) weights.set_word(i, kDenormal);
  return c;
}

class OpenmpTest : public testing::TestWithParam<const char*> {
protected:
  const Operation& op = operation_named(GetParam());
  laws::Port &openmp = laws::port("openmp"), &best = laws::port("best");
};

TEST_P(OpenmpTest, GivesTheBitsOfBest) {
  const size_t fewest = uniform_verts::has_four(op) ? uniform_verts::kMostInfluences : 1;
  for (const size_t vertices : {0, 1, 2047, 4095, 4096, 4097, 6143, 66000})
    for (size_t influences = fewest; influences <= uniform_verts::kMostInfluences; ++influences) {
      const Case c = case_of(op, vertices, influences);
      ASSERT_TRUE(openmp.call(c).arrays == best.call(c).arrays)
          << vertices << " vertices, " << influences << " influences";
    }
}

TEST_P(OpenmpTest, GivesEachThreadTheCallersFlushing) {
  Case c = with_denormals(case_of(op, 20'000, 4));
  const Array kept = best.output(c);
  EXPECT_TRUE(openmp.output(c) == kept) << "as threads are started";
  c.flush = true;
  const Array flushed = best.output(c);
  ASSERT_FALSE(flushed == kept) << "the case is to show it";
  EXPECT_TRUE(openmp.output(c) == flushed) << "when they are there already";
}

TEST_P(OpenmpTest, IsCertifiedWhereItHasThreads) {
  for (uint64_t i = op.num_edge_cases - 2; i < op.num_edge_cases; ++i)
    EXPECT_THAT(openmp.findings(op.generate(1, i)), IsEmpty()) << "case " << i;
}

INSTANTIATE_TEST_SUITE_P(, OpenmpTest,
                         testing::Values("skin_aos_verts", "skin_soa_verts",
                                         "skin_interleaved_verts", "skin_split_verts"),
                         [](const auto& test) { return std::string(test.param); });

size_t threads_of_this_process() {
  const std::filesystem::directory_iterator tasks("/proc/self/task");
  return size_t(std::distance(begin(tasks), end(tasks)));
}

TEST(Openmp, StartsThreadsForLargeCallsOnly) {
  if (std::thread::hardware_concurrency() < 2) GTEST_SKIP() << "there is one processor";
  const std::string path = test_installation().ports_dir + "/openmp.so";
  void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(library, nullptr) << dlerror();
  const auto entry = reinterpret_cast<decltype(&ulna_port_v1)>(dlsym(library, "ulna_port_v1"));
  const ulna_port& port = *entry();
  const auto skin = [&](size_t vertices) {
    std::vector<ulna_mesh_vertex> dst(vertices);
    const std::vector<float> floats(3 * vertices, 1);
    const std::vector<uint8_t> indices(vertices);
    const ulna_mat44 palette{};
    port.skin_aos_verts(dst.data(), floats.data(), floats.data(), &palette, indices.data(),
                        floats.data(), 1, int32_t(vertices));
  };
  const size_t before = threads_of_this_process();
  skin(1000);
  EXPECT_EQ(threads_of_this_process(), before);
  skin(100'000);
  EXPECT_GT(threads_of_this_process(), before);
}

} // namespace
} // namespace ulna
