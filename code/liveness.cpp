#include "code/liveness.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <string_view>
#include <utility>

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

/// The same of functions that take so many pointers and sizes, and no vectors.
std::optional<Units> pointers_read_by(std::string_view function) {
  constexpr std::pair<std::string_view, unsigned> kKnown[] = {
      {"free", 1},   {"malloc", 1}, {"calloc", 2},  {"realloc", 2}, {"memcmp", 3},
      {"memcpy", 3}, {"memset", 3}, {"memmove", 3}, {"_Znwm", 1},   {"_Znam", 1},
      {"_ZdlPv", 1}, {"_ZdaPv", 1}, {"_ZdlPvm", 2}, {"_ZdaPvm", 2}};
  const auto* const known =
      std::ranges::find(kKnown, function, &std::pair<std::string_view, unsigned>::first);
  if (known == std::end(kKnown)) return std::nullopt;
  constexpr unsigned kInOrder[] = {7, 6, 2}; // rdi, rsi, rdx
  Units out = kept();
  for (unsigned i = 0; i < known->second; ++i) out |= general({kInOrder[i]});
  return out;
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

} // namespace

Liveness::Liveness(const CodeMap& map, const Values& values) : map_(map) {
  std::vector<Effect> effects = values.effects();
  for (const Effect& effect : effects)
    read_.push_back(effect.known ? read_for(effect, all_units()) : all_units());
  const std::vector<End> all = ends();
  after_ = follow(effects, all);
  for (size_t i = 0; i < effects.size(); ++i)
    effects[i] = above_lowest_byte(std::move(effects[i]), after_[i]);
  upper_ = follow(effects, all);
}

/// By jumps from block to block.
std::vector<Liveness::Reached> Liveness::reached() const {
  std::vector<Reached> out(map_.blocks.size());
  const auto follow_from = [&](const Block* function, bool Reached::*how) {
    std::vector<const Block*> found{function};
    while (!found.empty()) {
      const Block* block = found.back();
      found.pop_back();
      if (!block || std::exchange(out[number_of(*block)].*how, true)) continue;
      for (const uint32_t next : block->successors) found.push_back(&map_.blocks[next]);
    }
  };
  for (const Block& block : map_.blocks) follow_from(callee(block), &Reached::called);
  for (const Function& f : map_.functions)
    if (f.by_address) follow_from(map_.block_at(f.address), &Reached::by_address);
  return out;
}

/// The block that a call leads to inside the map, or null.
const Block* Liveness::callee(const Block& block) const {
  const Instruction& last = map_.instructions[block.first + block.count - 1];
  const Decoded d = decode(last);
  const auto target = d.target(last.address);
  return is_call(d) && target && map_.find(*target) ? map_.block_at(*target) : nullptr;
}

uint32_t Liveness::number_of(const Block& block) const {
  return uint32_t(&block - map_.blocks.data());
}

/// Of each block, and at last of what stands for all places behind calls inside the map.
std::vector<Liveness::End> Liveness::ends() const {
  const std::vector<Reached> how = reached();
  std::vector<End> out;
  End behind_calls{End::How::runs_on, {}, {}};
  for (const Block& block : map_.blocks) {
    out.push_back(end_of(block, how[out.size()]));
    if (callee(block))
      behind_calls.next.insert(behind_calls.next.end(), block.successors.begin(),
                               block.successors.end());
  }
  out.push_back(std::move(behind_calls));
  return out;
}

Liveness::End Liveness::end_of(const Block& block, Reached how) const {
  const Instruction& instruction = map_.instructions[block.first + block.count - 1];
  const Decoded last = decode(instruction);
  std::vector<uint32_t> next = block.successors;
  if (is_return(last)) {
    if (how.called) next = {uint32_t(map_.blocks.size())};
    return {End::How::hands_on, returned(how.by_address), next};
  }
  if (is_call(last)) {
    if (const Block* function = callee(block)) {
      next.push_back(number_of(*function));
      return {End::How::hands_on, kept(), next};
    }
    if (const auto numbers = numbers_read_by(block.calls))
      return {End::How::leaves, *numbers, next};
    if (const auto pointers = pointers_read_by(block.calls))
      return {End::How::leaves, *pointers, next};
    const bool is_direct = last.target(instruction.address).has_value();
    return {End::How::leaves, is_direct ? arguments() : all_but_flags(), next};
  }
  return {End::How::runs_on, block.open || block.successors.empty() ? all_units() : Units(), next};
}

/// What is live behind each instruction.
std::vector<Units> Liveness::follow(const std::vector<Effect>& effects,
                                    const std::vector<End>& ends) const {
  std::vector<Units> after(map_.instructions.size()), before(ends.size());
  std::vector<std::vector<uint32_t>> predecessors(ends.size());
  std::deque<uint32_t> todo;
  for (uint32_t b = 0; b < ends.size(); ++b) {
    for (const uint32_t n : ends[b].next) predecessors[n].push_back(b);
    todo.push_front(b); // the last first
  }
  std::vector<bool> waits(ends.size(), true);
  while (!todo.empty()) {
    const uint32_t b = todo.front();
    todo.pop_front();
    waits[b] = false;
    Units live = ends[b].live;
    for (const uint32_t n : ends[b].next) live |= before[n];
    if (ends[b].how != End::How::runs_on) live &= all_but_flags();
    if (b < map_.blocks.size()) live = before_block(map_.blocks[b], ends[b], live, effects, after);
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

Units Liveness::before_block(const Block& block, const End& end, Units live,
                             const std::vector<Effect>& effects, std::vector<Units>& after) {
  size_t i = size_t(block.first) + block.count;
  if (end.how != End::How::runs_on) after[--i] = live;
  if (end.how == End::How::leaves) live = end.live;
  while (i-- > block.first) {
    after[i] = live;
    step_back(effects[i], live);
  }
  return live;
}

} // namespace ulna::code
