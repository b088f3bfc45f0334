// Joints in groups, and the work on a group in stages.
//
// A CPU has room for a few dozen operations that wait for their operands. Worked off in one go, a
// group of joints is a long chain whose operations wait most of the time: the room is full of them,
// and no other group can begin. Here the next groups begin between the stages of a group, and what
// a stage needs is there when it comes.
#ifndef ULNA_OPTIMIZED_STAGES_H
#define ULNA_OPTIMIZED_STAGES_H

#include "ulna/port.h"
#include "unrolled.h"

// `Size` joints anywhere, by their indices. Only the first `lanes` are different joints: in the
// last group of a call the first joint takes the lanes that are left over, too. To write these as
// well is right where all is read before.
template <int Size>
struct Listed {
  const int32_t* index;
  int lanes;
  int32_t operator[](int lane) const { return index[lane]; }
};

// step(0), step(1) and so on for the joints of a group, without the lanes that are left over.
template <int Size, class Step>
[[gnu::always_inline]] inline void for_each_joint(const Listed<Size>& group, const Step& step) {
  if (group.lanes == Size) return unrolled<Size>(step);
  unrolled<Size>([&](auto lane) __attribute__((always_inline)) {
    if (lane < group.lanes) step(lane);
  });
}

template <int Size>
class ListedGroups {
public:
  ListedGroups(const int32_t* index, int32_t num_joints)
      : index_(index), whole_(num_joints / Size), left_(num_joints % Size) {
    if (left_ == 0) return;
    const int32_t* rest = index + ptrdiff_t(Size) * whole_;
    for (int i = 0; i < Size; i++) last_[i] = rest[i < left_ ? i : 0];
  }

  int32_t count() const { return whole_ + (left_ > 0 ? 1 : 0); }
  Listed<Size> at(int32_t g) const { return g < whole_ ? whole(g) : rest(); }
  // The last, where it is not whole.
  Listed<Size> rest() const { return {last_, left_}; }
  // Any but the last.
  Listed<Size> whole(int32_t g) const { return {index_ + ptrdiff_t(Size) * g, Size}; }

private:
  const int32_t* index_;
  int32_t whole_;
  int32_t left_;
  int32_t last_[Size];
};

// step(group) for the groups of a call, one after the other.
template <int Size, class Step>
[[gnu::always_inline]] inline void for_each_group(const int32_t* index, int32_t num_joints,
                                                  const Step& step) {
  const ListedGroups<Size> groups(index, num_joints);
  for (; num_joints >= Size; num_joints -= Size, index += Size) step(Listed<Size>{index, Size});
  if (num_joints > 0) step(groups.rest());
}

// last(group, first(group)) for every group, of which there is at least one.
template <class Groups, class First, class Last>
[[gnu::always_inline]] inline void in_stages(const Groups& groups, const First& first,
                                             const Last& last) {
  const int32_t count = groups.count();
  auto begun = first(groups.at(0));
  for (int32_t g = 1; g < count; g++) {
    const auto next = first(groups.at(g));
    last(groups.whole(g - 1), begun);
    begun = next;
  }
  last(groups.at(count - 1), begun);
}

// last(group, middle(first(group))) for every group, of which there is at least one.
template <class Groups, class First, class Middle, class Last>
[[gnu::always_inline]] inline void in_stages(const Groups& groups, const First& first,
                                             const Middle& middle, const Last& last) {
  const int32_t count = groups.count();
  auto begun = first(groups.at(0));
  auto half_done = middle(begun);
  if (count > 1) {
    begun = first(groups.at(1));
    for (int32_t g = 2; g < count; g++) {
      const auto next = first(groups.at(g));
      const auto next_half_done = middle(begun);
      last(groups.whole(g - 2), half_done);
      begun = next;
      half_done = next_half_done;
    }
    const auto next_half_done = middle(begun);
    last(groups.whole(count - 2), half_done);
    half_done = next_half_done;
  }
  last(groups.at(count - 1), half_done);
}

#endif
