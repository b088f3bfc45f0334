// How cases of a character get into their files.
#pragma once

#include "base/text.h"
#include "cases/case_file.h"
#include "cases/operation.h"
#include "models/import/skeleton.h"

#include <fmt/format.h>

#include <algorithm>

namespace ulna::importer {

/// Fills the array of that name.
template <class T>
void set_array(Case& c, std::string_view name, const std::vector<T>& values) {
  const auto& specs = c.operation->arrays;
  const auto spec =
      std::find_if(specs.begin(), specs.end(), [&](const ArraySpec& s) { return s.name == name; });
  Array& array = c.arrays[size_t(spec - specs.begin())];
  array.resize(values.size() * sizeof(T));
  std::copy(values.begin(), values.end(), array.template as<T>().begin());
}

/// Writes cases under numbered names.
class Writer {
public:
  Writer(std::string folder, std::vector<std::string>& names)
      : folder_(std::move(folder)), names_(names) {}

  /// The cases of an operation lie at the places that the contract allows in turn, and every third
  /// is called with FTZ and DAZ set where that is in the domain. They come in pairs of operations.
  void write(Case c, std::string_view where, std::string note, bool may_flush = true) {
    const size_t n = names_.size(), turn = n / 2;
    c.note = std::move(note);
    c.flush = may_flush && turn % 3 == 2;
    for (size_t i = 0; i < c.places.size(); ++i) {
      c.places[i].side = turn % 2 ? Side::before : Side::behind;
      c.places[i].shift = static_cast<uint8_t>(turn * c.operation->arrays[i].alignment % 64);
    }
    names_.push_back(fmt::format("{:03}-{}-{}.case", n, c.operation->name, where));
    save_case(c, folder_ + "/" + names_.back());
  }

private:
  std::string folder_;
  std::vector<std::string>& names_;
};

struct Scene {
  const Character& character;
  const Skeleton& skeleton;
  const std::vector<Pose>& poses;
  std::string model; ///< "model NAME", and that the rig is synthetic where it is
};

inline std::string moment(const Pose& pose) {
  return fmt::format("clip {}, time {:.3f} s", pose.clip, pose.seconds);
}

} // namespace ulna::importer
