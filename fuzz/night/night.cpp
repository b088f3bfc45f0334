#include "fuzz/night/night.h"

#include "fuzz/night/runner.h"

namespace ulna::night {

int run_night(const NightOptions& options, const Installation& installation,
              const std::string& launcher, const std::atomic<bool>& stop) {
  const Plan p = plan(options, installation);
  return Runner(p, options.dir, options.fresh, launcher, stop).run();
}

} // namespace ulna::night
