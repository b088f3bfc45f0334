#include "report/c_program.h"

#include "base/error.h"
#include "cases/operation.h"
#include "judge/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

namespace ulna {
namespace {

constexpr size_t kMostWords = 20'000; // of all arrays

/// A word of an output, and what it may be.
struct Owed {
  size_t array, word; ///< of all of its elements
  std::string name;
  double exact, bound;
  std::optional<double> other; ///< exact as well
};

std::string number(float f) {
  if (std::isnan(f)) return "NAN";
  if (std::isinf(f)) return f < 0 ? "-INFINITY" : "INFINITY";
  return fmt::format("{:a}f", f);
}

/// What the array holds, as C has it: floats and integers by value where all are of one kind and
/// can be written so, else the bits of words.
struct Written {
  const char* type;
  std::vector<std::string> values;
};

Written written(const Case& c, size_t a) {
  const ArraySpec& spec = c.operation->arrays[a];
  const Array& array = c.arrays[a];
  const bool floats = !spec.has(c, "isbhq") && std::ranges::all_of(array.as<float>(), [](float f) {
    return std::isfinite(f);
  });
  const bool integers = !spec.has(c, "fb");
  const size_t bytes = spec.word_in_memory();
  Written out{bytes == 1   ? "uint8_t"
              : bytes == 2 ? "uint16_t"
              : floats     ? "float"
              : integers   ? "int32_t"
                           : "uint32_t",
              {}};
  for (size_t i = 0; i < array.words(); ++i) {
    const uint32_t word = array.word(i);
    out.values.push_back(floats     ? number(std::bit_cast<float>(word))
                         : integers ? fmt::format("{}", static_cast<int32_t>(word))
                                    : fmt::format("0x{:08x}", word));
  }
  // INT32_MIN is no literal of C.
  std::ranges::replace(out.values, std::string("-2147483648"), std::string("INT32_MIN"));
  return out;
}

/// As declared: a name that no keyword or function of the program has.
std::string variable(const Case& c, size_t array) {
  return "the_" + array_name(c, array);
}

std::string declared(const Case& c, size_t a) {
  const auto [type, values] = written(c, a);
  constexpr size_t kInLine = 4;
  std::string text = fmt::format("static _Alignas(64) {} {}[] = {{", type, variable(c, a));
  for (size_t i = 0; i < values.size(); ++i)
    text += (i % kInLine == 0 ? "\n    " : " ") + values[i] + ",";
  return text + (values.empty() ? "0};\n" : "};\n");
}

std::string pointer_to(const Case& c, int array) {
  if (c.same_array && array == c.operation->same_array) array = c.operation->output;
  return variable(c, size_t(array));
}

/// A struct of the operation's: of the same shape as in ulna/port.h.
std::string declared(const Case& c, const Record& record, size_t number) {
  std::string members, values;
  for (const Record::Field& field : record.fields) {
    const bool is_integer = field.array == Argument::kInteger;
    members += fmt::format("{} m{}; ", is_integer ? "uint32_t" : "void*", members.size());
    values += (is_integer                       ? fmt::format("{}u", field.value)
               : field.array == Argument::kNull ? "0"
                                                : pointer_to(c, field.array)) +
              ", ";
  }
  return fmt::format("  struct {{ {}}} {} = {{{}}};\n", members,
                     variable(c, c.operation->arrays.size() + number), values);
}

std::string argument(const Case& c, const Argument& a) {
  const size_t arrays = c.operation->arrays.size();
  if (a.array == Argument::kReal) return number(c.real);
  if (a.array == Argument::kInteger) return fmt::format("{}", a.value);
  if (a.array == Argument::kNull) return "NULL";
  if (size_t(a.array) >= arrays) return "(void*)&" + variable(c, size_t(a.array));
  const std::string pointer = pointer_to(c, a.array);
  if (c.operation->takes_one_element)
    return fmt::format("(float*){} + {} * i", pointer,
                       c.operation->arrays[size_t(a.array)].words(c));
  return "(void*)" + pointer;
}

std::string call(const Case& c) {
  const Operation& op = *c.operation;
  std::string arguments;
  for (const Argument& a : op.arguments(c))
    arguments += (arguments.empty() ? "" : ", ") + argument(c, a);
  const std::string lacking = fmt::format(
      "  if (!port->{0}) return fprintf(stderr, \"the port has no {0}\\n\"), 2;\n", op.name);
  const std::string made = fmt::format("port->{}({});\n", op.name, arguments);
  if (op.returns) return lacking + "  const int returned = " + made;
  if (!op.takes_one_element) return lacking + "  " + made;
  return lacking + fmt::format("  for (int i = 0; i < {}; ++i) {}", op.size(c), made);
}

std::vector<Owed> owed_for(const Case& c) {
  const Operation& op = *c.operation;
  std::vector<Owed> all;
  if (!op.evaluate || op.returns) return all;
  const std::unique_ptr<Evaluator> evaluator = op.evaluate(c);
  for (size_t a = 0; a < op.arrays.size(); ++a) {
    if (!op.arrays[a].output) continue;
    const size_t words = op.arrays[a].words(c);
    for (size_t element = 0; element < c.arrays[a].words() / words; ++element) {
      Expectation e;
      evaluator->expect(a, element, reference::Rung::top, e);
      for (size_t w = 0; w < std::min(words, kMaxWords); ++w) {
        if (e.clause[w] != Clause::bounded || (e.two_branches && !e.branch[w])) continue;
        Owed owed{a,
                  element * words + w,
                  word_name(op, a, element, w),
                  e.exact[w].value,
                  e.bound[w] + e.width[w],
                  {}};
        if (e.two_branches) owed.other = e.other[w].value;
        all.push_back(std::move(owed));
      }
    }
  }
  return all;
}

std::string table(const Case& c, const std::vector<Owed>& all) {
  std::string rows;
  for (const Owed& owed : all)
    rows += fmt::format("    {{\"{}\", {}, {}, {:a}, {:a}, {:a}}},\n", owed.name,
                        pointer_to(c, int(owed.array)), owed.word, owed.exact,
                        owed.other.value_or(owed.exact), owed.bound);
  return "static const struct {\n  const char* name;\n  const void* array;\n  int word;\n"
         "  double exact, other, bound; /* exact or other, where both are right */\n} owed[] = "
         "{\n" +
         rows + "};\n";
}

/// Of what the program does not compare.
std::string prints(const Case& c) {
  std::string text;
  if (c.operation->returns) text += "  printf(\"returned %d\\n\", returned);\n";
  for (size_t a = 0; a < c.arrays.size(); ++a) {
    if (!c.operation->arrays[a].output) continue;
    const auto [type, values] = written(c, a);
    if (values.empty()) continue;
    const bool floats = std::string_view(type) == "float";
    text += fmt::format("  for (size_t i = 0; i < {}; ++i)\n"
                        "    printf(\"{}, word %zu: {}\\n\", i, {}{}[i]);\n",
                        values.size(), c.operation->arrays[a].name, floats ? "%.9g" : "%lld",
                        floats ? "(double)" : "(long long)", variable(c, a));
  }
  return text;
}

constexpr const char* kCompare =
    R"(  int wrong = 0;
  for (size_t i = 0; i < sizeof owed / sizeof *owed; ++i) {
    const float got = ((const float*)owed[i].array)[owed[i].word];
    const double error = fmin(fabs(got - owed[i].exact), fabs(got - owed[i].other));
    const int is_right = error <= owed[i].bound && got == got;
    printf("%-24s got %.9g, exact %.9g, error %.4g, bound %.4g%s\n", owed[i].name, (double)got,
           owed[i].exact, error, owed[i].bound, is_right ? "" : "  <- wrong");
    wrong += !is_right;
  }
  return wrong > 0;
}
)";

constexpr const char* kLoad =
    R"(int main(int argc, char** argv) {
  void* const library = dlopen(argc > 1 ? argv[1] : "./port.so", RTLD_NOW);
  if (!library) return fprintf(stderr, "%s\n", dlerror()), 2;
  const ulna_port* (*entry)(void);
  *(void**)&entry = dlsym(library, "ulna_port_v1");
  if (!entry) return fprintf(stderr, "%s\n", dlerror()), 2;
  const ulna_port* const port = entry();
)";

} // namespace

std::string c_program(const Case& c) {
  const Operation& op = *c.operation;
  size_t words = 0;
  for (const Array& array : c.arrays) words += array.words();
  if (words > kMostWords)
    throw BadInput(
        fmt::format("the case has {} words, and a program takes {}; cut it down with `ulna shrink`",
                    words, kMostWords));
  const std::vector<Owed> owed = owed_for(c);
  std::string program = (owed.empty() ? "" : table(c, owed) + '\n') + kLoad;
  const std::vector<Record> records = op.records ? op.records(c) : std::vector<Record>{};
  for (size_t i = 0; i < records.size(); ++i) program += declared(c, records[i], i);
  if (c.flush) program += "  _mm_setcsr(_mm_getcsr() | 0x8040); /* FTZ and DAZ */\n";
  program += call(c);
  if (c.flush) program += "  _mm_setcsr(_mm_getcsr() & ~0x8040u);\n";
  program += owed.empty() ? prints(c) + "  return 0;\n}\n" : kCompare;
  std::string arrays;
  for (size_t a = 0; a < c.arrays.size(); ++a)
    if (program.find(variable(c, a)) != program.npos) arrays += declared(c, a); // or it is NULL
  return fmt::format("/* A call of {0}, and what it owes (`ulna contract {0}`).\n"
                     " *   cc -I include witness.c -o witness -ldl -lm && ./witness ./port.so */\n"
                     "#include <dlfcn.h>\n#include <math.h>\n#include <stdio.h>\n"
                     "#include <ulna/port.h>\n{1}\n{2}\n{3}",
                     op.name, c.flush ? "#include <xmmintrin.h>\n" : "", arrays, program);
}

} // namespace ulna
