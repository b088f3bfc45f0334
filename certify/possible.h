// The other side of a largest error: what no input exceeds.
#pragma once

#include "judge/judge.h"

#include <optional>
#include <string>

namespace ulna {

/// What is known of the port at the path, for an index into Operation::quantities. Of a stranger's
/// port nothing is: that its code is a sum as the theorem has it is not checked. Of a built-in one
/// it is the bound itself where a theorem covers every order of evaluation, and less where the port
/// has a proof of its own (docs/bounds.md, proofs/). It holds for the sources as they are compiled
/// here.
std::optional<Possible> possible_error(const std::string& port_path,
                                       const Installation& installation, const Operation& op,
                                       size_t quantity);

/// Throws InternalError if a larger error was found than is possible, and yet within the bound:
/// then a proof is wrong, or the library is not what was proved.
void check_possible(const std::string& port, const OperationReport& report);

} // namespace ulna
