// The part of a mesh in which something may have to give way: the vertices of too wide faces, and
// all faces of these vertices.
#ifndef ULNA_OPTIMIZED_REGION_H
#define ULNA_OPTIMIZED_REGION_H

#include "patterns.h"

struct FaceBones {
  uint32_t count = 0;
  uint32_t bone[kMaxFaceBones];
  double cost[kMaxFaceBones]; // of taking the bone from all corners
  bool fixed[kMaxFaceBones];  // some corner has no other bone, or gives none up
};

class Region {
public:
  struct Vertex {
    uint32_t number;
    bool fixed;     // in no too wide face: gives nothing up
    uint32_t count; // of influences
    uint32_t kept;  // a bit for each influence
    uint32_t bone[kMaxInfluences];
    double share[kMaxInfluences]; // of the vertex's whole weight
    uint64_t bones;               // bit b % 64 for each bone b, to say no quickly
  };
  struct Influence {
    uint32_t vertex, index;
  };

  Region(const ulna_skinned_mesh& mesh, const Patterns& patterns, uint32_t max_bones,
         InfluenceReader& reader, const Skin& skin);

  // Vertices and faces have numbers of their own here.
  std::vector<Vertex> vertices;
  std::vector<uint32_t> faces;   // their numbers in the mesh
  std::vector<uint32_t> corners; // three vertices of each face
  const uint32_t max_bones;

  struct Span {
    const uint32_t *first, *last;
    const uint32_t* begin() const { return first; }
    const uint32_t* end() const { return last; }
  };
  Span faces_of(uint32_t vertex) const {
    return {incident_.data() + first_incident_[vertex],
            incident_.data() + first_incident_[vertex + 1]};
  }

  FaceBones bones_of(uint32_t face) const;
  uint32_t width(uint32_t face) const { return bones_of(face).count; }
  bool has(uint32_t vertex, uint32_t bone) const;

  // Takes a bone from all corners of a face, and appends what that was.
  void remove(uint32_t face, uint32_t bone, std::vector<Influence>& removed);
  void drop(Influence i) { vertices[i.vertex].kept &= ~(1u << i.index); }
  void restore(Influence i) { vertices[i.vertex].kept |= 1u << i.index; }
  double share(Influence i) const { return vertices[i.vertex].share[i.index]; }

  // The influences that a vertex has lost.
  void add_lost(uint32_t vertex, std::vector<Influence>& lost) const;
  // Sorts by share, the largest first.
  void sort_by_share(std::vector<Influence>& influences) const;

private:
  uint32_t add_vertex(uint32_t number, InfluenceReader& reader, const Skin& skin);
  void find_incident();

  std::vector<uint32_t> first_incident_, incident_;
};

#endif
