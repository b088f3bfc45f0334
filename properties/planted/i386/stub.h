// The right kernel for 32-bit x86. Without more options the compiler takes the x87 unit, and i686
// is all that a port needs.
#pragma once

#include "../emulated/tween.h"
#include "around.h"
