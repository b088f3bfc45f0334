// The right converter that the planted ones are made of: first fit, nothing clever. Every decision
// that a port may take differently, or wrongly, is a hook: a port derives from Convert, hides one
// of them, and is right but for that.
#pragma once

#include "kernels.h"

#include <algorithm>
#include <array>
#include <vector>

namespace ulna::planted {

struct Influence {
  uint32_t bone;
  double weight;
};
using Influences = std::vector<Influence>;

// A mesh whose influences are a copy, for who changes them before the right converter reads them.
struct OwnInfluences {
  explicit OwnInfluences(const ulna_skinned_mesh& of)
      : influences(of.influences, of.influences + of.first_influence[of.num_vertices]), mesh(of) {
    mesh.influences = influences.data();
  }
  OwnInfluences(const OwnInfluences&) = delete;
  OwnInfluences& operator=(const OwnInfluences&) = delete;

  std::vector<ulna_influence> influences;
  ulna_skinned_mesh mesh;
};

struct Subset {
  uint32_t attribute;
  std::vector<uint32_t> faces;
  std::vector<uint32_t> bones;
};

struct Convert {
  static constexpr uint32_t kNone = UINT32_MAX;

  static bool refuses(float weight) { return !(weight >= 0 && weight <= __FLT_MAX__); }
  // How many of a vertex's entries are read.
  static uint32_t entries(uint32_t count) { return count; }
  // What the weight of an entry is taken for.
  static float weight(float weight) { return weight; }
  // Whether an entry joins an earlier one of its bone, after `merged` others of the vertex did.
  static bool merges(size_t /*merged*/) { return true; }
  // Whether `a` is kept rather than `b`.
  static bool before(const Influence& a, const Influence& b) {
    return a.weight != b.weight ? a.weight > b.weight : a.bone < b.bone;
  }
  static size_t most_influences(const ulna_conversion_limits& limits) {
    return limits.max_influences;
  }
  static size_t most_bones(const ulna_conversion_limits& limits) { return limits.max_bones; }
  // How many of a face's bones are tried where two must hold it.
  static size_t tried(size_t bones) { return bones; }
  static bool reduces_for_all_faces(size_t most) { return most >= 3; }
  // Whether the subsets of `attribute` come before those of `other`.
  static bool comes_first(uint32_t attribute, uint32_t other) { return attribute < other; }
  static bool mixes(uint32_t /*attribute*/, uint32_t /*other*/) { return false; }
  // Whether another face may join a subset. One that was refused is not asked again.
  static bool joins(const Subset& /*subset*/) { return true; }
  static void arrange(std::vector<Subset>& /*subsets*/) {}
  static void corners(std::array<uint32_t, 3>& /*vertices*/) {}
  static double total(const Influences& kept, const Influences& /*whole*/) {
    double sum = 0;
    for (const Influence& i : kept) sum += i.weight;
    return sum;
  }
  // Slot of the k-th bone of n.
  static size_t slot(size_t k, size_t /*n*/) { return k; }
  // How the index of a palette entry is written.
  static uint8_t palette_index(size_t entry) { return static_cast<uint8_t>(entry); }
  static uint32_t padding() { return kNone; }
  static uint32_t face_remap(const std::vector<uint32_t>& old, size_t i) { return old[i]; }
  static uint32_t neighbour(const std::vector<uint32_t>& new_face, uint32_t old) {
    return old == kNone ? kNone : new_face[old];
  }
  static uint32_t index(uint32_t vertex) { return vertex; }
  static void finish(const ulna_blended_mesh& /*out*/, ulna_conversion_counts& /*counts*/) {}
  // What is returned in place of the code of the right error, which `where` goes with.
  static int32_t error(int32_t right, const ulna_skinned_mesh& /*mesh*/,
                       const ulna_conversion_limits& /*limits*/, uint32_t& /*where*/) {
    return right;
  }
};

// The hooks of a port.
struct Hooks {
  decltype(&Convert::refuses) refuses;
  decltype(&Convert::entries) entries;
  decltype(&Convert::weight) weight;
  decltype(&Convert::merges) merges;
  decltype(&Convert::before) before;
  decltype(&Convert::most_influences) most_influences;
  decltype(&Convert::most_bones) most_bones;
  decltype(&Convert::tried) tried;
  decltype(&Convert::reduces_for_all_faces) reduces_for_all_faces;
  decltype(&Convert::comes_first) comes_first;
  decltype(&Convert::mixes) mixes;
  decltype(&Convert::joins) joins;
  decltype(&Convert::arrange) arrange;
  decltype(&Convert::corners) corners;
  decltype(&Convert::total) total;
  decltype(&Convert::slot) slot;
  decltype(&Convert::palette_index) palette_index;
  decltype(&Convert::padding) padding;
  decltype(&Convert::face_remap) face_remap;
  decltype(&Convert::neighbour) neighbour;
  decltype(&Convert::index) index;
  decltype(&Convert::finish) finish;
  decltype(&Convert::error) error;
};
template <class P>
constexpr Hooks kHooksOf{
    .refuses = P::refuses,
    .entries = P::entries,
    .weight = P::weight,
    .merges = P::merges,
    .before = P::before,
    .most_influences = P::most_influences,
    .most_bones = P::most_bones,
    .tried = P::tried,
    .reduces_for_all_faces = P::reduces_for_all_faces,
    .comes_first = P::comes_first,
    .mixes = P::mixes,
    .joins = P::joins,
    .arrange = P::arrange,
    .corners = P::corners,
    .total = P::total,
    .slot = P::slot,
    .palette_index = P::palette_index,
    .padding = P::padding,
    .face_remap = P::face_remap,
    .neighbour = P::neighbour,
    .index = P::index,
    .finish = P::finish,
    .error = P::error,
};

// The converter that all share: conversion.cpp, compiled once.
int32_t convert(const Hooks& hooks, bool indexed, const ulna_skinned_mesh* mesh,
                const ulna_conversion_limits* limits, const ulna_blended_mesh* out,
                ulna_conversion_counts* counts);

// Looks at bones and then at weights of so many entries at a time: a bad weight is returned before
// the bad bone of a later block.
template <uint32_t kBlock>
struct ChecksInBlocks : Convert {
  static int32_t error(int32_t right, const ulna_skinned_mesh& mesh,
                       const ulna_conversion_limits& /*limits*/, uint32_t& where) {
    if (right != ULNA_BAD_BONE) return right;
    for (uint32_t i = 0; i < where / kBlock * kBlock; ++i) {
      if (!refuses(mesh.influences[i].weight)) continue;
      where = i;
      return ULNA_BAD_WEIGHT;
    }
    return right;
  }
};

// The two operations of a planted converter.
template <class P>
int32_t convert(const ulna_skinned_mesh* mesh, const ulna_conversion_limits* limits,
                const ulna_blended_mesh* out, ulna_conversion_counts* counts) {
  return convert(kHooksOf<P>, false, mesh, limits, out, counts);
}
template <class P>
int32_t convert_indexed(const ulna_skinned_mesh* mesh, const ulna_conversion_limits* limits,
                        const ulna_blended_mesh* out, ulna_conversion_counts* counts) {
  return convert(kHooksOf<P>, true, mesh, limits, out, counts);
}
// The indexed form of a mesh whose influences are changed before anything is checked: of each
// vertex, change(first, last).
template <class Change>
int32_t convert_changed(const ulna_skinned_mesh* mesh, const ulna_conversion_limits* limits,
                        const ulna_blended_mesh* out, ulna_conversion_counts* counts,
                        const Change& change) {
  const uint32_t* first = mesh->first_influence;
  std::vector<ulna_influence> all(mesh->influences, mesh->influences + first[mesh->num_vertices]);
  for (uint32_t v = 0; v < mesh->num_vertices; ++v)
    change(all.data() + first[v], all.data() + first[v + 1]);
  ulna_skinned_mesh changed = *mesh;
  changed.influences = all.data();
  return convert_indexed<Convert>(&changed, limits, out, counts);
}

template <class P>
const ulna_port* offer_converters(const char* name) {
  return offer(name, &ulna_port::convert_to_blended_mesh, convert<P>,
               &ulna_port::convert_to_indexed_blended_mesh, convert_indexed<P>);
}

} // namespace ulna::planted
