// A case as a C program, for whoever is to mend a port and has no ulna.
#pragma once

#include "cases/case.h"

#include <string>

namespace ulna {

/// A C11 program that includes ulna/port.h alone, loads the port that its argument names, makes the
/// call of the case, prints each judged word of the outputs beside what it has to be, and returns 1
/// if some is not. What is not written, read beyond the arrays or left in registers it does not
/// see. Of operations that no value alone decides, it prints what the call gave, and returns 0.
/// Throws BadInput for a case of more than some thousand words.
std::string c_program(const Case& c);

} // namespace ulna
