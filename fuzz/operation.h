// The fuzz target of an operation: bytes -> case -> judge, on one port or all built-in ones.
#pragma once

#include "cases/operation.h"

namespace ulna::fuzz {

/// Reads the options that are ours from the command line and the environment, takes them out of
/// argv, and loads the ports. Ends the process with one line and code 2 if one is no port.
void start(const Operation& op, int& argc, char**& argv);

/// Judges the case that the bytes stand for. Writes findings down, or aborts (fuzz/README.md).
void judge_bytes(const uint8_t* data, size_t size);

/// The bytes of a case like that of `data`; see LLVMFuzzerCustomMutator.
size_t mutate_bytes(uint8_t* data, size_t size, size_t max_size, unsigned seed);

/// The bytes of a case made of two; see LLVMFuzzerCustomCrossOver. Mostly 0: a mutation is the
/// better step.
size_t cross_bytes(std::span<const uint8_t> a, std::span<const uint8_t> b, std::span<uint8_t> out,
                   unsigned seed);

} // namespace ulna::fuzz
