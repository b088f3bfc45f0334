#include "cli/slerp_sweep.h"

#include "base/files.h"
#include "base/interrupt.h"
#include "base/progress.h"
#include "certify/certify.h"
#include "certify/port_names.h"
#include "report/machine.h"
#include "sweep/slerp_report.h"

#include <fmt/format.h>

namespace ulna {

int run_slerp_sweep(const SweepOptions& o) {
  const Installation installation = find_installation();
  sweep::SlerpPlan plan;
  plan.port = port_path(o.port, installation);
  plan.stop = &watch_interrupts();
  if (!o.ts.empty()) plan.ts = o.ts;
  if (!o.out.empty()) check_writable(o.out);
  sweep::SlerpScales scales;
  {
    Progress progress;
    plan.on_progress = [&](double part, const std::string& what) { progress.update(part, what); };
    scales = sweep::sweep_slerp_scales(plan, installation);
  }
  fmt::print("{}", sweep::slerp_text(scales));
  if (scales.verdict != sweep::SlerpScales::Verdict::not_run)
    fmt::print("{}", processors_line(plan.port, scales.port));
  if (!o.out.empty())
    write_file_whole(o.out + "/sweep.json", sweep::slerp_json(scales, this_machine()));
  return sweep::exit_code(scales);
}

} // namespace ulna
