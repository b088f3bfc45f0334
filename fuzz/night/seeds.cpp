#include "fuzz/night/seeds.h"

#include "base/error.h"
#include "base/files.h"
#include "cases/case_file.h"
#include "cases/make_case.h"
#include "corpus/store.h"
#include "fuzz/bytes.h"
#include "fuzz/night/corpus.h"

#include <fmt/format.h>

namespace ulna::night {
namespace {

/// As libFuzzer has it where nobody says more. A single longer input would allow all others to
/// grow.
constexpr size_t kLongestInput = 4096;

std::vector<std::string> cases_in(const fs::path& folder, Log& log) {
  std::error_code error;
  if (!fs::is_directory(folder, error)) return {};
  try {
    return corpus::case_files(folder.string());
  } catch (const BadInput& e) {
    log.line(fmt::format("{}; goes on without", e.what()));
    return {};
  }
}

/// The bytes of the case in a file; none if they are too many.
std::string bytes_of(const std::string& file, const Operation& op) {
  const Case c = load_case(file);
  if (c.operation != &op)
    throw BadInput(fmt::format("{}: a case of {}, must be one of {}; move it there", file,
                               c.operation->name, op.name));
  std::vector<uint8_t> bytes(kLongestInput);
  const size_t size = bytes_from_case(c, bytes);
  return {bytes.begin(), bytes.begin() + static_cast<ptrdiff_t>(size)};
}

} // namespace

void add_seeds(const Folder& folder, const Operation& op, const fs::path& cases, Log& log) {
  const fs::path aside = folder.work() / (std::string(op.name) + ".seeds");
  uint64_t added = 0, too_large = 0;
  for (const std::string& file : cases_in(cases / op.name, log)) {
    std::string bytes;
    try {
      bytes = bytes_of(file, op);
    } catch (const BadInput& e) {
      log.line(fmt::format("no seed: {}", e.what()));
      continue;
    }
    if (bytes.empty()) {
      ++too_large;
      continue;
    }
    const std::string name = input_name(bytes);
    std::error_code error;
    if (fs::exists(folder.corpus(op.name) / name, error)) continue;
    // A target takes whatever lies in its corpus, so that nothing must ever be half there.
    write_file_whole((aside / name).string(), bytes);
    move_file(aside / name, folder.corpus(op.name) / name);
    ++added;
  }
  std::error_code error;
  fs::remove_all(aside, error);
  if (added + too_large > 0)
    log.line(fmt::format("{}: {} seeds from {}, {} too large", op.name, added,
                         (cases / op.name).string(), too_large));
}

} // namespace ulna::night
