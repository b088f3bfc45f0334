// The picture of a BlendingMap.
#pragma once

#include "plot/blending_map.h"

#include <array>
#include <span>
#include <string>
#include <string_view>

namespace ulna::plot {

/// The colours of cells, from small errors to large: the darker, the smaller. Blue within the
/// bound, orange beyond it, which nobody's eyes confuse.
inline constexpr std::array<std::string_view, 21> kColours{
    "#171545", "#161d51", "#14265d", "#0f2e69", "#093775", "#004081", "#00488d",
    "#005198", "#005ba3", "#0064ad", "#006db6", "#1176bf", "#2080c7", "#2e89ce",
    "#3b93d5", "#479cdb", "#ff8d27", "#ffa74e", "#ffc170", "#ffda93", "#fff4b5"};

/// The index of the colour for an error in units of the bound.
uint8_t colour_of(double fraction);

/// SVG: the map of each port, on one scale, and below it the error over the drift of norms.
std::string blending_picture(const Operation& op, std::span<const BlendingMap> maps);

/// "4.2 degrees, t = 0.25".
std::string place_of(const Peak& peak);

} // namespace ulna::plot
