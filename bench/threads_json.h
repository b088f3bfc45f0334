// The part of `ulna bench --json` that `--threads` measures.
#pragma once

#include "bench/threads.h"

#include <nlohmann/json.hpp>

namespace ulna::bench {

nlohmann::ordered_json threads_json(const ThreadsReport& report);

} // namespace ulna::bench
