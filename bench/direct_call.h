// Calls of a port's functions without a worker, as an engine makes them.
#pragma once

#include "cases/operation.h"

#include <span>

namespace ulna::bench {

/// A call of any function of ulna_port. The ABIs of x86-64 (System V) and AArch64 count integers
/// and floats apart, so the float may come first and all others follow in their order, each as wide
/// as a register. (A template over the C declarations would need each of them by name, and libffi
/// takes longer than some of the functions do.)
class DirectCall {
public:
  using Word = uint64_t;

  /// Of a case whose arrays lie at these addresses, which must stay there.
  DirectCall(const Case& c, std::span<std::byte* const> arrays);
  DirectCall(DirectCall&&) noexcept = default;

  void operator()(const ulna_port& port) const;

private:
  using Function = void (*)();
  using Invoke = void (*)(Function, float real, const Word* words);

  Word word_of(const Argument& argument, std::span<std::byte* const> arrays) const;
  static const Invoke& invoke_with(size_t words);

  const Operation* operation_;
  float real_;
  std::vector<std::vector<std::byte>> records_ = {};
  std::vector<Word> words_ = {};
  Invoke invoke_ = nullptr;
  size_t times_ = 1;             ///< that a function of one element is called
  std::vector<Word> steps_ = {}; ///< of the words, from one of those calls to the next
};

} // namespace ulna::bench
