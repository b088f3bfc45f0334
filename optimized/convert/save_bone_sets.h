// Giving up a little more weight where that saves sets of bones.
#ifndef ULNA_OPTIMIZED_SAVE_BONE_SETS_H
#define ULNA_OPTIMIZED_SAVE_BONE_SETS_H

#include "region.h"

// A set of max_bones bones has a subset to itself. Where all faces that have such a set are in the
// region, and few, they may do with other bones that faces of their attribute have anyway. Does so
// where it costs the least, and not more than `slack` of all the weight lost, together.
void save_sets(const Patterns& patterns, double slack, Region& region);

#endif
