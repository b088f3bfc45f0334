// A piece of a kernel: a function of one or two floats that a port offers for n arguments at a
// time, small enough to be called for every argument there is. Each piece numbers its arguments;
// segments say which numbers are swept.
#pragma once

#include "cases/operation.h"
#include "sweep/piece_names.h"

#include <span>
#include <string>
#include <vector>

namespace ulna::sweep {

/// Arguments with consecutive numbers.
struct Segment {
  const char* name;
  uint64_t first;
  uint64_t count;
  bool judged; ///< in the domain; of the others it is only said what came back
};

/// How the picture of the error spreads arguments over its axis.
struct Axis {
  struct Tick {
    double at; ///< 0 to 1
    const char* label;
  };
  const char* title;
  std::vector<Tick> ticks;
  /// Where on the axis, 0 <= at < 1, the argument is. `exact` is the value owed for it.
  double (*at)(float a, double exact);
};

/// A number that somebody published about the piece.
struct Claim {
  double error;
  const char* text;
};

struct Piece {
  /// As much of an operation as a call needs, and its contract. Array 0 is written, the others are
  /// read, and the last argument is their length.
  const Operation* operation;
  const char* help; ///< half a line
  const char* domain;
  std::vector<Segment> segments;
  /// The arguments from a number on; `b` is empty where there is one argument.
  void (*arguments)(uint64_t first, std::span<float> a, std::span<float> b);
  /// Exact values, each with a relative error of at most reference_error.
  void (*reference)(std::span<const float> a, std::span<const float> b, std::span<double> exact);
  double reference_error;
  reference::Approx (*top)(float a, float b); ///< the same on the top rung
  bool relative;                              ///< whether the bound is one of relative errors
  double bound;
  std::vector<Claim> claims;
  Axis axis;

  int inputs() const { return static_cast<int>(operation->arrays.size()) - 1; }
  uint64_t count() const; ///< of all arguments swept
  uint64_t judged() const;
};

/// What the call of a piece needs of an operation: `out`, the inputs, and their length.
Operation operation_of(const PieceName& piece, std::vector<const char*> inputs);

/// All pieces, in the order of ulna_port.
std::span<const Piece* const> pieces();

const Piece& reciprocal_sqrt();
const Piece& sin_zero_half_pi();
const Piece& atan_positive();

} // namespace ulna::sweep
