// From any contents of a case to one that the rules allow, and to one whose results are judged. For
// whoever changes cases blindly: fuzzers, mutators.
#pragma once

#include "cases/case.h"

namespace ulna {

/// Changes a case as little as it takes for validate() to accept it, which then it does; a valid
/// case keeps every bit. Takes any counts, integers and bits, also arrays that hold no whole number
/// of elements. Never throws BadInput; time and memory are proportional to the size of the case.
///
/// Numbers out of their range go there modulo its length; arrays that are to be as long as others
/// are cut, or repeat what they hold; an element that something refers to and that there is not
/// becomes one of zeros.
void make_valid(Case& c);

/// Changes the values of a valid case so that its results are judged. A case that is in the domain
/// keeps every bit, and others what does not keep them out. Counts stay, and all numbers but those
/// for which a conversion would refuse the mesh. The case stays valid.
void enter_domain(Case& c);

/// The first step of make_valid: element lengths that an array can have, on which it depends what
/// the arrays are.
void make_strides_valid(Case& c);

/// Where two names are of one array, both hold what the output does.
void share_array(Case& c);

} // namespace ulna
