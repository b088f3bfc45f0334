// The pieces that can be swept, for who only wants to know whether a port has one.
#pragma once

#include "ulna/port.h"

#include <array>
#include <cstddef>

namespace ulna::sweep {

struct PieceName {
  const char* name;
  const char* help; ///< half a line
  size_t member;    ///< offsetof the function pointer in ulna_port
};

inline constexpr PieceName kReciprocalSqrt{"reciprocal_sqrt", "1 / sqrt(x): all 2^32 floats",
                                           offsetof(ulna_port, reciprocal_sqrt)};
inline constexpr PieceName kSin{"sin_zero_half_pi", "sin(x) from 0 to pi/2: all 2^32 floats",
                                offsetof(ulna_port, sin_zero_half_pi)};
inline constexpr PieceName kAtan{"atan_positive",
                                 "the arc tangent of y / x, from 0 to pi/2: 3*10^8 pairs",
                                 offsetof(ulna_port, atan_positive)};

/// Those of pieces(), in their order.
inline constexpr std::array kPieceNames{kReciprocalSqrt, kSin, kAtan};

} // namespace ulna::sweep
