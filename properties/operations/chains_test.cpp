// A pose that is blended in place again and again, as games do, on every built-in port that is
// certified: each of the first blends is judged, and some of all others, with the poses that the
// port itself has left.
#include "cases/make_case.h"
#include "judge/judge.h"
#include "operations/blending/arcs.h"
#include "operations/blending/blending.h"
#include "operations/list.h"
#include "properties/lacking.h"
#include "properties/ports.h"
#include "reference/dot.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ulna {
namespace {

using blending::kBlendJoints;
using blending::kIndex;
using blending::kJoints;
using namespace quaternions;

constexpr size_t kJointsOfPose = 24;
constexpr int kBlends = 1000;
constexpr int kJudged = 10; // the first ones, and then one
constexpr int kEvery = 111; // in so many

// --- What is owed ------------------------------------------------------------------------------

/// What is owed for two quaternions.
Expectation expectation(const Operation& op, const ulna_vec4& from, const ulna_vec4& to, float t) {
  const Pair pair{from, to};
  const Case c = pairs_case(op, t, {&pair, 1});
  Expectation e;
  op.evaluate(c)->expect(kJoints, 0, reference::Rung::fast, e);
  return e;
}

/// A quaternion with |norm^2 - 1| = drift, nearly, along a diagonal of which no component is small.
ulna_vec4 along_diagonal(double drift) {
  const auto half = static_cast<float>(std::sqrt(1 + drift) / 2);
  return {half, half, half, half};
}

class BothBlends : public testing::TestWithParam<const char*> {
protected:
  const Operation& op() const { return operation_named(GetParam()); }
};
INSTANTIATE_TEST_SUITE_P(Contracts, BothBlends, testing::Values("slerp_joints", "lerp_joints"));

TEST_P(BothBlends, OweTheOldBoundForUnitQuaternions) {
  const Expectation e = expectation(op(), along_diagonal(0x1p-23), {0, 0, 0, 1}, 0.25f);
  for (size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(e.clause[i], Clause::bounded);
    EXPECT_EQ(e.quantity[i], blending::kQ);
    EXPECT_EQ(e.bound[i], 0x1p-21);
    EXPECT_EQ(e.width[i], 0);
  }
}

TEST_P(BothBlends, AllowMoreTheFartherNormsHaveDrifted) {
  for (const double drift : {0x1p-21, 0x1p-16, 0x1p-12}) {
    const Expectation e = expectation(op(), along_diagonal(drift), along_diagonal(-drift), 0.25f);
    for (size_t i = 0; i < 4; ++i) {
      EXPECT_EQ(e.clause[i], Clause::bounded);
      EXPECT_EQ(e.quantity[i], blending::kDriftedQ);
      EXPECT_GT(e.bound[i], 0x1p-21);
      EXPECT_LE(e.bound[i], 0x1p-21 * (1 + 2.1 * drift) + drift * drift);
      EXPECT_GT(e.width[i], 0);
      EXPECT_LE(e.width[i], 0.75 * drift / 2 * 1.01);
    }
  }
}

TEST_P(BothBlends, MeasureWhatNoChainOfBlendsLeaves) {
  const Expectation e = expectation(op(), along_diagonal(0x1p-10), {0, 0, 0, 1}, 0.25f);
  for (size_t i = 0; i < 4; ++i) EXPECT_EQ(e.clause[i], Clause::measured);
}

TEST_P(BothBlends, TakeEitherSignTwiceAsFarFromZero) {
  const auto owed = [&](double cosine, double drift) {
    const ulna_vec4 to{static_cast<float>(cosine), 1, 0, 0};
    return expectation(op(), {static_cast<float>(std::sqrt(1 + drift)), 0, 0, 0}, to, 0.5f);
  };
  EXPECT_FALSE(owed(0x1.8p-22, 0).two_branches);
  EXPECT_TRUE(owed(0x1.8p-22, 0x1p-16).two_branches);
  EXPECT_FALSE(owed(0x1.8p-21, 0x1p-16).two_branches);
}

// --- What ports do -----------------------------------------------------------------------------

enum class Aims { one, changing };

/// Which port, which operation, towards what.
using Parameters = std::tuple<const char*, const char*, Aims>;

class Chains : public testing::TestWithParam<Parameters> {
protected:
  void SetUp() override { skip_if_lacking(std::get<0>(GetParam())); }
};

void random_pose(Array& pose, Random& r) {
  for (ulna_joint_quat& joint : pose.as<ulna_joint_quat>())
    joint.q = rounded(r.one_in(4) ? axis(r) : random_unit(r));
}

Case first_case(const Operation& op, Random& r) {
  Case c = make_case(op);
  for (const int pose : {kJoints, kBlendJoints}) {
    c.arrays[size_t(pose)].resize(kJointsOfPose * sizeof(ulna_joint_quat));
    random_pose(c.arrays[size_t(pose)], r);
  }
  c.arrays[kIndex].resize(kJointsOfPose * sizeof(int32_t));
  const auto index = c.arrays[kIndex].as<int32_t>();
  std::iota(index.begin(), index.end(), 0);
  return c;
}

/// The largest |norm^2 - 1| of a pose.
double drift_of(const Array& pose) {
  double drift = 0;
  for (const ulna_joint_quat& joint : pose.as<ulna_joint_quat>()) {
    const reference::DotProduct n = reference::dot(joint.q, joint.q);
    drift = std::max(drift, std::fabs((n.hi - 1) + n.lo));
  }
  return drift;
}

/// Blends the pose of a case in place, once.
void blend(Session& session, Case& c) {
  const Case* const one[] = {&c};
  Array after;
  session.run(one, [&](size_t, const CallResult& result, const Outputs& outputs) {
    ASSERT_EQ(result.end, CallResult::End::returned);
    after.resize(outputs.at(0).bytes.size());
    std::ranges::copy(outputs[0].bytes, after.data());
  });
  c.arrays[kJoints] = after;
}

TEST_P(Chains, AreJudgedAndRightInEveryBlend) {
  const auto [port, operation, aims] = GetParam();
  const std::string path = test_installation().ports_dir + "/" + port + ".so";
  Judge judge(path, test_installation(), 1);
  Session session(path, test_installation().worker);
  // The smaller t is, the less of what a blend is off by goes in the next.
  for (const float t : {1e-7f, 1e-3f, 0.5f}) {
    Random r(2005, uint64_t(aims));
    Case c = first_case(operation_named(operation), r);
    c.real = t;
    for (int n = 1; n <= kBlends; ++n) {
      if (n <= kJudged || n % kEvery == 1 || n == kBlends) {
        Tally tally;
        const Judgement judgement = judge.once(c, tally);
        ASSERT_TRUE(judgement.findings.empty())
            << "blend " << n << ", t = " << t << ": " << judgement.findings[0].detail;
        ASSERT_EQ(tally.words, 8 * kJointsOfPose) << "blend " << n << " left the domain, t = " << t;
      }
      blend(session, c);
      ASSERT_LE(drift_of(c.arrays[kJoints]), blending::kNormSlack + n * 0x1p-19) << "t = " << t;
      if (aims == Aims::changing) random_pose(c.arrays[kBlendJoints], r);
    }
  }
}

std::vector<Parameters> parameters() {
  std::vector<Parameters> all;
  for (const Aims aims : {Aims::one, Aims::changing}) {
    for (const auto& [port, op] : ports_and({"slerp_joints", "lerp_joints"}))
      all.emplace_back(port, op, aims);
  }
  return all;
}

std::string name_of(const testing::TestParamInfo<Parameters>& test) {
  const auto [port, operation, aims] = test.param;
  return std::string(port) + "_" + operation +
         (aims == Aims::one ? "_towards_one" : "_towards_many");
}

INSTANTIATE_TEST_SUITE_P(Ports, Chains, testing::ValuesIn(parameters()), name_of);

} // namespace
} // namespace ulna
