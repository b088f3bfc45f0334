// The cases of a character for the operations that take one skin in layouts of their own: sorted
// streams, arrays of structures, structures of arrays, whole vertices.
#pragma once

#include "models/import/posed_mesh.h"

namespace ulna::importer {

/// Writes one case of each of them in each pose.
void write_layout_cases(const Animated& animated, Writer& writer);

} // namespace ulna::importer
