// The generated cases of an operation, for all ports that are judged by them: making a case takes
// as long as judging it.
#pragma once

#include "cases/operation.h"

#include <memory>
#include <mutex>
#include <unordered_map>

namespace ulna {

using SharedCase = std::shared_ptr<const Case>;

class GeneratedCases {
public:
  /// `kept`: more than one will ask for each case.
  GeneratedCases(const Operation& op, uint64_t seed, bool kept)
      : op_(op), seed_(seed), kept_(kept) {}

  /// What Operation::generate gives for the seed, but for the order of addresses. Several threads
  /// may ask at the same time; of those who ask for the same case, one makes it and the others
  /// wait.
  SharedCase at(uint64_t i);

private:
  struct Slot {
    std::mutex making;
    SharedCase made; ///< null: not yet
  };

  SharedCase make(uint64_t i) const;

  const Operation& op_;
  uint64_t seed_;
  bool kept_;
  std::mutex mutex_; ///< of what follows; of a slot, only of where it lies
  std::unordered_map<uint64_t, Slot> slots_;
  size_t bytes_ = 0; ///< of the cases that are kept
};

} // namespace ulna
