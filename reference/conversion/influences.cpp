#include "reference/conversion/influences.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ulna::reference {
namespace {

constexpr double kTie = 0x1p-40;

bool nearly_equal(double a, double b) {
  return std::fabs(a - b) <= kTie * std::max(a, b);
}

/// Rules 1 and 2 for one vertex after the other.
class Merger {
public:
  Merger(const SkinnedMesh& mesh, uint32_t rigid_bone) : mesh_(mesh), rigid_bone_(rigid_bone) {}

  /// In the order of the bones, valid until the next call.
  std::vector<Influence>& operator()(uint32_t vertex) {
    entries_.clear();
    for (const ulna_influence& entry : mesh_.entries(vertex))
      if (entry.weight > 0) entries_.push_back({entry.bone, entries_.size(), entry.weight});
    std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
      return a.bone != b.bone ? a.bone < b.bone : a.place < b.place;
    });
    merged_.clear();
    for (const Entry& entry : entries_) {
      if (!merged_.empty() && merged_.back().bone == entry.bone) {
        merged_.back().weight += entry.weight;
        merged_.back().merged = true;
      } else {
        merged_.push_back({entry.bone, false, true, entry.weight});
      }
    }
    if (merged_.empty()) merged_.push_back({rigid_bone_, false, true, 1});
    return merged_;
  }

private:
  struct Entry {
    uint32_t bone;
    size_t place;
    float weight;
  };

  const SkinnedMesh& mesh_;
  uint32_t rigid_bone_;
  std::vector<Entry> entries_;
  std::vector<Influence> merged_;
};

/// Rule 3: leaves the `most` influences that are kept, and those that are as good as the last.
void keep_largest(std::vector<Influence>& all, size_t most) {
  if (all.size() <= most) return;
  std::sort(all.begin(), all.end(), [](const Influence& a, const Influence& b) {
    return a.weight != b.weight ? a.weight > b.weight : a.bone < b.bone;
  });
  const double last = all[most - 1].weight;
  const auto is_equal = [last](const Influence& i) { return nearly_equal(i.weight, last); };
  const auto begin = std::find_if(all.begin(), all.end(), is_equal);
  const auto end =
      std::find_if_not(all.begin() + static_cast<std::ptrdiff_t>(most), all.end(), is_equal);
  const bool choice = size_t(end - all.begin()) > most &&
                      std::any_of(begin, end, [](const Influence& i) { return i.merged; });
  if (choice) {
    std::for_each(begin, end, [](Influence& i) { i.sure = false; });
    all.erase(end, all.end());
  } else {
    all.resize(most);
  }
  std::sort(all.begin(), all.end(),
            [](const Influence& a, const Influence& b) { return a.bone < b.bone; });
}

/// Whether the vertices have a bone in common: of all influences, or of the sure ones.
bool share_bone(std::span<const Influence> a, std::span<const Influence> b, bool sure) {
  for (size_t i = 0, k = 0; i < a.size() && k < b.size();) {
    if (a[i].bone == b[k].bone) {
      if (!sure || (a[i].sure && b[k].sure)) return true;
      ++i, ++k;
    } else {
      a[i].bone < b[k].bone ? ++i : ++k;
    }
  }
  return false;
}

bool share_bone(std::span<const Influence> a, std::span<const Influence> b,
                std::span<const Influence> c, bool sure) {
  const auto has = [sure](std::span<const Influence> all, uint32_t bone) {
    return std::any_of(all.begin(), all.end(),
                       [=](const Influence& i) { return i.bone == bone && (i.sure || !sure); });
  };
  return std::any_of(a.begin(), a.end(), [&](const Influence& i) {
    return (i.sure || !sure) && has(b, i.bone) && has(c, i.bone);
  });
}

/// Whether some max_bones bones hold one of each corner. Two bones do if two corners share one: the
/// other is the third corner's.
bool face_can_do(const SkinnedMesh& mesh, const Influences& influences, uint32_t face,
                 uint32_t max_bones, bool sure) {
  if (max_bones >= 3) return true;
  const auto corners = mesh.corners(face);
  const auto a = influences.of(corners[0]);
  const auto b = influences.of(corners[1]);
  const auto c = influences.of(corners[2]);
  if (max_bones == 1) return share_bone(a, b, c, sure);
  return share_bone(a, b, sure) || share_bone(b, c, sure) || share_bone(c, a, sure);
}

/// How many different bones three vertices have.
size_t width(std::span<const Influence> a, std::span<const Influence> b,
             std::span<const Influence> c) {
  size_t count = 0;
  size_t i = 0;
  size_t k = 0;
  size_t l = 0;
  const auto bone = [](std::span<const Influence> all, size_t at) {
    return at < all.size() ? uint64_t{all[at].bone} : UINT64_MAX;
  };
  while (true) {
    const uint64_t least = std::min({bone(a, i), bone(b, k), bone(c, l)});
    if (least == UINT64_MAX) return count;
    ++count;
    i += bone(a, i) == least;
    k += bone(b, k) == least;
    l += bone(c, l) == least;
  }
}

bool limits_are_right(const SkinnedMesh& mesh, const ulna_conversion_limits& limits, bool indexed) {
  const uint32_t least = indexed ? 1 : 2;
  const uint32_t most = indexed ? 256 : 4;
  return limits.max_influences >= 1 && limits.max_influences <= 4 && limits.max_bones >= least &&
         limits.max_bones <= most &&
         (limits.rigid_bone == kNone || limits.rigid_bone < mesh.num_bones);
}

} // namespace

bool goes_before(const Influence& a, const Influence& b) {
  if ((a.merged || b.merged) && nearly_equal(a.weight, b.weight)) return false;
  return a.weight != b.weight ? a.weight > b.weight : a.bone < b.bone;
}

Influences::Influences(const SkinnedMesh& mesh, const ulna_conversion_limits& limits) {
  const uint32_t vertices = mesh.num_vertices();
  all_.reserve(mesh.influences.size() + vertices);
  first_.reserve(vertices + size_t{1});
  whole_.reserve(vertices);
  Merger merge(mesh, limits.rigid_bone);
  for (uint32_t v = 0; v < vertices; ++v) {
    std::vector<Influence>& influences = merge(v);
    double whole = 0;
    for (const Influence& i : influences) whole += i.weight;
    keep_largest(influences, limits.max_influences);
    first_.push_back(all_.size());
    whole_.push_back(whole);
    all_.insert(all_.end(), influences.begin(), influences.end());
  }
  first_.push_back(all_.size());
}

Returned input_error(const SkinnedMesh& mesh, const ulna_conversion_limits& limits, bool indexed) {
  if (!limits_are_right(mesh, limits, indexed)) return {ULNA_BAD_LIMITS, 0};
  for (size_t i = 0; i < mesh.indices.size(); ++i) {
    const bool neighbour = mesh.adjacency.empty() || mesh.adjacency[i] == kNone ||
                           mesh.adjacency[i] < mesh.num_faces();
    if (mesh.indices[i] >= mesh.num_vertices() || !neighbour)
      return {ULNA_BAD_INDEX, static_cast<uint32_t>(i / 3)};
  }
  const auto entries = mesh.influences.first(mesh.first_influence.back());
  for (uint32_t i = 0; i < entries.size(); ++i)
    if (entries[i].bone >= mesh.num_bones) return {ULNA_BAD_BONE, i};
  for (uint32_t i = 0; i < entries.size(); ++i)
    if (!(entries[i].weight >= 0) || std::isinf(entries[i].weight)) return {ULNA_BAD_WEIGHT, i};
  if (limits.rigid_bone != kNone) return {};
  for (uint32_t v = 0; v < mesh.num_vertices(); ++v) {
    const auto of_vertex = mesh.entries(v);
    if (std::none_of(of_vertex.begin(), of_vertex.end(),
                     [](const ulna_influence& i) { return i.weight > 0; }))
      return {ULNA_NO_INFLUENCE, v};
  }
  return {};
}

std::string wrong_feasibility(const SkinnedMesh& mesh, const Influences& influences,
                              uint32_t max_bones, Returned returned) {
  // Where rule 3 leaves a choice, a face may do or not do as the port chose.
  for (uint32_t f = 0; f < mesh.num_faces(); ++f) {
    const bool here = returned.code == ULNA_TOO_FEW_BONES && returned.where == f;
    if (here && !face_can_do(mesh, influences, f, max_bones, true)) return {};
    if (!face_can_do(mesh, influences, f, max_bones, false))
      return fmt::format("returned {} at {}, owed {} at face {}", code_name(returned.code),
                         returned.where, code_name(ULNA_TOO_FEW_BONES), f);
  }
  if (returned.code == ULNA_CONVERTED) return {};
  return fmt::format("returned {} at {}, owed {}", code_name(returned.code), returned.where,
                     code_name(ULNA_CONVERTED));
}

std::vector<uint8_t> may_shrink(const SkinnedMesh& mesh, const Influences& influences,
                                uint32_t max_bones) {
  std::vector<uint8_t> may(mesh.num_vertices());
  for (uint32_t f = 0; f < mesh.num_faces(); ++f) {
    const auto corners = mesh.corners(f);
    const auto a = influences.of(corners[0]);
    const auto b = influences.of(corners[1]);
    const auto c = influences.of(corners[2]);
    if (a.size() + b.size() + c.size() <= max_bones || width(a, b, c) <= max_bones) continue;
    for (const uint32_t v : corners) may[v] = 1;
  }
  return may;
}

const char* code_name(int32_t code) {
  switch (code) {
  case ULNA_CONVERTED:
    return "ULNA_CONVERTED";
  case ULNA_BAD_LIMITS:
    return "ULNA_BAD_LIMITS";
  case ULNA_BAD_INDEX:
    return "ULNA_BAD_INDEX";
  case ULNA_BAD_BONE:
    return "ULNA_BAD_BONE";
  case ULNA_BAD_WEIGHT:
    return "ULNA_BAD_WEIGHT";
  case ULNA_NO_INFLUENCE:
    return "ULNA_NO_INFLUENCE";
  case ULNA_TOO_FEW_BONES:
    return "ULNA_TOO_FEW_BONES";
  case ULNA_OUT_OF_MEMORY:
    return "ULNA_OUT_OF_MEMORY";
  default:
    return "an unknown code";
  }
}

} // namespace ulna::reference
