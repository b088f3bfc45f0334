// `ulna bench --threads`: what more threads gain, in the three ways that the sources describe.
#pragma once

#include "bench/frames.h"
#include "bench/libraries.h"
#include "bench/wall_time.h"

#include <string>

namespace ulna::bench {

/// The same work on one thread, and on more and more of them.
struct Scaling {
  std::string work;      ///< "characters, each once", "skin_aos_verts"
  size_t calls = 0;      ///< of the operation, each with data of its own
  size_t elements = 0;   ///< vertices of each call
  size_t in_a_row = 1;   ///< how often each is made before the next one
  size_t bytes = 0;      ///< that all calls touch
  Level level{};         ///< that holds what a thread comes back to
  double bytes_each = 0; ///< that move for a vertex at least: least_cost()
  WallTime alone = {};   ///< on the calling thread, without any other
  struct Threaded {
    size_t threads = 0;
    WallTime time = {};
  };
  std::vector<Threaded> threaded = {};

  /// Of a vertex.
  double nanoseconds(const WallTime& time) const {
    return 1e9 * time.seconds / double(calls * elements * in_a_row);
  }
  double times_as_fast(const Threaded& t) const { return alone.seconds / t.time.seconds; }
};

struct ThreadsReport {
  std::vector<Scaling> characters = {}; ///< over threads
  std::vector<Scaling> vertices = {};   ///< of one call, over threads: the port `openmp`
  std::vector<FrameRate> frames = {};   ///< animation beside skinning
};

/// Measures all of it with the port `best`, and with `openmp` where that is built. Throws
/// InternalError if threads change the bits of what is skinned.
ThreadsReport measure_threads(const std::vector<Library>& libraries, const Caches& caches,
                              const Effort& effort, bool quick);

/// One to all processors, of more than eight the powers of two, and twice as many.
std::vector<size_t> thread_counts(size_t processors);

/// Tables in Markdown.
std::string tables(const ThreadsReport& report);

} // namespace ulna::bench
