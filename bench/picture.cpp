#include "bench/report.h"

#include "plot/panels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ranges>

namespace ulna::bench {
namespace {

using plot::Anchor;
using plot::Ink;
using plot::Point;
using plot::Svg;

constexpr size_t kColumns = 2;
constexpr double kLabels = 110; ///< right of a panel: the names of its curves
constexpr double kLeft = 64, kTop = 92;
constexpr double kPanelHeight = 380, kBelow = 96; ///< room for ticks, and the next title
constexpr double kLine = 15;                      ///< of text

/// A logarithmic axis.
class Axis {
public:
  Axis(double least, double most, double begin, double end)
      : least_(std::log(least)), scale_((end - begin) / (std::log(most) - std::log(least))),
        begin_(begin) {}
  double at(double x) const { return begin_ + (std::log(x) - least_) * scale_; }

private:
  double least_, scale_, begin_;
};

struct Curve {
  std::string name;
  Ink ink{};
  std::vector<Point> points = {}; ///< elements and cycles, then where they are in the picture
  double label = 0;               ///< the height of its name
};

Ink ink_of(Kind kind) {
  switch (kind) {
  case Kind::baseline:
    return Ink::axis;
  case Kind::stage:
  case Kind::peer:
    return Ink::note;
  case Kind::built_in:
  case Kind::added:
    break;
  }
  return Ink::series;
}

/// Of one operation, of which all groups have the same libraries: the limit first, below all
/// others.
std::vector<Curve> curves_of(const Report& report, const Operation& op) {
  std::vector<Curve> curves{{.name = "memory limit", .ink = Ink::bound}};
  for (const Group& group : report.curve) {
    if (group.operation != &op) continue;
    const auto elements = double(group.elements);
    curves.resize(1 + group.speeds.size());
    curves[0].points.push_back({elements, group.memory_limit() * group.clock});
    for (size_t i = 0; i < group.speeds.size(); ++i) {
      const Library& library = report.libraries[group.speeds[i].library];
      Curve& curve = curves[1 + i];
      curve.name = library.name.substr(0, 14);
      curve.ink = ink_of(library.kind);
      curve.points.push_back({elements, group.speeds[i].nanoseconds * group.clock});
    }
  }
  return curves;
}

/// Names at the ends of their curves, moved until none covers another.
void place_labels(std::vector<Curve>& curves, double bottom) {
  std::vector<Curve*> order;
  for (Curve& curve : curves) order.push_back(&curve);
  std::ranges::sort(order, {}, [](const Curve* curve) { return curve->points.back().y; });
  double next = -INFINITY;
  for (Curve* curve : order) {
    curve->label = std::max(curve->points.back().y, next);
    next = curve->label + kLine;
  }
  double last = bottom;
  for (Curve* curve : order | std::views::reverse) {
    curve->label = std::min(curve->label, last);
    last = curve->label - kLine;
  }
}

void draw_grid(Svg& svg, Point corner, const Axis& across, const Axis& up, Point least,
               Point most) {
  const double bottom = corner.y + kPanelHeight;
  for (double decade = 1; decade <= most.x; decade *= 10) {
    if (decade < least.x) continue;
    svg.line({across.at(decade), corner.y}, {across.at(decade), bottom}, Ink::grid);
    svg.text({across.at(decade), bottom + 18}, fmt::format("{:g}", decade), Anchor::middle);
  }
  for (double decade = 0.001; decade <= most.y; decade *= 10) {
    for (const double part : {1.0, 2.0, 5.0}) {
      const double y = part * decade;
      if (y < least.y || y > most.y) continue;
      svg.line({corner.x, up.at(y)}, {corner.x + plot::kPanel, up.at(y)}, Ink::grid);
      svg.text({corner.x - 8, up.at(y) + 4}, fmt::format("{:g}", y), Anchor::end);
    }
  }
  plot::frame(svg, corner, plot::kPanel, kPanelHeight);
}

void draw(Svg& svg, const Operation& op, std::vector<Curve> curves, Point corner) {
  constexpr double kMargin = 1.15;
  Point least{INFINITY, INFINITY}, most{0, 0};
  for (const Curve& curve : curves)
    for (const Point& p : curve.points) {
      least = {std::min(least.x, p.x), std::min(least.y, p.y / kMargin)};
      most = {std::max(most.x, p.x), std::max(most.y, p.y * kMargin)};
    }
  most.x = std::max(most.x, 2 * least.x); // where there is one number of elements only
  const double right = corner.x + plot::kPanel, bottom = corner.y + kPanelHeight;
  const Axis across(least.x, most.x, corner.x, right);
  const Axis up(least.y, most.y, bottom, corner.y);
  draw_grid(svg, corner, across, up, least, most);
  for (Curve& curve : curves)
    for (Point& p : curve.points) p = {across.at(p.x), up.at(p.y)};
  place_labels(curves, bottom);
  for (const Curve& curve : curves) {
    const Point end = curve.points.back();
    svg.polyline(curve.points, curve.ink);
    svg.line(end, {right + 12, curve.label}, curve.ink);
    svg.text({right + 15, curve.label + 4}, curve.name, Anchor::start, curve.ink);
  }
  svg.text({corner.x, corner.y - 10}, op.name);
  svg.text({corner.x + plot::kPanel / 2, bottom + 38},
           fmt::format("{} in a call", op.real ? "joints" : "vertices"), Anchor::middle);
  svg.text_upwards({corner.x - 46, (corner.y + bottom) / 2},
                   fmt::format("cycles a {}", op.element));
}

} // namespace

std::string picture(const Report& report) {
  const size_t count = report.operations.size();
  const size_t columns = std::min(count, kColumns), rows = (count + columns - 1) / columns;
  const double width = kLeft + plot::kPanel + kLabels, height = kPanelHeight + kBelow;
  Svg svg(double(columns) * width, kTop + double(rows) * height,
          "Cycles for each element against the number of elements");
  svg.text({kLeft, 26}, fmt::format("{}: cycles for each element, one thread", report.cpu));
  svg.text({kLeft, 46}, "our ports", Anchor::start, Ink::series);
  svg.text({kLeft + 80, 46}, "libraries", Anchor::start, Ink::note);
  svg.text({kLeft + 160, 46}, "baseline: plain C");
  svg.text({kLeft + 290, 46}, "memory limit: a triad's bandwidth", Anchor::start, Ink::bound);
  for (size_t i = 0; i < count; ++i) {
    const Operation& op = *report.operations[i];
    draw(svg, op, curves_of(report, op),
         {kLeft + double(i % columns) * width, kTop + double(i / columns) * height});
  }
  return svg.finish();
}

} // namespace ulna::bench
