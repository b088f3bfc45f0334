// What Node loads: ulna-worker-wasm.cjs calls it, and it does not come back.

#include "calls/shared/control.h"
#include "calls/worker/wasm/engine.h"
#include "calls/worker/work.h"

#include <sys/prctl.h>

#include <cstdlib>
#include <string>

namespace {

uint32_t features = 0; // that the engine has, as feature_bits.h counts them

napi_value work(napi_env env, napi_callback_info info) {
  napi_value arguments[3];
  size_t count = 3;
  char path[4096];
  if (napi_get_cb_info(env, info, &count, arguments, nullptr, nullptr) != napi_ok || count != 3 ||
      napi_get_value_string_utf8(env, arguments[0], path, sizeof path, nullptr) != napi_ok ||
      napi_get_value_uint32(env, arguments[2], &features) != napi_ok)
    std::_Exit(ulna::arena::kBadSetup);
  // A huge page would reach beyond what the module has (worker/wasm/growth.cpp).
  prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0);
  ulna::wasm::enter(env, arguments[1]);
  ulna::work(path);
}

} // namespace

namespace ulna {

void describe_processor(uint64_t (&bits)[2]) {
  bits[0] = features;
}

} // namespace ulna

extern "C" [[gnu::visibility("default")]] napi_value napi_register_module_v1(napi_env env,
                                                                             napi_value exports) {
  napi_value function;
  if (napi_create_function(env, "work", SIZE_MAX, work, nullptr, &function) != napi_ok ||
      napi_set_named_property(env, exports, "work", function) != napi_ok)
    return nullptr;
  return exports;
}
