#include "formulas/print.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <functional>
#include <map>
#include <set>

namespace ulna::formulas {
namespace {

/// How tightly an operator binds.
enum class Binds : uint8_t { choice, comparison, sum, product, sign, operand };

std::string number_text(const Expression& e, bool wide) {
  const double value = wide ? std::bit_cast<double>(e.number)
                            : double{std::bit_cast<float>(static_cast<uint32_t>(e.number))};
  const bool is_ordinary =
      std::isfinite(value) && (value == 0 || std::abs(value) > 1e-30) && std::abs(value) < 1e30;
  if (!is_ordinary) return fmt::format("{:#x}", e.number);
  return wide ? fmt::format("{}", value) : fmt::format("{}", static_cast<float>(value));
}

std::string relation_text(uint64_t relations) {
  std::string out;
  if ((relations & kLess) != 0) out += "<";
  if ((relations & kGreater) != 0) out += ">";
  if ((relations & kEqual) != 0) out += "=";
  return out == "=" ? "==" : out;
}

class Printer {
public:
  /// Those that have a name of their own.
  std::map<const Expression*, std::string> names;

  std::string text(const Expression& e, Binds within, bool wide = false) const {
    if (const auto named = names.find(&e); named != names.end()) return named->second;
    const auto [written, binds] = bare(e, wide);
    return binds < within ? fmt::format("({})", written) : written;
  }

  /// Without its own name.
  std::pair<std::string, Binds> bare(const Expression& e, bool wide) const {
    const auto of = [&](size_t i, Binds b) { return text(*e.of[i], b, e.wide); };
    switch (e.kind) {
    case Kind::input:
      return {e.text, Binds::operand};
    case Kind::undefined:
      return {fmt::format("undefined({})", e.text), Binds::operand};
    case Kind::kept:
      return {fmt::format("kept({})", e.text), Binds::operand};
    case Kind::number:
      return {number_text(e, wide), Binds::operand};
    case Kind::add:
      return {of(0, Binds::sum) + " + " + of(1, Binds::product), Binds::sum};
    case Kind::subtract:
      return {of(0, Binds::sum) + " - " + of(1, Binds::product), Binds::sum};
    case Kind::multiply:
      return {of(0, Binds::product) + " * " + of(1, Binds::sign), Binds::product};
    case Kind::divide:
      return {of(0, Binds::product) + " / " + of(1, Binds::sign), Binds::product};
    case Kind::negate:
      return {"-" + of(0, Binds::operand), Binds::sign};
    case Kind::compare:
      return comparison(e);
    case Kind::select:
      return {fmt::format("{} ? {} : {}", of(0, Binds::comparison), of(1, Binds::comparison),
                          of(2, Binds::choice)),
              Binds::choice};
    default:
      return {called(e), Binds::operand};
    }
  }

private:
  static std::string_view name_of(const Expression& e) {
    switch (e.kind) {
    case Kind::minimum:
      return "min";
    case Kind::maximum:
      return "max";
    case Kind::square_root:
      return "sqrt";
    case Kind::fused:
      return "fma";
    case Kind::absolute:
      return "abs";
    case Kind::bit_and:
      return "and";
    case Kind::bit_or:
      return "or";
    case Kind::bit_xor:
      return "xor";
    case Kind::widen:
      return "double";
    case Kind::narrow:
      return "float";
    case Kind::pair:
      return "pair";
    case Kind::low:
      return "low";
    case Kind::high:
      return "high";
    default:
      return e.text;
    }
  }

  /// What is true of NaNs too is the opposite of something that is not.
  std::pair<std::string, Binds> comparison(const Expression& e) const {
    const auto of = [&](size_t i) { return text(*e.of[i], Binds::sum, e.wide); };
    constexpr uint64_t kOrdered = kLess | kEqual | kGreater;
    if (e.number == kUnordered)
      return {fmt::format("unordered({}, {})", of(0), of(1)), Binds::operand};
    if ((e.number & kUnordered) != 0)
      return {fmt::format("!({} {} {})", of(0), relation_text(~e.number & kOrdered), of(1)),
              Binds::operand};
    return {fmt::format("{} {} {}", of(0), relation_text(e.number), of(1)), Binds::comparison};
  }

  std::string called(const Expression& e) const {
    const bool of_wide = e.wide || e.kind == Kind::narrow;
    std::string out = fmt::format("{}(", name_of(e));
    for (size_t i = 0; i < e.of.size(); ++i)
      out += (i == 0 ? "" : ", ") + text(*e.of[i], Binds::choice, of_wide && e.kind != Kind::widen);
    return out + ")";
  }
};

/// Worth a name of its own, where it is used twice.
bool is_large(const Expression& e) {
  return !e.of.empty() && e.kind != Kind::negate && e.kind != Kind::absolute &&
         e.kind != Kind::low && e.kind != Kind::high && e.kind != Kind::widen;
}

} // namespace

std::string print(const std::vector<std::pair<std::string, const Expression*>>& results) {
  std::map<const Expression*, int> uses;
  std::map<uint32_t, const Expression*> in_order; // operands first
  const std::function<void(const Expression*)> visit = [&](const Expression* e) {
    if (++uses[e] > 1) return;
    in_order.emplace(e->id, e);
    for (const Expression* o : e->of) visit(o);
  };
  for (const auto& [name, e] : results) visit(e);
  Printer printer;
  std::string out;
  for (const auto& [id, e] : in_order) {
    if (uses[e] < 2 || !is_large(*e)) continue;
    const std::string name = fmt::format("t{}", printer.names.size() + 1);
    out += fmt::format("{} = {}\n", name, printer.bare(*e, e->wide).first);
    printer.names.emplace(e, name);
  }
  for (const auto& [name, e] : results)
    out += fmt::format("{} = {}\n", name, printer.text(*e, Binds::choice));
  return out;
}

std::string print_short(const Expression& e, size_t most) {
  std::string out = Printer().text(e, Binds::choice);
  if (out.size() > most) out = out.substr(0, most) + " ...";
  return out;
}

} // namespace ulna::formulas
