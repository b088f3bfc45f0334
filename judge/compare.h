// The outputs of a call against the contract: nothing else compares them.
#pragma once

#include "base/random.h"
#include "calls/caller.h"
#include "cases/verdict.h"

namespace ulna {

inline constexpr size_t kMaxMismatches = 10; ///< that a judgement tells of

/// Ends a finding's detail where the port may not have written the words at all.
inline constexpr const char* kNeverWritten =
    "; still what was there before the call: never written?";

/// What one call of a port showed.
struct Judgement {
  std::vector<Finding> findings;    ///< at most one of each kind; the witness is the whole case
  std::vector<Mismatch> mismatches; ///< the first of them
  uint64_t num_mismatches = 0;
  /// The element with the largest error in units of its bound, of each quantity.
  std::array<size_t, kMaxQuantities> largest_element{};
  /// That error, in units of its bound.
  std::array<double, kMaxQuantities> largest_fraction{};
};

/// Where the errors of all elements of the first output array are wanted, in units of their bounds.
struct ElementErrors {
  size_t quantity = 0;
  bool drifted = false;   ///< also of words that are measured and not judged (Clause::measured)
  std::vector<double> of; ///< each element: its largest; 0 where there is none
};

/// What a call did to the machine and to memory: how it ended, the state it came back in, what it
/// wrote outside its outputs. The values that it gave are not looked at.
Judgement judge_call(const Case& c, const CallResult& result, const Outputs& outputs);

/// The same, and compares what a call gave with the contract and adds to the tally. `random` picks
/// the sample that is decided again on the top rung. Throws InternalError if two rungs disagree.
/// Of mismatches, as many as `on_top` are decided on the top rung, the others on the first that is
/// sure of them.
Judgement judge_outputs(const Case& c, const CallResult& result, const Outputs& outputs,
                        Tally& tally, Random& random, ElementErrors* errors = nullptr,
                        size_t on_top = kMaxMismatches);

/// The name of a word of an array's element in messages: "joints[3].q.x".
std::string word_name(const Operation& op, size_t array, size_t element, size_t word);

/// The name of the vector that begins at a word: "dst[3].normal".
std::string vector_name(const Operation& op, size_t array, size_t element, size_t word);

/// Either of them: "joints[0].q.x", "length of joints[0].q".
std::string name_of(const Operation& op, const Mismatch& word);

/// The name of an array, or behind them of a record.
std::string array_name(const Case& c, size_t array);

} // namespace ulna
