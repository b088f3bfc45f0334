#include "plot/blending_picture.h"

#include "operations/blending/blending.h"
#include "plot/panels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ulna::plot {
namespace {

constexpr double kMapTop = kPanelsTop;
constexpr double kMapBottom = kMapTop + kPanel;
constexpr double kDriftTop = kMapBottom + 112;
constexpr double kDriftBottom = kDriftTop + 180;
constexpr double kHeight = kDriftBottom + 56;

constexpr size_t kClassesWithin = 16; ///< of equal size, up to the bound
/// Where the classes beyond the bound begin; the last has no end.
constexpr std::array<double, kColours.size() - kClassesWithin> kBeyond{1, 1.125, 1.25, 1.5, 2};

void draw_map(Svg& svg, size_t panel, const BlendingMap& map) {
  const double left = panel_left(panel);
  std::vector<uint8_t> classes(map.cells.size());
  for (size_t row = 0; row < kCells; ++row) // t grows upwards
    for (size_t column = 0; column < kCells; ++column)
      classes[(kCells - 1 - row) * kCells + column] = colour_of(map.cells[row * kCells + column]);
  svg.cells({left, kMapTop}, kPanel / kCells, kCells, classes, kColours);
  frame(svg, {left, kMapTop}, kPanel, kPanel);
  if (map.peak.fraction > 0)
    svg.ring({left + kPanel * map.peak.angle / std::numbers::pi,
              kMapBottom - kPanel * double(map.peak.t)});
  for (int i = 0; i <= 4; ++i) {
    const double x = left + kPanel * i / 4;
    svg.line({x, kMapBottom}, {x, kMapBottom + 5}, Ink::axis);
    svg.text({x, kMapBottom + 20}, fmt::format("{}", 45 * i), Anchor::middle);
  }
  svg.text({left + kPanel / 2, kMapBottom + 42}, "angle between the quaternions (degrees)",
           Anchor::middle);
  caption(svg, panel, map.port, "largest " + error_text(map.peak.fraction, map.bound),
          "ring: " + place_of(map.peak));
}

void draw_lerp_axis(Svg& svg) {
  for (int i = 0; i <= 4; ++i) {
    const double y = kMapBottom - kPanel * i / 4;
    svg.line({kPanelsLeft - 5, y}, {kPanelsLeft, y}, Ink::axis);
    svg.text({kPanelsLeft - 9, y + 4}, fmt::format("{:g}", i / 4.0), Anchor::end);
  }
  svg.text_upwards({18, (kMapTop + kMapBottom) / 2}, "t, the lerp (no unit)");
}

/// The colours, with errors in units of the bound.
void draw_scale(Svg& svg, double left) {
  constexpr double kWidth = 18;
  constexpr double kStep = kPanel / kColours.size();
  svg.text({left, kMapTop - 12}, "error / bound");
  const auto label = [&](size_t index, const std::string& text, Ink ink) {
    const double y = kMapBottom - kStep * double(index);
    svg.line({left, y}, {left + kWidth + 5, y}, ink);
    svg.text({left + kWidth + 9, y + 4}, text, Anchor::start, ink);
  };
  for (size_t i = 0; i < kColours.size(); ++i)
    svg.cell({left, kMapBottom - kStep * double(i + 1)}, kWidth, kStep, kColours[i]);
  frame(svg, {left, kMapTop}, kWidth, kPanel);
  for (size_t i = 0; i < kClassesWithin; i += 4)
    label(i, fmt::format("{:g}", double(i) / kClassesWithin), Ink::axis);
  label(kClassesWithin, "1 bound", Ink::bound);
  for (size_t i = 1; i < kBeyond.size(); ++i)
    label(kClassesWithin + i, fmt::format("{:g}", kBeyond[i]), Ink::axis);
  label(kColours.size(), "inf", Ink::axis);
}

/// Powers of ten around all that is drawn.
struct Decades {
  int low, high;

  double height(double error) const {
    const double part = (std::log10(error) - low) / (high - low);
    return kDriftBottom - std::clamp(part, 0.0, 1.0) * (kDriftBottom - kDriftTop);
  }
};

Decades decades_of(std::span<const BlendingMap> maps) {
  double least = maps[0].bound, most = least;
  for (const BlendingMap& map : maps)
    for (const double fraction : map.drift) {
      if (!(fraction > 0) || std::isinf(fraction)) continue;
      least = std::min(least, fraction * map.bound);
      most = std::max(most, fraction * map.bound);
    }
  return {static_cast<int>(std::floor(std::log10(least))),
          static_cast<int>(std::ceil(std::log10(most)))};
}

/// Of a drift, from the left end of a panel.
double drift_across(double drift) {
  return kPanel * std::log(drift / kLeastDrift) / std::log(drift_at(kDriftSteps) / kLeastDrift);
}

void draw_drift(Svg& svg, size_t panel, const BlendingMap& map, const Decades& decades) {
  const double left = panel_left(panel);
  for (int power = decades.low; power <= decades.high; ++power) {
    const double y = decades.height(std::pow(10, power));
    svg.line({left, y}, {left + kPanel, y}, Ink::grid);
    if (panel == 0) svg.text({left - 9, y + 4}, fmt::format("1e{}", power), Anchor::end);
  }
  std::vector<Point> points;
  for (size_t step = 0; step < kDriftSteps; ++step) {
    if (!(map.drift[step] > 0)) continue; // nothing was measured there, or nothing was wrong
    const double y = decades.height(map.drift[step] * map.bound);
    points.push_back({left + drift_across(drift_at(step)), y});
    points.push_back({left + drift_across(drift_at(step + 1)), y});
  }
  svg.area(points, kDriftBottom, Ink::series);
  svg.polyline(points, Ink::series);
  const double bound = decades.height(map.bound);
  svg.line({left, bound}, {left + kPanel, bound}, Ink::bound);
  const double end = left + drift_across(blending::kDriftSlack);
  svg.line({end, kDriftTop}, {end, kDriftBottom}, Ink::note);
  svg.text({end, kDriftTop - 7}, fmt::format("domain ends at {:.3g}", blending::kDriftSlack),
           Anchor::middle, Ink::note);
  if (std::ranges::any_of(map.drift, [](double fraction) { return std::isinf(fraction); }))
    svg.text({left + kPanel, kDriftTop - 7}, "top: infinite or NaN", Anchor::end, Ink::series);
  frame(svg, {left, kDriftTop}, kPanel, kDriftBottom - kDriftTop);
  for (size_t step = 0; step <= kDriftSteps; step += kDriftsPerDecade) {
    const double x = left + drift_across(drift_at(step));
    svg.line({x, kDriftBottom}, {x, kDriftBottom + 5}, Ink::axis);
    svg.text({x, kDriftBottom + 20}, fmt::format("1e{:.0f}", std::log10(drift_at(step))),
             Anchor::middle);
  }
  svg.text({left + kPanel / 2, kDriftBottom + 42}, "drift of the norms, |norm^2 - 1| (no unit)",
           Anchor::middle);
}

} // namespace

uint8_t colour_of(double fraction) {
  if (fraction <= 1) // the bound itself is kept
    return static_cast<uint8_t>(
        std::min<size_t>(static_cast<size_t>(fraction * kClassesWithin), kClassesWithin - 1));
  size_t beyond = 0;
  while (beyond + 1 < kBeyond.size() && fraction >= kBeyond[beyond + 1]) ++beyond;
  return static_cast<uint8_t>(kClassesWithin + beyond);
}

std::string place_of(const Peak& peak) {
  return fmt::format("{:.6g} degrees, t = {:.6g}", peak.angle * 180 / std::numbers::pi, peak.t);
}

std::string blending_picture(const Operation& op, std::span<const BlendingMap> maps) {
  const double bound = maps[0].bound;
  const std::string title = fmt::format("{}: largest errors, bound {:.4g}", op.name, bound);
  Svg svg(picture_width(maps.size()), kHeight, title);
  svg.text({kPanelsLeft, 26}, title);
  const Decades decades = decades_of(maps);
  for (size_t i = 0; i < maps.size(); ++i) {
    draw_map(svg, i, maps[i]);
    draw_drift(svg, i, maps[i], decades);
  }
  const double right = panel_left(maps.size() - 1) + kPanel;
  draw_lerp_axis(svg);
  draw_scale(svg, right + kRightMargin);
  svg.text({right + 6, decades.height(bound) + 4}, "bound", Anchor::start, Ink::bound);
  svg.text_upwards({18, (kDriftTop + kDriftBottom) / 2}, "error (no unit)");
  return svg.finish();
}

} // namespace ulna::plot
