// The watched call of that x86 machine for which this is compiled.
#pragma once

#if defined(ULNA_WIN64)
#include "calls/worker/win64/call.h"
#elif defined(__x86_64__)
#include "calls/worker/x86_64/call.h"
#else
#include "calls/worker/i386/call.h"
#endif
