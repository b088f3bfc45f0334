#include "conversion.h"

#include <map>

namespace ulna::planted {
namespace {

class Converter {
public:
  Converter(const Hooks& hooks, const ulna_skinned_mesh& mesh, const ulna_conversion_limits& limits,
            bool indexed, const ulna_blended_mesh& out, ulna_conversion_counts& counts)
      : hooks_(hooks), mesh_(mesh), limits_(limits), indexed_(indexed), out_(out), counts_(counts),
        most_(hooks.most_bones(limits)) {}

  int32_t run() {
    const int32_t code = convert();
    return code == ULNA_CONVERTED ? code : hooks_.error(code, mesh_, limits_, counts_.where);
  }

private:
  int32_t convert() {
    if (const int32_t error = check()) return error;
    for (uint32_t v = 0; v < mesh_.num_vertices; ++v)
      if (!read_vertex(v)) return fail(ULNA_NO_INFLUENCE, v);
    if (const int32_t error = reduce()) return error;
    cut();
    hooks_.arrange(subsets_);
    write();
    hooks_.finish(out_, counts_);
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
        (limits_.rigid_bone != Convert::kNone && limits_.rigid_bone >= mesh_.num_bones))
      return fail(ULNA_BAD_LIMITS, 0);
    for (uint32_t f = 0; f < mesh_.num_faces; ++f)
      for (uint32_t k = 0; k < 3; ++k)
        if (mesh_.indices[3 * f + k] >= mesh_.num_vertices ||
            (mesh_.adjacency && mesh_.adjacency[3 * f + k] != Convert::kNone &&
             mesh_.adjacency[3 * f + k] >= mesh_.num_faces))
          return fail(ULNA_BAD_INDEX, f);
    const uint32_t entries = mesh_.first_influence[mesh_.num_vertices];
    for (uint32_t i = 0; i < entries; ++i)
      if (mesh_.influences[i].bone >= mesh_.num_bones) return fail(ULNA_BAD_BONE, i);
    for (uint32_t i = 0; i < entries; ++i)
      if (hooks_.refuses(mesh_.influences[i].weight)) return fail(ULNA_BAD_WEIGHT, i);
    return ULNA_CONVERTED;
  }

  bool read_vertex(uint32_t v) {
    Influences own;
    const uint32_t first = mesh_.first_influence[v];
    const uint32_t count = hooks_.entries(mesh_.first_influence[v + 1] - first);
    for (uint32_t i = first; i < first + count; ++i) {
      const uint32_t bone = mesh_.influences[i].bone;
      const float weight = hooks_.weight(mesh_.influences[i].weight);
      if (weight != 0) own.push_back({bone, double{weight}});
    }
    merge(own);
    if (own.empty() && limits_.rigid_bone != Convert::kNone) own.push_back({limits_.rigid_bone, 1});
    if (own.empty()) return false;
    std::sort(own.begin(), own.end(), hooks_.before);
    own.resize(std::min(own.size(), hooks_.most_influences(limits_)));
    whole_.push_back(own);
    return true;
  }

  // Entries of one bone become one, their weights added up in the order in which they are listed.
  void merge(Influences& own) const {
    std::stable_sort(own.begin(), own.end(),
                     [](const Influence& a, const Influence& b) { return a.bone < b.bone; });
    size_t kept = 0;
    for (size_t i = 0; i < own.size(); ++i) {
      if (i > 0 && own[i].bone == own[kept - 1].bone && hooks_.merges(i - kept))
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
    const bool shared = hooks_.reduces_for_all_faces(most_);
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
          if (i.size() > 1 && (!least || hooks_.before(least->back(), i.back()))) least = &i;
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
        const double least = hooks_.total(corner, whole_[face(f)[k]]) * 0x1p-25;
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
    all.resize(hooks_.tried(all.size()));
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

  // What a subset's palette holds is looked for in a sorted copy: there may be thousands of
  // subsets.
  bool has_room(const std::vector<uint32_t>& sorted, const std::vector<uint32_t>& bones) const {
    size_t all = sorted.size();
    for (const uint32_t bone : bones)
      if (!std::binary_search(sorted.begin(), sorted.end(), bone) && ++all > most_) return false;
    return all <= most_;
  }

  // Of the subsets the first with room for the face, or a new one. There may be one attribute for
  // each face, so those of others are looked at only by a port that mixes them.
  size_t place(uint32_t attribute, const std::vector<uint32_t>& bones) {
    const bool mixes = hooks_.mixes != Convert::mixes;
    std::vector<size_t>& candidates = of_attribute_[mixes ? 0 : attribute];
    for (auto s = candidates.begin(); s != candidates.end();) {
      const uint32_t other = subsets_[*s].attribute;
      if (!hooks_.joins(subsets_[*s])) {
        s = candidates.erase(s);
        continue;
      }
      if ((other == attribute || hooks_.mixes(other, attribute)) && has_room(sorted_[*s], bones))
        return *s;
      ++s;
    }
    candidates.push_back(subsets_.size());
    subsets_.push_back({attribute, {}, {}});
    sorted_.emplace_back();
    return subsets_.size() - 1;
  }

  void cut() {
    std::vector<uint32_t> order(mesh_.num_faces);
    for (uint32_t f = 0; f < mesh_.num_faces; ++f) order[f] = f;
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
      return hooks_.comes_first(mesh_.attributes[a], mesh_.attributes[b]);
    });
    for (const uint32_t f : order) {
      const std::vector<uint32_t> bones = bones_of(corners_[f]);
      const size_t s = place(mesh_.attributes[f], bones);
      Subset& subset = subsets_[s];
      for (const uint32_t bone : bones) {
        const auto at = std::lower_bound(sorted_[s].begin(), sorted_[s].end(), bone);
        if (at != sorted_[s].end() && *at == bone) continue;
        sorted_[s].insert(at, bone);
        subset.bones.push_back(bone);
      }
      subset.faces.push_back(f);
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
      out_.face_remap[f] = hooks_.face_remap(old_, f);
      if (!mesh_.adjacency) continue;
      for (size_t k = 0; k < 3; ++k)
        out_.adjacency[3 * f + k] =
            hooks_.neighbour(new_face, mesh_.adjacency[3 * size_t{old_[f]} + k]);
    }
  }

  void write_subset(size_t s) {
    const Subset& subset = subsets_[s];
    const uint32_t first_vertex = counts_.num_vertices;
    const auto first_face = static_cast<uint32_t>(old_.size());
    uint32_t* row = out_.bones + s * counts_.table_width;
    for (size_t k = 0; k < counts_.table_width; ++k)
      row[k] = k < subset.bones.size() ? subset.bones[k] : hooks_.padding();
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
      hooks_.corners(vertices);
      for (size_t k = 0; k < 3; ++k) out_.indices[3 * old_.size() + k] = hooks_.index(vertices[k]);
      old_.push_back(f);
    }
    out_.subsets[s] = {subset.attribute, first_face, uint32_t(subset.faces.size()), first_vertex,
                       counts_.num_vertices - first_vertex};
  }

  // Weights are multiples of 2^-24 that add up to one: their sums are exact in float, in any order.
  void write_vertex(uint32_t source, const Influences& kept, const std::vector<uint32_t>& row) {
    constexpr double kUnits = 1 << 24;
    const double total = hooks_.total(kept, whole_[source]);
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
      const size_t slot = indexed_ ? hooks_.slot(k, kept.size()) : hooks_.slot(entry, row.size());
      if (slot + 1 < counts_.max_influences)
        vertex.weights[slot] = static_cast<float>(units[k] / kUnits);
      if (indexed_) vertex.indices[slot] = hooks_.palette_index(entry);
    }
    out_.vertex_remap[counts_.num_vertices] = source;
    out_.vertices[counts_.num_vertices++] = vertex;
  }

  const Hooks& hooks_;
  const ulna_skinned_mesh& mesh_;
  const ulna_conversion_limits& limits_;
  const bool indexed_;
  const ulna_blended_mesh& out_;
  ulna_conversion_counts& counts_;
  const size_t most_;
  std::vector<Influences> whole_;                  // of each vertex, the largest first
  std::vector<std::array<Influences, 3>> corners_; // what each face's corners keep
  std::vector<Subset> subsets_;
  std::vector<std::vector<uint32_t>> sorted_;            // the bones of each
  std::map<uint32_t, std::vector<size_t>> of_attribute_; // subsets
  std::vector<uint32_t> old_;                            // the old number of each new face
};

} // namespace

int32_t convert(const Hooks& hooks, bool indexed, const ulna_skinned_mesh* mesh,
                const ulna_conversion_limits* limits, const ulna_blended_mesh* out,
                ulna_conversion_counts* counts) {
  return Converter(hooks, *mesh, *limits, indexed, *out, *counts).run();
}

} // namespace ulna::planted
