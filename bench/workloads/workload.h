// What is measured of an operation: cases with nothing rare in them, what an element costs at
// least, and inputs on which ports are judged beside it. A file of this folder has those of a
// family of operations.
#pragma once

#include "base/random.h"
#include "cases/operation.h"

#include <span>
#include <vector>

namespace ulna::bench {

/// What an element costs at least, whoever computes it.
struct Cost {
  double bytes; ///< between the core and the level that the data lies in
  double flops; ///< additions and multiplications
};

/// Inputs of one kind.
struct Family {
  const char* name;
  Case (*make)(const Operation& op, size_t i, Random& random);
  /// Of which of Operation::quantities the largest error is wanted; null: of the first, if results
  /// have errors.
  const char* quantity = nullptr;
  bool absolute = false; ///< tables show the error itself, not in units of the bound
};

struct Workload {
  const Operation* operation;
  /// Of so many elements. They are placed as generated cases are, for the judge.
  Case (*make)(const Operation& op, size_t elements, Random& random);
  /// Bytes: from L1, those that are read and written. From anywhere else lines move as a whole
  /// (`whole_lines`): the gaps between the words of a vertex that are written move too, and what is
  /// written is read before (no port may know that nobody needs it soon, and writes past the
  /// caches); so does what a distant model leaves out. Palettes stay in L1.
  /// Flops: what the sums of products consist of.
  Cost (*cost)(bool whole_lines);
  std::span<const Family> families; ///< at least one
  /// The input that every second call has another of. A blend in place would come to rest; between
  /// the two there is always a way to go. -1: each call has the same.
  int alternating = -1;
};

constexpr size_t kNumJoints = 128;            ///< of a character
constexpr size_t kFamilyElements = 256;       ///< of a case of a family
constexpr double kMat44 = sizeof(ulna_mat44); // bytes
constexpr double kVec4 = sizeof(ulna_vec4);
constexpr double kVec3 = 3 * sizeof(float);
constexpr double kDot = 7;        ///< flops: of four components
constexpr double kDot3 = 5;       ///< of three
constexpr double kNewtonStep = 5; ///< for an inverse root

/// All of them, in the order of ulna_port.
std::span<const Workload> workloads();

/// The operation's, which must have one.
const Workload& workload_of(const Operation& op);

/// A case of its workload: of most operations the first of their families, "characters".
Case characters(const Operation& op, size_t i, Random& random);
/// Where the hunter begins: partial sums that round as far as they can, or of operations without an
/// objective of their own what is generated.
Case hard_sums(const Operation& op, size_t i, Random& random);
inline constexpr Family kCharacters[] = {{"characters", characters}};
inline constexpr Family kCharactersAndSums[] = {{"characters", characters},
                                                {"hard sums", hard_sums}};

/// Which vertices have how many influences: the shares of the character in Skinning it to 11.
constexpr std::array<double, 4> kInfluenceShares{0.25, 0.20, 0.25, 0.30};

/// How many a vertex of so many has, where they are in the order of their influences.
size_t influences_of(size_t vertex, size_t vertices);

/// So many weights, all positive, that add up to 1 but for roundings.
std::vector<float> weights_of(size_t influences, Random& random);

// Each in the file of its name.
std::vector<Workload> blending_workloads();
std::vector<Workload> bone_workloads();
std::vector<Workload> conversion_workloads();
std::vector<Workload> elementwise_workloads();
std::vector<Workload> skinned_mesh_workloads();
std::vector<Workload> skinning_workloads();
std::vector<Workload> sorted_workloads();
std::vector<Workload> uniform_workloads();
std::vector<Workload> vertex_blending_workloads();

} // namespace ulna::bench
