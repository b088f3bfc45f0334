// Small Inter-Quake Models, for the fuzzer to change.
#pragma once

#include "base/random.h"

#include <string>

namespace ulna::fuzz {

/// A sound file of version 2: a few joints and meshes, weights, a clip or two. Without a surface:
/// that is Assimp's to read.
std::string iqm_sample(Random& random);

} // namespace ulna::fuzz
