#include "code/equivalence.h"

#include <algorithm>

namespace ulna::code {
namespace {

/// The code and a mutant of it, side by side through the rest of a block.
class Race {
public:
  Race(const Held& before, ValueNumbers& numbers, const CodeMap& map)
      : map_(map), numbers_(numbers), original_(before), mutant_(before) {}

  /// False where they may do different things that are seen outside the registers.
  bool step(const Decoded& original, const Decoded& mutant, uint64_t address) {
    const Step a = step_of(original, address, original_, numbers_, map_);
    const Step b = step_of(mutant, address, mutant_, numbers_, map_);
    if (!a.effect.known || !b.effect.known || a.effect.stores != b.effect.stores) return false;
    if (!b.effect.loads.empty() && a.effect.loads != b.effect.loads) return false;
    const bool jumps = original.info.meta.category == ZYDIS_CATEGORY_COND_BR ||
                       original.info.meta.category == ZYDIS_CATEGORY_UNCOND_BR;
    if (jumps && (a.effect.always & differing(Units().set())).any()) return false;
    take(a.writes, original_);
    take(b.writes, mutant_);
    return true;
  }

  /// The same, of an instruction of both that reads nothing in which they differ.
  void pass(const Writes& writes) {
    take(writes, original_);
    take(writes, mutant_);
  }

  /// Those of the units that do not hold the same.
  Units differing(Units units) const {
    for (Unit u = 0; u < kUnits; ++u)
      if (units[u] && original_[u] == mutant_[u]) units.reset(u);
    return units;
  }

private:
  const CodeMap& map_;
  ValueNumbers& numbers_;
  Held original_, mutant_;
};

} // namespace

Equivalence::Equivalence(const CodeMap& map) : map_(map), values_(map), liveness_(map, values_) {
  constexpr uint64_t kTable = 4096; // bytes that may be read through an address that is taken
  for (size_t i = 0; i < map.instructions.size(); ++i) {
    const Decoded d = decode(map.instructions[i]);
    const ZydisDecodedOperand* o = d.rip_relative();
    if (!o) continue;
    const uint64_t begin = *d.target(map.instructions[i].address);
    const bool by_address = d.info.mnemonic == ZYDIS_MNEMONIC_LEA;
    readers_.push_back({i, begin, begin + (by_address ? kTable : o->size / 8U), by_address});
  }
}

bool Equivalence::may_differ(const Mutant& mutant) const {
  if (mutant.kind == MutantKind::constant) return constant_may_differ(mutant);
  const Instruction* instruction = map_.find(mutant.instruction);
  const auto changed = decode(mutant.replaced);
  if (!instruction || !changed) return true;
  const Decoded original = decode(*instruction);
  if (original.is_conditional_jump() || changed->is_conditional_jump()) return true;
  if (changed->info.length != instruction->length) return true; // more than one
  const auto i = size_t(instruction - map_.instructions.data());
  const Block& block = map_.blocks[instruction->block];
  const bool follows = values_.follows(instruction->block);
  ValueNumbers numbers(&values_.numbers());
  Race race(follows ? values_.before(i) : all_different("the mutant", numbers), numbers, map_);
  if (!race.step(original, *changed, instruction->address)) return true;
  for (size_t at = i; race.differing(liveness_.behind(at)).any();) {
    if (++at == block.first + block.count) return true;
    if (follows && race.differing(liveness_.read(at)).none()) {
      race.pass(values_.writes(at));
      continue;
    }
    const Decoded next = decode(map_.instructions[at]);
    if (!race.step(next, next, map_.instructions[at].address)) return true;
  }
  return false;
}

/// Not where all who read the constant leave the changed bytes unused.
bool Equivalence::constant_may_differ(const Mutant& mutant) const {
  const uint64_t begin = mutant.address, end = begin + mutant.replaced.size();
  return std::any_of(readers_.begin(), readers_.end(), [&](const Reader& r) {
    if (r.begin >= end || begin >= r.end) return false;
    if (r.by_address) return true;
    const Instruction& instruction = map_.instructions[r.instruction];
    const Effect effect = effect_of(decode(instruction), instruction.address);
    if (!effect.known) return true;
    const Units& behind = liveness_.behind(r.instruction);
    const Units lowest = read_for(effect, behind),
                above = read_for(above_lowest_byte(effect, behind),
                                 liveness_.behind_above_lowest_byte(r.instruction));
    for (uint64_t at = std::max(begin, r.begin); at < std::min(end, r.end); ++at) {
      const uint64_t byte = at - r.begin;
      const bool differs = mutant.replaced[at - begin] != mutant.original[at - begin];
      if (differs && (byte % 4 == 0 ? lowest : above)[kMemoryLane + byte / 4]) return true;
    }
    return false;
  });
}

} // namespace ulna::code
