#include "certify/layout_trial.h"

#include "cases/enter_profile.h"
#include "cases/generated_cases.h"
#include "judge/compare.h"

#include <algorithm>
#include <array>
#include <deque>

namespace ulna {
namespace {

constexpr size_t kRow = 4; // words
constexpr uint64_t kStream = 0x636f6c756d6e73;

/// The rows of the matrices that an array has; 0: it has none.
size_t rows_of(const ArraySpec& array) {
  const bool only_floats = array.layout.find_first_not_of('f') == array.layout.npos;
  const bool members = std::string_view(array.members).find('.') != std::string_view::npos;
  const size_t rows = array.layout.size() / kRow;
  const bool whole = array.layout.size() % kRow == 0 && array.stride < 0 && !array.letter_of;
  return only_floats && whole && !members && (rows == 3 || rows == 4) ? rows : 0;
}

bool has_matrices(const Operation& op) {
  return std::ranges::any_of(op.arrays, [](const ArraySpec& a) { return rows_of(a) > 0; });
}

/// From rows to columns, or back.
void turn(std::span<std::byte> bytes, size_t rows, bool back) {
  constexpr size_t kWord = 4;
  const size_t words = rows * kRow;
  std::array<std::byte, 4 * kRow * kWord> before{};
  for (size_t at = 0; at + words * kWord <= bytes.size(); at += words * kWord) {
    std::byte* const matrix = bytes.data() + at;
    std::copy_n(matrix, words * kWord, before.begin());
    for (size_t r = 0; r < rows; ++r)
      for (size_t c = 0; c < kRow; ++c) {
        const size_t by_rows = (r * kRow + c) * kWord, by_columns = (c * rows + r) * kWord;
        std::copy_n(before.begin() + ptrdiff_t(back ? by_columns : by_rows), kWord,
                    matrix + (back ? by_rows : by_columns));
      }
  }
}

Case by_columns(Case c) {
  for (size_t a = 0; a < c.arrays.size(); ++a)
    if (const size_t rows = rows_of(c.operation->arrays[a]))
      turn({c.arrays[a].data(), c.arrays[a].size()}, rows, false);
  return c;
}

class Trial {
public:
  Trial(const std::string& port, const Installation& installation, uint64_t seed)
      : session_(port, installation.worker), random_(seed, kStream) {}

  /// Whether the port gives what is owed, its matrices by rows or by columns.
  bool is_right(const Case& c, bool columns) {
    const Case given = columns ? by_columns(c) : c;
    const Case* const one[] = {&given};
    bool right = false;
    session_.run(one, [&](size_t, const CallResult& result, const Outputs& outputs) {
      ended_ = ended_ || result.end != CallResult::End::returned;
      if (ended_) return;
      std::deque<std::vector<std::byte>> turned;
      Outputs read = outputs;
      for (size_t a = 0, o = 0; columns && a < c.operation->arrays.size(); ++a) {
        if (!c.operation->arrays[a].output) continue;
        Output& output = read[o++];
        turned.emplace_back(output.bytes.begin(), output.bytes.end());
        if (const size_t rows = rows_of(c.operation->arrays[a])) turn(turned.back(), rows, true);
        output.bytes = turned.back();
      }
      Tally tally;
      right = judge_outputs(c, result, read, tally, random_).findings.empty();
    });
    return right;
  }

  bool ended() const { return ended_; }

private:
  Session session_;
  Random random_;
  bool ended_ = false;
};

} // namespace

bool is_right_by_columns(const std::string& port, const Installation& installation,
                         const OperationReport& report, uint64_t seed) {
  constexpr size_t kCases = 48, kMost = 64; // elements
  const Operation& op = *report.operation;
  if (report.verdict != Verdict::refuted || !has_matrices(op)) return false;
  try {
    Trial trial(port, installation, seed);
    size_t wrong = 0, tried = 0;
    const auto holds = [&](const Case& c) {
      ++tried;
      wrong += !trial.is_right(c, false);
      return trial.is_right(c, true) && !trial.ended();
    };
    for (const Finding& f : report.findings)
      if (f.witness.operation && f.before.empty() && !holds(f.witness)) return false;
    GeneratedCases cases(op, seed, false);
    constexpr uint64_t kLast = 1'000; // where few are small, or within the profiles
    for (uint64_t i = op.num_edge_cases; tried < kCases && i < op.num_edge_cases + kLast; ++i) {
      const SharedCase c = cases.at(i);
      if (op.size(*c) > kMost || !op.computes(*c) || !is_within(report.profiles, *c)) continue;
      if (!holds(*c)) return false;
    }
    return 2 * wrong > tried;
  } catch (const LoadCrash&) {
    return false;
  } catch (const Unjudged&) {
    return false;
  }
}

} // namespace ulna
