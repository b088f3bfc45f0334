// A target's corpus: a folder of inputs that libFuzzer reads, adds to, and merges.
#pragma once

#include "fuzz/night/folder.h"
#include "fuzz/night/log.h"

#include <string>
#include <string_view>

namespace ulna::night {

inline constexpr size_t kLargestInput = size_t{64} << 20; ///< bytes

/// How many inputs there are.
uint64_t corpus_size(const Folder& folder, const std::string& target);

/// What libFuzzer calls an input: the SHA-1 of its bytes.
std::string input_name(std::string_view bytes);

/// Takes the inputs that ended their target, which left them in `artifacts`, out of its corpus:
/// they would end it at the start of every slice.
void drop_deadly(const Folder& folder, const std::string& target, const fs::path& artifacts);

/// Makes a corpus ready for use after whatever happened: finishes or undoes a swap that was cut
/// short, and sets aside what is no input: what cannot be read, is no regular file, or is named by
/// a SHA-1 (as libFuzzer does) that is not its own, because it was being written when the power
/// went. Such inputs go to corrupt/; the log says how many. No target may be running on it.
void mend_corpus(const Folder& folder, const std::string& target, Log& log);

/// Whether there is enough that is new for a merge to be worth its time.
bool worth_merging(uint64_t inputs, uint64_t inputs_merged);

/// Where a merge writes.
fs::path merge_folder(const Folder& folder, const std::string& target);

/// Puts the merged corpus in the place of the old one, in one step. A merge that left nothing is
/// dropped. Returns whether it was taken. Throws BadInput if the disk refuses.
bool take_merge(const Folder& folder, const std::string& target);

} // namespace ulna::night
