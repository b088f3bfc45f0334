#include "code/code_map.h"

#include "code/decode.h"
#include "code/jump_table.h"
#include "code/library.h"
#include "code/symbol_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <map>
#include <set>
#include <unordered_map>

namespace ulna::code {

using approximations::Library;
using approximations::Range;
using approximations::read_library;
using approximations::Relocation;
using approximations::Symbol;

/// What constants are read from.
struct CodeMap::Constants {
  std::string file;
  std::vector<Range> fixed;          ///< what nobody writes once the library is loaded
  std::vector<uint64_t> relocations; ///< places of eight bytes, sorted

  std::string_view bytes(uint64_t address, uint64_t size) const {
    for (const Range& range : fixed) {
      if (!range.holds(address) || range.size - (address - range.address) < size) continue;
      const auto next =
          std::upper_bound(relocations.begin(), relocations.end(), address < 8 ? 0 : address - 8);
      if (next != relocations.end() && *next < address + size) return {};
      return std::string_view(file).substr(range.offset + (address - range.address), size);
    }
    return {};
  }
};

namespace {

/// Thrown and caught here: why there is no map.
struct Obstacle {
  std::string what;
};

/// Imported functions that do not return: what lies behind a call of them is other code, or none.
bool returns(std::string_view import) {
  constexpr std::array kNever = {"abort",
                                 "exit",
                                 "_exit",
                                 "_Exit",
                                 "quick_exit",
                                 "longjmp",
                                 "siglongjmp",
                                 "__longjmp_chk",
                                 "__assert_fail",
                                 "__assert_perror_fail",
                                 "__stack_chk_fail",
                                 "__chk_fail",
                                 "__fortify_fail",
                                 "pthread_exit",
                                 "_Unwind_Resume",
                                 "__cxa_throw",
                                 "__cxa_rethrow",
                                 "__cxa_bad_cast",
                                 "__cxa_bad_typeid",
                                 "__cxa_call_unexpected",
                                 "__cxa_call_terminate",
                                 "__cxa_pure_virtual",
                                 "__cxa_throw_bad_array_length",
                                 "__cxa_throw_bad_array_new_length",
                                 "__clang_call_terminate",
                                 "_ZSt9terminatev",
                                 "_ZSt10unexpectedv"};
  const bool throws = import.starts_with("_ZSt") && import.find("__throw_") != import.npos;
  return !throws && std::find(kNever.begin(), kNever.end(), import) == kNever.end();
}

} // namespace

/// Recursive descent. Whether a call returns decides whether there is code behind it: each function
/// that is called is followed as a routine of its own, and what lies behind a call waits until a
/// `ret` is found in the routine.
class Descent {
public:
  Descent(std::string_view file, const Library& library, const std::set<uint64_t>& distrusted)
      : file_(file), library_(library), distrusted_(distrusted) {
    code_ = library.sections.empty() ? library.executable : library.sections;
    for (const Symbol& s : library.defined)
      if (s.type == Symbol::Type::function) starts_.insert(s.address);
    starts_.insert(library.unwound.begin(), library.unwound.end());
  }

  void run(const std::vector<uint64_t>& entries) {
    for (const uint64_t entry : entries) {
      if (!range_of(entry))
        throw Obstacle{fmt::format("what it offers at {:#x} is no code of this library", entry)};
      enter(entry);
    }
    do work();
    while (resolve_jumps());
    refuse_overlaps();
  }

  /// Jumps through tables that other jumps lead into the middle of, after all.
  std::set<uint64_t> doubtful() const {
    std::set<uint64_t> all;
    for (const auto& [jump, table] : tables_) {
      const auto again = jump_table(steps_to(jump));
      if (!again || again->address != table.address || again->entries != table.entries)
        all.insert(jump);
    }
    return all;
  }

  CodeMap take(std::string file) {
    CodeMap map;
    list_blocks(map);
    join_blocks(map);
    name_functions(map);
    for (const uint64_t jump : unresolved_)
      gaps_.try_emplace(jump, "a jump whose targets are not known");
    for (const auto& [at, address] : taken_code_)
      if (!nodes_.contains(address) && !is_table(address))
        gaps_.try_emplace(
            at,
            fmt::format("takes the address {:#x} in code, where no function is known", address));
    for (auto& [address, what] : gaps_) map.gaps.push_back({address, std::move(what)});
    auto constants = std::make_shared<CodeMap::Constants>();
    constants->file = std::move(file);
    for (const auto& segment : library_.segments)
      if (!segment.writable) constants->fixed.push_back(segment);
    constants->fixed.insert(constants->fixed.end(), library_.protected_after.begin(),
                            library_.protected_after.end());
    for (const Relocation& r : library_.relocations) constants->relocations.push_back(r.place);
    map.constants_ = std::move(constants);
    return map;
  }

private:
  /// An instruction and what follows it.
  struct Node {
    Decoded decoded;
    std::vector<uint64_t> next;
    bool ends_block = false;
    bool open = false;
    uint64_t routine = 0; ///< the entry by which it was first reached

    uint64_t end(uint64_t address) const { return address + decoded.info.length; }
  };

  struct Routine {
    bool returns = false;
    std::vector<uint64_t> callers;        ///< calls that wait for its return
    std::vector<uint64_t> jumped_in_from; ///< routines that return if this one does
  };

  const Range* range_of(uint64_t address) const {
    for (const Range& range : code_)
      if (range.holds(address)) return &range;
    return nullptr;
  }

  std::optional<Decoded> decode_at(uint64_t address) const {
    const Range* range = range_of(address);
    if (!range) return std::nullopt;
    const uint64_t at = address - range->address;
    return decode(file_.substr(range->offset + at, range->size - at));
  }

  const Relocation* relocation_at(uint64_t place) const {
    const auto at = std::ranges::lower_bound(library_.relocations, place, {}, &Relocation::place);
    return at != library_.relocations.end() && at->place == place ? &*at : nullptr;
  }

  /// Where a jump or call leads: an address of the library, or elsewhere.
  struct Way {
    std::optional<uint64_t> inside;
    bool known = true;   ///< false: anywhere
    bool returns = true; ///< from elsewhere
    std::string_view import = {};
  };

  Way through_slot(uint64_t place) const {
    const Relocation* r = relocation_at(place);
    if (r && r->target && range_of(*r->target)) return {r->target};
    if (r && !r->symbol.empty()) return {{}, true, returns(r->symbol), r->symbol};
    return {{}, false, true};
  }

  /// A stub for an imported function (PLT): nothing but a jump through a slot that the loader
  /// fills.
  std::optional<Way> through_stub(uint64_t address) const {
    auto decoded = decode_at(address);
    if (decoded && decoded->info.mnemonic == ZYDIS_MNEMONIC_ENDBR64) {
      address += decoded->info.length;
      decoded = decode_at(address);
    }
    if (!decoded || decoded->info.mnemonic != ZYDIS_MNEMONIC_JMP || !decoded->rip_relative())
      return std::nullopt;
    const Relocation* r = relocation_at(*decoded->target(address));
    if (!r || r->symbol.empty()) return std::nullopt;
    return through_slot(r->place);
  }

  Way way_of(uint64_t address, const Decoded& d) const {
    if (d.all[0].type == ZYDIS_OPERAND_TYPE_IMMEDIATE) {
      const uint64_t to = *d.target(address);
      if (const auto stub = through_stub(to)) return *stub;
      return {to};
    }
    if (d.rip_relative()) return through_slot(*d.target(address));
    return {{}, false, true};
  }

  // --- Following --------------------------------------------------------------------------------

  void enter(uint64_t address) {
    leaders_.insert(address);
    entered_.insert(address);
    if (!nodes_.contains(address)) later_.emplace_back(address, address);
  }

  void work() {
    while (!later_.empty() || !returned_.empty()) {
      if (!later_.empty()) {
        const auto [address, routine] = later_.front();
        later_.pop_front();
        follow(address, routine);
      } else {
        const uint64_t routine = returned_.front();
        returned_.pop_front();
        wake(routine);
      }
    }
  }

  /// The instructions from the address on, one after the other.
  void follow(uint64_t address, uint64_t routine) {
    for (;;) {
      if (const auto known = nodes_.find(address); known != nodes_.end())
        return jump_in(known->second.routine, routine);
      Node& node = add(address, routine);
      if (!step(address, node, routine)) return;
      node.next.push_back(node.end(address));
      address = node.end(address);
    }
  }

  Node& add(uint64_t address, uint64_t routine) {
    const Range* range = range_of(address);
    if (!range) throw Obstacle{fmt::format("code leads to {:#x}, where there is none", address)};
    auto decoded = decode_at(address);
    if (!decoded) throw Obstacle{fmt::format("the bytes at {:#x} are no instruction", address)};
    Node& node = nodes_[address];
    node.decoded = *decoded;
    node.routine = routine;
    refer(address, node.decoded);
    return node;
  }

  /// Follows what the instruction leads to but the next one. Whether that follows as well.
  bool step(uint64_t address, Node& node, uint64_t routine) {
    const Decoded& d = node.decoded;
    if (d.is_conditional_jump()) {
      node.ends_block = true;
      jump(address, node, routine);
      leaders_.insert(node.end(address));
      return true;
    }
    switch (d.info.meta.category) {
    case ZYDIS_CATEGORY_UNCOND_BR:
      node.ends_block = true;
      jump(address, node, routine);
      return false;
    case ZYDIS_CATEGORY_CALL:
      node.ends_block = true;
      return call(address, node);
    case ZYDIS_CATEGORY_RET:
      node.ends_block = true;
      return_from(routine);
      return false;
    default:
      break;
    }
    switch (d.info.mnemonic) {
    case ZYDIS_MNEMONIC_UD0:
    case ZYDIS_MNEMONIC_UD1:
    case ZYDIS_MNEMONIC_UD2:
    case ZYDIS_MNEMONIC_HLT:
    case ZYDIS_MNEMONIC_INT3:
      node.ends_block = true;
      return false;
    default:
      return true;
    }
  }

  void jump(uint64_t address, Node& node, uint64_t routine) {
    const Way way = way_of(address, node.decoded);
    if (way.inside) return lead(node, *way.inside, routine);
    if (!way.known) {
      node.open = true;
      unresolved_.insert(address);
    }
    if (way.returns) return_from(routine);
  }

  void lead(Node& node, uint64_t to, uint64_t routine) {
    node.next.push_back(to);
    leaders_.insert(to);
    if (const auto known = nodes_.find(to); known != nodes_.end())
      return jump_in(known->second.routine, routine);
    later_.emplace_back(to, routine);
  }

  /// Whether the call is known to return by now.
  bool call(uint64_t address, Node& node) {
    const Way way = way_of(address, node.decoded);
    const uint64_t behind = node.end(address);
    if (!way.known) gaps_.try_emplace(address, "calls through a pointer");
    if (!way.inside) {
      if (!way.returns || !may_go_on(behind)) return false;
      leaders_.insert(behind);
      return true;
    }
    enter(*way.inside);
    const auto known = nodes_.find(*way.inside);
    const uint64_t callee = known == nodes_.end() ? *way.inside : known->second.routine;
    if (!routines_[callee].returns) {
      routines_[callee].callers.push_back(address);
      return false;
    }
    leaders_.insert(behind);
    return true;
  }

  /// Whether code may follow a call of a function that is not known: not where there is nothing up
  /// to the next function but padding, for then the function does not return.
  bool may_go_on(uint64_t address) const {
    while (!starts_.contains(address)) {
      const auto decoded = decode_at(address);
      if (!decoded) return range_of(address) != nullptr;
      const bool padding =
          decoded->info.mnemonic == ZYDIS_MNEMONIC_NOP ||
          decoded->info.mnemonic == ZYDIS_MNEMONIC_INT3 ||
          (decoded->info.mnemonic == ZYDIS_MNEMONIC_XCHG && decoded->info.opcode == 0x90);
      if (!padding) return true;
      address += decoded->info.length;
    }
    return false;
  }

  void return_from(uint64_t routine) {
    if (routines_[routine].returns) return;
    routines_[routine].returns = true;
    returned_.push_back(routine);
  }

  /// Follows what waits for the return of the routine.
  void wake(uint64_t routine) {
    const Routine done = routines_[routine];
    for (const uint64_t caller : done.callers) {
      Node& node = nodes_.at(caller);
      lead(node, node.end(caller), node.routine);
    }
    for (const uint64_t other : done.jumped_in_from) return_from(other);
  }

  void jump_in(uint64_t into, uint64_t from) {
    if (into == from) return;
    if (routines_[into].returns) return return_from(from);
    routines_[into].jumped_in_from.push_back(from);
  }

  // --- Addresses that are taken -----------------------------------------------------------------

  bool is_function(uint64_t address) const {
    return starts_.contains(address) && range_of(address) && !through_stub(address);
  }

  void refer(uint64_t address, const Decoded& d) {
    if (!d.rip_relative()) return;
    const uint64_t to = *d.target(address);
    if (range_of(to)) {
      if (d.info.mnemonic != ZYDIS_MNEMONIC_LEA || through_stub(to)) return;
      if (is_function(to)) return enter_by_address(to);
      taken_code_.emplace_back(address, to);
      return;
    }
    uint64_t begin = to, size = 1;
    if (const Symbol* object = object_at(to)) begin = object->address, size = object->size;
    // A slot of the GOT that a call goes through is no address that is taken.
    const auto category = d.info.meta.category;
    if (category == ZYDIS_CATEGORY_CALL || category == ZYDIS_CATEGORY_UNCOND_BR) return;
    for (auto r = std::ranges::lower_bound(library_.relocations, begin, {}, &Relocation::place);
         r != library_.relocations.end() && r->place - begin < size; ++r)
      if (r->target && is_function(*r->target)) enter_by_address(*r->target);
  }

  void enter_by_address(uint64_t function) {
    by_address_.insert(function);
    enter(function);
  }

  const Symbol* object_at(uint64_t address) const {
    auto s = std::ranges::upper_bound(library_.defined, address, {}, &Symbol::address);
    while (s != library_.defined.begin()) {
      --s;
      if (s->type == Symbol::Type::object && s->size != 0)
        return address - s->address < s->size ? &*s : nullptr;
    }
    return nullptr;
  }

  // --- Jumps through tables ---------------------------------------------------------------------

  /// The instructions that lead straight to the jump, as far as they are known.
  std::vector<Step> steps_to(uint64_t jump) const {
    constexpr size_t kMost = 32;
    std::vector<Step> steps;
    auto at = nodes_.find(jump);
    for (;;) {
      steps.push_back({at->first, at->second.decoded, joined_.contains(at->first)});
      if (steps.size() == kMost || at == nodes_.begin()) break;
      const auto before = std::prev(at);
      const auto& next = before->second.next;
      if (std::find(next.begin(), next.end(), at->first) == next.end() ||
          before->second.end(before->first) != at->first)
        break;
      at = before;
    }
    steps.back().joined = true;
    std::reverse(steps.begin(), steps.end());
    return steps;
  }

  /// Where more than one instruction leads, or an entry.
  void find_joins() {
    joined_.clear();
    std::map<uint64_t, int> ways;
    for (const auto& [address, node] : nodes_)
      for (const uint64_t next : std::set<uint64_t>(node.next.begin(), node.next.end()))
        if (++ways[next] == 2) joined_.insert(next);
    for (const uint64_t entry : entered_) joined_.insert(entry);
  }

  /// Whether a jump was resolved, so that there is more to follow.
  bool resolve_jumps() {
    find_joins();
    bool any = false;
    for (const uint64_t address : std::vector(unresolved_.begin(), unresolved_.end())) {
      if (distrusted_.contains(address)) continue;
      const auto table = jump_table(steps_to(address));
      const auto targets = table ? read(*table) : std::nullopt;
      if (!targets) continue;
      unresolved_.erase(address);
      tables_[address] = *table;
      Node& node = nodes_.at(address);
      node.open = false;
      for (const uint64_t target : *targets) lead(node, target, node.routine);
      any = true;
    }
    return any;
  }

  std::optional<std::vector<uint64_t>> read(const JumpTable& table) const {
    std::vector<uint64_t> targets;
    for (uint64_t i = 0; i < table.entries; ++i) {
      const uint64_t place = table.address + i * table.entry_size();
      const auto target = table.relative ? relative_entry(table, place) : absolute_entry(place);
      if (!target || !range_of(*target)) return std::nullopt;
      targets.push_back(*target);
    }
    std::sort(targets.begin(), targets.end());
    targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
    return targets;
  }

  std::optional<uint64_t> relative_entry(const JumpTable& table, uint64_t place) const {
    int32_t distance = 0;
    for (const auto& segment : library_.segments) {
      if (segment.writable || !segment.holds(place) || !segment.holds(place + sizeof distance - 1))
        continue;
      std::memcpy(&distance, file_.data() + segment.offset + (place - segment.address),
                  sizeof distance);
      return table.address + uint64_t(int64_t(distance));
    }
    return std::nullopt;
  }

  std::optional<uint64_t> absolute_entry(uint64_t place) const {
    const auto& fixed = library_.protected_after;
    if (std::none_of(fixed.begin(), fixed.end(), [&](const Range& r) { return r.holds(place); }))
      return std::nullopt;
    const Relocation* r = relocation_at(place);
    return r ? r->target : std::nullopt;
  }

  bool is_table(uint64_t address) const {
    return std::any_of(tables_.begin(), tables_.end(),
                       [&](const auto& t) { return address - t.second.address < t.second.size(); });
  }

  // --- What is found ----------------------------------------------------------------------------

  void refuse_overlaps() const {
    uint64_t end = 0;
    for (const auto& [address, node] : nodes_) {
      if (address < end)
        throw Obstacle{
            fmt::format("code leads into the middle of the instruction before {:#x}", end)};
      end = node.end(address);
    }
    for (const auto& [jump, table] : tables_) {
      const auto next = nodes_.lower_bound(table.address);
      if (next != nodes_.end() && next->first - table.address < table.size())
        throw Obstacle{fmt::format("code lies in the table of the jump at {:#x}", jump)};
    }
  }

  void list_blocks(CodeMap& map) const {
    uint64_t expected = 0;
    bool ended = true;
    for (const auto& [address, node] : nodes_) {
      if (ended || address != expected || leaders_.contains(address)) {
        map.blocks.emplace_back();
        map.blocks.back().address = address;
        map.blocks.back().first = uint32_t(map.instructions.size());
      }
      Block& block = map.blocks.back();
      Instruction out;
      out.address = address;
      out.length = node.decoded.info.length;
      const Range& range = *range_of(address);
      std::memcpy(out.bytes.data(), file_.data() + range.offset + (address - range.address),
                  out.length);
      out.block = uint32_t(map.blocks.size() - 1);
      map.instructions.push_back(out);
      ++block.count;
      block.end = expected = out.end();
      block.open = node.open;
      if (is_call(node.decoded)) block.calls = way_of(address, node.decoded).import;
      block.landed_in = is_landed_in(address);
      ended = node.ends_block;
    }
  }

  /// As far as the table for exceptions tells; without one it may.
  bool is_landed_in(uint64_t address) const {
    const auto begin = unwound_from(address);
    return begin ? std::ranges::binary_search(library_.landed_in, *begin)
                 : library_.unwound.empty();
  }

  /// Where the function of the address begins by the table for exceptions.
  std::optional<uint64_t> unwound_from(uint64_t address) const {
    const auto next = std::ranges::upper_bound(library_.unwound, address);
    if (next == library_.unwound.begin()) return {};
    return *std::prev(next);
  }

  void join_blocks(CodeMap& map) const {
    for (Block& block : map.blocks) {
      const Instruction& last = map.instructions[block.first + block.count - 1];
      for (const uint64_t next : nodes_.at(last.address).next)
        block.successors.push_back(uint32_t(map.block_at(next) - map.blocks.data()));
      std::sort(block.successors.begin(), block.successors.end());
      block.successors.erase(std::unique(block.successors.begin(), block.successors.end()),
                             block.successors.end());
    }
  }

  /// Where a function without a symbol begins, by the table for exceptions or the call that led
  /// there.
  uint64_t function_start(uint64_t address) const {
    const uint64_t routine = nodes_.at(address).routine;
    const auto begin = unwound_from(address);
    return !begin || (routine <= address && routine > *begin) ? routine : *begin;
  }

  void name_functions(CodeMap& map) const {
    std::map<uint64_t, std::pair<std::string, std::vector<Block*>>> all;
    for (Block& block : map.blocks) {
      const Symbol* symbol = function_at(library_, block.address);
      const uint64_t start = symbol ? symbol->address : function_start(block.address);
      auto& [name, blocks] = all[start];
      if (blocks.empty()) name = symbol ? demangled(symbol->name) : fmt::format("{:#x}", start);
      blocks.push_back(&block);
    }
    for (auto& [start, function] : all) {
      for (Block* block : function.second) block->function = uint32_t(map.functions.size());
      map.functions.push_back({start, std::move(function.first), by_address_.contains(start)});
    }
  }

  std::string_view file_;
  const Library& library_;
  const std::set<uint64_t>& distrusted_; ///< jumps that are not to be resolved
  std::vector<Range> code_;
  std::set<uint64_t> starts_; ///< of functions, by symbols and tables
  std::set<uint64_t> by_address_;
  std::map<uint64_t, Node> nodes_;
  std::set<uint64_t> leaders_; ///< where blocks begin
  std::set<uint64_t> entered_; ///< by a call, or from outside
  std::set<uint64_t> joined_;  ///< where more than one way leads
  std::map<uint64_t, Routine> routines_;
  std::deque<std::pair<uint64_t, uint64_t>> later_; ///< address and routine
  std::deque<uint64_t> returned_;                   ///< routines whose callers are to be woken
  std::set<uint64_t> unresolved_;
  std::map<uint64_t, JumpTable> tables_;                  ///< by the jump
  std::vector<std::pair<uint64_t, uint64_t>> taken_code_; ///< by which instruction, and what
  std::map<uint64_t, std::string> gaps_;
};

CodeMap map_code(std::string file, const std::vector<uint64_t>& entries) {
  CodeMap map;
  const Library library = read_library(file);
  if (!library.damage.empty()) {
    map.obstacle = library.damage;
    return map;
  }
  try {
    std::set<uint64_t> distrusted;
    for (;;) {
      Descent descent(file, library, distrusted);
      descent.run(entries);
      const std::set<uint64_t> doubtful = descent.doubtful();
      if (doubtful.empty()) {
        map = descent.take(file);
        map.entries = entries;
        return map;
      }
      distrusted.insert(doubtful.begin(), doubtful.end());
    }
  } catch (const Obstacle& obstacle) {
    map.obstacle = obstacle.what;
  }
  return map;
}

const Instruction* CodeMap::find(uint64_t address) const {
  const auto at = std::ranges::lower_bound(instructions, address, {}, &Instruction::address);
  return at != instructions.end() && at->address == address ? &*at : nullptr;
}

const Block* CodeMap::block_at(uint64_t address) const {
  const auto next = std::ranges::upper_bound(blocks, address, {}, &Block::address);
  if (next == blocks.begin()) return nullptr;
  const Block& block = *std::prev(next);
  return address < block.end ? &block : nullptr;
}

std::string_view CodeMap::constant(uint64_t address, uint64_t size) const {
  if (!constants_) return {};
  const auto next = std::ranges::lower_bound(instructions, address, {}, &Instruction::address);
  if (next != instructions.end() && next->address < address + size) return {};
  if (next != instructions.begin() && std::prev(next)->end() > address) return {};
  return constants_->bytes(address, size);
}

} // namespace ulna::code
