#include "plot/panels.h"

#include <fmt/format.h>

#include <cmath>

namespace ulna::plot {

double panel_left(size_t panel) {
  constexpr double kGap = 40;
  return kPanelsLeft + double(panel) * (kPanel + kGap);
}

double picture_width(size_t panels) {
  constexpr double kBeside = 120; // a scale and its labels
  return panel_left(panels - 1) + kPanel + kBeside;
}

void frame(Svg& svg, Point corner, double width, double height) {
  const Point corners[] = {corner,
                           {corner.x + width, corner.y},
                           {corner.x + width, corner.y + height},
                           {corner.x, corner.y + height},
                           corner};
  svg.polyline(corners, Ink::axis);
}

void caption(Svg& svg, size_t panel, const std::string& port, const std::string& largest,
             const std::string& where) {
  constexpr size_t kMost = 40; // more would run into the next panel
  const double left = panel_left(panel);
  const bool cut = port.size() > kMost;
  svg.text({left, 54}, cut ? fmt::format("{:.{}}...", port, kMost) : port);
  svg.text({left, 73}, largest, Anchor::start, Ink::series);
  svg.text({left, 92}, where, Anchor::start, Ink::note);
}

std::string in_bounds(double fraction) {
  return std::isinf(fraction) ? "infinite or NaN" : fmt::format("{:.4g} of the bound", fraction);
}

std::string error_text(double fraction, double bound) {
  const std::string text = in_bounds(fraction);
  return std::isinf(fraction) ? text : fmt::format("{:.4g}, {}", fraction * bound, text);
}

} // namespace ulna::plot
