#include "plot/influences.h"

#include "cases/objective.h"
#include "operations/skinning/skinning.h"
#include "plot/panels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ulna::plot {
namespace {

constexpr size_t kScatters = 24; ///< cases of each kind
constexpr size_t kSteps = 150;   ///< from the worst, for each number of influences

class Measurement {
public:
  Measurement(Judge& judge, const Operation& op, uint64_t seed)
      : judge_(judge), op_(op), objective_(objective_of(op)), random_(seed, 0x706c6f74) {
    report_.operation = &op;
    out_.port = judge.port().name;
  }

  InfluenceErrors run(const std::function<void(double)>& on_progress) {
    const size_t scattered = kScatters * objective_.kinds;
    const int deaths = judge_.deaths();
    for (size_t i = 0; i < scattered + kSteps && judge_.deaths() == deaths; ++i) {
      on_progress(double(i) / double(scattered + kSteps));
      std::vector<Case> cases;
      if (i < scattered) {
        cases.push_back(objective_.scatter(op_, i % objective_.kinds, random_));
      } else {
        for (const Case& worst : worst_)
          if (worst.operation) cases.push_back(objective_.vary(worst, random_));
      }
      measure(cases);
    }
    out_.findings = std::move(report_.findings);
    return std::move(out_);
  }

private:
  void measure(const std::vector<Case>& cases) {
    judge_.measure(cases, objective_.quantity, report_, errors_);
    for (size_t i = 0; i < cases.size(); ++i) {
      out_.elements += errors_[i].size(); // none of a call that did not return
      const std::vector<uint32_t> first = skinning::first_influences(cases[i]);
      for (size_t vertex = 0; vertex < errors_[i].size(); ++vertex)
        take(cases[i], vertex, first[vertex + 1] - first[vertex], errors_[i][vertex]);
    }
  }

  /// Errors are multiples of roundings and a step on the flat leads somewhere, so equals are taken;
  /// but not the first vertex, which is where a step began.
  void take(const Case& c, size_t vertex, size_t influences, double error) {
    if (influences > kMostInfluences) return;
    double& largest = out_.largest[influences - 1];
    Case& worst = worst_[influences - 1];
    if (!(error > largest) && (error < largest || vertex == 0)) return;
    largest = error;
    worst = op_.keep(c, {&vertex, 1});
  }

  Judge& judge_;
  const Operation& op_;
  const Objective& objective_;
  Random random_;
  OperationReport report_;
  InfluenceErrors out_;
  std::array<Case, kMostInfluences> worst_;
  std::vector<std::vector<double>> errors_;
};

constexpr double kTop = kPanelsTop;
constexpr double kBottom = kTop + 260;
constexpr double kHeight = kBottom + 56;

void draw(Svg& svg, size_t panel, const InfluenceErrors& port, double top, double step) {
  const double left = panel_left(panel);
  const auto height = [top](double error) {
    return kBottom - std::min(error / top, 1.0) * (kBottom - kTop);
  };
  for (int i = 0; i * step <= top; ++i) {
    svg.line({left, height(i * step)}, {left + kPanel, height(i * step)}, Ink::grid);
    if (panel == 0)
      svg.text({left - 9, height(i * step) + 4}, fmt::format("{:.3g}", i * step), Anchor::end);
  }
  constexpr double kSlot = kPanel / kMostInfluences;
  for (size_t i = 0; i < kMostInfluences; ++i) {
    const double middle = left + (double(i) + 0.5) * kSlot;
    const double y = height(port.largest[i]);
    const Point bar[] = {{middle - kSlot / 4, y}, {middle + kSlot / 4, y}};
    svg.area(bar, kBottom, Ink::series);
    svg.polyline(bar, Ink::series);
    // Above all bars, and above the bound.
    const std::string text =
        std::isinf(port.largest[i]) ? "inf or NaN" : fmt::format("{:.4g}", port.largest[i]);
    svg.text({middle, kTop + 17}, text, Anchor::middle, Ink::series);
    svg.text({middle, kBottom + 20}, fmt::format("{}", i + 1), Anchor::middle);
  }
  svg.line({left, height(1)}, {left + kPanel, height(1)}, Ink::bound);
  frame(svg, {left, kTop}, kPanel, kBottom - kTop);
  svg.text({left + kPanel / 2, kBottom + 42}, "influences of the vertex", Anchor::middle);
  const size_t worst = port.worst();
  caption(svg, panel, port.port, "largest " + in_bounds(port.largest[worst - 1]),
          fmt::format("with {} influence{}", worst, worst == 1 ? "" : "s"));
}

} // namespace

size_t InfluenceErrors::worst() const {
  return static_cast<size_t>(std::ranges::max_element(largest) - largest.begin()) + 1;
}

InfluenceErrors measure_influences(Judge& judge, const Operation& op, uint64_t seed,
                                   const std::function<void(double part)>& on_progress) {
  return Measurement(judge, op, seed).run(on_progress);
}

std::string influences_picture(const Operation& op, std::span<const InfluenceErrors> ports) {
  double largest = 1;
  for (const InfluenceErrors& port : ports)
    for (const double error : port.largest)
      if (!std::isinf(error)) largest = std::max(largest, error);
  const double top = 1.15 * largest; // room for numbers
  const std::string title = fmt::format("{}: largest errors in units of the bound", op.name);
  Svg svg(picture_width(ports.size()), kHeight, title);
  svg.text({kPanelsLeft, 26}, title);
  for (size_t i = 0; i < ports.size(); ++i) draw(svg, i, ports[i], top, tick_step(top, 6));
  svg.text({panel_left(ports.size() - 1) + kPanel + 6, kBottom - (kBottom - kTop) / top + 4},
           "bound", Anchor::start, Ink::bound);
  svg.text_upwards({18, (kTop + kBottom) / 2}, "error / bound");
  return svg.finish();
}

} // namespace ulna::plot
