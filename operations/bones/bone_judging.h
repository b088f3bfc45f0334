// bone_offset_matrices, bone by bone: whether it must be reported as bad, and how far its matrices
// may be off.
#pragma once

#include "cases/operation.h"
#include "operations/bones/bone_bounds.h"

namespace ulna::bones {

/// The order of Operation::arrays.
namespace layout {
enum : int { kCombined, kOffset, kParents, kLocals };
}

/// Whether a bone is reported as bad.
enum class Report : uint8_t { must, may, must_not };

struct Ruling {
  Report report;
  const char* why; ///< of a bone that must be reported
};

/// Whether the local matrix alone settles it.
Ruling rule_on_local(const ulna_mat44& local, bool flush);

/// A bound and the value in double that it belongs to.
struct Judged {
  bool judged = false;
  Matrix value{};
  Matrix bound{};
};

struct Bone {
  Chain chain;
  Judged combined;
  std::array<bool, 12> underflow{}; ///< see CombinedBound
  Judged offset;
  Report report = Report::may;
};

/// The bone below `parent`, or a root below null, whose local matrix alone need not be reported:
/// `ruling` is what rule_on_local says of it.
Bone judge_bone(const Bone* parent, const ulna_mat44& local, Report ruling, bool flush);

/// See cases/mend.h: bone_mend.cpp. The domain is where both matrices of every bone are judged.
void make_valid(Case& c);
void enter_domain(Case& c);

extern const Objective kObjective; ///< objective.cpp

} // namespace ulna::bones
