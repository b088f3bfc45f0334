// Skinned surfaces to convert.
#pragma once

#include "base/random.h"
#include "operations/conversion/conversion.h"

namespace ulna::bench {

/// Adds a sheet of so many squares, each two triangles of attribute 0, to a mesh, and so many bones
/// that lie on it anywhere. Its vertices come row by row, one more than squares, and each follows
/// up to four bones near it.
void add_sheet(conversion::Mesh& mesh, uint32_t columns, uint32_t rows, uint32_t bones,
               Random& random);

} // namespace ulna::bench
