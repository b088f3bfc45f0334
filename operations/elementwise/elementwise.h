// What combine_bones, tween_verts and derive_bitangents share: element i of the output comes from
// element i of each input, and from nothing else.
#pragma once

#include "cases/operation.h"

namespace ulna::elementwise {

/// The whole operation but its name, member, arrays, contract, evaluator, domain and generator. Its
/// first array is the output, and the arguments are the arrays and their length.
Operation operation();

} // namespace ulna::elementwise
