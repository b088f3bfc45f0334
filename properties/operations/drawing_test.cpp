// Laws of choose_blending and plan_draws, on the built-in ports that have them: what a textbook
// chapter on skinned meshes in Direct3D 9 says, by its own examples, and what follows from it.
#include "cases/make_case.h"
#include "operations/drawing/drawing.h"
#include "operations/list.h"
#include "properties/lacking.h"
#include "properties/numbers.h"
#include "properties/ports.h"

namespace ulna {
namespace {

using namespace drawing;

constexpr ulna_device kOnlyHardware{4, 0, ULNA_HARDWARE_PROCESSING};

void set_device(Case& c, const ulna_device& device) {
  c.integers[kMaxBlendMatrices] = static_cast<int32_t>(device.max_blend_matrices);
  c.integers[kMaxBlendMatrixIndex] = static_cast<int32_t>(device.max_blend_matrix_index);
  c.integers[kVertexProcessing] = static_cast<int32_t>(device.vertex_processing);
}

rc::Gen<ulna_device> any_device_gen() {
  return rc::gen::construct<ulna_device>(rc::gen::inRange(0u, 6u), rc::gen::inRange(0u, 300u),
                                         rc::gen::inRange(0u, 3u));
}

struct Table {
  int32_t width = 1;
  std::vector<uint32_t> bones;
};

/// Rows as conversions write them.
Table any_table(bool indexed) {
  Table table;
  table.width = *rc::gen::inRange(1, indexed ? 40 : 5);
  const auto rows = *rc::gen::container<std::vector<uint32_t>>(
      rc::gen::inRange(1u, static_cast<uint32_t>(table.width) + 1));
  for (const uint32_t used : rows)
    for (int32_t k = 0; k < table.width; ++k)
      table.bones.push_back(k < int32_t(used) ? uint32_t(k) : UINT32_MAX);
  return table;
}

class DrawPlans : public testing::TestWithParam<const char*> {
protected:
  void SetUp() override { skip_if_lacking(GetParam()); }
  laws::Port& port() const { return laws::port(GetParam()); }

  ulna_blending chosen(const ulna_device& device, const ulna_skin_size& skin) const {
    Case c = make_case(choose_blending());
    set_device(c, device);
    laws::put(c.arrays[1], std::vector{skin});
    laws::put(c.arrays[0], std::vector{ulna_blending{7, 7, 7}});
    validate(c);
    const Array output = port().output(c);
    return {output.word(0), output.word(1), output.word(2)};
  }

  struct Plan {
    std::vector<ulna_draw> draws;
    int32_t first = 0;
  };
  Plan planned(const ulna_device& device, const Table& table, int32_t max_influences, bool indexed,
               bool normals) const {
    Case c = make_case(plan_draws());
    set_device(c, device);
    c.integers[kOwn] = table.width;
    c.integers[kOwn + 1] = max_influences;
    c.integers[kOwn + 2] = indexed;
    c.integers[kOwn + 3] = normals;
    laws::put(c.arrays[1], table.bones);
    laws::put(c.arrays[0],
              std::vector<ulna_draw>(table.bones.size() / size_t(table.width), {7, 7}));
    validate(c);
    const laws::Port::Given given = port().call(c);
    const auto draws = given.arrays.at(0).as<ulna_draw>();
    return {{draws.begin(), draws.end()}, given.returned};
  }

  void expect_blending(const ulna_device& device, const ulna_skin_size& skin, uint32_t form,
                       uint32_t software, uint32_t max_bones) const {
    const ulna_blending b = chosen(device, skin);
    EXPECT_EQ(b.form, form);
    EXPECT_EQ(b.software, software);
    EXPECT_EQ(b.max_bones, max_bones);
  }
};

/// "200 matrices (MaxVertexBlendMatrixIndex = 199): 100 where the mesh has vertex normals".
TEST_P(DrawPlans, NormalsTakeHalfOfThePalette) {
  const ulna_device device{4, 199, ULNA_HARDWARE_PROCESSING};
  expect_blending(device, {500, 12, 0}, ULNA_INDEXED, 0, 200);
  expect_blending(device, {500, 12, 1}, ULNA_INDEXED, 0, 100);
  expect_blending(device, {60, 12, 1}, ULNA_INDEXED, 0, 60);
}

/// "Imagine a device that supports only six matrices": a face of twelve goes to software.
TEST_P(DrawPlans, AFaceThatHardwareCannotHoldGoesToSoftware) {
  const ulna_device device{4, 5, ULNA_MIXED_PROCESSING};
  expect_blending(device, {128, 12, 0}, ULNA_INDEXED, 1, 128);
  expect_blending(device, {300, 12, 0}, ULNA_INDEXED, 1, 256);
  expect_blending(device, {128, 6, 0}, ULNA_INDEXED, 0, 6);
}

/// MaxVertexBlendMatrixIndex 0: no indexed form, and so none with a palette of nothing.
TEST_P(DrawPlans, WithoutAPaletteRigidFacesAreNotIndexedInHardware) {
  expect_blending(kOnlyHardware, {30, 1, 1}, ULNA_NONINDEXED, 0, 4);
  expect_blending({1, 0, ULNA_MIXED_PROCESSING}, {30, 1, 1}, ULNA_INDEXED, 1, 30);
  expect_blending({1, 0, ULNA_HARDWARE_PROCESSING}, {30, 1, 1}, ULNA_NOT_BLENDED, 0, 0);
}

/// Twelve entries, half of them for normals, hold no face of twelve bones.
TEST_P(DrawPlans, TheTestOfFacesIsOfThePaletteThatIsLeft) {
  expect_blending({0, 11, ULNA_MIXED_PROCESSING}, {50, 12, 0}, ULNA_INDEXED, 0, 12);
  expect_blending({0, 11, ULNA_MIXED_PROCESSING}, {50, 12, 1}, ULNA_INDEXED, 1, 50);
}

/// The row {4, 10, none, none}: two matrices, one weight; {4, 3, 1, none}: three, and two.
TEST_P(DrawPlans, ThereIsAWeightLessThanMatrices) {
  const Table table{4,
                    {4, 10, UINT32_MAX, UINT32_MAX, 4, 3, 1, UINT32_MAX, 9, UINT32_MAX, UINT32_MAX,
                     UINT32_MAX, 1, 2, 3, 4}};
  const Plan plan = planned({3, 0, ULNA_MIXED_PROCESSING}, table, 4, false, true);
  const std::array<uint32_t, 4> weights{1, 2, 0, 3};
  for (size_t s = 0; s < weights.size(); ++s) {
    EXPECT_EQ(plan.draws.at(s).blend_weights, weights[s]) << s;
    EXPECT_EQ(plan.draws.at(s).pass, s == 3 ? ULNA_SOFTWARE_PASS : ULNA_HARDWARE_PASS) << s;
  }
  EXPECT_EQ(plan.first, 3);
}

TEST_P(DrawPlans, OneInfluenceOfTheIndexedFormHasNoWeights) {
  const Table table{2, {0, 1}};
  EXPECT_EQ(planned({0, 255, 0}, table, 1, true, false).draws.at(0).blend_weights, 256u);
  EXPECT_EQ(planned({0, 255, 0}, table, 2, true, false).draws.at(0).blend_weights, 1u);
}

/// The two passes, as the chapter's loops make them, draw every subset once.
TEST_P(DrawPlans, TwoPassesDrawEachSubsetOnceIfTheDeviceIsMixed) {
  laws::check([this] {
    ulna_device device = *any_device_gen();
    device.vertex_processing = ULNA_MIXED_PROCESSING;
    const bool indexed = *rc::gen::arbitrary<bool>();
    const Plan plan = planned(device, any_table(indexed), 4, indexed, *rc::gen::arbitrary<bool>());
    std::vector<int> drawn(plan.draws.size());
    for (size_t s = 0; s < drawn.size(); ++s) drawn[s] += plan.draws[s].pass == ULNA_HARDWARE_PASS;
    RC_ASSERT(plan.first >= 0 && size_t(plan.first) <= drawn.size());
    for (size_t s = size_t(plan.first); s < drawn.size(); ++s)
      drawn[s] += plan.draws[s].pass == ULNA_SOFTWARE_PASS;
    RC_ASSERT(drawn == std::vector<int>(drawn.size(), 1));
  });
}

/// What is converted as chosen can be drawn by the device that it was chosen for, in one pass.
TEST_P(DrawPlans, WhatWasChosenIsDrawn) {
  laws::check([this] {
    const ulna_device device = *any_device_gen();
    const uint32_t bones = *rc::gen::inRange(1u, 400u); // of which a face has no more
    const ulna_skin_size skin{bones, *rc::gen::inRange(1u, std::min(bones, 20u) + 1),
                              *rc::gen::inRange(0u, 2u)};
    const ulna_blending b = chosen(device, skin);
    if (b.form == ULNA_NOT_BLENDED) return;
    const bool indexed = b.form == ULNA_INDEXED;
    Table full{static_cast<int32_t>(b.max_bones), {}};
    for (uint32_t k = 0; k < b.max_bones; ++k) full.bones.push_back(k);
    const Plan plan = planned(device, full, 4, indexed, skin.has_normals != 0);
    RC_ASSERT(plan.draws.at(0).pass == b.software);
  });
}

/// A better device draws no subset in a slower pass.
TEST_P(DrawPlans, MoreMatricesNeverMoveASubsetToSoftware) {
  laws::check([this] {
    const ulna_device device = *any_device_gen();
    ulna_device better = device;
    better.max_blend_matrices += *rc::gen::inRange(0u, 3u);
    better.max_blend_matrix_index += *rc::gen::inRange(0u, 30u);
    const bool indexed = *rc::gen::arbitrary<bool>();
    const bool normals = *rc::gen::arbitrary<bool>();
    const Table table = any_table(indexed);
    const Plan before = planned(device, table, 4, indexed, normals);
    const Plan after = planned(better, table, 4, indexed, normals);
    for (size_t s = 0; s < before.draws.size(); ++s)
      RC_ASSERT(after.draws[s].pass <= before.draws[s].pass);
  });
}

INSTANTIATE_TEST_SUITE_P(Ports, DrawPlans, testing::ValuesIn(ports_with({"plan_draws"})));

} // namespace
} // namespace ulna
