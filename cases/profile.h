// Profiles: what a port may promise in place of a whole contract. A profile is a narrower domain
// with a name and a version. Whatever a port owes under one it owes under the whole contract too,
// so that a witness is one with or without it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ulna {

/// In the order in which a case enters them: what comes later keeps what came before.
enum class Profile : uint8_t {
  at_most_4_influences,
  no_denormals,
  weights_sum_to_one,
  last_weight_implied,
  w_is_padding,
  t_in_0_1,
  counts_multiple_of_4,
  aligned_64
};
inline constexpr size_t kNumProfiles = 8;

/// For people: `ulna contract --profile` prints it, certificates record the version.
struct ProfileContract {
  const char* name;
  int version;
  const char* domain; ///< what holds of every case
  const char* bound;  ///< what the bound allows beside the contract's; or empty
};
const ProfileContract& contract_of(Profile profile);

/// Some of them.
class Profiles {
public:
  constexpr Profiles() = default;
  constexpr Profiles(Profile p) : bits_(bit(p)) {}

  constexpr bool has(Profile p) const { return (bits_ & bit(p)) != 0; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr Profiles operator|(Profiles other) const { return Profiles(bits_ | other.bits_); }
  constexpr Profiles operator&(Profiles other) const { return Profiles(bits_ & other.bits_); }
  constexpr bool operator==(const Profiles&) const = default;
  constexpr Profiles without(Profile p) const { return Profiles(bits_ & ~bit(p)); }
  std::vector<Profile> list() const;
  /// What every count of elements is a multiple of.
  constexpr size_t count_multiple() const { return has(Profile::counts_multiple_of_4) ? 4 : 1; }

private:
  constexpr explicit Profiles(unsigned bits) : bits_(static_cast<uint8_t>(bits)) {}
  static constexpr unsigned bit(Profile p) { return 1u << static_cast<unsigned>(p); }
  uint8_t bits_ = 0;
};

inline constexpr Profiles operator|(Profile a, Profile b) {
  return Profiles(a) | Profiles(b);
}

/// All of them.
inline constexpr auto kAllProfiles = [] {
  std::array<Profile, kNumProfiles> all{};
  for (size_t i = 0; i < kNumProfiles; ++i) all[i] = static_cast<Profile>(i);
  return all;
}();

/// "weights-sum-to-one, aligned-64"; nothing for none.
std::string names(Profiles profiles);

/// Names with commas between them. Throws BadInput that lists the names there are.
Profiles parse_profiles(std::string_view names);

/// How far weights may be from adding up to 1: up to seven that were divided by their sum in float
/// are no farther off.
inline constexpr double kWeightSlack = 0x1p-22;

/// The unit of weights of which every sum is exact: Profile::last_weight_implied.
inline constexpr double kWeightUnit = 0x1p-24;

} // namespace ulna
