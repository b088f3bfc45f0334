// What every machine's folder has: the watched call, the one place where ulna's control passes to a
// port. Each defines WatchedCall, its record of a call, and these.
#pragma once

#include "calls/shared/arena.h"
#include "cases/leftovers.h"

#include <signal.h>

#include <cstdint>

namespace ulna {

struct WatchedCall;

/// Fills in all that the ABI leaves undefined, the unused arguments among it; the arguments come
/// after it.
void leave(Leftovers leftovers, WatchedCall& call);

/// Calls the function by the machine's convention, in the default environment but for what the
/// record says. On return the environment is the default one whatever the port left, and the
/// caller's registers and stack are its own again, even if the port came back with another stack
/// pointer.
extern "C" void ulna_watched_call(WatchedCall* call);

/// Fills in what make_watched_call takes, but for the function.
void prepare_call(const arena::Call& call, WatchedCall& watched);

/// The upper halves of vectors stay clean from now on, where that is quicker.
void leave_upper_halves(WatchedCall& watched);

/// Makes the call as often as it says, the arguments a step farther each time; up to one that comes
/// back in another state than it owes, of which the record then tells. The arguments are as before
/// at the end.
void make_watched_call(WatchedCall& call);

/// The state in which a call came back, but for its times.
arena::State state_after(const WatchedCall& watched);

/// The processor's features, as the system tells of them. On x86-64 Linux the judge asks for its
/// own.
void describe_processor(uint64_t (&features)[2]);

/// Of a signal that ends the worker: what kind of access it was, how far from the stack pointer,
/// and by which instruction, at its address in this process. The accessed address is there already.
void describe_fault(int signal, const siginfo_t* info, const void* context, arena::Fault& fault);

} // namespace ulna
