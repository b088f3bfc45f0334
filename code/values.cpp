#include "code/values.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <numeric>

namespace ulna::code {

ValueNumbers::ValueNumbers(const ValueNumbers* others)
    : others_(others), first_(others ? others->first_ + Value(others->names_.size()) : 0) {}

Value ValueNumbers::of(const std::string& text) {
  if (others_)
    if (const auto known = others_->numbers_.find(text); known != others_->numbers_.end())
      return known->second;
  const auto [at, is_new] = numbers_.emplace(text, first_ + Value(names_.size()));
  // A number that is made of no value and of no memory is the same wherever it is made.
  const bool is_constant = text.find_first_of("$@") == text.npos &&
                           (text.find('(') == text.npos || text.starts_with("wide("));
  if (is_new) names_.push_back(is_constant ? text : fmt::format("${}", at->second));
  return at->second;
}

std::string ValueNumbers::name(Value value) const {
  return value < first_ ? others_->name(value) : names_[value - first_];
}

Held all_different(const std::string& place, ValueNumbers& numbers) {
  Held out;
  for (Unit u = 0; u < kUnits; ++u) out[u] = numbers.of(fmt::format("@{} {}", place, u));
  return out;
}

namespace {

/// The lanes of the constant that is loaded, as far as there is one.
std::array<std::optional<uint32_t>, kLanes> constant_of(const Decoded& d, uint64_t address,
                                                        const CodeMap& map) {
  std::array<std::optional<uint32_t>, kLanes> out;
  const ZydisDecodedOperand* o = d.rip_relative();
  if (!o || d.info.mnemonic == ZYDIS_MNEMONIC_LEA) return out;
  const std::string_view bytes = map.constant(*d.target(address), o->size / 8U);
  for (size_t k = 0; k < kLanes && 4 * k + 4 <= bytes.size(); ++k) {
    uint32_t lane = 0;
    std::memcpy(&lane, bytes.data() + 4 * k, sizeof lane);
    out[k] = lane;
  }
  return out;
}

} // namespace

Step step_of(const Decoded& d, uint64_t address, const Held& before, ValueNumbers& numbers,
             const CodeMap& map) {
  const auto constant = constant_of(d, address, map);
  const auto name = [&](Unit u) {
    if (u < kMemoryLane) return numbers.name(before[u]);
    const auto& lane = constant[u - kMemoryLane];
    return lane ? name_of_number(*lane) : value_before(u);
  };
  Step out{effect_of(d, address, name), {}};
  if (!out.effect.known) {
    const Held behind = all_different(fmt::format("behind {:x}", address), numbers);
    for (Unit u = 0; u < kMemoryLane; ++u) out.writes.emplace_back(u, behind[u]);
    return out;
  }
  Units memory;
  for (Unit u = kMemoryLane; u < kUnits; ++u) memory.set(u, !constant[u - kMemoryLane]);
  for (const Written& w : out.effect.written) {
    if ((w.uses & memory).any()) {
      out.writes.emplace_back(w.unit, numbers.of(fmt::format("{}@{:x}", w.value, address)));
      continue;
    }
    const auto copied = [&]() -> std::optional<Unit> {
      for (Unit u = 0; u < kMemoryLane; ++u)
        if (w.uses[u] && w.value == name(u)) return u;
      return {};
    }();
    out.writes.emplace_back(w.unit, copied ? before[*copied] : numbers.of(w.value));
  }
  return out;
}

void take(const Writes& writes, Held& held) {
  for (const auto& [unit, value] : writes) held[unit] = value;
}

Values::Values(const CodeMap& map)
    : map_(map), follows_(map.blocks.size()), entered_(map.blocks.size()),
      predecessors_(map.blocks.size()), heads_(map.blocks.size()), ways_(map.blocks.size()),
      writes_(map.instructions.size()) {
  for (uint32_t b = 0; b < map.blocks.size(); ++b)
    for (const uint32_t next : map.blocks[b].successors) predecessors_[next].push_back(b);
  find_entered();
  find_followed();
  // Each round can only tell apart what was taken for equal: it ends, in two or three.
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t b = 0; b < map.blocks.size(); ++b) {
      const auto is_known = [&](uint32_t p) { return ways_[p].has_value(); };
      if (!follows_[b] || (!entered_[b] && std::none_of(predecessors_[b].begin(),
                                                        predecessors_[b].end(), is_known)))
        continue;
      const Held head = head_of(b);
      if (heads_[b] == head) continue;
      heads_[b] = head;
      ways_[b] = through(b, head);
      changed = true;
    }
  }
}

/// From outside, by a call or by an address that is taken.
void Values::find_entered() {
  const auto enter = [&](std::optional<uint64_t> address) {
    const Block* block = address ? map_.block_at(*address) : nullptr;
    if (block) entered_[size_t(block - map_.blocks.data())] = true;
  };
  for (const Function& f : map_.functions) enter(f.address);
  for (const uint64_t entry : map_.entries) enter(entry);
  for (const Instruction& i : map_.instructions) {
    const Decoded d = decode(i);
    if (is_call(d) || d.info.mnemonic == ZYDIS_MNEMONIC_LEA) enter(d.target(i.address));
  }
}

/// Blocks that jumps connect, in whatever direction, are followed together or not at all.
void Values::find_followed() {
  std::vector<uint32_t> group(map_.blocks.size());
  std::iota(group.begin(), group.end(), 0);
  const auto first_of = [&](uint32_t b) {
    while (group[b] != b) b = group[b] = group[group[b]];
    return b;
  };
  for (uint32_t b = 0; b < map_.blocks.size(); ++b)
    for (const uint32_t next : map_.blocks[b].successors) group[first_of(b)] = first_of(next);
  std::vector<bool> landed_in(map_.blocks.size());
  bool open = false;
  for (uint32_t b = 0; b < map_.blocks.size(); ++b) {
    const Block& block = map_.blocks[b];
    open = open || block.open;
    if (block.landed_in) landed_in[first_of(b)] = true;
  }
  for (uint32_t b = 0; b < map_.blocks.size(); ++b) follows_[b] = !open && !landed_in[first_of(b)];
}

Held Values::head_of(uint32_t block) {
  std::vector<Held> ways;
  for (const uint32_t p : predecessors_[block])
    if (ways_[p]) ways.push_back(on_the_way(p, block));
  if (!entered_[block] && predecessors_[block].size() == 1) return ways[0];
  // Nothing has the number here that it had before: in a loop the same text is another value.
  Held out = all_different(fmt::format("{:x}", map_.blocks[block].address), numbers_);
  if (entered_[block]) return out;
  std::map<std::vector<Value>, Value> together;
  for (Unit u = 0; u < kUnits; ++u) {
    std::vector<Value> key;
    for (const Held& way : ways) key.push_back(way[u]);
    const bool is_constant = std::equal(key.begin() + 1, key.end(), key.begin()) &&
                             numbers_.name(key[0]).find('$') == std::string::npos;
    out[u] = is_constant ? key[0] : together.emplace(key, out[u]).first->second;
  }
  return out;
}

Held Values::on_the_way(uint32_t from, uint32_t to) const {
  Held held = ways_[from]->held;
  const Block& block = map_.blocks[from];
  const Instruction& last = map_.instructions[block.first + block.count - 1];
  const Decoded d = decode(last);
  if (!ways_[from]->compared || block.successors.size() != 2) return held;
  const bool jumps_if_equal = d.info.mnemonic == ZYDIS_MNEMONIC_JZ;
  if (!jumps_if_equal && d.info.mnemonic != ZYDIS_MNEMONIC_JNZ) return held;
  const bool jumped = map_.blocks[to].address == d.target(last.address);
  const auto [a, b] = *ways_[from]->compared;
  if (jumped == jumps_if_equal) std::replace(held.begin(), held.end(), a, b);
  return held;
}

Values::Way Values::through(uint32_t block, Held held) {
  constexpr size_t kZeroFlag = size_t(kFlag) + 3;
  Compared compared;
  const Block& b = map_.blocks[block];
  for (uint32_t i = b.first; i < b.first + b.count; ++i) {
    const Instruction& instruction = map_.instructions[i];
    const Decoded d = decode(instruction);
    writes_[i] = step_of(d, instruction.address, held, numbers_, map_).writes;
    if (std::any_of(writes_[i].begin(), writes_[i].end(),
                    [&](const auto& w) { return w.first == kZeroFlag; }))
      compared.reset();
    if (d.info.mnemonic == ZYDIS_MNEMONIC_CMP && d.all[0].size == 64) {
      const auto unit_of = [](const ZydisDecodedOperand& o) -> std::optional<Unit> {
        if (o.type != ZYDIS_OPERAND_TYPE_REGISTER) return {};
        return Unit(kGeneral + ZydisRegisterGetId(o.reg.value));
      };
      const auto x = unit_of(d.all[0]), y = unit_of(d.all[1]);
      if (x && y) compared = {held[*x], held[*y]};
    }
    take(writes_[i], held);
  }
  return {held, compared};
}

std::vector<Effect> Values::effects() const {
  std::vector<Effect> out(map_.instructions.size());
  for (uint32_t b = 0; b < map_.blocks.size(); ++b) {
    ValueNumbers numbers(&numbers_);
    std::optional<Held> held = heads_[b];
    for (size_t i = map_.blocks[b].first, n = map_.blocks[b].count; n-- > 0; ++i) {
      const Decoded d = decode(map_.instructions[i]);
      const uint64_t address = map_.instructions[i].address;
      out[i] = held ? step_of(d, address, *held, numbers, map_).effect : effect_of(d, address);
      if (held) take(writes_[i], *held);
    }
  }
  return out;
}

Held Values::before(size_t instruction) const {
  const uint32_t b = map_.instructions[instruction].block;
  Held held = *heads_[b];
  for (size_t i = map_.blocks[b].first; i < instruction; ++i) take(writes_[i], held);
  return held;
}

} // namespace ulna::code
