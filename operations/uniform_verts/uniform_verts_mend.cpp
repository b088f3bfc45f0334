// Brings cases of vertices with one number of influences into the rules and the domain.

#include "operations/shared/mend.h"
#include "operations/uniform_verts/uniform_verts.h"
#include "operations/vertex_blending/vertex_blending.h"

namespace ulna::uniform_verts {
namespace {

std::span<uint32_t> indices_of_vertex(Case& c, size_t vertex) {
  const size_t count = num_influences(c);
  return c.arrays[size_t(joint_indices_of(c))].as<uint32_t>().subspan(vertex * count, count);
}
std::span<float> weights_of_vertex(Case& c, size_t vertex) {
  const size_t count = num_influences(c);
  return c.arrays[size_t(joint_weights_of(c))].as<float>().subspan(vertex * count, count);
}

/// Calls change(m) for each matrix of a vertex, as one for row vectors.
template <class Change>
void change_matrices(Case& c, size_t vertex, const Change& change) {
  for (const uint32_t joint : indices_of_vertex(c, vertex)) {
    ulna_mat44 m = matrix_of(c, joint);
    change(m);
    set_matrix(c, joint, m);
  }
}

/// No sum overflows any more.
void tame(Case& c, size_t vertex) {
  const int exponent = mend::safe_exponent(reference::kPositionRows * num_influences(c), 3);
  for (size_t i = 0; i < kComponents; ++i)
    set_component(c, vertex, i, mend::tamed(component(c, vertex, i), exponent));
  mend::tame(weights_of_vertex(c, vertex), exponent);
  change_matrices(c, vertex, [&](ulna_mat44& m) {
    vertex_blending::tame_matrix(m, reference::kPositionRows, exponent);
  });
}

/// The normal is of the size of one, and has no zeros.
void plain_normal(Case& c, size_t vertex) {
  for (size_t i = 3; i < kComponents; ++i)
    set_component(c, vertex, i, mend::with_exponent(component(c, vertex, i), 0));
}

/// So is the first weight, and there are no others that could take it back.
void one_weight(Case& c, size_t vertex) {
  plain_normal(c, vertex);
  const auto weights = weights_of_vertex(c, vertex);
  weights[0] = mend::with_exponent(weights[0], 0);
  std::fill(weights.begin() + 1, weights.end(), 0.0f);
}

/// The matrices leave all directions as they are. They may have been tiny, and the position huge.
void plain_matrices(Case& c, size_t vertex) {
  tame(c, vertex);
  one_weight(c, vertex);
  change_matrices(c, vertex, [](ulna_mat44& m) {
    for (size_t row = 0; row < 3; ++row)
      for (size_t column = 0; column < 3; ++column) m.m[4 * row + column] = row == column ? 1 : 0;
  });
}

using Repair = void (*)(Case& c, size_t vertex);

/// Whether a vertex was not judged.
bool repair(Case& c, Repair change) {
  bool any = false;
  mend::repair_unjudged(c, [&](size_t vertex) {
    change(c, vertex);
    any = true;
  });
  return any;
}

} // namespace

void make_valid(Case& c) {
  if (!has_four(c))
    c.integers[kNumInfluences] = mend::within(c.integers[kNumInfluences], 1, kMostInfluences);
  const size_t vertices = mend::count_of(c, kFirstStream);
  for (int a = kDst; a < palette_of(c); ++a) mend::set_count(c, a, vertices);
  for (const int a : {joint_indices_of(c), joint_weights_of(c)})
    mend::set_count(c, a, vertices * num_influences(c));
  const int palette = palette_of(c);
  if (vertices > 0 && num_matrices(c) == 0) mend::set_count(c, palette, 1);
  const size_t most = most_matrices(*c.operation);
  if (num_matrices(c) > most) mend::set_count(c, palette, most);
  for (uint32_t& joint : c.arrays[size_t(joint_indices_of(c))].as<uint32_t>())
    joint = mend::below(joint, num_matrices(c));
}

void enter_domain(Case& c) {
  if (!repair(c, tame) || has_four(c)) return;
  for (const Repair change : {plain_normal, one_weight})
    if (!repair(c, change)) return;
  // What makes a matrix plain may keep other vertices out that have it, but none whose matrices
  // are all plain.
  while (repair(c, plain_matrices)) continue;
}

} // namespace ulna::uniform_verts
