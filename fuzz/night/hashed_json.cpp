#include "fuzz/night/hashed_json.h"

#include "base/error.h"
#include "base/files.h"

#include <fmt/format.h>

namespace ulna::night {
namespace {

/// Strings may hold what strangers wrote: bytes that are no UTF-8 are replaced, not thrown at us.
std::string text_of(const nlohmann::json& content) {
  return content.dump(1, ' ', false, nlohmann::json::error_handler_t::replace);
}

} // namespace

void write_hashed(const std::filesystem::path& file, const nlohmann::json& content) {
  // What is hashed is what a reader will see, so read it once before.
  const nlohmann::json seen = nlohmann::json::parse(text_of(content));
  const nlohmann::json stored{{"content", seen}, {"sha256", sha256_hex(text_of(seen))}};
  write_file_whole(file.string(), text_of(stored) + "\n");
}

nlohmann::json read_hashed(const std::filesystem::path& file) {
  constexpr size_t kLargest = size_t{64} << 20;
  const auto stored = nlohmann::json::parse(read_file(file.string(), kLargest), nullptr, false);
  if (!stored.is_object() || !stored.contains("content") || !stored.contains("sha256") ||
      stored["sha256"] != sha256_hex(text_of(stored["content"])))
    throw BadInput(fmt::format("{} is cut or altered; it is set aside", file.string()));
  return stored["content"];
}

} // namespace ulna::night
