// "Did you mean": which of the names there are was probably meant by one that is none.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ulna {

/// The nearest of the known names, by the characters that have to be inserted, removed, replaced or
/// exchanged with their neighbours, without a look at case and punctuation; nothing where that is
/// more than a third of the name.
std::optional<std::string> likely_name(std::string_view name,
                                       std::span<const std::string_view> known);

/// The name in lower case, without what is no letter or digit: "AVX-2" and "avx_2" are alike.
std::string bare_name(std::string_view name);

/// " did you mean X?" behind a message, or `otherwise`.
inline std::string did_you_mean(std::string_view name, std::span<const std::string_view> known,
                                const std::string& otherwise) {
  const auto likely = likely_name(name, known);
  return likely ? fmt::format("did you mean {}?", *likely) : otherwise;
}

} // namespace ulna
