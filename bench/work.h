// What is measured of an operation: so many elements, where they lie, what they cost at least.
#pragma once

#include "bench/caches.h"
#include "bench/libraries.h"

namespace ulna::bench {

/// The operations that are measured.
std::vector<const Operation*> measured_operations();

/// Vertices on a palette of 128 joints, of two influences, or as uniform.h has them: of
/// kInfluenceShares, in a stream or with four each, or of kUniformInfluences; or joints, all of a
/// pose, in order.
class Work {
public:
  Work(const Operation& op, size_t elements);

  const Operation& operation() const { return *case_.operation; }
  size_t elements() const { return elements_; }
  /// All that calls touch, in bytes.
  size_t working_set() const;

  /// Calls the operation once. A blend is in place and would come to rest: every second call has
  /// another pose as its aim, and between the two there is always a way to go.
  void call(const ulna_port& port);

private:
  void call_uniform(const ulna_port& port);
  void call_whole(const ulna_port& port);

  Case case_;
  Array other_aim_;
  std::vector<uint16_t> joint_indices_; ///< of a stream, or four of each vertex
  std::vector<uint8_t> joint_bytes_;    ///< of vertices with another number of influences
  size_t elements_;
  bool to_other_ = false;
};

/// How many elements make a working set of at least so many bytes, to two digits.
size_t elements_for(const Operation& op, size_t working_set);

/// What an element costs at least, whoever computes it.
struct Cost {
  double bytes; ///< between the core and the level that the data lies in
  double flops; ///< additions and multiplications
};

/// Bytes: from L1, those that are read and written. From anywhere else lines move as a whole: the
/// gaps between the words of a vertex that are written move too, and what is written is read before
/// (no port may know that nobody needs it soon, and writes past the caches); so do the influences
/// that a distant model leaves out. The palette stays in L1.
/// Flops: what the sums of products consist of. Of a stream each vector's products are weighted,
/// which for no number of influences takes more than to weight the matrices. With one number of
/// influences the matrices are, also by weights that are zero, and where it is made unit a normal's
/// length and Newton step are counted. Of slerp the dot
/// product, two polynomials of degree 8 for the scales, and four components; of lerp the dot
/// product, the components, their length and a Newton step for its inverse; of both four sums of
/// the translation.
Cost least_cost(const Operation& op, Level level);

} // namespace ulna::bench
