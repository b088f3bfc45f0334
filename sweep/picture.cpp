// The error curve of a sweep.
#include "sweep/report.h"

#include "plot/svg.h"

#include <fmt/format.h>

#include <algorithm>

namespace ulna::sweep {
namespace {

using plot::Anchor;
using plot::Ink;
using plot::Point;

constexpr double kWidth = 900;
constexpr double kHeight = 440;
constexpr double kLeft = 92;
constexpr double kRight = kWidth - 24;
constexpr double kTop = 44;
constexpr double kBottom = kHeight - 56;

double across(double at) {
  return kLeft + at * (kRight - kLeft);
}

} // namespace

std::string report_svg(const Result& result) {
  const Piece& piece = *result.piece;
  const char* measure = piece.relative ? "relative error" : "absolute error";
  const std::string title =
      fmt::format("Largest {} of {}, port {}", measure, piece.operation->name, result.port.name);
  plot::Svg svg(kWidth, kHeight, title);
  svg.text({kLeft, 26}, title);

  const double largest = std::ranges::max(result.tally.curve);
  const double top = 1.08 * std::max(largest, piece.bound);
  const auto height = [top](double error) { return kBottom - error / top * (kBottom - kTop); };
  const double step = plot::tick_step(top, 6);
  for (int i = 0; i * step <= top; ++i) {
    const double y = height(i * step);
    svg.line({kLeft, y}, {kRight, y}, i == 0 ? Ink::axis : Ink::grid);
    svg.text({kLeft - 8, y + 4}, fmt::format("{:.3g}", i * step), Anchor::end);
  }
  for (const Axis::Tick& tick : piece.axis.ticks) {
    svg.line({across(tick.at), kBottom}, {across(tick.at), kBottom + 5}, Ink::axis);
    svg.text({across(tick.at), kBottom + 20}, tick.label, Anchor::middle);
  }
  svg.line({kLeft, kTop}, {kLeft, kBottom}, Ink::axis);
  svg.text({(kLeft + kRight) / 2, kHeight - 12}, piece.axis.title, Anchor::middle);
  svg.text_upwards({18, (kTop + kBottom) / 2},
                   piece.relative ? "relative error (no unit)" : "absolute error (no unit)");

  std::vector<Point> steps;
  for (size_t i = 0; i < kBuckets; ++i) {
    const double y = height(result.tally.curve[i]);
    steps.push_back({across(double(i) / kBuckets), y});
    steps.push_back({across(double(i + 1) / kBuckets), y});
  }
  svg.area(steps, kBottom, Ink::series);
  svg.polyline(steps, Ink::series);

  svg.line({kLeft, height(piece.bound)}, {kRight, height(piece.bound)}, Ink::bound);
  svg.text({kRight, height(piece.bound) - 6}, fmt::format("bound {:g}", piece.bound), Anchor::end,
           Ink::bound);
  const auto peak = std::ranges::max_element(result.tally.curve) - result.tally.curve.begin();
  const Point at{across((double(peak) + 0.5) / kBuckets), height(largest)};
  svg.circle(at, 5, Ink::bound);
  const bool left = at.x > (kLeft + kRight) / 2;
  svg.text({at.x + (left ? -10 : 10), at.y - 8}, fmt::format("found {:.4g}", largest),
           left ? Anchor::end : Anchor::start, Ink::series);
  return svg.finish();
}

} // namespace ulna::sweep
