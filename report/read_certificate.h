// Reads certificates again, to show them.
#pragma once

#include "cases/verdict.h"

#include <string_view>
#include <vector>

namespace ulna {

class JsonMember;

struct Certificate {
  std::string ulna;        ///< the version that judged
  std::string commit = {}; ///< that it was built from; empty: not known
  /// What the file holds. Witnesses are paths only, the machine's features are not in it. An error
  /// of which the certificate says that it is infinite or NaN is NaN, a fraction infinite.
  RunReport report;
  /// One line for each operation that was judged by another version of its contract than ours.
  std::vector<std::string> remarks;
};

/// Reads what certificate_json wrote; `name` stands for the text in messages. Throws BadInput with
/// one line, that names the member and the cure, for anything that does not obey
/// certificate.schema.json, contradicts itself, or names an operation that this ulna does not know.
Certificate read_certificate(std::string_view text, const std::string& name);

/// Parts of it, as operation_json and its like wrote them. Remarks are as in Certificate.
OperationReport read_operation(const JsonMember& from, std::vector<std::string>& remarks);
Machine read_machine(const JsonMember& from);
Executed read_executed(const JsonMember& from);

/// A kind of finding by its name.
FindingKind read_finding_kind(const JsonMember& from);

/// What a reader of the verdicts on this machine must know: nothing, or one line that says which of
/// the approximation tables are others here, or that the certificate has no fingerprint to tell by.
std::string other_machine(const Machine& judged, const Machine& here);

} // namespace ulna
