// Clauses 1, 2 and 8: faces, ranges and remaps.

#include "reference/conversion/checks.h"

#include <algorithm>
#include <array>

namespace ulna::reference {
namespace {

void check_order(const Question& q, Findings& findings) {
  const auto subsets = q.subsets();
  for (size_t s = 0; s < subsets.size(); ++s) {
    if (subsets[s].face_count == 0) findings.add(Clause::faces, "subset {} has no face", s);
    if (s > 0 && subsets[s].attribute < subsets[s - 1].attribute)
      findings.add(Clause::faces, "subset {} of attribute {} comes after attribute {}", s,
                   subsets[s].attribute, subsets[s - 1].attribute);
  }
}

/// Whether the ranges follow each other and end where they should.
bool check_coverage(const Question& q, Findings& findings) {
  const auto subsets = q.subsets();
  const size_t faces = q.mesh.num_faces();
  const size_t vertices = q.out.counts.num_vertices;
  size_t face = 0;
  size_t vertex = 0;
  for (size_t s = 0; s < subsets.size(); ++s) {
    const ulna_subset& subset = subsets[s];
    if (subset.face_start != face || subset.face_count > faces - face) {
      findings.add(Clause::ranges, "subset {} has {} faces from {}, owed from {}, of {} in all", s,
                   subset.face_count, subset.face_start, face, faces);
      return false;
    }
    if (subset.vertex_start != vertex || subset.vertex_count > vertices - vertex) {
      findings.add(Clause::ranges, "subset {} has {} vertices from {}, owed from {}, of {} in all",
                   s, subset.vertex_count, subset.vertex_start, vertex, vertices);
      return false;
    }
    face += subset.face_count;
    vertex += subset.vertex_count;
  }
  if (face != faces || vertex != vertices) {
    findings.add(Clause::ranges, "the subsets have {} of {} faces and {} of {} vertices", face,
                 faces, vertex, vertices);
    return false;
  }
  return true;
}

/// Whether the faces of each subset use its vertices, all of them and no others.
void check_uses(const Question& q, Findings& findings) {
  std::vector<uint8_t> used(q.out.counts.num_vertices);
  const auto subsets = q.subsets();
  for (size_t s = 0; s < subsets.size(); ++s) {
    const ulna_subset& subset = subsets[s];
    const size_t begin = size_t{3} * subset.face_start;
    for (size_t i = begin; i < begin + size_t{3} * subset.face_count; ++i) {
      const uint32_t vertex = q.out.indices[i];
      // Below the start the difference wraps around to more than any count.
      if (vertex - subset.vertex_start >= subset.vertex_count) {
        findings.add(Clause::ranges, "face {} of subset {} uses vertex {}, owed one of {} from {}",
                     i / 3, s, vertex, subset.vertex_count, subset.vertex_start);
        return;
      }
      used[vertex] = 1;
    }
  }
  const auto unused = std::find(used.begin(), used.end(), 0);
  if (unused != used.end())
    findings.add(Clause::ranges, "no face uses vertex {}", unused - used.begin());
}

/// The attribute and the corners of a face.
using FaceKey = std::array<uint32_t, 4>;

FaceKey old_face(const SkinnedMesh& mesh, size_t face) {
  const auto corners = mesh.corners(face);
  return {mesh.attributes[face], corners[0], corners[1], corners[2]};
}

FaceKey new_face(const Question& q, const ulna_subset& subset, size_t face) {
  const auto corners = q.out.indices.subspan(3 * face, 3);
  const auto source = [&](size_t k) { return q.out.vertices[corners[k]].source; };
  return {subset.attribute, source(0), source(1), source(2)};
}

/// Whether face_remap names every old face once, and each new face is what it names.
void check_face_remap(const Question& q, Findings& findings) {
  std::vector<uint8_t> named(q.mesh.num_faces());
  for (const ulna_subset& subset : q.subsets()) {
    const size_t end = size_t{subset.face_start} + subset.face_count;
    for (size_t face = subset.face_start; face < end; ++face) {
      const uint32_t old = q.out.face_remap[face];
      if (old >= named.size() || named[old] != 0) {
        findings.add(Clause::remaps, "face_remap[{}] is {}, which is {}", face, old,
                     old >= named.size() ? "no face" : "named twice");
        return;
      }
      named[old] = 1;
      if (new_face(q, subset, face) != old_face(q.mesh, old)) {
        findings.add(Clause::remaps,
                     "face_remap[{}] is {}, which has another attribute or other corners", face,
                     old);
        return;
      }
    }
  }
}

std::string text(const FaceKey& face) {
  return fmt::format("attribute {} with the corners {} {} {}", face[0], face[1], face[2], face[3]);
}

/// Whether the new faces are the old ones in some order, whatever face_remap says.
void check_same_faces(const Question& q, Findings& findings) {
  std::vector<FaceKey> before;
  std::vector<FaceKey> after;
  for (size_t f = 0; f < q.mesh.num_faces(); ++f) before.push_back(old_face(q.mesh, f));
  for (const ulna_subset& subset : q.subsets())
    for (size_t f = 0; f < subset.face_count; ++f)
      after.push_back(new_face(q, subset, subset.face_start + f));
  std::sort(before.begin(), before.end());
  std::sort(after.begin(), after.end());
  const auto [lost, extra] = std::mismatch(before.begin(), before.end(), after.begin());
  if (lost == before.end()) return;
  // What sorts first is there once too often on its side.
  if (*lost < *extra)
    findings.add(Clause::faces, "a face is lost, of {}", text(*lost));
  else
    findings.add(Clause::faces, "a face is there that is not owed, of {}", text(*extra));
}

} // namespace

void check_ranges(const Question& q, Findings& findings) {
  check_order(q, findings);
  if (check_coverage(q, findings)) check_uses(q, findings);
}

void check_faces(const Question& q, Findings& findings) {
  check_face_remap(q, findings);
  // With a right face_remap the faces are the same, so that there is nothing to sort.
  if (!findings.empty()) check_same_faces(q, findings);
}

void check_remaps(const Question& q, Findings& findings) {
  const auto vertices = q.vertices();
  for (size_t i = 0; i < vertices.size(); ++i) {
    if (q.out.vertex_remap[i] == vertices[i].source) continue;
    findings.add(Clause::remaps, "vertex_remap[{}] is {}, owed the vertex's source {}", i,
                 q.out.vertex_remap[i], vertices[i].source);
    return;
  }
  if (q.mesh.adjacency.empty()) return;
  std::vector<uint32_t> new_number(q.mesh.num_faces());
  for (uint32_t f = 0; f < q.mesh.num_faces(); ++f) new_number[q.out.face_remap[f]] = f;
  const size_t corners = size_t{3} * q.mesh.num_faces();
  for (size_t i = 0; i < corners; ++i) {
    const uint32_t old = q.mesh.adjacency[size_t{3} * q.out.face_remap[i / 3] + i % 3];
    const uint32_t owed = old == kNone ? kNone : new_number[old];
    if (q.out.adjacency[i] == owed) continue;
    findings.add(Clause::remaps, "the neighbour of face {} over edge {} is {}, owed {}", i / 3,
                 i % 3, q.out.adjacency[i], owed);
    return;
  }
}

} // namespace ulna::reference
