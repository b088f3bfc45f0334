// What libFuzzer, AFL++ and Centipede call. The build compiles this file once for each operation.
#include "fuzz/operation.h"

#ifndef ULNA_FUZZ_OPERATION
#error "the build says which operation"
#endif

namespace fuzz = ulna::fuzz;

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  fuzz::start(ulna::operation_named(ULNA_FUZZ_OPERATION), *argc, *argv);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  fuzz::judge_bytes(data, size);
  return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size,
                                          unsigned seed) {
  return fuzz::mutate_bytes(data, size, max_size, seed);
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t* a, size_t size_a, const uint8_t* b,
                                            size_t size_b, uint8_t* out, size_t max_size,
                                            unsigned seed) {
  return fuzz::cross_bytes({a, size_a}, {b, size_b}, {out, max_size}, seed);
}
