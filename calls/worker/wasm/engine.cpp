#include "calls/worker/wasm/engine.h"

#include <bit>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <vector>

namespace ulna::wasm {
namespace {

napi_env env = nullptr;
napi_ref load_module = nullptr; // ulna-worker-wasm.cjs's
napi_ref loaded = nullptr;      // what it returned
std::byte* memory_begin = nullptr;

/// Whose values live until its end.
class Scope {
public:
  Scope() { napi_open_handle_scope(env, &scope_); }
  ~Scope() { napi_close_handle_scope(env, scope_); }
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

private:
  napi_handle_scope scope_ = nullptr;
};

/// The text of what was thrown.
std::string thrown() {
  napi_value exception, words;
  char text[512] = "an exception";
  if (napi_get_and_clear_last_exception(env, &exception) == napi_ok &&
      napi_coerce_to_string(env, exception, &words) == napi_ok)
    napi_get_value_string_utf8(env, words, text, sizeof text, nullptr);
  return text;
}

/// The port trapped: who reads what it printed learns why.
[[noreturn]] void end_by_trap() {
  const std::string why = thrown();
  const char* const hint = why.find("signature mismatch") == why.npos
                               ? ""
                               : ", in the port, or of a member of ulna_port that is not as "
                                 "ulna/port.h declares it";
  std::fprintf(stderr, "%s%s\n", why.c_str(), hint);
  std::fflush(stderr);
  std::raise(SIGABRT);
  std::abort();
}

void must(napi_status status) {
  if (status != napi_ok) end_by_trap();
}

napi_value value_of(napi_ref reference) {
  napi_value value;
  must(napi_get_reference_value(env, reference, &value));
  return value;
}

napi_ref kept(napi_value value) {
  napi_ref reference;
  must(napi_create_reference(env, value, 1, &reference));
  return reference;
}

napi_value member(napi_value object, const char* name) {
  napi_value value;
  must(napi_get_named_property(env, object, name, &value));
  return value;
}

bool has(napi_value object, const char* name) {
  bool is = false;
  must(napi_has_named_property(env, object, name, &is));
  return is;
}

/// Returns false where it threw.
bool call_value(napi_value function, std::span<const napi_value> arguments, napi_value& result) {
  napi_value undefined;
  must(napi_get_undefined(env, &undefined));
  return napi_call_function(env, undefined, function, arguments.size(), arguments.data(),
                            &result) == napi_ok;
}

/// Whom the table has there now: a call may have changed it.
napi_value function_at(uint32_t index) {
  static const napi_ref look_up = kept(member(value_of(loaded), "functionAt"));
  napi_value number, function;
  must(napi_create_double(env, index, &number));
  if (!call_value(value_of(look_up), {&number, 1}, function)) end_by_trap();
  return function;
}

/// Calls the function at an index of the table, its first argument, with the others, as one of this
/// type ("iif>i": two int32 and a float, and an int32 is returned).
napi_value caller_of(const std::string& type) {
  static std::map<std::string, napi_ref> callers;
  napi_ref& caller = callers[type];
  if (!caller) {
    napi_value text, function;
    must(napi_create_string_utf8(env, type.c_str(), type.size(), &text));
    if (!call_value(member(value_of(loaded), "callerOf"), {&text, 1}, function)) end_by_trap();
    caller = kept(function);
  }
  return value_of(caller);
}

/// The global of the stack pointer; null where the module does not export it.
napi_ref stack_global() {
  static const napi_ref global = [] {
    const napi_value globals = member(value_of(loaded), "globals");
    return has(globals, "__stack_pointer") ? kept(member(globals, "__stack_pointer")) : nullptr;
  }();
  return global;
}

uint32_t number_in(napi_value global) {
  int32_t value = 0;
  must(napi_get_value_int32(env, member(global, "value"), &value));
  return static_cast<uint32_t>(value);
}

uint32_t number_loaded(const char* name) {
  const Scope scope;
  uint32_t number = 0;
  must(napi_get_value_uint32(env, member(value_of(loaded), name), &number));
  return number;
}

} // namespace

void enter(napi_env where, napi_value load) {
  env = where;
  load_module = kept(load);
}

std::string load(const char* path) {
  const Scope scope;
  napi_value name, result;
  must(napi_create_string_utf8(env, path, std::char_traits<char>::length(path), &name));
  if (!call_value(value_of(load_module), {&name, 1}, result)) return thrown();
  loaded = kept(result);
  void* data = nullptr;
  size_t length = 0;
  must(napi_get_arraybuffer_info(env, member(result, "bytes"), &data, &length));
  if (length < kEnd) return "it exports another memory than its first";
  memory_begin = static_cast<std::byte*>(data);
  return {};
}

std::byte* memory() {
  return memory_begin;
}

uint32_t port() {
  return number_loaded("port");
}

uint32_t declared_bytes() {
  constexpr uint32_t kPage = 1 << 16;
  static const uint32_t bytes = number_loaded("declared") * kPage;
  return bytes;
}

uint32_t begin_of_data() {
  return number_loaded("beginOfData");
}

uint32_t global(const char* name) {
  const Scope scope;
  const napi_value globals = member(value_of(loaded), "globals");
  return has(globals, name) ? number_in(member(globals, name)) : 0;
}

uint32_t stack_pointer() {
  const Scope scope;
  return stack_global() ? number_in(value_of(stack_global())) : 0;
}

void set_stack_pointer(uint32_t value) {
  const Scope scope;
  if (!stack_global()) return;
  napi_value number;
  must(napi_create_int32(env, static_cast<int32_t>(value), &number));
  must(napi_set_named_property(env, value_of(stack_global()), "value", number));
}

bool has_function(uint32_t index) {
  const Scope scope;
  bool is_null = false;
  napi_value null;
  must(napi_get_null(env, &null));
  must(napi_strict_equals(env, function_at(index), null, &is_null));
  return !is_null;
}

int32_t call(uint32_t index, std::span<const Argument> arguments, bool returns) {
  const Scope scope;
  std::string type;
  std::vector<napi_value> values(1 + arguments.size());
  must(napi_create_int32(env, static_cast<int32_t>(index), &values[0]));
  for (size_t i = 0; i < arguments.size(); ++i) {
    const auto [bits, is_real] = arguments[i];
    type += is_real ? 'f' : 'i';
    must(is_real ? napi_create_double(env, double(std::bit_cast<float>(bits)), &values[i + 1])
                 : napi_create_int32(env, static_cast<int32_t>(bits), &values[i + 1]));
  }
  napi_value result;
  if (!call_value(caller_of(type + (returns ? ">i" : ">")), values, result)) end_by_trap();
  int32_t returned = 0;
  napi_get_value_int32(env, result, &returned); // stays 0 where there is none
  return returned;
}

} // namespace ulna::wasm
