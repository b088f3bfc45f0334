// What to do about faces with more bones than a subset can have.
#ifndef ULNA_OPTIMIZED_REDUCE_H
#define ULNA_OPTIMIZED_REDUCE_H

#include "patterns.h"

// For max_bones below 3: each too wide face keeps those of its bones that leave it the most weight,
// and at least one for each vertex; a vertex may keep more elsewhere. Returns UINT32_MAX, or the
// first face that has no such bones.
uint32_t reduce_each(const ulna_skinned_mesh& mesh, const Patterns& patterns, uint32_t max_bones,
                     InfluenceReader& reader, Skin& skin);

// For max_bones from 3 on: takes influences from the vertices of too wide faces until no face is
// too wide. A vertex keeps the same in all its faces, and one at least. Little weight comes first:
// then a hundredth more of it is given up where that saves sets of bones, and with them subsets.
void reduce_together(const ulna_skinned_mesh& mesh, const Patterns& patterns, uint32_t max_bones,
                     InfluenceReader& reader, Skin& skin);

#endif
