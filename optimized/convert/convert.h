// The two conversions, for any port.
#ifndef ULNA_OPTIMIZED_CONVERT_H
#define ULNA_OPTIMIZED_CONVERT_H

#include "cover.h"

// Contract: ulna/port.h. Nothing is thrown.
int32_t convert(Form form, const ulna_skinned_mesh& mesh, const ulna_conversion_limits& limits,
                const ulna_blended_mesh& out, ulna_conversion_counts& counts,
                SaveSubset save_subset);

#endif
