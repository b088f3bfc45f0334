#include "fuzz/night/sealed.h"

#include "certify/error.h"
#include "certify/files.h"

#include <fmt/format.h>

namespace ulna::night {
namespace {

/// Strings may hold what strangers wrote: bytes that are no UTF-8 are replaced, not thrown at us.
std::string text_of(const nlohmann::json& json) {
  return json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace);
}

} // namespace

void write_sealed(const std::filesystem::path& file, const nlohmann::json& content) {
  // What is hashed is what a reader will see, so read it once before.
  const nlohmann::json seen = nlohmann::json::parse(text_of(content));
  const nlohmann::json sealed{{"content", seen}, {"sha256", sha256_hex(text_of(seen))}};
  write_file_whole(file.string(), text_of(sealed) + "\n");
}

nlohmann::json read_sealed(const std::filesystem::path& file) {
  constexpr size_t kLargest = size_t{64} << 20;
  const auto sealed = nlohmann::json::parse(read_file(file.string(), kLargest), nullptr, false);
  if (!sealed.is_object() || !sealed.contains("content") || !sealed.contains("sha256") ||
      sealed["sha256"] != sha256_hex(text_of(sealed["content"])))
    throw BadInput(fmt::format("{} is cut or altered; it is set aside", file.string()));
  return sealed["content"];
}

} // namespace ulna::night
