// Changes to descriptions of models (models/description.h) that stay descriptions, or nearly so.
#pragma once

#include "base/random.h"

#include <string>

namespace ulna::fuzz {

/// The JSON with a bone, a mesh, a problem or a header more, less or other than it was: the numbers
/// by which its parts name each other lie at the ends of what there is, and just beyond. The text
/// itself where it is no description.
std::string change_description(const std::string& json, Random& random);

} // namespace ulna::fuzz
