#include "reference/conversion/check.h"

#include "reference/conversion/checks.h"
#include "reference/conversion/face_bones.h"

#include <algorithm>

namespace ulna::reference {
namespace {

/// Whether the port returned what it owes.
bool check_code(const SkinnedMesh& mesh, const Returned& owed, const Returned& got,
                Findings& findings) {
  if (got.code == ULNA_OUT_OF_MEMORY)
    findings.add(Clause::code, "returned ULNA_OUT_OF_MEMORY for {} faces and {} vertices, owed {}",
                 mesh.num_faces(), mesh.num_vertices(), code_name(owed.code));
  else if (owed.code != got.code)
    findings.add(Clause::code, "returned {} ({}) at {}, owed {} at {}", code_name(got.code),
                 got.code, got.where, code_name(owed.code), owed.where);
  else if (owed.code != ULNA_CONVERTED && owed.where != got.where)
    findings.add(Clause::code, "returned {} at {}, owed it at {}", code_name(got.code), got.where,
                 owed.where);
  return findings.empty();
}

/// Whether the arrays hold what the counts say, and nothing is beyond the worst case.
bool check_counts(const SkinnedMesh& mesh, const ulna_conversion_limits& limits,
                  const Conversion& out, Findings& findings) {
  const ulna_conversion_counts& counts = out.counts;
  const size_t faces = mesh.num_faces();
  const size_t corners = 3 * faces;
  const bool room = out.vertices.size() >= corners && out.indices.size() >= corners &&
                    out.subsets.size() >= faces && out.bones.size() >= faces * limits.max_bones &&
                    out.face_remap.size() >= faces && out.vertex_remap.size() >= corners &&
                    (mesh.adjacency.empty() || out.adjacency.size() >= corners);
  if (!room) findings.add(Clause::counts, "an array is too short for {} faces", faces);
  if (counts.num_vertices > corners)
    findings.add(Clause::counts, "num_vertices is {} for {} faces", counts.num_vertices, faces);
  if (counts.num_subsets > faces)
    findings.add(Clause::counts, "num_subsets is {} for {} faces", counts.num_subsets, faces);
  if (counts.table_width > limits.max_bones)
    findings.add(Clause::counts, "table_width is {} for max_bones {}", counts.table_width,
                 limits.max_bones);
  if (counts.max_influences > 4)
    findings.add(Clause::counts, "max_influences is {}, of 4 at most", counts.max_influences);
  return findings.empty();
}

Check refused(const Findings& findings) {
  return {findings.clause(), findings.detail(), {}};
}

} // namespace

const char* name(Clause clause) {
  switch (clause) {
  case Clause::none:
    return "none";
  case Clause::faces:
    return "faces";
  case Clause::ranges:
    return "ranges";
  case Clause::bones:
    return "bones";
  case Clause::kept_weights:
    return "kept weights";
  case Clause::largest:
    return "largest";
  case Clause::cracks:
    return "cracks";
  case Clause::implicit_weight:
    return "implicit weight";
  case Clause::remaps:
    return "remaps";
  case Clause::drawing:
    return "drawing";
  case Clause::code:
    return "code";
  case Clause::counts:
    return "counts";
  }
  return "";
}

Check check_conversion(const SkinnedMesh& mesh, const ulna_conversion_limits& limits, bool indexed,
                       const Conversion& conversion, bool with_lower_bound) {
  Findings findings;
  const Returned got{conversion.code, conversion.counts.where};
  const Returned owed = input_error(mesh, limits, indexed);
  const bool too_few = owed.code == ULNA_CONVERTED && got.code == ULNA_TOO_FEW_BONES;
  if (!too_few && !check_code(mesh, owed, got, findings)) return refused(findings);
  if (owed.code != ULNA_CONVERTED) return {};

  const Influences influences(mesh, limits);
  const std::string wrong = wrong_feasibility(mesh, influences, limits.max_bones, got);
  if (!wrong.empty()) return {Clause::code, wrong, {}};
  if (too_few) return {};

  if (!check_counts(mesh, limits, conversion, findings)) return refused(findings);
  const Question q{mesh, limits, indexed, conversion};
  check_ranges(q, findings);
  if (!findings.empty()) return refused(findings);
  check_faces(q, findings);
  if (findings.clause() == Clause::faces) return refused(findings);
  Check check;
  check_weights(q, influences, findings, check.quality);
  if (!findings.empty()) return refused(findings);
  check_remaps(q, findings);
  if (!findings.empty()) return refused(findings);

  check.quality.subsets = conversion.counts.num_subsets;
  check.quality.vertices_out = conversion.counts.num_vertices;
  if (with_lower_bound)
    for (const BoneSets& faces : bones_of_faces(indexed, conversion))
      check.quality.lower_bound += fewest_subsets(faces, limits.max_bones).least;
  return check;
}

} // namespace ulna::reference
