#include "certify/code/liveness.h"

#include <algorithm>
#include <deque>

namespace ulna::code {
namespace {

bool is_call(const Decoded& d) {
  return d.info.meta.category == ZYDIS_CATEGORY_CALL;
}

bool is_return(const Decoded& d) {
  return d.info.meta.category == ZYDIS_CATEGORY_RET;
}

Units all_units() {
  return Units().set();
}

/// No call and no return hands on flags.
Units all_but_flags() {
  Units out = all_units();
  for (size_t f = kFlag; f < size_t(kFlag) + kFlags; ++f) out.reset(f);
  return out;
}

/// What a caller expects by the System V ABI: results, and what must be kept.
Units returned(bool vectors) {
  constexpr unsigned kRegisters[] = {
      0 /* rax */, 2 /* rdx */, 3 /* rbx */, 4 /* rsp */, 5 /* rbp */, 12, 13, 14, 15};
  Units out;
  for (const unsigned r : kRegisters) out.set(size_t(kGeneral) + r);
  for (unsigned v = 0; vectors && v < 2; ++v)
    for (unsigned k = 0; k < kLanes; ++k) out.set(lane(v, k));
  return out;
}

void step_back(const Effect& effect, Units& live) {
  if (!effect.known) {
    live = all_units();
    return;
  }
  Units used = effect.always;
  for (const Written& w : effect.written)
    if (live[w.unit]) used |= w.uses;
  for (const Written& w : effect.written) live.reset(w.unit);
  live |= used;
}

} // namespace

Liveness::Liveness(const CodeMap& map) : map_(map), after_(map.instructions.size()) {
  constexpr uint64_t kTable = 4096; // bytes that may be read through an address that is taken
  std::vector<Effect> effects;
  effects.reserve(map.instructions.size());
  for (const Instruction& i : map.instructions) {
    const Decoded d = decode(i);
    effects.push_back(effect_of(d, i.address));
    const ZydisDecodedOperand* o = d.rip_relative();
    if (!o) continue;
    const uint64_t begin = *d.target(i.address);
    const bool by_address = d.info.mnemonic == ZYDIS_MNEMONIC_LEA;
    readers_.push_back(
        {effects.size() - 1, begin, begin + (by_address ? kTable : o->size / 8U), by_address});
  }
  follow(effects);
}

/// How the functions begin that jumps from block to block lead through.
std::vector<Liveness::Reached> Liveness::reached() const {
  std::vector<Reached> out(map_.blocks.size(), Reached::entered);
  std::vector<size_t> found;
  const auto find = [&](const Block* block, Reached how) {
    const auto b = block ? size_t(block - map_.blocks.data()) : out.size();
    if (b >= out.size() || out[b] >= how) return;
    out[b] = how;
    found.push_back(b);
  };
  const auto follow_from = [&](uint64_t address, Reached how) {
    find(map_.block_at(address), how);
    while (!found.empty()) {
      const Block& block = map_.blocks[found.back()];
      found.pop_back();
      for (const uint32_t next : block.successors) find(&map_.blocks[next], how);
    }
  };
  for (const Instruction& i : map_.instructions) {
    const Decoded d = decode(i);
    if (const auto target = d.target(i.address); target && is_call(d))
      follow_from(*target, Reached::called);
  }
  for (const Function& f : map_.functions)
    if (std::find(map_.entries.begin(), map_.entries.end(), f.address) == map_.entries.end())
      follow_from(f.address, Reached::by_address);
  return out;
}

void Liveness::follow(const std::vector<Effect>& effects) {
  const std::vector<Reached> how = reached();
  std::vector<Units> before(map_.blocks.size());
  std::vector<End> ends;
  std::vector<std::vector<uint32_t>> predecessors(map_.blocks.size());
  std::deque<uint32_t> todo;
  for (uint32_t b = 0; b < map_.blocks.size(); ++b) {
    ends.push_back(end_of(map_.blocks[b], how[b]));
    for (const uint32_t next : map_.blocks[b].successors) predecessors[next].push_back(b);
    todo.push_front(b); // the last first
  }
  std::vector<bool> waits(map_.blocks.size(), true);
  while (!todo.empty()) {
    const uint32_t b = todo.front();
    todo.pop_front();
    waits[b] = false;
    Units live = ends[b].live;
    for (const uint32_t next : map_.blocks[b].successors) live |= before[next];
    live = before_block(map_.blocks[b], ends[b], live, effects);
    if (live == before[b]) continue;
    before[b] = live;
    for (const uint32_t p : predecessors[b])
      if (!waits[p]) {
        waits[p] = true;
        todo.push_back(p);
      }
  }
}

Liveness::End Liveness::end_of(const Block& block, Reached how) const {
  const Decoded last = decode(map_.instructions[block.first + block.count - 1]);
  if (is_return(last))
    return {how == Reached::called ? all_but_flags() : returned(how != Reached::entered), true};
  if (is_call(last)) return {all_but_flags(), true};
  return {block.open || block.successors.empty() ? all_units() : Units(), false};
}

/// Notes what is live behind each instruction on the way.
Units Liveness::before_block(const Block& block, const End& end, Units live,
                             const std::vector<Effect>& effects) {
  size_t i = size_t(block.first) + block.count;
  if (end.leaves) {
    after_[--i] = live;
    live = end.live;
  }
  while (i-- > block.first) {
    after_[i] = live;
    step_back(effects[i], live);
  }
  return live;
}

bool Liveness::may_differ(const Mutant& mutant) const {
  if (mutant.kind == MutantKind::constant) return constant_may_differ(mutant);
  const Instruction* instruction = map_.find(mutant.instruction);
  const auto changed = decode(mutant.replaced);
  if (!instruction || !changed) return true;
  const Decoded original = decode(*instruction);
  if (original.is_conditional_jump() || changed->is_conditional_jump()) return true;
  if (changed->info.length != instruction->length) return true; // more than one
  const Effect a = effect_of(original, mutant.instruction);
  const Effect b = effect_of(*changed, mutant.instruction);
  if (!a.known || !b.known || a.stores != b.stores) return true;
  if (!b.loads.empty() && a.loads != b.loads) return true;
  const Units& live = after_[size_t(instruction - map_.instructions.data())];
  const auto differs = [&](const Written& w) {
    return live[w.unit] && value_behind(a, w.unit) != value_behind(b, w.unit);
  };
  return std::any_of(a.written.begin(), a.written.end(), differs) ||
         std::any_of(b.written.begin(), b.written.end(), differs);
}

/// Not where all who read the constant leave the changed lanes unused.
bool Liveness::constant_may_differ(const Mutant& mutant) const {
  const uint64_t begin = mutant.address, end = begin + mutant.replaced.size();
  return std::any_of(readers_.begin(), readers_.end(), [&](const Reader& r) {
    if (r.begin >= end || begin >= r.end) return false;
    if (r.by_address) return true;
    const Instruction& instruction = map_.instructions[r.instruction];
    const Effect effect = effect_of(decode(instruction), instruction.address);
    if (!effect.known) return true;
    Units used = effect.always;
    for (const Written& w : effect.written)
      if (after_[r.instruction][w.unit]) used |= w.uses;
    for (uint64_t at = std::max(begin, r.begin); at < std::min(end, r.end); ++at)
      if (used[kMemoryLane + (at - r.begin) / 4]) return true;
    return false;
  });
}

} // namespace ulna::code
