// Changes to JSON texts that leave them JSON.
#pragma once

#include "base/random.h"

#include <string>

namespace ulna::fuzz {

/// Repeats, leaves out or moves an element of an array, leaves out a member, or puts one value in
/// place of another. Returns false, and leaves the text alone, where it is no JSON object.
bool change_json(std::string& text, Random& random);

} // namespace ulna::fuzz
