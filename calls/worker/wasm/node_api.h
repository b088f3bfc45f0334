// What the worker uses of Node-API, the C interface of Node that stays the same from version to
// version (nodejs.org/api/n-api.html). Node's own header is in a package that cannot be installed
// beside every package of Node.
#pragma once

#include <cstddef>
#include <cstdint>

extern "C" {

using napi_env = struct napi_env__*;
using napi_value = struct napi_value__*;
using napi_ref = struct napi_ref__*;
using napi_handle_scope = struct napi_handle_scope__*;
using napi_callback_info = struct napi_callback_info__*;
using napi_callback = napi_value (*)(napi_env, napi_callback_info);
enum napi_status : int { napi_ok = 0 };

napi_status napi_create_function(napi_env, const char* name, size_t length, napi_callback,
                                 void* data, napi_value* result);
napi_status napi_get_cb_info(napi_env, napi_callback_info, size_t* count, napi_value* arguments,
                             napi_value* self, void** data);
napi_status napi_call_function(napi_env, napi_value self, napi_value function, size_t count,
                               const napi_value* arguments, napi_value* result);
napi_status napi_create_reference(napi_env, napi_value, uint32_t count, napi_ref* result);
napi_status napi_get_reference_value(napi_env, napi_ref, napi_value* result);
napi_status napi_open_handle_scope(napi_env, napi_handle_scope* result);
napi_status napi_close_handle_scope(napi_env, napi_handle_scope);
napi_status napi_get_undefined(napi_env, napi_value* result);
napi_status napi_get_null(napi_env, napi_value* result);
napi_status napi_strict_equals(napi_env, napi_value a, napi_value b, bool* result);
napi_status napi_get_named_property(napi_env, napi_value object, const char* name,
                                    napi_value* result);
napi_status napi_set_named_property(napi_env, napi_value object, const char* name, napi_value);
napi_status napi_has_named_property(napi_env, napi_value object, const char* name, bool* result);
napi_status napi_get_and_clear_last_exception(napi_env, napi_value* result);
napi_status napi_coerce_to_string(napi_env, napi_value, napi_value* result);
napi_status napi_get_value_string_utf8(napi_env, napi_value, char* to, size_t size, size_t* length);
napi_status napi_create_string_utf8(napi_env, const char*, size_t length, napi_value* result);
napi_status napi_create_int32(napi_env, int32_t, napi_value* result);
napi_status napi_create_double(napi_env, double, napi_value* result);
napi_status napi_get_value_int32(napi_env, napi_value, int32_t* result);
napi_status napi_get_value_uint32(napi_env, napi_value, uint32_t* result);
napi_status napi_get_arraybuffer_info(napi_env, napi_value, void** data, size_t* length);

} // extern "C"
