// V8, in the process of Node that runs the worker, and the one module in it.
#pragma once

#include "calls/shared/arena.h"
#include "calls/worker/wasm/node_api.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace ulna::wasm {

/// Who the worker is to V8, and ulna-worker-wasm.cjs's function that loads a module.
void enter(napi_env env, napi_value load);

/// Loads the module. Returns what is wrong, or nothing.
std::string load(const char* path);

/// Where its linear memory begins. It has kEnd bytes at least, which no growth moves.
std::byte* memory();

/// What its ulna_port_v1 returned: an address in it.
uint32_t port();

/// Where its data begins; 0 where that is not known.
uint32_t begin_of_data();

/// The memory that the module declares; the rest is closed until it grows (worker/wasm/growth.cpp).
uint32_t declared_bytes();

/// An exported global, such as __data_end; 0 where the module exports none of this name.
uint32_t global(const char* name);

/// The pointer of the stack that C keeps in linear memory, __stack_pointer, where the module
/// exports it; it stays as it is where not, and is 0.
uint32_t stack_pointer();
void set_stack_pointer(uint32_t value);

struct Argument {
  uint32_t bits;
  bool is_real; ///< a float, else an int32 or an address
};

/// Whether the module's table has a function at this index.
bool has_function(uint32_t index);

/// Calls the function that the module's table has now at this index, as C does where it is declared
/// so, and returns its int32, or 0. A trap ends the process, as does a function of another type.
int32_t call(uint32_t index, std::span<const Argument> arguments, bool returns);

/// Closes the memory that the module has not. Returns what is wrong, or null.
const char* close_the_rest();

/// Where ulna's arena lies in linear memory: kBegin to kEnd. What the module has itself lies below.
/// At kEnd is the number of pages that it has grown by (ulna-worker-wasm-sizes.cjs).
inline constexpr uint32_t kBegin = arena::kNarrowWindows[0];
inline constexpr uint32_t kEnd = arena::kNarrowEnd;

} // namespace ulna::wasm
