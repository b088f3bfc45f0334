// One call of a port, followed with expressions in place of floats: what each output is made of.
#pragma once

#include "calls/session.h"
#include "cases/operation.h"
#include "code/effect.h"
#include "formulas/expression.h"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace ulna::formulas {

/// An instruction of a call, for people: "vaddps xmm0, xmm1, xmm2 at my_port.so+0x11c0".
struct Place {
  uint64_t address = 0; ///< in the worker
  std::string text;
};

/// Where the way through the code depends on what an expression holds.
struct Condition {
  Place place;
  std::vector<const Expression*> of; ///< flags, or other registers that a jump asks
};

/// An address that depends on floats, or on what is undefined.
struct FloatAddress {
  Place place;
  std::vector<const Expression*> of;
};

/// Bytes that the port read or wrote, and that are neither arrays of the case, of which it may
/// write the outputs, nor its stack, nor, to be read, constants.
struct Stranger {
  Place place;
  bool writes = false;
  std::string where; ///< "my_port.so+0x4040"
};

/// A word of an array of the case, or its float argument, if there is no array.
struct InputPlace {
  std::optional<size_t> array = {};
  size_t word = 0;
};

/// What a followed call computed. Nothing is claimed of a call that was not followed to its end.
struct Lifted {
  bool whole = false;   ///< followed from its first instruction to its return
  std::string obstacle; ///< why not: what has no meaning here, or did something else than expected
  uint64_t steps = 0;
  std::vector<Condition> conditions;
  std::vector<FloatAddress> addresses;
  std::vector<Stranger> strangers;
};

/// What a word of an array is called: "joints[3].q.x", "joints[3][7]".
std::string input_name(const Operation& op, size_t array, size_t element, size_t word);

/// Follows one call. What the processor computed is compared with the expressions behind every
/// instruction, registers and memory, and whatever changed without a reason ends it.
class Lift {
public:
  /// The arrays of the case lie there in the worker. Each word that the contract calls a float is
  /// an input, and so is each word of an output array, with what it held before the call.
  Lift(const Case& c, std::vector<PlacedArray> arrays, Expressions& expressions);
  ~Lift();

  /// Of the call that is followed (ulna::OnStep).
  bool step(const TracedState& state, const TracedMemory& memory, bool returned);

  const Lifted& result() const;

  /// What a word of an array holds behind the call: null where it is concrete.
  const Expression* word(size_t array, size_t index) const;

  /// Where the input with that id came from; null: it is none.
  const InputPlace* input(uint32_t id) const;

private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

struct FollowedCall {
  std::unique_ptr<Lift> lift;
  TraceEnd end = TraceEnd::died;

  /// Why it was not followed to its end; empty: it was.
  std::string obstacle() const;
};

/// Has the port called for the case, and follows the call. Case and expressions must live as long
/// as what comes back. Throws as Session::run_traced does.
FollowedCall follow(
    Session& session, const Case& c, Expressions& expressions,
    const Caller::OnResult& on_result = [](size_t, const CallResult&, const Outputs&) {});

} // namespace ulna::formulas
