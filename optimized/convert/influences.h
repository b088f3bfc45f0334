// What a conversion reads: the checks, and the influences of a vertex after the rules 1 to 3 of
// docs/conversion.md.
#ifndef ULNA_OPTIMIZED_INFLUENCES_H
#define ULNA_OPTIMIZED_INFLUENCES_H

#include "ulna/port.h"

#include <vector>

enum class Form { slots, palette }; // non-indexed and indexed

struct Outcome {
  int32_t code;
  uint32_t where;
};

// The errors that can be seen without converting anything, in their order: all but
// ULNA_TOO_FEW_BONES.
Outcome check(Form form, const ulna_skinned_mesh& mesh, const ulna_conversion_limits& limits);

constexpr uint32_t kMaxInfluences = 4;
constexpr uint32_t kNoBone = UINT32_MAX;

// The influences of a vertex, in the order in which the mesh first names their bones.
struct Influences {
  uint32_t count = 0; // 1 to 4
  uint32_t bone[kMaxInfluences] = {};
  double weight[kMaxInfluences] = {};
  double whole = 0; // the weights of all influences, also of those beyond max_influences
};

class InfluenceReader {
public:
  InfluenceReader(const ulna_skinned_mesh& mesh, const ulna_conversion_limits& limits)
      : mesh_(mesh), limits_(limits) {}

  Influences read(uint32_t vertex);

private:
  struct Merged {
    uint32_t bone, first; // the first entry of the bone
    double weight;
  };

  void merge_few(uint32_t begin, uint32_t end);
  void merge_many(uint32_t begin, uint32_t end);
  Influences largest() const;

  const ulna_skinned_mesh& mesh_;
  const ulna_conversion_limits& limits_;
  std::vector<Merged> merged_;
};

#endif
