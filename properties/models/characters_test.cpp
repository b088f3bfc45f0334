// Real characters: the ports that hold the contract hold it on models that people made.

#include "certify/certify.h"
#include "models/load_model.h"
#include "properties/ports.h"
#include "properties/support.h"
#include "report/machine.h"

#include <gtest/gtest.h>

namespace ulna {
namespace {

class Character : public testing::TestWithParam<const char*> {};

TEST_P(Character, EveryPortIsCertified) {
  const Installation installation = test_installation();
  Plan plan;
  std::string model = ULNA_MODELS_DIR "/";
  model += GetParam(); // GCC 12 takes the sum of both for an overrun
  plan.models.push_back(load_model(model, installation.importer));
  for (const PortInfo& port : ports_with_kernels())
    if (port.name != "published" && missing_features(port.cpu_features).empty())
      plan.ports.push_back(port.path);
  plan.all_owed = false;
  plan.operations = {operations().begin(), operations().end()};
  plan.models_only = true;
  Progress progress;
  const RunReport run = certify(plan, installation, progress);
  const uint64_t vertices = plan.models[0].vertices;
  for (const PortReport& port : run.ports) {
    for (const OperationReport& report : port.operations) {
      EXPECT_EQ(report.verdict, Verdict::certified)
          << port.name << " " << report.operation->name << ": "
          << (report.findings.empty() ? report.reason : report.findings[0].detail);
      if (std::string_view(report.operation->element) == "vertex") {
        EXPECT_GE(report.tally.elements, vertices) << "not every vertex was judged";
      }
    }
  }
  EXPECT_EQ(exit_code(run), 0);
}

INSTANTIATE_TEST_SUITE_P(Models, Character,
                         testing::Values("X/Testwuson.X", "X/BCN_Epileptic.X", "X/anim_test.x",
                                         "IQM/mrfixit.iqm", "B3D/WusonBlitz.b3d",
                                         "FBX/huesitos.fbx"),
                         [](const auto& test) {
                           std::string name = test.param;
                           for (char& c : name)
                             if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
                           return name;
                         });

} // namespace
} // namespace ulna
