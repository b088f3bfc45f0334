// Ports as the corpus sees them: what a case shows on one, and what a port's name means here.
#pragma once

#include "corpus/provenance.h"
#include "judge/judge.h"

namespace ulna::corpus {

/// What a case showed on a port.
struct Shown {
  std::vector<Finding> findings;
  std::array<Largest, kMaxQuantities> largest;

  const Finding* find(FindingKind kind) const;
};

/// Whether one call alone cannot show what an entry is kept for.
bool needs_several_calls(const Provenance& from);

/// A port under watch.
class Port {
public:
  /// Throws BadInput for a file that is no port or cannot even be loaded.
  Port(const std::string& path, const Installation& installation);

  const std::string& word() const { return word_; } ///< the port_word of its name
  /// Whether it is the built-in port that exists to be refuted, `published`. Its findings are
  /// expected, and its errors records like any other.
  bool is_published() const { return published_; }
  bool implements(const Operation& op) const { return judge_.port().implements(op); }
  /// What of the processor it needs and this one lacks: "avx2", or nothing.
  std::string missing() const;

  /// One call, in whatever worker there is.
  Shown once(const Case& c);
  /// One call in a new worker, and what only further calls can show.
  Shown thoroughly(const Case& c);
  /// As the finding of an entry needs it.
  Shown again(const Case& c, const Provenance& from);

  /// Whether it hung or died so often that more calls would only cost time.
  bool hopeless() const { return judge_.hangs() >= 3 || judge_.deaths() >= 50; }

  Judge& judge() { return judge_; }

private:
  Judge judge_;
  std::string word_;
  bool published_;
};

/// Errors that differ by less, in units of the bound, are the same. An output that moved by one
/// step of its last digit moves the error by far more where it matters, and the references differ
/// between machines by far less.
inline constexpr double kSameFraction = 1e-6;

enum class Change : uint8_t { same, better, worse };
/// NaN and infinity are worse than anything.
Change change(double recorded, double now);

} // namespace ulna::corpus
