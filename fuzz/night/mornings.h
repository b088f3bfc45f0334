// One report of the nights that are shards of one.
#pragma once

#include <string>
#include <vector>

namespace ulna::night {

/// Whether the folder is that of a night, or of nights that were merged.
bool has_morning(const std::string& folder);

/// Writes morning.md and morning.json into `out`, with the smallest witness of each finding, that
/// of each largest error, and the report of each shard, so that others can be added. What `out`
/// holds of the night already counts, too; in any order, and what is there twice counts once.
/// Prints a summary. Returns the exit code of `ulna fuzz`: 0 nothing new, 1 new findings, 2 a shard
/// is missing, or next to nothing was tried. Throws BadInput with one line for a folder without a
/// report, for nights that were no shards, and for those of another port, other targets, contracts
/// or number of shards.
int merge_mornings(const std::vector<std::string>& folders, const std::string& out,
                   const std::string& launcher);

} // namespace ulna::night
