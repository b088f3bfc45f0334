#include "fuzz/night/corpus.h"

#include "base/error.h"
#include "base/files.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>

namespace ulna::night {
namespace {

constexpr uint64_t kMergeFrom = 256;

bool is_hash(const std::string& name) {
  return name.size() == 40 && name.find_first_not_of("0123456789abcdef") == name.npos;
}

bool is_input(const fs::path& file) {
  std::error_code error;
  if (!fs::is_regular_file(fs::symlink_status(file, error))) return false;
  try {
    const std::string bytes = read_file(file.string(), kLargestInput);
    const std::string name = file.filename();
    return !is_hash(name) || name == input_name(bytes);
  } catch (const BadInput&) {
    return false;
  }
}

} // namespace

std::string input_name(std::string_view bytes) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned size = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), digest, &size, EVP_sha1(), nullptr) != 1)
    throw InternalError("libcrypto does not offer SHA-1");
  std::string text;
  for (unsigned i = 0; i < size; ++i) text += fmt::format("{:02x}", digest[i]);
  return text;
}

void drop_deadly(const Folder& folder, const std::string& target, const fs::path& artifacts) {
  for (const fs::path& artifact : files_in(artifacts)) {
    const std::string name = artifact.filename();
    const std::string hash = name.substr(name.rfind('-') + 1);
    std::error_code error;
    // slow-unit-…: it took long, and ended nothing
    if (!name.starts_with("slow-") && is_hash(hash))
      fs::remove(folder.corpus(target) / hash, error);
  }
}

uint64_t corpus_size(const Folder& folder, const std::string& target) {
  std::error_code error;
  uint64_t count = 0;
  for (fs::directory_iterator at(folder.corpus(target), error), end; !error && at != end;
       at.increment(error))
    ++count;
  return count;
}

fs::path merge_folder(const Folder& folder, const std::string& target) {
  return folder.work() / (target + ".merge");
}

void mend_corpus(const Folder& folder, const std::string& target, Log& log) {
  std::error_code error;
  // Swapped or not, a merge that was cut short is the smaller or the older one of the two.
  fs::remove_all(merge_folder(folder, target), error);
  const fs::path corpus = folder.corpus(target);
  make_folder(corpus);
  uint64_t bad = 0;
  std::vector<fs::path> all;
  for (fs::directory_iterator at(corpus, error), end; !error && at != end; at.increment(error))
    all.push_back(at->path());
  for (const fs::path& file : all) {
    if (is_input(file)) continue;
    set_aside(file, folder.corrupt() / file_name(target));
    ++bad;
  }
  if (bad > 0)
    log.line(fmt::format("{}: {} corrupt inputs set aside in {}", target, bad,
                         (folder.corrupt() / file_name(target)).string()));
}

bool worth_merging(uint64_t inputs, uint64_t inputs_merged) {
  return inputs >= kMergeFrom && inputs / 2 >= inputs_merged;
}

bool take_merge(const Folder& folder, const std::string& target) {
  const fs::path merged = merge_folder(folder, target);
  const fs::path corpus = folder.corpus(target);
  std::error_code error;
  const bool something = !files_in(merged).empty();
  // One step, so that there is a whole corpus at every moment; the old one is then in `merged`.
  if (something &&
      ::renameat2(AT_FDCWD, merged.c_str(), AT_FDCWD, corpus.c_str(), RENAME_EXCHANGE) != 0)
    throw BadInput(fmt::format("cannot swap {} for {}: {}; keep --dir on a disk that can (ext4, "
                               "xfs, btrfs, tmpfs)",
                               corpus.string(), merged.string(), std::strerror(errno)));
  fs::remove_all(merged, error);
  return something;
}

} // namespace ulna::night
