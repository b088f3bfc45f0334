#include "cases/profile.h"

#include "base/error.h"
#include "base/likely_name.h"
#include "base/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace ulna {
namespace {

constexpr std::array<ProfileContract, kNumProfiles> kContracts{{
    {"at-most-4-influences", 1, "no vertex has more than four influences", ""},
    {"no-denormals", 1,
     "the caller has set FTZ and DAZ, and no float that a call reads is a denormal", ""},
    {"weights-sum-to-one", 1,
     "the weights of each vertex are from 0 to 1 and add up to 1 within 2^-22, and all of them "
     "count (min_influence is not above 0); every vertex has one",
     "a port may divide weights by their sum, and take 1 less the others in place of one of them, "
     "in float: (2^-22 + gamma_(k+1)) (1 + 2^-16) (sum |w||m||v| + the largest sum |m||v| of one "
     "influence) more for each component of k influences, gamma_n = n u / (1 - n u), u = 2^-24, "
     "and "
     "for normals of unit length as much more of E_i"},
    {"last-weight-implied", 1,
     "the weights of each vertex are multiples of 2^-24 from 0 to 1 and add up to exactly 1, and "
     "all of them count; every vertex has one; where the last is not stored, the others add up to "
     "1 at most: 1 less the others, in any order, is the last one to the bit",
     ""},
    {"w-is-padding", 1,
     "the fourth component of a position that is read is 1 and of a normal or tangent 0, as a port "
     "may take them to be; the base vectors of transform_verts keep their weights there",
     "a port may write anything to the fourth component of what it writes, also of a joint's "
     "translation"},
    {"t-in-0-1", 1, "t, or `lerp`, is from 0 to 1",
     "at 0 and at 1 results are what they are at any other t, within its bound, and of either "
     "sign; "
     "they need not be the ends bit by bit"},
    {"counts-multiple-of-4", 1,
     "every count of elements is a multiple of 4: arrays are padded with elements that are as good "
     "as any",
     ""},
    {"aligned-64", 1, "every array is aligned to 64 bytes", ""},
}};

} // namespace

const ProfileContract& contract_of(Profile profile) {
  return kContracts[size_t(profile)];
}

std::vector<Profile> Profiles::list() const {
  std::vector<Profile> all;
  for (const Profile p : kAllProfiles)
    if (has(p)) all.push_back(p);
  return all;
}

std::string names(Profiles profiles) {
  std::string all;
  for (const Profile p : profiles.list()) {
    if (!all.empty()) all += ", ";
    all += contract_of(p).name;
  }
  return all;
}

Profiles parse_profiles(std::string_view names) {
  Profiles all;
  for (const std::string& name : split(names, ", \t\n")) {
    const auto known =
        std::ranges::find_if(kAllProfiles, [&](Profile p) { return name == contract_of(p).name; });
    if (known == kAllProfiles.end()) {
      std::vector<std::string_view> known_names;
      for (const Profile p : kAllProfiles) known_names.push_back(contract_of(p).name);
      throw BadInput(
          fmt::format("'{}' is no profile; {}", printable(name),
                      did_you_mean(name, known_names,
                                   fmt::format("there are {}", fmt::join(known_names, ", ")))));
    }
    all = all | *known;
  }
  return all;
}

} // namespace ulna
