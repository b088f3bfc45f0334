// What the parts of the checker share. Only reference/conversion includes this.
#pragma once

#include "reference/conversion/clause.h"
#include "reference/conversion/influences.h"
#include "reference/conversion/mesh.h"

#include <fmt/format.h>

#include <array>
#include <string>
#include <utility>

namespace ulna::reference {

/// What is judged.
struct Question {
  const SkinnedMesh& mesh;
  const ulna_conversion_limits& limits;
  bool indexed;
  const Conversion& out;

  /// What the counts say exists; only after check_counts.
  std::span<const ulna_subset> subsets() const { return out.subsets.first(out.counts.num_subsets); }
  std::span<const ulna_blended_vertex> vertices() const {
    return out.vertices.first(out.counts.num_vertices);
  }
  /// The bones of a subset, without the padding.
  std::span<const uint32_t> row(size_t subset) const {
    const auto whole = out.bones.subspan(subset * out.counts.table_width, out.counts.table_width);
    size_t count = 0;
    while (count < whole.size() && whole[count] != kNone) ++count;
    return whole.first(count);
  }
};

/// Keeps the first finding of the lowest clause.
class Findings {
public:
  template <class... Args>
  void add(Clause clause, fmt::format_string<Args...> format, Args&&... args) {
    if (!empty() && clause_ <= clause) return;
    clause_ = clause;
    detail_ = fmt::format(format, std::forward<Args>(args)...);
  }

  bool empty() const { return clause_ == Clause::none; }
  Clause clause() const { return clause_; }
  const std::string& detail() const { return detail_; }

private:
  Clause clause_ = Clause::none;
  std::string detail_;
};

/// Clause 2 but for the repeated vertices, and of clause 1 the order of the subsets. Afterwards, if
/// nothing was found, every face has a subset and every index a vertex of that subset.
void check_ranges(const Question& q, Findings& findings);

/// Clause 1, and of clause 8 the faces. Afterwards, if nothing was found, every vertex has a
/// source.
void check_faces(const Question& q, Findings& findings);

/// Clause 8 but for the faces.
void check_remaps(const Question& q, Findings& findings);

/// Clauses 3 to 7 and 9, and of clause 2 the repeated vertices. Fills in the weight lost and the
/// vertices in.
void check_weights(const Question& q, const Influences& influences, Findings& findings,
                   Quality& quality);

/// The matrices that clause 9 draws with: of every bone another, and of kNone one that no bone has.
/// Rows 0 to 2 and the translation, without column 3, which takes no part. The last ones used are
/// kept at hand.
class Pose {
public:
  using Matrix = std::array<double, 12>;
  Matrix of(uint32_t bone);

private:
  struct Known {
    uint64_t key = 0; // the bone + 1
    Matrix matrix;
  };
  std::array<Known, 64> known_;
};

/// A vertex of a subset, for clause 9.
struct DrawnVertex {
  const SkinnedMesh& mesh;
  bool indexed;
  const ulna_blended_vertex& vertex;
  std::span<const uint32_t> row;  ///< the bones of its subset
  std::span<const uint32_t> kept; ///< the bones that its source kept
};

/// Draws the vertex with that many slots, as blend_vertices or blend_vertices_indexed does, and
/// says how it differs from what update_skinned_mesh gives; empty if it does not.
std::string drawing_error(const DrawnVertex& drawn, uint32_t slots, Pose& pose);

} // namespace ulna::reference
