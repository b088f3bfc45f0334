// How wrong ports are on families of inputs, by the judge that certifies them.
#pragma once

#include "base/exceeds.h"
#include "bench/libraries.h"

#include <functional>
#include <span>

namespace ulna::bench {

/// Inputs of one kind.
struct Family {
  const char* name;
  Case (*make)(const Operation& op, size_t i, Random& random);
  /// Of which of Operation::quantities the largest error is wanted; null: of the first.
  const char* quantity = nullptr;
  bool absolute = false; ///< tables show the error itself, not in units of the bound
};

/// Of slerp_joints and lerp_joints, each for t from 0 to 1:
///   uniform pairs  quaternions that have nothing to do with each other
///   small angles   2^-24 to 2^-3 between them, every order of magnitude as likely
///   half turns     as small an angle from 90 degrees between them, which is half a turn of what
///                  they rotate; or from opposite, which is none
/// Of the others:
///   characters     those that are measured
///   hard sums      where the hunter begins: partial sums that round as far as they can
///   lengths        of unit normals, how far from 1: of characters
std::span<const Family> families_of(const Operation& op);

struct Accuracy {
  const Operation* operation = nullptr;
  const Family* family = nullptr;
  size_t library = 0; ///< as load_all counts
  uint64_t elements = 0;
  double error = 0;    ///< the largest of the family's quantity
  double fraction = 0; ///< the same in units of its bound, of which it is the largest
  bool is_nan = false; ///< some output was; the two above are then infinite
  bool ended = false;  ///< a call did not return: the port is not to be called directly
  std::vector<std::string> findings = {}; ///< clauses that it broke beside the bound

  bool is_out_of_bound() const { return exceeds(fraction, 1); }
};

/// Judges at least so many elements of one family, in a process of its own.
Accuracy judge(const Library& library, size_t number, const Operation& op, const Family& family,
               uint64_t elements, const Installation& installation);

} // namespace ulna::bench
