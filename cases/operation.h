// What ulna knows about an operation, all in one table. Adding an operation means one contract file
// that fills an Operation, one generator file, and a line in operations/list.h.
#pragma once

#include "base/random.h"
#include "base/sanitizers.h"
#include "cases/case.h"
#include "reference/approx.h"
#include "ulna/port.h"

#include <array>
#include <functional>
#include <memory>
#include <optional>

namespace ulna {

/// 32-bit words in an element of an output array. Where it may be longer (ArraySpec::stride), what
/// lies behind them stays as it was.
inline constexpr size_t kMaxWords = 16;
inline constexpr size_t kMaxQuantities = 4;

/// One array of an operation.
struct ArraySpec {
  const char* name; ///< as in ulna/port.h
  /// One letter for each 32-bit word of an element: f float, i int32, s int32 that gives the array
  /// its structure, b four such bytes. Where `stride` says how long an element is, these are the
  /// words of the shortest, and stand for all unless there is `letter_of`. Or h or q alone, of no
  /// output: an element is a uint16, or a uint8, which has a word in a case and half or a quarter
  /// of one in memory.
  std::string_view layout;
  uint32_t alignment; ///< bytes
  bool output;        ///< an array that the operation writes
  /// The members of an element for messages, as "q.xyzw t.xyzw", or "4x4" for a matrix.
  const char* members = "";
  int stride = -1;          ///< which of Case::integers is the length of an element in bytes, or -1
  bool quaternions = false; ///< whether elements are unit quaternions and nothing else
  /// The letter of a word of an element, where arguments say what lies where, whatever they are.
  char (*letter_of)(const Case&, size_t word) = nullptr;

  size_t words(const Case& c) const {
    return stride < 0 ? layout.size() : size_t(c.integers[size_t(stride)]) / 4;
  }
  size_t element_size(const Case& c) const { return 4 * words(c); }
  /// After so many words of the array the letters come again.
  size_t period(const Case& c) const { return letter_of ? words(c) : layout.size(); }
  /// The letter of a word of the array.
  char letter(const Case& c, size_t word) const {
    return letter_of ? letter_of(c, word % words(c)) : layout[word % period(c)];
  }
  /// Whether words of elements have one of these letters.
  bool has(const Case& c, std::string_view letters) const {
    for (size_t word = 0; word < period(c); ++word)
      if (letters.find(letter(c, word)) != letters.npos) return true;
    return false;
  }
  /// The bytes that a word of a case takes in memory.
  size_t word_in_memory() const { return layout[0] == 'h' ? 2 : layout[0] == 'q' ? 1 : 4; }
  /// What so many bytes of the array in a case take in memory.
  size_t size_in_memory(size_t bytes) const { return bytes / 4 * word_in_memory(); }
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

/// One argument of a call: the address of an array or a record, NULL, an integer, or the case's
/// number `real`. Not all machines count floats and integers apart, so a call has all in the order
/// of the declaration.
struct Argument {
  /// Index of the array, or behind them of the record; or one of those below.
  int array = kInteger;
  int32_t value = 0;

  static constexpr int kInteger = -1;
  static constexpr int kNull = -2;
  static constexpr int kReal = -3;
};

/// A struct of pointers and integers that a call gets the address of. It lies in memory as an array
/// does, and is the operation's to read.
struct Record {
  const char* name;
  struct Field {
    int array = Argument::kInteger; ///< as in Argument, but no record
    uint32_t value = 0;
  };
  std::vector<Field> fields; ///< as the compiler of the port's machine lays them out
};

/// What is owed for one 32-bit word of an element of the output array.
enum class Clause : uint8_t {
  untouched, ///< keeps the bits it had
  copied,    ///< has the bits of Expectation::bits
  bounded,   ///< lies within `bound` of `exact`, or of what is within `width` of that
  direction, ///< of a unit vector, see Expectation::unit: divided by the length of the three words
             ///< as they are, lies within `bound` of `exact`
  measured,  ///< outside the domain, but its error is worth knowing: see Expectation::drift
  unjudged   ///< outside the domain: any value
};

/// How far the norms of quaternions may stray beyond the domain and still be measured, by steps:
/// |norm^2 - 1| up to 1.5 times each.
inline constexpr std::array<double, 3> kDrifts{1e-3, 1e-2, 1e-1};

/// What is owed for one element of the output array.
struct Expectation {
  std::array<Clause, kMaxWords> clause{};
  std::array<uint32_t, kMaxWords> bits{};
  std::array<reference::Approx, kMaxWords> exact{};
  std::array<double, kMaxWords> bound{};
  std::array<double, kMaxWords> width{};     ///< where more than one value is right: to either side
  std::array<uint8_t, kMaxWords> quantity{}; ///< index into Operation::quantities
  /// Where both signs of a branch are right: the other set of exact values, for the words of which
  /// `branch` is set. An element is right if all those words agree with one of the two sets.
  bool two_branches = false;
  std::array<bool, kMaxWords> branch{};
  std::array<reference::Approx, kMaxWords> other{};
  uint8_t drift = 0; ///< the step of kDrifts that the measured words belong to
  /// The first of the three words that are a unit vector (Clause::direction), whose length lies
  /// within `length_bound` of 1; kNoUnit: there is none.
  size_t unit = kNoUnit;
  double length_bound = 0;
  uint8_t length_quantity = 0; ///< index into Operation::quantities

  static constexpr size_t kNoUnit = kMaxWords;
};

/// The expectations of one call, element by element.
class Evaluator {
public:
  virtual ~Evaluator() = default;
  /// Takes what the operation returned, before anything is expected. Returns what is owed instead,
  /// for people, or nothing if it is right.
  virtual std::string returned(int32_t /*value*/) { return {}; }
  /// Fills `e` for an element of an output array, with exact values from the rung.
  virtual void expect(size_t array, size_t element, reference::Rung rung, Expectation& e) const = 0;
};

struct Tally; // cases/verdict.h

/// What a call gave: the bytes of each output array, in order, and what it returned.
struct Results {
  std::vector<std::span<const std::byte>> outputs;
  int32_t returned = 0;
};

namespace uniform_verts {
struct Layout; // operations/uniform_verts/uniform_verts.h
}
struct Objective; // cases/objective.h
struct Move;      // cases/move.h

/// Where the weights of influences are: side by side in each element of an array.
struct WeightColumns {
  size_t array;
  size_t column; ///< of an element, in words
  size_t count;
};

/// Where the weights of one vertex are, in a case.
struct VertexWeights {
  size_t vertex;
  float* first;
  size_t count;
  size_t stride; ///< floats from one to the next

  float& operator[](size_t i) const { return first[i * stride]; }
};

/// An array that a call may do without, and one of the same shape.
struct OptionalArray {
  size_t array;
  size_t like;
};

/// Makes a smaller variant of the case it refers to.
using Reduction = std::function<Case()>;

struct Operation {
  const char* name;
  size_t member; ///< offsetof the function pointer in ulna_port
  std::vector<ArraySpec> arrays;
  int output;          ///< index of the output array, of several the first
  const char* element; ///< what one judged element is called: "vertex", "joint"
  /// What errors are told apart by, see Expectation::quantity. The first is what tables show. None
  /// where results are right or wrong.
  std::vector<const char*> quantities;
  const char* real = nullptr;             ///< the name of the one float argument, Case::real
  std::vector<const char*> integers = {}; ///< the names of Case::integers
  bool measures_drift = false;            ///< see kDrifts
  int same_array = -1; ///< index of the array that may be the same as the output, or -1
  /// How many bytes at the end of an input array, of whole words, are no memory of the caller's;
  /// null: none. Of no array whose words take less than four bytes.
  size_t (*missing_at_end)(const Case&, size_t array) = nullptr;
  /// The function takes one element, and no count: it is called for each, one after the other, with
  /// the addresses of the element in each array.
  bool takes_one_element = false;
  /// Whether a right port may compare each element with each other, and take its time for it.
  bool compares_pairs = false;
  /// Elements of generated cases that the quick budget judges.
  uint64_t quick_elements = 2'000'000;
  Contract contract;

  /// The same in this build: a tenth where the sanitizers watch the judge's code. That the judge
  /// can judge is proved in the default build.
  uint64_t elements_of_quick() const {
    return kAddressSanitizer ? quick_elements / 10 : quick_elements;
  }

  /// Whether results have errors, that can be large or small.
  bool has_errors() const { return !quantities.empty(); }

  /// The integer and pointer arguments, in the order of the C declaration without the floats.
  std::vector<Argument> (*arguments)(const Case&);
  std::vector<Record> (*records)(const Case&) = nullptr;
  bool returns = false; ///< an int32, which Evaluator::returned or check_whole judges
  /// Whether a call of this case may write the output array at all.
  bool (*may_write)(const Case&);
  /// Throws BadInput for a case that breaks a rule of the contract.
  void (*validate)(const Case&);
  /// See cases/mend.h, which calls them. Arrays of whole elements, places and same_array are
  /// taken care of.
  void (*make_valid)(Case&) = nullptr;
  void (*enter_domain)(Case&) = nullptr;
  std::unique_ptr<Evaluator> (*evaluate)(const Case&) = nullptr;
  /// In place of `evaluate` where no value alone is right or wrong: says which clause the results
  /// break, or nothing, and adds what it judged to the tally.
  std::string (*check_whole)(const Case&, const Results&, Tally&) = nullptr;
  /// Whether two threads may disturb each other in this call: it computes something.
  bool (*computes)(const Case&);
  /// The i-th case of a seed: first the edge cases, then random ones. The same everywhere.
  Case (*generate)(uint64_t seed, uint64_t i);
  /// How many cases of `generate` are edge cases.
  uint64_t num_edge_cases;
  /// The case cut down to the given elements (vertices, or places of the index list), in order,
  /// without the joints that nothing uses any more.
  Case (*keep)(const Case&, std::span<const size_t> elements);
  /// How many elements `keep` can choose from.
  size_t (*size)(const Case&);
  /// Which of those an element of an output array is. Only for elements that are judged.
  size_t (*place_of)(const Case&, size_t element);
  /// The other way round, of operations whose `keep` leaves the outputs as long as they are: the
  /// element of every output array that keeps what it held where the place is left out. Null:
  /// outputs have as many elements as are kept.
  size_t (*element_at)(const Case&, size_t place) = nullptr;
  /// Smaller variants of a case that `keep` does not reach (fewer influences), largest step first,
  /// each made when it is called. They refer to the case.
  std::vector<Reduction> (*reductions)(const Case&);
  /// Quantities whose bound is one of some methods; that of all others holds in any order of
  /// evaluation, with FMA or without.
  std::vector<size_t> bounds_of_methods = {};
  /// Where the search for the largest error begins and how it goes on, and the elements that users
  /// have, to compare it with. Null: cases/objective.cpp knows nothing but floats.
  const Objective* objective = nullptr;
  const Objective* uniform_objective = nullptr;
  /// Changes of a case that the fuzzer makes beside those that it makes of any operation's.
  std::span<const Move> moves = {};
  std::optional<WeightColumns> weights = {};
  std::optional<OptionalArray> may_be_absent = {};
  /// Where a vertex may have any number of influences: vertices with so many, the i-th case of a
  /// seed. Null: it may not.
  Case (*with_influences)(std::span<const size_t> counts, uint64_t seed, uint64_t i) = nullptr;
  /// Where a formula may switch branch at an angle: elements with these cosines, or with what a
  /// formula compares in their place. Null: at none.
  std::vector<Case> (*with_cosines)(const Operation&, std::span<const float> cosines,
                                    Random&) = nullptr;
  /// Of the operations of that folder, which differ in it; of all others null.
  const uniform_verts::Layout* uniform_layout = nullptr;
  /// What follows is of profiles (cases/profile.h): which of them say something about it, beside
  /// those that it has a function for.
  Profiles profiles = {};
  /// The case with no more influences of each vertex.
  void (*limit_influences)(Case&, size_t most) = nullptr;
  /// Of the vertices that have weights, in order; of one without influence, none.
  std::vector<VertexWeights> (*vertex_weights)(Case&) = nullptr;
  /// Those are all but the last, which is what they leave of 1.
  bool last_weight_is_implied = false;
  /// Sets what Profile::w_is_padding says of what is read.
  void (*set_usual_w)(Case&) = nullptr;
  /// Makes its counts multiples of a number by more elements, where `keep` with the last of them
  /// again and again is not the way. Null: it is.
  void (*padded)(Case&, size_t multiple) = nullptr;
  /// Undoes what would make a call of variant() end before it has computed anything.
  void (*mend_variant)(Case&) = nullptr;
};

/// All operations, in the order of ulna_port: operations/list.cpp.
std::span<const Operation* const> operations();

/// The operation of that name, or null.
const Operation* find_operation(std::string_view name);

/// The operation of that name, or BadInput that lists the names there are.
const Operation& operation_named(std::string_view name);

} // namespace ulna
