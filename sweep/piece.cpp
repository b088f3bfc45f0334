#include "sweep/piece.h"

#include "reference/pieces.h"

#include <array>
#include <bit>
#include <numbers>

namespace ulna::sweep {
namespace {

constexpr uint64_t kBinade = uint64_t{1} << 23;
constexpr uint64_t kInfinity = 0x7f800000;
constexpr uint64_t kSign = 0x80000000;

/// The number of an argument is its bits.
void floats_from(uint64_t first, std::span<float> a, std::span<float>) {
  for (size_t i = 0; i < a.size(); ++i) a[i] = std::bit_cast<float>(uint32_t(first + i));
}

template <double (*Function)(float)>
void each(std::span<const float> a, std::span<const float>, std::span<double> exact) {
  for (size_t i = 0; i < a.size(); ++i) exact[i] = Function(a[i]);
}

/// Scaled by a power of four, which most ports' errors do not depend on, into [1, 4). Linear in
/// each of the two binades.
double within_two_binades(float x, double) {
  constexpr uint32_t kOne = 0x3f800000;
  return double((std::bit_cast<uint32_t>(x) - kOne) & (2 * kBinade - 1)) / double(2 * kBinade);
}

} // namespace

Operation operation_of(const PieceName& piece, std::vector<const char*> inputs) {
  Operation op{};
  op.name = piece.name;
  op.member = piece.member;
  op.arrays = {{"out", "f", 4, true}};
  for (const char* input : inputs) op.arrays.push_back({input, "f", 4, false});
  op.element = "argument";
  op.arguments = [](const Case& c) {
    std::vector<Argument> arguments;
    for (size_t a = 0; a < c.arrays.size(); ++a) arguments.push_back({static_cast<int>(a)});
    arguments.push_back({Argument::kInteger, static_cast<int32_t>(c.arrays[0].words())});
    return arguments;
  };
  op.may_write = [](const Case&) { return true; };
  return op;
}

uint64_t Piece::count() const {
  uint64_t all = 0;
  for (const Segment& s : segments) all += s.count;
  return all;
}

uint64_t Piece::judged() const {
  uint64_t all = 0;
  for (const Segment& s : segments) all += s.judged ? s.count : 0;
  return all;
}

const Piece& reciprocal_sqrt() {
  static const Operation op = operation_of(kReciprocalSqrt, {"in"});
  static const Piece piece{
      .operation = &op,
      .help = kReciprocalSqrt.help,
      .domain = "positive normal floats",
      .segments = {{"0", 0, 1, false},
                   {"positive, denormal", 1, kBinade - 1, false},
                   {"positive, normal", kBinade, kInfinity - kBinade, true},
                   {"infinity", kInfinity, 1, false},
                   {"NaN", kInfinity + 1, kBinade - 1, false},
                   {"-0", kSign, 1, false},
                   {"negative, denormal", kSign + 1, kBinade - 1, false},
                   {"negative, normal", kSign + kBinade, kInfinity - kBinade, false},
                   {"-infinity", kSign + kInfinity, 1, false},
                   {"NaN, sign set", kSign + kInfinity + 1, kBinade - 1, false}},
      .arguments = floats_from,
      .reference = each<reference::reciprocal_sqrt>,
      .reference_error = reference::kReciprocalSqrtError,
      .top = [](float a, float) { return reference::reciprocal_sqrt_on<reference::Top>(a); },
      .relative = true,
      .bound = 3.81e-7,
      .claims = {},
      .axis = {"argument, times the power of four that brings it into [1, 4)",
               {{0, "1"}, {0.25, "1.5"}, {0.5, "2"}, {0.75, "3"}, {1, "4"}},
               within_two_binades}};
  return piece;
}

const Piece& sin_zero_half_pi() {
  static const Operation op = operation_of(kSin, {"in"});
  constexpr uint64_t kHalfPi = 0x3fc90fdb;
  static const Piece piece{
      .operation = &op,
      .help = kSin.help,
      .domain = "floats from 0 to the one next to pi/2",
      .segments = {{"0 to pi/2", 0, kHalfPi + 1, true},
                   {"above pi/2", kHalfPi + 1, kInfinity - kHalfPi - 1, false},
                   {"infinity", kInfinity, 1, false},
                   {"NaN", kInfinity + 1, kBinade - 1, false},
                   {"-0", kSign, 1, false},
                   {"negative", kSign + 1, kInfinity - 1, false},
                   {"-infinity", kSign + kInfinity, 1, false},
                   {"NaN, sign set", kSign + kInfinity + 1, kBinade - 1, false}},
      .arguments = floats_from,
      .reference = each<reference::sin_zero_half_pi>,
      .reference_error = reference::kSinError,
      .top = [](float a, float) { return reference::sin_zero_half_pi_on<reference::Top>(a); },
      .relative = false,
      .bound = 2.2e-7,
      .claims = {{2.308e-9, "Slerping Clock Cycles, section 5, for the polynomial"},
                 {3.259e-9, "proved of its decimals in exact arithmetic (proofs/)"}},
      .axis = {"argument, radians",
               {{0, "0"}, {0.25, "pi/8"}, {0.5, "pi/4"}, {0.75, "3 pi/8"}, {1, "pi/2"}},
               [](float a, double) { return a * (0.9999999 * 2 / std::numbers::pi); }}};
  return piece;
}

std::span<const Piece* const> pieces() {
  static const std::array all{&reciprocal_sqrt(), &sin_zero_half_pi(), &atan_positive()};
  return all;
}

} // namespace ulna::sweep
