#include "formulas/instructions.h"

#include "code/effect.h"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <charconv>
#include <optional>

namespace ulna::formulas {
namespace {

uint64_t to_number(std::string_view digits) {
  uint64_t out = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), out);
  return out;
}

/// "cmppd/3.1" in its parts. Of a number with more behind it nothing is made here.
struct Parsed {
  std::string_view name;
  uint64_t number = 0;
  std::optional<bool> upper; ///< half of 64 bits
  bool odd = false;          ///< "addsubps 1"
};

Parsed parse(std::string_view what) {
  Parsed out;
  const auto cut_behind = [&](char sign) -> std::string_view {
    const size_t at = what.rfind(sign);
    if (at == what.npos) return {};
    const std::string_view behind = what.substr(at + 1);
    what = what.substr(0, at);
    return behind;
  };
  if (what.starts_with("addsub")) out.odd = cut_behind(' ') == "1";
  if (what.ends_with(".0") || what.ends_with(".1")) out.upper = cut_behind('.') == "1";
  out.number = to_number(cut_behind('/'));
  out.name = what;
  return out;
}

struct Named {
  std::string_view name; ///< without "ps" and the like
  Kind kind;
};
constexpr Named kArithmetic[] = {{"add", Kind::add},          {"sub", Kind::subtract},
                                 {"mul", Kind::multiply},     {"div", Kind::divide},
                                 {"min", Kind::minimum},      {"max", Kind::maximum},
                                 {"sqrt", Kind::square_root}, {"cmp", Kind::compare},
                                 {"hadd", Kind::add},         {"hsub", Kind::subtract}};

constexpr std::string_view kApproximations[] = {"rsqrtps", "rsqrtss", "rsqrt14ps", "rsqrt14ss",
                                                "rcpps",   "rcpss",   "rcp14ps",   "rcp14ss"};

/// The name without its type, of floats.
std::optional<std::string_view> of_floats(std::string_view name) {
  for (const std::string_view type : {"ps", "ss", "pd", "sd"})
    if (name.ends_with(type)) return name.substr(0, name.size() - type.size());
  return {};
}

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  for (const std::string_view n : names)
    if (n == name) return true;
  return false;
}

} // namespace

std::string Instructions::name_of(const Expression& e) {
  return e.kind == Kind::number ? code::name_of_number(e.number) : fmt::format("e{}", e.id);
}

const Expression* Instructions::named(std::string_view name) {
  if (name.size() > 1 && name[0] == 'e' && std::isdigit(static_cast<unsigned char>(name[1])))
    return all_.at(static_cast<uint32_t>(to_number(name.substr(1))));
  if (name == "ones") return all_.number(kAllBits);
  if (name == "1") return all_.number(1); // a flag
  if (const auto number = code::number_in(name)) return all_.number(*number);
  // An address, which may be made of others.
  Operands of;
  for (size_t at = name.find('e'); name.starts_with('[') && at != name.npos;
       at = name.find('e', at + 1))
    if (name[at - 1] == '[' || name[at - 1] == ' ') of.push_back(named(name.substr(at)));
  return all_.make(Kind::other, false, of, 0, std::string(name));
}

std::string Instructions::make(std::string_view what, std::span<const std::string> of) {
  Operands operands;
  for (const std::string& o : of) operands.push_back(named(o));
  const Expression* e = result(what, operands);
  if (!e) e = all_.make(Kind::other, false, operands, 0, std::string(what));
  return name_of(*e);
}

const Expression* Instructions::result(std::string_view what, const Operands& of) {
  if (const Expression* e = moved(what, of)) return e;
  const Parsed p = parse(what);
  const Expression* e = arithmetic(p.name, p.upper.has_value(), p.odd ? 1 : p.number, of);
  if (!e) return integer(p.name, p.number, of);
  return p.upper ? all_.make(*p.upper ? Kind::high : Kind::low, false, {e}) : e;
}

/// Nothing is computed.
const Expression* Instructions::moved(std::string_view what, const Operands& of) {
  if (is_one_of(what, {"m32", "low", "movd"}) && of.size() == 1) return of[0];
  if (is_one_of(what, {"q", "m64", "movq"}) && of.size() == 2)
    return all_.make(Kind::pair, true, of);
  if (what == "wide") return all_.make(Kind::pair, true, {low_bits(of[0]), all_.number(0)});
  if (is_one_of(what, {"low32", "half0"})) return low_bits(all_.make(Kind::low, false, of));
  // What was written into a part of a register, and what was there before.
  if ((what == "low8" && of[0]->text == "into8") || (what == "low16" && of[0]->text == "into16"))
    return of[0]->of[0];
  if (what == "half1") return all_.make(Kind::high, false, of);
  if (what.starts_with("bit") && what.ends_with('?'))
    return chosen_by_mask(static_cast<unsigned>(to_number(what.substr(3))), of);
  if (is_one_of(what, {"blendvps", "blendvpd"}))
    return all_.make(Kind::select, false, {of[0], of[2], of[1]});
  return nullptr;
}

/// 32 bits of an integer, of which those above play no part where it is computed.
const Expression* Instructions::low_bits(const Expression* e) {
  const Expression* whole = e->kind == Kind::low ? e->of[0] : e;
  if (whole->kind != Kind::other || !whole->symbolic) return e;
  const std::string_view name = std::string_view(whole->text).substr(0, whole->text.find(':'));
  if (!is_one_of(name,
                 {"lea", "add", "sub", "imul", "and", "or", "xor", "inc", "dec", "neg", "not"}) &&
      !name.starts_with('['))
    return e;
  Operands low;
  for (const Expression* o : whole->of)
    low.push_back(o->kind == Kind::other ? low_bits(o) : o->kind == Kind::pair ? o->of[0] : o);
  const Expression* out = all_.make(Kind::other, false, low, 0, whole->text);
  return out->symbolic ? e : out;
}

/// A bit of a mask that comparisons made is one of them.
const Expression* Instructions::chosen_by_mask(unsigned bit, const Operands& of) {
  const Expression& mask = *of[0];
  const Parsed made = parse(mask.text);
  const size_t lanes = mask.of.size() / 2;
  if (mask.kind != Kind::other || made.name != "cmpps" || bit >= lanes) return nullptr;
  const Expression* is =
      all_.make(Kind::compare, false, {mask.of[bit], mask.of[lanes + bit]}, made.number);
  return all_.make(Kind::select, false, {is, of[1], of[2]});
}

const Expression* Instructions::arithmetic(std::string_view name, bool wide, uint64_t number,
                                           const Operands& of) {
  for (const std::string_view approximation : kApproximations)
    if (name == approximation)
      return all_.make(name.starts_with("rsqrt") ? Kind::reciprocal_square_root : Kind::reciprocal,
                       false, of, 0, std::string(name));
  if (is_one_of(name, {"cvtss2sd", "cvtps2pd"}) && number == 0)
    return all_.make(Kind::widen, true, of);
  if (is_one_of(name, {"cvtsd2ss", "cvtpd2ps"}) && number == 0)
    return all_.make(Kind::narrow, false, of);
  if (is_one_of(name, {"madd", "msub", "nmadd", "nmsub"}) && number == 0) {
    const auto negated = [&](const Expression* e) { return all_.make(Kind::negate, wide, {e}); };
    const Operands factors = of[0]->of;
    return all_.make(Kind::fused, wide,
                     {name[0] == 'n' ? negated(factors[0]) : factors[0], factors[1],
                      name.ends_with("sub") ? negated(of[1]) : of[1]});
  }
  if (name == "dpps") return sum_of_products(of);
  const auto floats = of_floats(name);
  if (!floats) return nullptr;
  if (*floats == "addsub") return all_.make(number == 0 ? Kind::subtract : Kind::add, wide, of);
  for (const Named& n : kArithmetic)
    if (*floats == n.name) {
      if (n.kind != Kind::compare && number != 0) return nullptr; // a rounding of its own
      return all_.make(n.kind, wide, of, number);
    }
  return nullptr;
}

/// In the order of the instruction, which adds neighbours first. Intel SDM, DPPS.
const Expression* Instructions::sum_of_products(const Operands& of) {
  std::array<const Expression*, 4> products;
  products.fill(all_.number(0));
  for (const Expression* product : of)
    products.at(to_number(product->text)) = all_.make(Kind::multiply, false, product->of);
  return all_.make(Kind::add, false,
                   {all_.make(Kind::add, false, {products[0], products[1]}),
                    all_.make(Kind::add, false, {products[2], products[3]})});
}

const Expression* Instructions::inverted(const Expression* e) {
  return all_.make(Kind::bit_xor, false, {e, all_.number(kAllBits)});
}

/// Of three bits: what a truth table says, operand by operand.
const Expression* Instructions::by_table(unsigned table, const Operands& of, size_t operand) {
  if (operand == of.size()) return all_.number(table & 1 ? kAllBits : 0);
  const unsigned half = 4U >> operand;
  const unsigned one = table >> half & ((1U << half) - 1), none = table & ((1U << half) - 1);
  const Expression* if_one = by_table(one, of, operand + 1);
  const Expression* if_none = by_table(none, of, operand + 1);
  if (if_one == if_none) return if_one;
  return all_.make(Kind::bit_or, false,
                   {all_.make(Kind::bit_and, false, {of[operand], if_one}),
                    all_.make(Kind::bit_and, false, {inverted(of[operand]), if_none})});
}

/// Bits of lanes, and flags of comparisons.
const Expression* Instructions::integer(std::string_view name, uint64_t number,
                                        const Operands& of) {
  if (is_one_of(name, {"andps", "andpd", "pand", "pandd", "pandq"}))
    return all_.make(Kind::bit_and, false, of);
  if (is_one_of(name, {"andnps", "andnpd", "pandn", "pandnd", "pandnq"}))
    return all_.make(Kind::bit_and, false, {inverted(of[0]), of[1]});
  if (is_one_of(name, {"orps", "orpd", "por", "pord", "porq"}))
    return all_.make(Kind::bit_or, false, of);
  if (is_one_of(name, {"xorps", "xorpd", "pxor", "pxord", "pxorq"}))
    return all_.make(Kind::bit_xor, false, of);
  if (is_one_of(name, {"pternlogd", "pternlogq"}))
    return by_table(static_cast<unsigned>(number), of, 0);
  if (!name.starts_with("comi") || of.size() != 2) return nullptr;
  constexpr std::string_view kWide = "comisd ";
  constexpr uint64_t kRelations[] = {kLess | kUnordered, kUnordered, 0, kEqual | kUnordered};
  const uint64_t flag = to_number(name.substr(kWide.size()));
  if (flag >= std::size(kRelations) || kRelations[flag] == 0) return nullptr;
  return all_.make(Kind::compare, name.starts_with(kWide), of, kRelations[flag]);
}

} // namespace ulna::formulas
