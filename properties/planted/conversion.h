// The right converter that the planted ones are made of: first fit, nothing clever. Every decision
// that a port may take differently, or wrongly, is a hook: a port derives from Convert, hides one
// of them, and is right but for that.
#pragma once

#include "kernels.h"

#include <algorithm>
#include <array>
#include <map>
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
  static bool merges() { return true; }
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
  // Whether another face may join a subset.
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

template <class P>
class Converter {
public:
  Converter(const ulna_skinned_mesh& mesh, const ulna_conversion_limits& limits, bool indexed,
            const ulna_blended_mesh& out, ulna_conversion_counts& counts)
      : mesh_(mesh), limits_(limits), indexed_(indexed), out_(out), counts_(counts),
        most_(P::most_bones(limits)) {}

  int32_t run() {
    const int32_t code = convert();
    return code == ULNA_CONVERTED ? code : P::error(code, mesh_, limits_, counts_.where);
  }

private:
  int32_t convert() {
    if (const int32_t error = check()) return error;
    for (uint32_t v = 0; v < mesh_.num_vertices; ++v)
      if (!read_vertex(v)) return fail(ULNA_NO_INFLUENCE, v);
    if (const int32_t error = reduce()) return error;
    cut();
    P::arrange(subsets_);
    write();
    P::finish(out_, counts_);
    return ULNA_CONVERTED;
  }

  int32_t fail(int32_t code, uint32_t where) {
    counts_.where = where;
    return code;
  }

  int32_t check() {
    const uint32_t least = indexed_ ? 1 : 2, largest = indexed_ ? 256 : 4;
    if (limits_.max_influences < 1 || limits_.max_influences > 4 || limits_.max_bones < least ||
        limits_.max_bones > largest ||
        (limits_.rigid_bone != P::kNone && limits_.rigid_bone >= mesh_.num_bones))
      return fail(ULNA_BAD_LIMITS, 0);
    for (uint32_t f = 0; f < mesh_.num_faces; ++f)
      for (uint32_t k = 0; k < 3; ++k)
        if (mesh_.indices[3 * f + k] >= mesh_.num_vertices ||
            (mesh_.adjacency && mesh_.adjacency[3 * f + k] != P::kNone &&
             mesh_.adjacency[3 * f + k] >= mesh_.num_faces))
          return fail(ULNA_BAD_INDEX, f);
    const uint32_t entries = mesh_.first_influence[mesh_.num_vertices];
    for (uint32_t i = 0; i < entries; ++i)
      if (mesh_.influences[i].bone >= mesh_.num_bones) return fail(ULNA_BAD_BONE, i);
    for (uint32_t i = 0; i < entries; ++i)
      if (P::refuses(mesh_.influences[i].weight)) return fail(ULNA_BAD_WEIGHT, i);
    return ULNA_CONVERTED;
  }

  bool read_vertex(uint32_t v) {
    Influences own;
    const uint32_t first = mesh_.first_influence[v];
    const uint32_t count = P::entries(mesh_.first_influence[v + 1] - first);
    for (uint32_t i = first; i < first + count; ++i) {
      const uint32_t bone = mesh_.influences[i].bone;
      const float weight = P::weight(mesh_.influences[i].weight);
      if (weight != 0) own.push_back({bone, double{weight}});
    }
    if (P::merges()) merge(own);
    if (own.empty() && limits_.rigid_bone != P::kNone) own.push_back({limits_.rigid_bone, 1});
    if (own.empty()) return false;
    std::sort(own.begin(), own.end(), P::before);
    own.resize(std::min(own.size(), P::most_influences(limits_)));
    whole_.push_back(own);
    return true;
  }

  // Entries of one bone become one, their weights added up in the order in which they are listed.
  static void merge(Influences& own) {
    std::stable_sort(own.begin(), own.end(),
                     [](const Influence& a, const Influence& b) { return a.bone < b.bone; });
    size_t kept = 0;
    for (size_t i = 0; i < own.size(); ++i) {
      if (i > 0 && own[i].bone == own[kept - 1].bone)
        own[kept - 1].weight += own[i].weight;
      else
        own[kept++] = own[i];
    }
    own.resize(kept);
  }

  const uint32_t* face(uint32_t f) const { return mesh_.indices + 3 * size_t{f}; }

  static void add(std::vector<uint32_t>& bones, const Influences& influences) {
    for (const Influence& i : influences)
      if (std::find(bones.begin(), bones.end(), i.bone) == bones.end()) bones.push_back(i.bone);
  }
  std::vector<uint32_t> bones_of(const std::array<Influences, 3>& corners) const {
    std::vector<uint32_t> bones;
    for (const Influences& corner : corners) add(bones, corner);
    return bones;
  }

  // What the corners of each face keep. Where all faces share it, each vertex gives up its least
  // influences until the widest face fits.
  int32_t reduce() {
    std::vector<Influences> kept = whole_;
    const bool shared = P::reduces_for_all_faces(most_);
    for (uint32_t f = 0; f < mesh_.num_faces; ++f) {
      if (!shared) kept = whole_;
      std::array<Influences, 3> corners;
      for (;;) {
        for (size_t k = 0; k < 3; ++k) corners[k] = kept[face(f)[k]];
        if (bones_of(corners).size() <= most_) break;
        if (most_ < 3) {
          if (!hit(f, corners)) return fail(ULNA_TOO_FEW_BONES, f);
          break;
        }
        Influences* least = nullptr;
        for (size_t k = 0; k < 3; ++k) {
          Influences& i = kept[face(f)[k]];
          if (i.size() > 1 && (!least || P::before(least->back(), i.back()))) least = &i;
        }
        least->pop_back();
      }
      corners_.push_back(corners);
    }
    if (shared)
      for (uint32_t f = 0; f < mesh_.num_faces; ++f)
        for (size_t k = 0; k < 3; ++k) corners_[f][k] = kept[face(f)[k]];
    // What will round to nothing needs no bone.
    for (uint32_t f = 0; f < mesh_.num_faces; ++f) {
      for (size_t k = 0; k < 3; ++k) {
        Influences& corner = corners_[f][k];
        const double least = P::total(corner, whole_[face(f)[k]]) * 0x1p-25;
        corner.erase(std::remove_if(corner.begin(), corner.end(),
                                    [=](const Influence& i) { return i.weight < least; }),
                     corner.end());
      }
    }
    return ULNA_CONVERTED;
  }

  // Leaves the corners what one or two bones can hold, if each keeps one of its own.
  bool hit(uint32_t f, std::array<Influences, 3>& corners) const {
    for (size_t k = 0; k < 3; ++k) corners[k] = whole_[face(f)[k]];
    std::vector<uint32_t> all = bones_of(corners);
    all.resize(P::tried(all.size()));
    for (const uint32_t a : all) {
      for (const uint32_t b : all) {
        if (most_ == 1 && a != b) continue;
        std::array<Influences, 3> kept = corners;
        for (Influences& corner : kept)
          corner.erase(
              std::remove_if(corner.begin(), corner.end(),
                             [&](const Influence& i) { return i.bone != a && i.bone != b; }),
              corner.end());
        if (kept[0].empty() || kept[1].empty() || kept[2].empty()) continue;
        corners = kept;
        return true;
      }
    }
    return false;
  }

  bool has_room(const Subset& s, const std::vector<uint32_t>& bones) const {
    size_t all = s.bones.size();
    for (const uint32_t bone : bones)
      if (std::find(s.bones.begin(), s.bones.end(), bone) == s.bones.end() && ++all > most_)
        return false;
    return all <= most_;
  }

  void cut() {
    std::vector<uint32_t> order(mesh_.num_faces);
    for (uint32_t f = 0; f < mesh_.num_faces; ++f) order[f] = f;
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
      return P::comes_first(mesh_.attributes[a], mesh_.attributes[b]);
    });
    for (const uint32_t f : order) {
      const uint32_t attribute = mesh_.attributes[f];
      const std::vector<uint32_t> bones = bones_of(corners_[f]);
      Subset* fits = nullptr;
      for (Subset& s : subsets_) {
        if (s.attribute != attribute && !P::mixes(s.attribute, attribute)) continue;
        if (!P::joins(s) || !has_room(s, bones)) continue;
        for (const Influences& corner : corners_[f]) add(s.bones, corner);
        fits = &s;
        break;
      }
      if (!fits) {
        subsets_.push_back({attribute, {}, bones});
        fits = &subsets_.back();
      }
      fits->faces.push_back(f);
    }
  }

  void write() {
    size_t widest = 0, most_influences = 0;
    for (const Subset& s : subsets_) widest = std::max(widest, s.bones.size());
    for (const auto& corners : corners_)
      for (const Influences& corner : corners)
        most_influences = std::max(most_influences, corner.size());
    counts_.table_width = indexed_ ? limits_.max_bones : uint32_t(widest);
    counts_.max_influences = uint32_t(indexed_ ? most_influences : widest);
    counts_.num_subsets = uint32_t(subsets_.size());
    counts_.num_vertices = 0;
    for (size_t s = 0; s < subsets_.size(); ++s) write_subset(s);

    std::vector<uint32_t> new_face(mesh_.num_faces);
    for (uint32_t f = 0; f < old_.size(); ++f) new_face[old_[f]] = f;
    for (uint32_t f = 0; f < old_.size(); ++f) {
      out_.face_remap[f] = P::face_remap(old_, f);
      if (!mesh_.adjacency) continue;
      for (size_t k = 0; k < 3; ++k)
        out_.adjacency[3 * f + k] =
            P::neighbour(new_face, mesh_.adjacency[3 * size_t{old_[f]} + k]);
    }
  }

  void write_subset(size_t s) {
    const Subset& subset = subsets_[s];
    const uint32_t first_vertex = counts_.num_vertices;
    const auto first_face = static_cast<uint32_t>(old_.size());
    uint32_t* row = out_.bones + s * counts_.table_width;
    for (size_t k = 0; k < counts_.table_width; ++k)
      row[k] = k < subset.bones.size() ? subset.bones[k] : P::padding();
    std::map<std::pair<uint32_t, std::vector<uint32_t>>, uint32_t> known;
    for (const uint32_t f : subset.faces) {
      std::array<uint32_t, 3> vertices{};
      for (size_t k = 0; k < 3; ++k) {
        std::vector<uint32_t> bones;
        add(bones, corners_[f][k]);
        const auto [at, is_new] = known.try_emplace({face(f)[k], bones}, counts_.num_vertices);
        if (is_new) write_vertex(face(f)[k], corners_[f][k], subset.bones);
        vertices[k] = at->second;
      }
      P::corners(vertices);
      for (size_t k = 0; k < 3; ++k) out_.indices[3 * old_.size() + k] = P::index(vertices[k]);
      old_.push_back(f);
    }
    out_.subsets[s] = {subset.attribute, first_face, uint32_t(subset.faces.size()), first_vertex,
                       counts_.num_vertices - first_vertex};
  }

  // Weights are multiples of 2^-24 that add up to one: their sums are exact in float, in any order.
  void write_vertex(uint32_t source, const Influences& kept, const std::vector<uint32_t>& row) {
    constexpr double kUnits = 1 << 24;
    const double total = P::total(kept, whole_[source]);
    std::vector<double> units;
    double left = kUnits;
    for (size_t k = kept.size(); k-- > 1;) {
      units.insert(units.begin(), std::max(1.0, std::floor(kept[k].weight / total * kUnits + 0.5)));
      left -= units.front();
    }
    units.insert(units.begin(), left);

    ulna_blended_vertex vertex{source, {}, {}};
    for (size_t k = 0; k < kept.size(); ++k) {
      const auto entry =
          static_cast<size_t>(std::find(row.begin(), row.end(), kept[k].bone) - row.begin());
      const size_t slot = indexed_ ? P::slot(k, kept.size()) : P::slot(entry, row.size());
      if (slot + 1 < counts_.max_influences)
        vertex.weights[slot] = static_cast<float>(units[k] / kUnits);
      if (indexed_) vertex.indices[slot] = P::palette_index(entry);
    }
    out_.vertex_remap[counts_.num_vertices] = source;
    out_.vertices[counts_.num_vertices++] = vertex;
  }

  const ulna_skinned_mesh& mesh_;
  const ulna_conversion_limits& limits_;
  const bool indexed_;
  const ulna_blended_mesh& out_;
  ulna_conversion_counts& counts_;
  const size_t most_;
  std::vector<Influences> whole_;                  // of each vertex, the largest first
  std::vector<std::array<Influences, 3>> corners_; // what each face's corners keep
  std::vector<Subset> subsets_;
  std::vector<uint32_t> old_; // the old number of each new face
};

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
  return Converter<P>(*mesh, *limits, false, *out, *counts).run();
}
template <class P>
int32_t convert_indexed(const ulna_skinned_mesh* mesh, const ulna_conversion_limits* limits,
                        const ulna_blended_mesh* out, ulna_conversion_counts* counts) {
  return Converter<P>(*mesh, *limits, true, *out, *counts).run();
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
