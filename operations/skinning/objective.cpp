// Sums of products in the layouts of joints, weights and base vectors.
#include "cases/objective.h"
#include "cases/make_case.h"
#include "operations/list.h"
#include "operations/shared/sum_terms.h"
#include "operations/skinning/skinning.h"

namespace ulna {
namespace {

using namespace skinning;

constexpr size_t kVertexQuantity = 0;

struct Influence {
  float weight;
  ulna_joint_mat matrix;
};

struct Vertex {
  std::vector<Influence> influences;
  std::vector<ulna_vec4> base;
};

/// What the errors of an operation depend on.
struct Form {
  bool three;    ///< base vectors for each vertex, else one for each influence
  bool weighted; ///< the weights take part
  bool distant;  ///< the first influence alone does
};

Form form_of(const Operation& op) {
  const bool positions =
      op.member == transform_verts().member || op.member == transform_verts_lod().member;
  return {!positions, op.member == transform_verts_and_tangents().member,
          op.member == transform_verts_and_tangents_lod().member ||
              op.member == transform_verts_lod().member};
}

template <class T>
void append(Array& array, const T& value) {
  const size_t size = array.size();
  array.resize(size + sizeof value);
  std::memcpy(array.data() + size, &value, sizeof value);
}

/// Each vertex has matrices of its own.
Case packed(const Operation& op, std::span<const Vertex> vertices) {
  Case c = make_case(op);
  int32_t joint = 0;
  for (const Vertex& v : vertices) {
    auto left = static_cast<int32_t>(v.influences.size());
    for (const Influence& i : v.influences) {
      append(c.arrays[kJoints], i.matrix);
      append(c.arrays[kWeights],
             ulna_joint_weight{i.weight, joint++ * int32_t{sizeof(ulna_joint_mat)},
                               left-- * int32_t{sizeof(ulna_joint_weight)}});
    }
    for (const ulna_vec4& b : v.base) append(c.arrays[kBase], b);
  }
  c.arrays[kVerts].resize(vertices.size() * sizeof(ulna_vertex));
  return c;
}

/// The one vertex of a case.
Vertex unpacked(const Case& c) {
  Vertex v;
  const auto joints = c.arrays[kJoints].as<ulna_joint_mat>();
  for (const ulna_joint_weight& w : c.arrays[kWeights].as<ulna_joint_weight>())
    v.influences.push_back({w.weight, joints[size_t(w.joint_mat_offset) / sizeof(ulna_joint_mat)]});
  const auto base = c.arrays[kBase].as<ulna_vec4>();
  v.base.assign(base.begin(), base.end());
  return v;
}

Vertex scattered(Form form, Terms terms, size_t influences, Random& random) {
  Vertex v;
  v.influences.resize(influences);
  v.base.resize(form.three ? 3 : influences);
  for (ulna_vec4& b : v.base)
    for (float* x : {&b.x, &b.y, &b.z, &b.w}) *x = near_one(random);
  for (Influence& i : v.influences) i.weight = form.weighted ? near_one(random) : 1.0f;
  for (size_t row = 0; row < 3; ++row) {
    const std::vector<int> exponent = exponents(terms, 4 * influences, random);
    for (size_t k = 0; k < influences; ++k)
      for (size_t column = 0; column < 4; ++column)
        v.influences[k].matrix.m[4 * row + column] =
            std::ldexp(near_one(random), exponent[4 * k + column]);
  }
  return v;
}

Case scatter(const Operation& op, size_t kind, Random& random) {
  constexpr size_t kVertices = 64;
  const Form form = form_of(op);
  const size_t influences = form.distant ? 1 : influences_of_kind(kind);
  const Terms terms = terms_of_kind(kind);
  std::vector<Vertex> vertices;
  for (size_t i = 0; i < kVertices; ++i)
    vertices.push_back(scattered(form, terms, influences, random));
  return packed(op, vertices);
}

void step(Vertex& v, bool weighted, Random& random) {
  constexpr size_t kMostSteps = 4;
  constexpr int kBits = 16;
  for (size_t n = random.size(1, kMostSteps); n > 0; --n) {
    Influence& influence = v.influences[random.below(v.influences.size())];
    float* x = &influence.matrix.m[random.below(12)];
    if (random.one_in(3)) x = &v.base[random.below(v.base.size())].x + random.below(4);
    if (weighted && random.one_in(6)) x = &influence.weight;
    *x = stepped(*x, kBits, random);
  }
}

Case vary(const Case& best, Random& random) {
  constexpr size_t kVertices = 64;
  const bool weighted = form_of(*best.operation).weighted;
  std::vector<Vertex> vertices(kVertices, unpacked(best));
  for (size_t i = 1; i < kVertices; ++i) step(vertices[i], weighted, random);
  return packed(*best.operation, vertices);
}

} // namespace

const Objective skinning::kObjective{kVertexQuantity, kKindsOfSums, scatter, vary};

} // namespace ulna
