// Clauses 3 to 7: the bones of the subsets and the weights of the vertices.

#include "reference/conversion/checks.h"
#include "reference/conversion/slots.h"

#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>

namespace ulna::reference {
namespace {

constexpr double kClose = 0x1p-23;     // of a weight to the one that is owed
constexpr double kSumsToOne = 0x1p-20; // weights that add up to one but for this do

/// An influence that a vertex may have kept, and what it is drawn with.
struct Candidate {
  Influence had;
  float weight = 0;
  bool implicit = false;
  bool drawn = false; ///< with a weight above zero
};

struct Candidates {
  std::array<Candidate, 4> candidate;
  uint32_t count = 0;

  std::span<Candidate> all() { return std::span(candidate).first(count); }
  std::span<const Candidate> all() const { return std::span(candidate).first(count); }
};

struct Interval {
  double low, high;
  bool holds(double x) const { return x >= low && x <= high; } // no NaN
};

/// Clause 4 for an influence of a vertex whose kept influences add up to `sum`. Everything in it is
/// exact but for some 2^-53: far below any weight that a float can tell apart near the limits.
Interval owed(const Influence& influence, bool implicit, double sum) {
  const double target = influence.weight / sum;
  double other = target;
  if (std::fabs(sum - 1) <= kSumsToOne) {
    // The stored weights may be what they were; then the implicit one takes up the difference.
    other = implicit ? influence.weight + (1 - sum) : influence.weight;
  }
  return {std::min(target, other) - kClose, std::max(target, other) + kClose};
}

/// Some of the candidates, as bits.
using Subset = uint32_t;

double sum_of(const Candidates& c, Subset kept) {
  double sum = 0;
  for (uint32_t i = 0; i < c.count; ++i)
    if (kept >> i & 1) sum += c.candidate[i].had.weight;
  return sum;
}

/// Whether the weights are right if these were kept: the clause that says no, and which candidate.
struct Misfit {
  Clause clause = Clause::none;
  uint32_t candidate = 0;
  Interval owed{};
};

/// Clause 7, the implicit weight, is named only if the stored ones are right.
Misfit misfit(const Candidates& c, Subset kept) {
  const double sum = sum_of(c, kept);
  Misfit worst;
  for (uint32_t i = 0; i < c.count; ++i) {
    if (!(kept >> i & 1)) continue;
    const Candidate& candidate = c.candidate[i];
    const Interval interval = owed(candidate.had, candidate.implicit, sum);
    if (interval.holds(candidate.weight)) continue;
    if (!candidate.implicit) return {Clause::kept_weights, i, interval};
    worst = {Clause::implicit_weight, i, interval};
  }
  return worst;
}

/// The bones of a subset, and what is known of it.
struct Row {
  size_t subset;
  std::span<const uint32_t> bones;
  uint32_t own_slots; ///< with how many it can be drawn
};

class Weights {
public:
  Weights(const Question& q, const Influences& influences, Findings& findings)
      : q_(q), influences_(influences), findings_(findings),
        may_shrink_(may_shrink(q.mesh, influences, q.limits.max_bones)),
        last_(q.mesh.num_vertices(), kNone), lost_(q.mesh.num_vertices(), -1) {
    if (reduction_is_global())
      seen_.resize(influences.size());
    else
      before_.resize(q.out.counts.num_vertices, kNone);
  }

  void check() {
    if (!slots_are_right()) return;
    uint32_t widest = 0;
    uint32_t most_influences = 0;
    for (size_t s = 0; s < q_.subsets().size(); ++s) {
      Row row{s, q_.row(s), 0};
      if (!row_is_right(row)) return;
      if (!read_vertices(row)) return;
      widest = std::max(widest, static_cast<uint32_t>(row.bones.size()));
      uint32_t most = 0;
      for (const Slots& slots : slots_) most = std::max(most, slots.num_influences());
      most_influences = std::max(most_influences, most);
      row.own_slots = q_.indexed ? most : static_cast<uint32_t>(row.bones.size());
      check_bones_are_used(row);
      for (uint32_t i = 0; i < slots_.size(); ++i) check_vertex(row, i);
    }
    const ulna_conversion_counts& counts = q_.out.counts;
    if (!q_.indexed && counts.table_width != widest)
      findings_.add(Clause::bones, "table_width is {}, but no subset has more than {} bones",
                    counts.table_width, widest);
    if (q_.indexed && counts.max_influences != most_influences)
      findings_.add(Clause::bones, "max_influences is {}, but no vertex has more than {}",
                    counts.max_influences, most_influences);
  }

  void measure(Quality& quality) const {
    for (uint32_t v = 0; v < lost_.size(); ++v) {
      if (lost_[v] < 0) continue;
      ++quality.vertices_in;
      quality.weight_lost_sum += lost_[v];
      if (lost_[v] <= quality.weight_lost_worst) continue;
      quality.weight_lost_worst = lost_[v];
      quality.worst_vertex = v;
    }
  }

private:
  /// Whether a vertex is the same everywhere.
  bool reduction_is_global() const { return q_.limits.max_bones >= 3; }
  uint32_t num_slots() const { return q_.out.counts.max_influences; }

  // --- Clause 3 ---

  bool slots_are_right() {
    const ulna_conversion_counts& counts = q_.out.counts;
    const bool empty = q_.mesh.num_faces() == 0;
    if (q_.indexed && counts.table_width != q_.limits.max_bones)
      findings_.add(Clause::bones, "table_width is {}, owed max_bones, which is {}",
                    counts.table_width, q_.limits.max_bones);
    else if (!q_.indexed && counts.max_influences != counts.table_width)
      findings_.add(Clause::bones, "max_influences is {}, owed table_width, which is {}",
                    counts.max_influences, counts.table_width);
    else if (!empty && (counts.max_influences == 0 || counts.table_width == 0))
      findings_.add(Clause::bones, "max_influences is {} and table_width {}, but there are faces",
                    counts.max_influences, counts.table_width);
    else
      return true;
    return false;
  }

  bool row_is_right(const Row& row) {
    const size_t width = q_.out.counts.table_width;
    for (size_t i = row.bones.size(); i < width; ++i) {
      const uint32_t padding = q_.out.bones[row.subset * width + i];
      if (padding == kNone) continue;
      findings_.add(Clause::bones, "subset {} has {} in entry {}, behind its {} bones", row.subset,
                    padding, i, row.bones.size());
      return false;
    }
    sorted_.assign(row.bones.begin(), row.bones.end());
    std::sort(sorted_.begin(), sorted_.end());
    if (!sorted_.empty() && sorted_.back() >= q_.mesh.num_bones) {
      findings_.add(Clause::bones, "subset {} has bone {} of {}", row.subset, sorted_.back(),
                    q_.mesh.num_bones);
      return false;
    }
    const auto twice = std::adjacent_find(sorted_.begin(), sorted_.end());
    if (twice == sorted_.end()) return true;
    findings_.add(Clause::bones, "subset {} has bone {} twice", row.subset, *twice);
    return false;
  }

  void check_bones_are_used(const Row& row) {
    used_.clear();
    for (const Slots& slots : slots_)
      for (const Slot& slot : slots.all())
        if (slot.weight > 0) used_.push_back(slot.bone);
    std::sort(used_.begin(), used_.end());
    for (const uint32_t bone : row.bones)
      if (!std::binary_search(used_.begin(), used_.end(), bone))
        findings_.add(Clause::bones, "subset {} has bone {}, which no vertex of it uses",
                      row.subset, bone);
  }

  // --- Reading, with what of clause 7 has to hold for that, and the rest of clause 2 ---

  /// Fills in slots_; false if some vertex cannot be read.
  bool read_vertices(const Row& row) {
    const ulna_subset& subset = q_.subsets()[row.subset];
    slots_.clear();
    for (uint32_t i = 0; i < subset.vertex_count; ++i) {
      const uint32_t vertex = subset.vertex_start + i;
      slots_.emplace_back();
      if (!numbers_are_right(row, vertex) || !read_slots(row, vertex, slots_.back())) return false;
      check_is_new(subset, vertex);
    }
    return true;
  }

  bool numbers_are_right(const Row& row, uint32_t vertex) {
    const ulna_blended_vertex& v = q_.out.vertices[vertex];
    for (uint32_t k = 0; k < 3; ++k) {
      const bool stored = k + 1 < num_slots();
      if (stored ? std::isfinite(v.weights[k]) && v.weights[k] >= 0 : v.weights[k] == 0) continue;
      findings_.add(Clause::implicit_weight, "vertex {} has {} as {} weight {}", vertex,
                    v.weights[k], stored ? "stored" : "unused", k);
      return false;
    }
    for (uint32_t k = 0; k < 4; ++k) {
      if (q_.indexed ? v.indices[k] < row.bones.size() : v.indices[k] == 0) continue;
      findings_.add(Clause::implicit_weight,
                    "vertex {} has {} as index {}, in a subset of {} bones", vertex, v.indices[k],
                    k, row.bones.size());
      return false;
    }
    return true;
  }

  bool read_slots(const Row& row, uint32_t vertex, Slots& slots) {
    slots = slots_of(q_.out.vertices[vertex], row.bones, q_.indexed, num_slots());
    for (uint32_t k = 0; q_.indexed && k < slots.count; ++k) {
      for (uint32_t l = 0; l < k; ++l) {
        if (!(slots.slot[k].weight > 0 && slots.slot[l].weight > 0)) continue;
        if (slots.slot[k].bone != slots.slot[l].bone) continue;
        findings_.add(Clause::implicit_weight, "vertex {} names bone {} in its slots {} and {}",
                      vertex, slots.slot[k].bone, l, k);
        return false;
      }
    }
    return true;
  }

  static bool same_bones(const Slots& a, const Slots& b) {
    const auto within = [](const Slots& some, const Slots& all) {
      const auto slots = some.all();
      return std::all_of(slots.begin(), slots.end(),
                         [&](const Slot& s) { return !(s.weight > 0) || all.draws(s.bone); });
    };
    return within(a, b) && within(b, a);
  }

  /// Clause 2: no vertex before it in the subset is the same.
  void check_is_new(const ulna_subset& subset, uint32_t vertex) {
    uint32_t& last = last_[q_.out.vertices[vertex].source];
    const uint32_t before = last;
    last = vertex;
    const auto read = [&](uint32_t v) -> const Slots& { return slots_[v - subset.vertex_start]; };
    // Where the reduction is global a second one is wrong in any case. Elsewhere a subset has two
    // bones at most, so that a chain of different ones has three links.
    for (uint32_t v = before; v != kNone && v >= subset.vertex_start;
         v = reduction_is_global() ? kNone : before_[v]) {
      if (same_bones(read(v), read(vertex))) {
        findings_.add(Clause::ranges, "vertices {} and {} are both source vertex {}", v, vertex,
                      q_.out.vertices[vertex].source);
        return;
      }
      if (reduction_is_global())
        findings_.add(Clause::cracks, "vertices {} and {} are both source vertex {}", v, vertex,
                      q_.out.vertices[vertex].source);
    }
    if (!reduction_is_global()) before_[vertex] = before;
  }

  // --- Clauses 4 to 7 and 9 for one vertex ---

  void check_vertex(const Row& row, uint32_t index) {
    const uint32_t vertex = q_.subsets()[row.subset].vertex_start + index;
    const uint32_t source = q_.out.vertices[vertex].source;
    const Slots& slots = slots_[index];
    Candidates candidates;
    check_owners(vertex, source, slots);
    if (!choose(vertex, source, slots, candidates)) return;
    const Subset kept = check_kept(vertex, source, candidates);
    if (kept == 0) return;
    check_own_slots(row, vertex, slots, candidates, kept);
    if (reduction_is_global()) check_sameness(vertex, source, slots);
    check_drawing(row, vertex, candidates, kept);
    note_loss(source, candidates);
  }

  /// Of clauses 4 and 7: every slot with a weight belongs to an influence of the vertex.
  void check_owners(uint32_t vertex, uint32_t source, const Slots& slots) {
    for (uint32_t k = 0; k < slots.count; ++k) {
      const Slot& slot = slots.slot[k];
      const bool last = k + 1 == slots.count;
      if (last && !(slot.weight >= 0))
        findings_.add(Clause::implicit_weight, "vertex {} has the implicit weight {:.9g}", vertex,
                      slot.weight);
      if (!(slot.weight > 0) || had_once(source, slot.bone)) continue;
      const bool unowned = last || slot.bone == kNone;
      findings_.add(unowned ? Clause::implicit_weight : Clause::kept_weights,
                    "vertex {} has the weight {:.9g} in slot {}, of {}, no influence of source {}",
                    vertex, slot.weight, k,
                    slot.bone == kNone ? "no bone" : fmt::format("bone {}", slot.bone), source);
    }
  }

  /// Whether the vertex had that influence before rule 3.
  bool had_once(uint32_t source, uint32_t bone) const {
    const auto left = influences_.of(source);
    const auto is_bone = [=](const auto& i) { return i.bone == bone; };
    if (std::any_of(left.begin(), left.end(), is_bone)) return true;
    const auto entries = q_.mesh.entries(source);
    return std::any_of(entries.begin(), entries.end(),
                       [=](const auto& i) { return is_bone(i) && i.weight > 0; });
  }

  /// Clause 5: fills in the influences that rule 3 left, by the port's choice where it has one.
  /// False if it left others; then there is no target for clause 4.
  bool choose(uint32_t vertex, uint32_t source, const Slots& slots, Candidates& c) {
    const auto all = influences_.of(source);
    for (const Slot& slot : slots.all()) {
      const bool left = std::any_of(all.begin(), all.end(),
                                    [&](const Influence& i) { return i.bone == slot.bone; });
      if (!(slot.weight > 0) || left || !had_once(source, slot.bone)) continue;
      findings_.add(Clause::largest,
                    "vertex {} has bone {}, which is not among the {} largest of source {}", vertex,
                    slot.bone, q_.limits.max_influences, source);
      return false;
    }
    const size_t most = q_.limits.max_influences;
    if (all.size() <= most) {
      for (const Influence& i : all) c.candidate[c.count++] = candidate_of(i, slots);
      return true;
    }
    std::vector<Influence> order(all.begin(), all.end());
    std::sort(order.begin(), order.end(), [](const Influence& a, const Influence& b) {
      return a.weight != b.weight ? a.weight > b.weight : a.bone < b.bone;
    });
    // What is drawn was chosen, and so was whatever goes before it, which stands before it here.
    std::vector<bool> chosen(order.size());
    for (size_t i = 0; i < order.size(); ++i) chosen[i] = slots.draws(order[i].bone);
    for (size_t k = order.size(); k-- > 0;)
      for (size_t d = 0; chosen[k] && d < k; ++d)
        if (goes_before(order[d], order[k])) chosen[d] = true;
    auto count = size_t(std::count(chosen.begin(), chosen.end(), true));
    if (count > most) {
      report_not_largest(vertex, source, order, slots);
      return false;
    }
    // Of the others the largest.
    for (size_t i = 0; i < order.size(); ++i) {
      if (!chosen[i] && count++ >= most) continue;
      c.candidate[c.count++] = candidate_of(order[i], slots);
    }
    return true;
  }

  /// Names a drawn influence, and one that goes before it and is not drawn.
  void report_not_largest(uint32_t vertex, uint32_t source, std::span<const Influence> order,
                          const Slots& slots) {
    for (const Influence& drawn : order) {
      for (const Influence& other : order) {
        if (!slots.draws(drawn.bone) || slots.draws(other.bone) || !goes_before(other, drawn))
          continue;
        findings_.add(Clause::largest, "vertex {} has bone {}, but not bone {}, of source {}",
                      vertex, drawn.bone, other.bone, source);
        return;
      }
    }
    findings_.add(Clause::largest, "vertex {} has more than the {} largest of source {}", vertex,
                  q_.limits.max_influences, source);
  }

  static Candidate candidate_of(const Influence& influence, const Slots& slots) {
    Candidate candidate{influence};
    for (uint32_t k = 0; k < slots.count; ++k) {
      const Slot& slot = slots.slot[k];
      if (slot.bone != influence.bone || candidate.drawn) continue;
      candidate.weight = slot.weight;
      candidate.implicit = k + 1 == slots.count;
      candidate.drawn = slot.weight > 0;
    }
    return candidate;
  }

  /// Clause 4, and of clause 7 the implicit weight: which candidates were kept, 0 if none fit.
  ///
  /// An influence that came out as zero may have been kept all the same, if zero is close enough.
  Subset check_kept(uint32_t vertex, uint32_t source, const Candidates& c) {
    const Subset all = (1u << c.count) - 1;
    Subset drawn = 0;
    for (uint32_t i = 0; i < c.count; ++i) drawn |= uint32_t{c.candidate[i].drawn} << i;
    if (drawn == 0) {
      findings_.add(Clause::kept_weights, "vertex {} has no influence of its source {}", vertex,
                    source);
      return 0;
    }
    const Subset first = may_shrink_[source] ? drawn : all;
    Misfit best = misfit(c, first);
    if (best.clause == Clause::none) return first;
    for (Subset kept = first + 1; kept <= all; ++kept) {
      if ((kept & first) != first) continue;
      const Misfit other = misfit(c, kept);
      if (other.clause == Clause::none) return kept;
      if (other.clause > best.clause) best = other;
    }
    const Candidate& candidate = c.candidate[best.candidate];
    findings_.add(best.clause,
                  "vertex {} has the {} weight {:.9g} for bone {} of source {}, owed {:.12g} to "
                  "{:.12g}",
                  vertex, candidate.implicit ? "implicit" : "stored", candidate.weight,
                  candidate.had.bone, source, best.owed.low, best.owed.high);
    return 0;
  }

  /// Clause 7 for a draw call with the subset's own number of slots.
  void check_own_slots(const Row& row, uint32_t vertex, const Slots& slots, const Candidates& c,
                       Subset kept) {
    const uint32_t own = row.own_slots;
    if (own == slots.count) return;
    for (uint32_t k = own; k < slots.count; ++k) {
      if (slots.slot[k].weight == 0) continue;
      findings_.add(Clause::implicit_weight,
                    "vertex {} has the weight {} in slot {}, in a subset of {} slots", vertex,
                    slots.slot[k].weight, k, own);
      return;
    }
    const Slot& last = slots.slot[own - 1];
    const double weight = implicit_weight(slots, own);
    Interval interval{0, 0};
    for (uint32_t i = 0; i < c.count; ++i) {
      const Candidate& candidate = c.candidate[i];
      // A slot without weight can name a bone that another slot has.
      const bool its_slot =
          candidate.had.bone == last.bone && (last.weight > 0 || !candidate.drawn);
      if (!its_slot || !(kept >> i & 1)) continue;
      interval = owed(candidate.had, true, sum_of(c, kept));
      interval.low = std::max(interval.low, 0.0);
    }
    if (interval.holds(weight)) return;
    findings_.add(Clause::implicit_weight,
                  "vertex {} has the implicit weight {:.9g} when drawn with its subset's {} slots, "
                  "owed {:.12g} to {:.12g}",
                  vertex, weight, own, interval.low, interval.high);
  }

  /// Clause 6. Compares with all the vertices of the same source so far.
  void check_sameness(uint32_t vertex, uint32_t source, const Slots& slots) {
    const auto influences = influences_.of(source);
    for (size_t i = 0; i < influences.size(); ++i) {
      float weight = 0;
      bool stored = true;
      for (uint32_t k = 0; k < slots.count; ++k) {
        const Slot& slot = slots.slot[k];
        if (slot.bone != influences[i].bone || weight > 0) continue;
        weight = slot.weight;
        stored = q_.indexed || k + 1 < slots.count;
      }
      Seen& seen = seen_[influences_.first(source) + i];
      seen.low = std::min(seen.low, weight);
      seen.high = std::max(seen.high, weight);
      if (stored && seen.stored < 0) seen.stored = weight;
      // Floats above zero with the same value have the same bits.
      const bool same = (!stored || seen.stored == weight) &&
                        double(seen.high) - double(seen.low) <= (q_.indexed ? 0 : kClose);
      if (same) continue;
      findings_.add(Clause::cracks,
                    "vertex {} has the weight {:.9g} for bone {}, other vertices of source {} from "
                    "{:.9g} to {:.9g}",
                    vertex, weight, influences[i].bone, source, seen.low, seen.high);
      return;
    }
  }

  /// Clause 9.
  void check_drawing(const Row& row, uint32_t vertex, const Candidates& c, Subset kept) {
    std::array<uint32_t, 4> bones;
    uint32_t count = 0;
    for (uint32_t i = 0; i < c.count; ++i)
      if (kept >> i & 1) bones[count++] = c.candidate[i].had.bone;
    const DrawnVertex drawn{q_.mesh, q_.indexed, q_.out.vertices[vertex], row.bones,
                            std::span(bones).first(count)};
    for (const uint32_t slots : {num_slots(), row.own_slots}) {
      const std::string error = drawing_error(drawn, slots, pose_);
      if (!error.empty())
        findings_.add(Clause::drawing, "vertex {} drawn with {} slots {}", vertex, slots, error);
      if (row.own_slots == num_slots()) break;
    }
  }

  void note_loss(uint32_t source, const Candidates& c) {
    double left = 0;
    for (const Candidate& candidate : c.all())
      if (candidate.drawn) left += candidate.had.weight;
    const double lost = std::max(0.0, 1 - left / influences_.whole(source));
    lost_[source] = std::max(lost_[source], lost);
  }

  /// The weights that vertices of one source have for one bone.
  struct Seen {
    float stored = -1; ///< below zero: none yet
    float low = FLT_MAX;
    float high = 0;
  };

  const Question& q_;
  const Influences& influences_;
  Findings& findings_;
  std::vector<uint8_t> may_shrink_; // by source vertex
  std::vector<uint32_t> last_;      // by source vertex: the last vertex of it
  std::vector<uint32_t> before_;    // by vertex: the one before of the same source
  std::vector<double> lost_;        // by source vertex: the share of its weight; -1 if unused
  std::vector<Seen> seen_;          // by influence
  Pose pose_;
  // Of the subset at hand:
  std::vector<Slots> slots_;
  std::vector<uint32_t> sorted_;
  std::vector<uint32_t> used_;
};

} // namespace

void check_weights(const Question& q, const Influences& influences, Findings& findings,
                   Quality& quality) {
  Weights weights(q, influences, findings);
  weights.check();
  weights.measure(quality);
}

} // namespace ulna::reference
