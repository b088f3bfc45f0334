// What pictures of one port, or of two side by side, have in common.
#pragma once

#include "plot/svg.h"

#include <cstddef>
#include <string>

namespace ulna::plot {

inline constexpr double kPanel = 384;      ///< the width of one
inline constexpr double kPanelsLeft = 76;  ///< where the first begins: left of it is the axis
inline constexpr double kPanelsTop = 104;  ///< where all begin: above is what they show
inline constexpr double kRightMargin = 24; ///< between the last and what stands beside it

double panel_left(size_t panel);

/// Of a picture with so many panels.
double picture_width(size_t panels);

void frame(Svg& svg, Point corner, double width, double height);

/// The three lines above a panel: the port, its largest error, and where that is.
void caption(Svg& svg, size_t panel, const std::string& port, const std::string& largest,
             const std::string& where);

/// An error in units of the bound: "1.49 of the bound", or "infinite or NaN".
std::string in_bounds(double fraction);

/// The same with the error itself before it: "7.1e-07, 1.49 of the bound".
std::string error_text(double fraction, double bound);

} // namespace ulna::plot
