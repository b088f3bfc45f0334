#include "plot/svg.h"

#include <fmt/format.h>

#include <cmath>
#include <vector>

namespace ulna::plot {
namespace {

constexpr std::string_view kStyle = R"(<style>
svg { background: #ffffff; font: 13px sans-serif; }
.axis { stroke: #444444; } .grid { stroke: #dddddd; } .series { stroke: #1b6fc2; }
.bound { stroke: #c23b1b; stroke-dasharray: 6 4; } .note { stroke: #777777; }
text { stroke: none !important; } text.axis { fill: #222222; } text.note { fill: #666666; }
text.bound { fill: #c23b1b; } text.series { fill: #1b6fc2; }
polyline, line { fill: none; } circle { fill: none; stroke-width: 2; }
polygon { stroke: none !important; fill: #1b6fc2; fill-opacity: 0.15; }
.cells { fill: none; stroke-width: 1; shape-rendering: crispEdges; }
.halo { stroke: #ffffff; stroke-width: 5; } .ring { stroke: #000000; }
@media (prefers-color-scheme: dark) {
svg { background: #16181d; }
.axis { stroke: #aaaaaa; } .grid { stroke: #33363d; } .series { stroke: #6cb2f7; }
.bound { stroke: #ff8a66; } .note { stroke: #888888; }
text.axis { fill: #dddddd; } text.note { fill: #999999; } text.bound { fill: #ff8a66; }
text.series { fill: #6cb2f7; } polygon { fill: #6cb2f7; }
}
</style>
)";

const char* class_of(Ink ink) {
  switch (ink) {
  case Ink::axis:
    return "axis";
  case Ink::grid:
    return "grid";
  case Ink::series:
    return "series";
  case Ink::bound:
    return "bound";
  case Ink::note:
    break;
  }
  return "note";
}

const char* name(Anchor anchor) {
  return anchor == Anchor::start ? "start" : anchor == Anchor::middle ? "middle" : "end";
}

/// Names come from strangers' ports: printable ASCII only, and nothing that XML takes for its own.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
    case '<':
      out += "&lt;";
      break;
    case '>':
      out += "&gt;";
      break;
    case '&':
      out += "&amp;";
      break;
    case '"':
      out += "&quot;";
      break;
    default:
      out += c >= 0x20 && c < 0x7f ? c : '?';
    }
  }
  return out;
}

std::string points_of(std::span<const Point> points) {
  std::string out;
  for (const Point& p : points) out += fmt::format("{:.1f},{:.1f} ", p.x, p.y);
  return out;
}

} // namespace

Svg::Svg(double width, double height, std::string_view title)
    : body_(fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:g} {:g}\" "
                        "width=\"{:g}\" height=\"{:g}\" role=\"img\">\n<title>{}</title>\n",
                        width, height, width, height, escaped(title))) {
  body_ += kStyle;
}

void Svg::line(Point from, Point to, Ink ink) {
  body_ +=
      fmt::format("<line class=\"{}\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"/>\n",
                  class_of(ink), from.x, from.y, to.x, to.y);
}

void Svg::polyline(std::span<const Point> points, Ink ink) {
  body_ +=
      fmt::format("<polyline class=\"{}\" points=\"{}\"/>\n", class_of(ink), points_of(points));
}

void Svg::area(std::span<const Point> points, double base, Ink ink) {
  if (points.empty()) return;
  const Point ends[] = {{points.back().x, base}, {points.front().x, base}};
  body_ += fmt::format("<polygon class=\"{}\" points=\"{}{}\"/>\n", class_of(ink),
                       points_of(points), points_of(ends));
}

void Svg::cell(Point corner, double width, double height, std::string_view colour) {
  body_ += fmt::format(
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>\n",
      corner.x, corner.y, width, height, escaped(colour));
}

void Svg::circle(Point centre, double radius, Ink ink) {
  body_ += fmt::format("<circle class=\"{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:g}\"/>\n",
                       class_of(ink), centre.x, centre.y, radius);
}

void Svg::cells(Point corner, double size, size_t columns, std::span<const uint8_t> classes,
                std::span<const std::string_view> colours) {
  // A mark is a stroke as wide as a cell, along the middle of its row: half the text of a
  // rectangle.
  std::vector<std::string> strokes(colours.size());
  for (size_t begin = 0, end = 0; begin < classes.size(); begin = end) {
    const size_t row = begin / columns;
    for (end = begin + 1; end < classes.size() && end / columns == row;) {
      if (classes[end] != classes[begin]) break;
      ++end;
    }
    strokes.at(classes[begin]) += fmt::format("M{} {}h{}", begin % columns, row, end - begin);
  }
  body_ += fmt::format("<g class=\"cells\" transform=\"translate({:g} {:g}) scale({:g})\">\n",
                       corner.x, corner.y + size / 2, size);
  for (size_t i = 0; i < colours.size(); ++i)
    if (!strokes[i].empty())
      body_ += fmt::format("<path stroke=\"{}\" d=\"{}\"/>\n", escaped(colours[i]), strokes[i]);
  body_ += "</g>\n";
}

void Svg::ring(Point centre) {
  for (const char* ring : {"halo", "ring"})
    body_ += fmt::format("<circle class=\"{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"7\"/>\n", ring,
                         centre.x, centre.y);
}

void Svg::text(Point at, std::string_view text, Anchor anchor, Ink ink) {
  body_ +=
      fmt::format("<text class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n",
                  class_of(ink), at.x, at.y, name(anchor), escaped(text));
}

void Svg::text_upwards(Point middle, std::string_view text) {
  body_ += fmt::format("<text class=\"axis\" text-anchor=\"middle\" "
                       "transform=\"translate({:.1f} {:.1f}) rotate(-90)\">{}</text>\n",
                       middle.x, middle.y, escaped(text));
}

std::string Svg::finish() const {
  return body_ + "</svg>\n";
}

double tick_step(double max, int parts) {
  const double least = max / parts;
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double step : {1.0, 2.0, 5.0})
    if (step * power >= least * (1 - 1e-9)) return step * power;
  return 10 * power;
}

} // namespace ulna::plot
