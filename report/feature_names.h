// How /proc/cpuinfo spells the features of processors.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ulna {

/// Those of all processors of the judge's kind. Newer ones than this table are known where the
/// processor at hand has them.
std::span<const std::string_view> feature_names();

/// Of the known names the one that was probably meant, for one that is none.
std::optional<std::string> likely_feature_name(std::string_view name,
                                               std::span<const std::string_view> known);

} // namespace ulna
