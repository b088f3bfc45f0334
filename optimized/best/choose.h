// Which port an operation is taken from. The choice is made once, when the library is asked for its
// operations, so that a call costs what it costs in the port itself.
#ifndef ULNA_OPTIMIZED_CHOOSE_H
#define ULNA_OPTIMIZED_CHOOSE_H

#include "ulna/port.h"

#include <array>
#include <string>

// The members of ulna_port that are operations, in its order; all are pointers to functions.
constexpr size_t first_operation = offsetof(ulna_port, transform_verts);
constexpr size_t num_operations =
    (offsetof(ulna_port, profiles) - first_operation) / sizeof(void (*)());
static_assert(offsetof(ulna_port, profiles) + sizeof(char*) == sizeof(ulna_port),
              "operations behind `profiles`: leave that out in their middle");

constexpr size_t offset_of(size_t operation) {
  return first_operation + operation * sizeof(void (*)());
}

constexpr size_t operation_at(size_t member) {
  return (member - first_operation) / sizeof(void (*)());
}

// What this CPU and its operating system can run, of the features that our ports need, spelled as
// in /proc/cpuinfo and separated by commas; and where it is of a family that choose() knows, the
// name of that: "zen4" (AMD) or "golden-cove" (Intel: Sapphire Rapids and Emerald Rapids).
std::string features_of_this_cpu();

// Where each operation is from; null where no port that can run has it.
using Origins = std::array<const ulna_port*, num_operations>;

// Of an operation the fastest port that can run: the first of the list in CMakeLists.txt, but for
// what was measured to be otherwise on a family of processors. Not by a trial when the library is
// loaded: each process would choose for itself, and two of them give other bits for the same input.
Origins choose(const std::string& cpu_features);

// Gives the port each operation that has an origin, and leaves the others as they are.
void take_operations(ulna_port& port, const Origins& origins);

// What these ports need together, each feature once.
std::string features_needed(const Origins& origins);

#endif
