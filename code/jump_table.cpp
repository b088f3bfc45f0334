#include "code/jump_table.h"

#include <bit>
#include <map>

namespace ulna::code {
namespace {

constexpr uint64_t kMostEntries = 4096; // of tables that people write

/// What is known of a register.
struct Value {
  enum class Kind : uint8_t {
    table, ///< the address `table`
    index, ///< a number below `entries`
    entry, ///< the distance that the table has at an index
    target ///< what a jump leads to
  } kind;
  uint64_t table = 0;
  uint64_t entries = 0;
  bool relative = false;
  uint16_t width = 64; ///< of an index: the bits that are known
};

ZydisRegister whole(ZydisRegister r) {
  return ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LONG_64, r);
}

/// Follows the values of registers along the steps.
class Reader {
public:
  std::optional<JumpTable> read(const std::vector<Step>& steps) {
    for (const Step& step : steps) {
      if (step.joined) forget_all();
      if (&step == &steps.back()) break;
      follow(step);
    }
    const auto& jump = steps.back().decoded;
    const ZydisDecodedOperand& to = jump.all[0];
    std::optional<Value> value;
    if (to.type == ZYDIS_OPERAND_TYPE_REGISTER) value = known(to.reg.value);
    if (to.type == ZYDIS_OPERAND_TYPE_MEMORY) value = load(to, 8);
    if (!value || value->kind != Value::Kind::target) return std::nullopt;
    return JumpTable{value->table, value->entries, value->relative};
  }

private:
  struct Compared {
    ZydisRegister reg;
    uint64_t number;
  };

  void forget_all() {
    values_.clear();
    compared_.reset();
  }

  void forget(ZydisRegister reg) {
    values_.erase(whole(reg));
    if (compared_ && whole(compared_->reg) == whole(reg)) compared_.reset();
  }

  std::optional<Value> known(ZydisRegister reg) const {
    const auto at = values_.find(whole(reg));
    return at == values_.end() ? std::nullopt : std::optional(at->second);
  }

  /// What [table + index * size] holds.
  std::optional<Value> load(const ZydisDecodedOperand& from, uint8_t size) const {
    const auto& m = from.mem;
    if (m.type != ZYDIS_MEMOP_TYPE_MEM || m.disp.value != 0 || m.scale != size ||
        from.size != 8 * size)
      return std::nullopt;
    const auto base = known(m.base);
    const auto index = known(m.index);
    if (!base || base->kind != Value::Kind::table || !index || index->kind != Value::Kind::index ||
        index->width < 32)
      return std::nullopt;
    return Value{size == 4 ? Value::Kind::entry : Value::Kind::target, base->table, index->entries,
                 size == 4};
  }

  static std::optional<Value> sum(const std::optional<Value>& a, const std::optional<Value>& b) {
    if (!a || !b || a->kind == b->kind) return std::nullopt;
    const Value& entry = a->kind == Value::Kind::entry ? *a : *b;
    const Value& table = a->kind == Value::Kind::entry ? *b : *a;
    if (entry.kind != Value::Kind::entry || table.kind != Value::Kind::table ||
        entry.table != table.table)
      return std::nullopt;
    return Value{Value::Kind::target, entry.table, entry.entries, true};
  }

  static bool is_register(const ZydisDecodedOperand& o) {
    return o.type == ZYDIS_OPERAND_TYPE_REGISTER;
  }

  /// What the instruction makes of its first operand, where that is understood.
  std::optional<Value> result(const Step& step) const {
    const Decoded& d = step.decoded;
    const ZydisDecodedOperand &to = d.all[0], &from = d.all[1];
    if (d.info.operand_count_visible != 2 || !is_register(to)) return std::nullopt;
    switch (d.info.mnemonic) {
    case ZYDIS_MNEMONIC_LEA:
      if (d.rip_relative() && to.size == 64)
        return Value{Value::Kind::table, *d.target(step.address)};
      return std::nullopt;
    case ZYDIS_MNEMONIC_MOV:
      if (from.type == ZYDIS_OPERAND_TYPE_MEMORY) return load(from, 8);
      if (is_register(from) && to.size >= 32) {
        const auto value = known(from.reg.value);
        if (to.size == 64 || (value && value->kind == Value::Kind::index)) return value;
      }
      return std::nullopt;
    case ZYDIS_MNEMONIC_MOVZX:
      if (auto value = is_register(from) ? known(from.reg.value) : std::nullopt;
          value && value->kind == Value::Kind::index && from.size >= value->width) {
        value->width = 64;
        return value;
      }
      return std::nullopt;
    case ZYDIS_MNEMONIC_MOVSXD:
      return from.type == ZYDIS_OPERAND_TYPE_MEMORY && to.size == 64 ? load(from, 4) : std::nullopt;
    case ZYDIS_MNEMONIC_ADD:
      if (is_register(from) && to.size == 64)
        return sum(known(to.reg.value), known(from.reg.value));
      return std::nullopt;
    case ZYDIS_MNEMONIC_AND:
      if (from.type == ZYDIS_OPERAND_TYPE_IMMEDIATE && to.size >= 32 &&
          from.imm.value.u < kMostEntries && std::has_single_bit(from.imm.value.u + 1))
        return Value{Value::Kind::index, 0, from.imm.value.u + 1};
      return std::nullopt;
    default:
      return std::nullopt;
    }
  }

  /// `cmp index, number` and `ja` elsewhere: from here on the index is not above.
  void bound(const Step& step) {
    if (!compared_) return;
    uint64_t entries = 0;
    if (step.decoded.info.mnemonic == ZYDIS_MNEMONIC_JNBE) entries = compared_->number + 1;
    if (step.decoded.info.mnemonic == ZYDIS_MNEMONIC_JNB) entries = compared_->number;
    if (entries == 0) return;
    const auto width = uint16_t(ZydisRegisterGetWidth(ZYDIS_MACHINE_MODE_LONG_64, compared_->reg));
    values_[whole(compared_->reg)] = {Value::Kind::index, 0, entries, false, width};
  }

  void follow(const Step& step) {
    const Decoded& d = step.decoded;
    if (d.is_conditional_jump()) return bound(step);
    if (d.info.meta.category == ZYDIS_CATEGORY_CALL) return forget_all();
    const auto made = result(step);
    if (d.info.cpu_flags && (d.info.cpu_flags->modified | d.info.cpu_flags->set_0 |
                             d.info.cpu_flags->set_1 | d.info.cpu_flags->undefined) != 0)
      compared_.reset();
    for (const ZydisDecodedOperand& o : d.operands())
      if (is_register(o) && (o.actions & ZYDIS_OPERAND_ACTION_MASK_WRITE) != 0) forget(o.reg.value);
    if (made) values_[whole(d.all[0].reg.value)] = *made;
    if (d.info.mnemonic == ZYDIS_MNEMONIC_CMP && is_register(d.all[0]) &&
        d.all[1].type == ZYDIS_OPERAND_TYPE_IMMEDIATE && d.all[1].imm.value.u < kMostEntries &&
        d.all[0].reg.value != ZYDIS_REGISTER_AH && d.all[0].reg.value != ZYDIS_REGISTER_BH &&
        d.all[0].reg.value != ZYDIS_REGISTER_CH && d.all[0].reg.value != ZYDIS_REGISTER_DH)
      compared_ = Compared{d.all[0].reg.value, d.all[1].imm.value.u};
  }

  std::map<ZydisRegister, Value> values_;
  std::optional<Compared> compared_; ///< by the flags as they are
};

} // namespace

std::optional<JumpTable> jump_table(const std::vector<Step>& steps) {
  return steps.empty() ? std::nullopt : Reader().read(steps);
}

} // namespace ulna::code
