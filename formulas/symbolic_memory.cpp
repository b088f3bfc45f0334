#include "formulas/symbolic_memory.h"

namespace ulna::formulas {

SymbolicMemory::Found SymbolicMemory::find(uint64_t address, unsigned bytes) const {
  if (bytes == kWord)
    if (const auto at = words_.find(address); at != words_.end()) return {at->second, false};
  for (uint64_t a = address - (kWord - 1); a != address + bytes; ++a)
    if (words_.contains(a)) return {nullptr, true};
  return {};
}

void SymbolicMemory::store(uint64_t address, unsigned bytes, const Expression* word) {
  for (uint64_t a = address - (kWord - 1); a != address + bytes; ++a) {
    const auto at = words_.find(a);
    if (at == words_.end()) continue;
    const bool whole = a >= address && a + kWord <= address + bytes;
    if (whole)
      words_.erase(at);
    else
      at->second = broken_;
  }
  if (word) words_[address] = word;
  for (uint64_t a = address; a != address + bytes; ++a) written_[a / kPage].set(a % kPage);
}

bool SymbolicMemory::was_written(uint64_t address, unsigned bytes) const {
  for (uint64_t a = address; a != address + bytes; ++a) {
    const auto page = written_.find(a / kPage);
    if (page == written_.end() || !page->second.test(a % kPage)) return false;
  }
  return true;
}

} // namespace ulna::formulas
