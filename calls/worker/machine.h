// What the worker asks of the machine that it is built for: one folder each, which declares the
// same functions.
#pragma once

#if defined(ULNA_WASM)
#include "calls/worker/unstepped.h"
#include "calls/worker/wasm/call.h"
#elif defined(__x86_64__) || defined(__i386__)
#include "calls/worker/x86/call.h"
#include "calls/worker/x86/signals.h"
#elif defined(__aarch64__)
#include "calls/worker/aarch64/call.h"
#include "calls/worker/no_own_signals.h"
#include "calls/worker/unstepped.h"
#elif defined(__riscv) && __riscv_xlen == 64
#include "calls/worker/no_own_signals.h"
#include "calls/worker/riscv64/call.h"
#include "calls/worker/unstepped.h"
#else
#error "No worker for this machine: see docs/machines.md"
#endif
