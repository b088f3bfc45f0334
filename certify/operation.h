// What ulna knows about an operation, all in one table. Adding an operation means one contract file
// that fills an Operation, one generator file, and a line in operation.cpp.
#pragma once

#include "certify/case.h"
#include "reference/approx.h"
#include "ulna/port.h"

#include <array>
#include <memory>
#include <optional>

namespace ulna {

inline constexpr size_t kMaxWords = 12; ///< 32-bit words in an element of an array
inline constexpr size_t kMaxQuantities = 3;

/// One array of an operation.
struct ArraySpec {
  const char* name; ///< as in ulna/port.h
  /// One letter for each 32-bit word of an element: f float, i int32, s int32 that gives the array
  /// its structure.
  const char* layout;
  uint32_t alignment; ///< bytes
  bool output;        ///< the array that the operation writes

  size_t words() const { return std::string_view(layout).size(); }
  size_t element_size() const { return 4 * words(); }
};

/// What the operation owes, for people: `ulna contract` prints it, certificates record the version.
struct Contract {
  int version;
  const char* summary;
  const char* domain;
  const char* footprint;
  const char* bound;
  const char* source;
};

/// One argument of a call: an array's address, or an integer.
struct Argument {
  int array = -1; ///< index of the array, or -1
  int32_t value = 0;
};

/// What is owed for one 32-bit word of an element of the output array.
enum class Clause : uint8_t {
  untouched, ///< keeps the bits it had
  copied,    ///< has the bits of Expectation::bits
  bounded,   ///< lies within `bound` of `exact`
  measured,  ///< outside the domain, but its error is worth knowing: see Expectation::drift
  unjudged   ///< outside the domain: any value
};

/// How far the norms of quaternions may stray beyond the domain and still be measured, by steps:
/// |norm^2 - 1| up to 1.5 times each.
inline constexpr std::array<double, 3> kDrifts{1e-6, 1e-5, 1e-4};

/// What is owed for one element of the output array.
struct Expectation {
  std::array<Clause, kMaxWords> clause{};
  std::array<uint32_t, kMaxWords> bits{};
  std::array<reference::Approx, kMaxWords> exact{};
  std::array<double, kMaxWords> bound{};
  std::array<uint8_t, kMaxWords> quantity{}; ///< index into Operation::quantities
  /// Where both signs of a branch are right: the other set of exact values, for the words of which
  /// `branch` is set. An element is right if all those words agree with one of the two sets.
  bool two_branches = false;
  std::array<bool, kMaxWords> branch{};
  std::array<reference::Approx, kMaxWords> other{};
  uint8_t drift = 0; ///< the step of kDrifts that the measured words belong to
};

/// The expectations of one case, element by element.
class Evaluator {
public:
  virtual ~Evaluator() = default;
  /// Fills `e` for an element of the output array, with exact values from the rung.
  virtual void expect(size_t element, reference::Rung rung, Expectation& e) const = 0;
};

struct Operation {
  const char* name;
  size_t member; ///< offsetof the function pointer in ulna_port
  std::vector<ArraySpec> arrays;
  int output;          ///< index of the output array
  const char* element; ///< what one judged element is called: "vertex", "joint"
  /// What errors are told apart by, see Expectation::quantity. The first is what tables show.
  std::vector<const char*> quantities;
  bool has_lerp;       ///< passes Case::lerp as the one float argument
  int same_array = -1; ///< index of the array that may be the same as the output, or -1
  Contract contract;

  /// The integer and pointer arguments, in the order of the C declaration without the floats.
  std::vector<Argument> (*arguments)(const Case&);
  /// Whether a call of this case may write the output array at all.
  bool (*may_write)(const Case&);
  /// Throws BadInput for a case that breaks a rule of the contract.
  void (*validate)(const Case&);
  std::unique_ptr<Evaluator> (*evaluate)(const Case&);
  /// The i-th case of a seed: first the edge cases, then random ones. The same everywhere.
  Case (*generate)(uint64_t seed, uint64_t i);
  /// How many cases of `generate` are edge cases.
  uint64_t num_edge_cases;
  /// The case cut down to the given elements (vertices, or places of the index list), in order,
  /// without the joints that nothing uses any more.
  Case (*keep)(const Case&, std::span<const size_t> elements);
  /// How many elements `keep` can choose from.
  size_t (*size)(const Case&);
  /// Which of those an element of the output array is. Only for elements that are judged.
  size_t (*place_of)(const Case&, size_t element);
  /// Smaller variants of a case that `keep` does not reach (fewer influences), largest step first.
  std::vector<Case> (*reductions)(const Case&);
};

/// All operations, in the order of ulna_port.
std::span<const Operation* const> operations();

/// The operation of that name, or null.
const Operation* find_operation(std::string_view name);

/// The operation of that name, or BadInput that lists the names there are.
const Operation& operation_named(std::string_view name);

} // namespace ulna
