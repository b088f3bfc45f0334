// Memory that holds expressions: words of 32 bits at any address. All else is concrete, and the
// worker's own.
#pragma once

#include "formulas/expression.h"

#include <bitset>
#include <cstdint>
#include <unordered_map>

namespace ulna::formulas {

inline constexpr unsigned kWord = 4; ///< bytes

class SymbolicMemory {
public:
  /// What becomes of a word that is overwritten in part.
  explicit SymbolicMemory(const Expression* broken) : broken_(broken) {}

  /// What a load of so many bytes, at most four, finds.
  struct Found {
    const Expression* word = nullptr; ///< all of it is this
    bool parts = false;               ///< or some bytes of it belong to expressions
  };
  Found find(uint64_t address, unsigned bytes) const;

  /// Null: it is concrete. Of what was there before no part remains.
  void store(uint64_t address, unsigned bytes, const Expression* word);

  /// Whether this call wrote all of these bytes.
  bool was_written(uint64_t address, unsigned bytes) const;

  /// What is there before the call.
  void place(uint64_t address, const Expression* word) { words_[address] = word; }

private:
  static constexpr uint64_t kPage = 4096;
  const Expression* broken_;
  std::unordered_map<uint64_t, const Expression*> words_; ///< by the address of the first byte
  std::unordered_map<uint64_t, std::bitset<kPage>> written_;
};

} // namespace ulna::formulas
