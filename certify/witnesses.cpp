#include "certify/witnesses.h"

#include "base/error.h"
#include "base/files.h"
#include "cases/case_file.h"
#include "report/out_folder.h"

#include <fmt/format.h>

namespace ulna {
namespace {

void save_witness(const std::string& out, const std::string& name, Case c, const std::string& note,
                  std::string& path) {
  c.note = note + "; " + c.note;
  const std::string saved = "witnesses/" + name + ".case";
  save_case(c, out + "/" + saved);
  path = saved;
}

std::string under(const std::optional<uint64_t>& adversary) {
  return adversary ? fmt::format(" under --approximations {}", *adversary) : "";
}

} // namespace

void save_witnesses(const std::string& out, size_t port_number, const PortReport& port,
                    OperationReport& report) {
  // Two ports may call themselves the same.
  const std::string stem =
      fmt::format("{}-{}-{}", port_number, file_word(port.name), report.operation->name);
  for (Finding& f : report.findings) {
    const std::string its_name = fmt::format("{}-{}", stem, name(f.kind));
    f.before_paths.resize(f.before.size());
    for (size_t i = 0; i < f.before.size(); ++i)
      save_witness(
          out, fmt::format("{}-before-{}", its_name, i + 1), f.before[i],
          fmt::format("to be called before {}.case, {} of {}", its_name, i + 1, f.before.size()),
          f.before_paths[i]);
    save_witness(
        out, its_name, f.witness,
        fmt::format("{} by {}{}: {}", name(f.kind), port.name, under(f.adversary), f.detail),
        f.path);
  }
  for (size_t q = 0; q < report.operation->quantities.size(); ++q) {
    Largest& largest = report.tally.largest[q];
    const char* quantity = report.operation->quantities[q];
    if (largest.witness.operation)
      save_witness(out, fmt::format("{}-largest-{}", stem, file_word(quantity)), largest.witness,
                   fmt::format("largest error of {}{} in {}: {:.4g} of the bound", port.name,
                               under(largest.adversary), quantity, largest.fraction),
                   largest.path);
  }
}

void save_all_witnesses(const std::string& out, RunReport& report) {
  try {
    for (size_t i = 0; i < report.ports.size(); ++i)
      for (OperationReport& each : report.ports[i].operations)
        save_witnesses(out, i + 1, report.ports[i], each);
  } catch (const BadInput& e) { // which must not cost the verdicts
    report.unsaved = e.what();
  }
}

} // namespace ulna
