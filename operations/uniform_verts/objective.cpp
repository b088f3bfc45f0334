// Sums of products of vertices that all have the same number of influences, in any layout.
#include "cases/objective.h"
#include "cases/make_case.h"
#include "operations/shared/sum_terms.h"
#include "operations/uniform_verts/uniform_verts.h"

namespace ulna {
namespace {

using namespace uniform_verts;

constexpr size_t kPositionQuantity = 0;
constexpr size_t kRows = 4;
constexpr size_t kColumns = 3;
/// Each vertex has matrices of its own, as many as bytes can name.
constexpr size_t kVertices = 256 / kMostInfluences;

struct Influence {
  float weight;
  ulna_mat44 matrix;
};

struct Vertex {
  std::array<float, kComponents> components; ///< of position and normal
  std::vector<Influence> influences;
};

Case packed(const Operation& op, std::span<const Vertex> vertices) {
  Case c = make_case(op);
  const size_t influences = vertices[0].influences.size();
  if (!has_four(c)) c.integers[kNumInfluences] = static_cast<int32_t>(influences);
  const auto resize = [&](int array, size_t count) {
    c.arrays[size_t(array)].resize(count * op.arrays[size_t(array)].element_size(c));
  };
  for (int a = kDst; a < palette_of(c); ++a) resize(a, vertices.size());
  for (int a = palette_of(c); a <= joint_weights_of(c); ++a)
    resize(a, vertices.size() * influences);
  for (size_t v = 0; v < vertices.size(); ++v) {
    for (size_t i = 0; i < kComponents; ++i) set_component(c, v, i, vertices[v].components[i]);
    for (size_t k = 0; k < influences; ++k) {
      const size_t joint = v * influences + k;
      set_matrix(c, joint, vertices[v].influences[k].matrix);
      c.arrays[size_t(joint_indices_of(c))].set_word(joint, static_cast<uint32_t>(joint));
      c.arrays[size_t(joint_weights_of(c))].as<float>()[joint] = vertices[v].influences[k].weight;
    }
  }
  return c;
}

/// The one vertex of a case.
Vertex unpacked(const Case& c) {
  Vertex v;
  for (size_t i = 0; i < kComponents; ++i) v.components[i] = component(c, 0, i);
  for (size_t k = 0; k < num_influences(c); ++k)
    v.influences.push_back({c.arrays[size_t(joint_weights_of(c))].as<float>()[k],
                            matrix_of(c, c.arrays[size_t(joint_indices_of(c))].word(k))});
  return v;
}

Vertex scattered(Terms terms, size_t influences, Random& random) {
  Vertex v;
  for (float& x : v.components) x = near_one(random);
  v.influences.resize(influences);
  for (Influence& i : v.influences) i = {near_one(random), {}};
  for (size_t column = 0; column < kColumns; ++column) {
    const std::vector<int> exponent = exponents(terms, kRows * influences, random);
    for (size_t k = 0; k < influences; ++k)
      for (size_t row = 0; row < kRows; ++row)
        v.influences[k].matrix.m[4 * row + column] =
            std::ldexp(near_one(random), exponent[kRows * k + row]);
  }
  return v;
}

Case scatter(const Operation& op, size_t kind, Random& random) {
  const size_t influences = has_four(op) ? kMostInfluences : influences_of_kind(kind);
  std::vector<Vertex> vertices;
  for (size_t i = 0; i < kVertices; ++i)
    vertices.push_back(scattered(terms_of_kind(kind), influences, random));
  return packed(op, vertices);
}

void step(Vertex& v, Random& random) {
  constexpr size_t kMostSteps = 4;
  constexpr int kBits = 16;
  for (size_t n = random.size(1, kMostSteps); n > 0; --n) {
    Influence& influence = v.influences[random.below(v.influences.size())];
    float* x = &influence.matrix.m[4 * random.below(kRows) + random.below(kColumns)];
    if (random.one_in(3)) x = &v.components[random.below(kColumns)]; // of the position
    if (random.one_in(6)) x = &influence.weight;
    *x = stepped(*x, kBits, random);
  }
}

Case vary(const Case& best, Random& random) {
  std::vector<Vertex> vertices(kVertices, unpacked(best));
  for (size_t i = 1; i < kVertices; ++i) step(vertices[i], random);
  return packed(*best.operation, vertices);
}

} // namespace

const Objective uniform_verts::kObjective{kPositionQuantity, kKindsOfSums, scatter, vary};

} // namespace ulna
