// JSON files of the runner's own with a hash beside them: a file that was cut or altered is told
// from one that is right, and never half believed.
#pragma once

#include <nlohmann/json.hpp>

#include <filesystem>

namespace ulna::night {

/// Writes {"sha256": of "content", "content": content} so that the file is whole or as before.
/// Throws BadInput with one line.
void write_hashed(const std::filesystem::path& file, const nlohmann::json& content);

/// The content of such a file. Throws BadInput with one line if it cannot be read, is no JSON, or
/// does not have the hash that it says.
nlohmann::json read_hashed(const std::filesystem::path& file);

} // namespace ulna::night
