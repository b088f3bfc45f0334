// A picture as SVG text, readable on light and on dark pages. Debian has plotting libraries
// (PLplot, GNU plotutils), but none that writes text which stays text and follows the page's colour
// scheme; what is needed of one is below.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace ulna::plot {

struct Point {
  double x, y;
};

/// What a mark stands for; the style sheet gives it a colour for each scheme.
enum class Ink { axis, grid, series, bound, note };

enum class Anchor { start, middle, end };

/// Units are pixels, y goes down. Text may hold any bytes; what XML minds is written so that it
/// does not.
class Svg {
public:
  /// `title` is what a reader without eyes, and a browser's tooltip, gets.
  Svg(double width, double height, std::string_view title);

  void line(Point from, Point to, Ink ink);
  void polyline(std::span<const Point> points, Ink ink);
  /// The area between the points and the horizontal line at `base`, filled faintly.
  void area(std::span<const Point> points, double base, Ink ink);
  /// A filled rectangle of a colour of its own, such as a cell of a heat map: "#rrggbb".
  void cell(Point corner, double width, double height, std::string_view colour);
  /// Square cells of `size` pixels in rows of `columns`, downwards from `corner`; each class is an
  /// index into the colours. Cells beside each other that have the same are one mark: a file may
  /// have many.
  void cells(Point corner, double size, size_t columns, std::span<const uint8_t> classes,
             std::span<const std::string_view> colours);
  void circle(Point centre, double radius, Ink ink);
  /// A ring that is seen on any colour.
  void ring(Point centre);
  void text(Point at, std::string_view text, Anchor anchor = Anchor::start, Ink ink = Ink::axis);
  /// Text that reads upwards, around its middle.
  void text_upwards(Point middle, std::string_view text);

  /// The whole document.
  std::string finish() const;

private:
  std::string body_;
};

/// A step of 1, 2 or 5 times a power of ten that divides 0 .. max, max > 0, into at most `parts`.
double tick_step(double max, int parts);

} // namespace ulna::plot
