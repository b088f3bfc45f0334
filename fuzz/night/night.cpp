#include "fuzz/night/night.h"

#include "fuzz/night/plan.h"
#include "fuzz/night/runner.h"

namespace ulna::night {

int run_night(const NightOptions& options, const Installation& installation,
              const std::string& launcher, const std::atomic<bool>& stop) {
  if (options.check) {
    check_options(options, installation);
    return 0;
  }
  const Plan p = plan(options, installation);
  return Runner(p, options.dir, options.fresh, launcher, stop).run();
}

} // namespace ulna::night
