// Narrowing the faces of a region at the least weight.
#ifndef ULNA_OPTIMIZED_NARROW_H
#define ULNA_OPTIMIZED_NARROW_H

#include "region.h"

// Leaves no face with more than max_bones bones, for max_bones from 3 on. Takes a bone from the
// corners of a face where that costs the least weight for each too wide face that it helps, and
// gives back in the end what turned out to be needless.
void narrow(Region& region);

#endif
