// Where a case of the corpus comes from: one line, which is the case's note. docs/corpus.md has its
// shape.
#pragma once

#include "cases/verdict.h"

namespace ulna::corpus {

/// What a case is kept for: the last folder of its path.
enum class Shelf : uint8_t {
  seeds,       ///< an edge case to start searches from
  regressions, ///< a port broke a clause with it
  worst        ///< the largest error known of a port in one of the operation's quantities
};
inline constexpr Shelf kShelves[] = {Shelf::seeds, Shelf::regressions, Shelf::worst};
const char* name(Shelf shelf); ///< "seeds"

struct Provenance {
  Shelf shelf{};
  std::string port;      ///< its port_word; empty for a seed
  FindingKind finding{}; ///< of a regression
  size_t quantity = 0;   ///< of a worst: index into Operation::quantities
  double fraction = 0;   ///< of a worst: error in units of the bound, finite
  double error = 0;      ///< of a worst
  int contract = 0;      ///< of a worst: the version of the contract that gave the bound
  std::string tables;    ///< tables_of the machine; empty for a seed
  std::string found;     ///< date, YYYY-MM-DD
  std::string by;        ///< who found it: a command, a generator, a fuzzer
};

/// The line.
std::string write_provenance(const Provenance& from, const Operation& op);

/// Reads what write_provenance wrote. Throws BadInput, without the name of the file, that says what
/// is missing or wrong.
Provenance read_provenance(std::string_view note, const Operation& op);

/// The same, or nothing if the note is no provenance at all, as those of `ulna certify`.
std::optional<Provenance> provenance_of(const Case& c);

/// A port's name as provenance and file names have it: letters, digits, '-', '_', at most 40.
std::string port_word(std::string_view name);

/// Eight digits that stand for the processor's rsqrtps and rcpps tables.
std::string tables_of(const Machine& machine);

/// Whether a port's results may depend on those tables. The code of ours tells; anybody else's may.
bool may_use_tables(std::string_view port);

/// Today, in UTC.
std::string today();

} // namespace ulna::corpus
