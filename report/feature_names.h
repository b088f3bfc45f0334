// How /proc/cpuinfo spells the features of x86 processors.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ulna {

/// Whether some x86 processor has a feature that the kernel lists by that name. Newer ones than
/// this table are known where the processor at hand has them.
bool is_feature_name(std::string_view name);

/// The name that was probably meant, for one that is none.
std::optional<std::string> likely_feature_name(std::string_view name);

} // namespace ulna
