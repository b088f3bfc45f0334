// The commands that a first verdict does not wait for: another program, ulna-tools, has them, and
// `ulna` becomes it.
#pragma once

#include <array>
#include <string_view>

namespace ulna {

struct Tool {
  const char* name;
  const char* help; ///< a line
};

inline constexpr std::array kTools{
    Tool{"compare", "What changed from one certificate to another, and whether it is worse"},
    Tool{"merge", "Add up what shards of a run left, and say what is missing"},
    Tool{"verify", "Make the run of a certificate again, and say whether it gives the same"},
    Tool{"inspect", "What is in a model's skin: bones, influences, weights"},
    Tool{"convert", "Cut a model into subsets of few bones"},
    Tool{"corpus", "Store found cases, and replay them"},
    Tool{"hunt", "Search for the largest error of an operation"},
    Tool{"sweep",
         "Measure the error of a piece of a kernel on every argument; none: list the pieces"},
    Tool{"mutate", "Change one instruction of a port at a time, and see whether the judge notices"},
    Tool{"plot", "Draw where the errors of an operation are, as SVG"},
    Tool{"explain", "The formulas that a port's machine code computes for an operation"},
    Tool{"prove", "Show for all values that what the machine code computes is what is owed"},
    Tool{"fuzz", "Fuzz all night, and leave morning.md"},
};
/// The runner's own, which no list has.
inline constexpr const char* kTriage = "fuzz-triage";

constexpr bool is_tool(std::string_view command) {
  for (const Tool& tool : kTools)
    if (command == tool.name) return true;
  return command == kTriage;
}

constexpr const char* help_of(std::string_view command) {
  for (const Tool& tool : kTools)
    if (command == tool.name) return tool.help;
  return "";
}

} // namespace ulna
