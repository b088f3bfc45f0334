// What a port does where memory cannot be had.
#ifndef ULNA_OPTIMIZED_HAD_MEMORY_H
#define ULNA_OPTIMIZED_HAD_MEMORY_H

// Whether the step had all the memory that it asked for. Compiled without exceptions, as for
// WebAssembly, it ends the program instead.
template <class Step>
inline bool had_memory(const Step& step) {
#ifdef __cpp_exceptions
  try {
    step();
  } catch (...) { // bad_alloc, or length_error for a size that no vector can have
    return false;
  }
#else
  step();
#endif
  return true;
}

#endif
