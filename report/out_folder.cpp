#include "report/out_folder.h"

#include "base/error.h"
#include "base/files.h"
#include "cases/verdict.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>

namespace ulna {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kDigits = "0123456789";

constexpr std::string_view kEnd = ".case";

/// Removes what follows the last `mark` if that is a number: "hung-before-2", "-before-".
std::string_view without_number(std::string_view text, std::string_view mark) {
  const size_t at = text.rfind(mark);
  if (at == text.npos) return text;
  const std::string_view number = text.substr(at + mark.size());
  const bool digits = !number.empty() && number.find_first_not_of(kDigits) == number.npos;
  return digits ? text.substr(0, at) : text;
}

bool is_finding(std::string_view word) {
  for (int i = 0; i < kNumFindingKinds; ++i)
    if (word == name(static_cast<FindingKind>(i))) return true;
  return false;
}

bool is_certificate(const fs::path& path) {
  try {
    const auto json = nlohmann::json::parse(read_file(path), nullptr, false);
    const auto schema = json.is_object() ? json.find("schema") : json.end();
    return schema != json.end() && schema->is_string() &&
           schema->get<std::string>().starts_with("urn:ulna:certificate:");
  } catch (const BadInput&) {
    return false;
  }
}

} // namespace

OutFolder::OutFolder(const std::string& path) {
  check_writable(path);
  remove_left_temporaries(path);
  remove_left_temporaries(path + "/witnesses");
  folder_ = Descriptor(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  // Where the file system has no locks, or the system no descriptor, a run goes on without.
  if (folder_.get() >= 0 && flock(folder_.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    throw BadInput(fmt::format("--out {}: another run of ulna writes there; wait for its end, or "
                               "name another folder",
                               path));
}

void remove_earlier_run(const std::string& path) {
  std::error_code ignored;
  const fs::path certificate = fs::path(path) / "certificate.json";
  if (fs::is_regular_file(certificate, ignored) && is_certificate(certificate))
    fs::remove(certificate, ignored);
  std::vector<fs::path> witnesses;
  const fs::path folder = fs::path(path) / "witnesses";
  for (fs::directory_iterator at(folder, ignored), end; !ignored && at != end;
       at.increment(ignored))
    if (at->is_regular_file(ignored) && is_witness_name(at->path().filename().string()))
      witnesses.push_back(at->path());
  for (const fs::path& witness : witnesses) fs::remove(witness, ignored);
}

std::string path_before(std::string_view witness, size_t number) {
  if (witness.ends_with(kEnd)) witness.remove_suffix(kEnd.size());
  return fmt::format("{}-before-{}{}", witness, number, kEnd);
}

bool is_witness_name(std::string_view name) {
  if (!name.ends_with(kEnd)) return false;
  name.remove_suffix(kEnd.size());
  const size_t number = std::min(name.find_first_not_of(kDigits), name.size());
  if (number == 0 || !name.substr(number).starts_with('-')) return false;
  name = without_number(name, "-before-");
  for (const Operation* op : operations()) {
    const std::string middle = fmt::format("-{}-", op->name);
    const size_t at = name.find(middle, number + 1); // behind the port's name
    if (at == name.npos) continue;
    const std::string_view what = name.substr(at + middle.size());
    if (is_finding(what) || what.starts_with("largest-")) return true;
  }
  return false;
}

} // namespace ulna
