#include "certify/code/liveness.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <string_view>

namespace ulna::code {
namespace {

Units all_units() {
  return Units().set();
}

/// No call and no return hands on flags.
Units all_but_flags() {
  Units out = all_units();
  for (size_t f = kFlag; f < size_t(kFlag) + kFlags; ++f) out.reset(f);
  return out;
}

// --- What the System V ABI says -----------------------------------------------------------------

Units general(std::initializer_list<unsigned> registers) {
  Units out;
  for (const unsigned r : registers) out.set(size_t(kGeneral) + r);
  return out;
}

Units vectors(unsigned count) {
  Units out;
  for (unsigned v = 0; v < count; ++v)
    for (unsigned k = 0; k < kLanes; ++k) out.set(lane(v, k));
  return out;
}

/// rbx, rsp, rbp and r12 to r15.
Units kept() {
  return general({3, 4, 5, 12, 13, 14, 15});
}

/// What a caller expects: results, and what must be kept.
Units returned(bool also_vectors) {
  return kept() | general({0 /* rax */, 2 /* rdx */}) | vectors(also_vectors ? 2 : 0);
}

/// What a function may read: arguments, the number of vectors in al, the static chain in r10, and
/// what it saves.
Units arguments() {
  return kept() | general({0, 1, 2, 6, 7, 8, 9, 10}) | vectors(8);
}

/// The same of a function of <math.h> that takes numbers only: a float each is one lane, a double
/// two. Nothing, of any other.
std::optional<Units> numbers_read_by(std::string_view function) {
  constexpr std::string_view kOne[] = {"acos",  "asin", "atan",  "cbrt", "ceil",  "cos",  "exp",
                                       "exp2",  "fabs", "floor", "log",  "log10", "log2", "rint",
                                       "round", "sin",  "sqrt",  "tan",  "trunc"};
  constexpr std::string_view kTwo[] = {"atan2", "copysign", "fmax", "fmin",
                                       "fmod",  "hypot",    "pow",  "remainder"};
  const bool is_float = function.ends_with('f');
  const std::string_view name = function.substr(0, function.size() - is_float);
  const unsigned arguments = std::ranges::count(kOne, name) + 2 * std::ranges::count(kTwo, name);
  if (arguments == 0) return std::nullopt;
  Units out = kept();
  for (unsigned v = 0; v < arguments; ++v)
    for (unsigned k = 0; k < (is_float ? 1 : 2); ++k) out.set(lane(v, k));
  return out;
}

void step_back(const Effect& effect, Units& live) {
  if (!effect.known) {
    live = all_units();
    return;
  }
  const Units used = read_for(effect, live);
  for (const Written& w : effect.written) live.reset(w.unit);
  live |= used;
}

/// Notes what is live behind each instruction on the way.
Units before_block(const Block& block, bool leaves, const Units& at_end, Units live,
                   const std::vector<Effect>& effects, std::vector<Units>& after) {
  size_t i = size_t(block.first) + block.count;
  if (leaves) {
    after[--i] = live;
    live = at_end;
  }
  while (i-- > block.first) {
    after[i] = live;
    step_back(effects[i], live);
  }
  return live;
}

} // namespace

Liveness::Liveness(const CodeMap& map, const Values& values) : map_(map) {
  std::vector<Effect> effects = values.effects();
  for (const Effect& effect : effects)
    read_.push_back(effect.known ? read_for(effect, all_units()) : all_units());
  after_ = follow(effects);
  for (size_t i = 0; i < effects.size(); ++i)
    effects[i] = above_lowest_byte(std::move(effects[i]), after_[i]);
  upper_ = follow(effects);
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

/// What is live behind each instruction.
std::vector<Units> Liveness::follow(const std::vector<Effect>& effects) const {
  std::vector<Units> after(map_.instructions.size());
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
    live = before_block(map_.blocks[b], ends[b].leaves, ends[b].live, live, effects, after);
    if (live == before[b]) continue;
    before[b] = live;
    for (const uint32_t p : predecessors[b])
      if (!waits[p]) {
        waits[p] = true;
        todo.push_back(p);
      }
  }
  return after;
}

Liveness::End Liveness::end_of(const Block& block, Reached how) const {
  const Instruction& instruction = map_.instructions[block.first + block.count - 1];
  const Decoded last = decode(instruction);
  if (is_return(last))
    return {how == Reached::called ? all_but_flags() : returned(how != Reached::entered), true};
  if (is_call(last)) {
    if (const auto numbers = numbers_read_by(block.calls)) return {*numbers, true};
    const auto target = last.target(instruction.address);
    return {target && !map_.find(*target) ? arguments() : all_but_flags(), true};
  }
  return {block.open || block.successors.empty() ? all_units() : Units(), false};
}

} // namespace ulna::code
