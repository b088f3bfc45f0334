// What the RapidCheck laws share: a fixed seed, and ports whose outputs they can look at.
#pragma once

#include "base/sanitizers.h"
#include "judge/judge.h"
#include "properties/support.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <cstdlib>
#include <map>
#include <ostream>
#include <utility>

// How RapidCheck shows what it found.
inline std::ostream& operator<<(std::ostream& out, const ulna_vec4& v) {
  return out << v.x << ' ' << v.y << ' ' << v.z << ' ' << v.w;
}

namespace ulna {
inline std::ostream& operator<<(std::ostream& out, const Placement& place) {
  return out << (place.side == Side::before ? "before+" : "behind+") << int(place.shift);
}
} // namespace ulna

namespace ulna::laws {

/// The test run is the same every time; RC_PARAMS="seed=…" or the "reproduce=…" of a failure
/// replaces this. RapidCheck reads the variable when it runs its first property. Under the
/// sanitizers a fifth of its hundred tries runs the same code: that laws hold is for the optimised
/// build to say.
inline const bool kSeeded =
    setenv("RC_PARAMS", kAddressSanitizer ? "seed=20050401 max_success=20" : "seed=20050401", 0) ==
    0;

/// Runs a law as RC_GTEST_PROP does, inside a test that has parameters.
template <class Law>
void check(Law&& law) {
  rc::detail::checkGTest(std::forward<Law>(law));
}

/// From -limit to limit, shrinking towards 0, which inRange(-limit, limit + 1) does not.
inline rc::Gen<int> symmetric(int limit) {
  return rc::gen::map(rc::gen::inRange(0, 2 * limit + 1),
                      [](int i) { return i % 2 ? -(i + 1) / 2 : i / 2; });
}

template <class T>
void put(Array& array, const std::vector<T>& elements) {
  array.resize(elements.size() * sizeof(T));
  std::copy(elements.begin(), elements.end(), array.as<T>().begin());
}

/// A built-in port under law: judged as everywhere, and called for its plain outputs.
class Port {
public:
  explicit Port(const std::string& name) : Port(name, test_installation()) {}

  /// What the judge finds, one finding to a line; empty if the contract holds.
  std::string findings(const Case& c) {
    std::string text;
    for (const Finding& f : judge_.once(c, tally_).findings)
      text += std::string(ulna::name(f.kind)) + ": " + f.detail + "\n";
    return text;
  }

  /// What a call left: every output array, or none if it did not return.
  struct Given {
    std::vector<Array> arrays;
    int32_t returned = 0;
  };
  Given call(const Case& c) {
    const Case* const one[] = {&c};
    Given given;
    session_.run(one, [&](size_t, const CallResult& result, const Outputs& outputs) {
      if (result.end != CallResult::End::returned) return;
      given.returned = result.state.returned;
      for (const Output& output : outputs) {
        given.arrays.emplace_back(output.bytes.size());
        std::copy(output.bytes.begin(), output.bytes.end(), given.arrays.back().data());
      }
    });
    return given;
  }

  /// The (first) output array after the call, empty if it did not return.
  Array output(const Case& c) {
    const Given given = call(c);
    return given.arrays.empty() ? Array() : given.arrays.front();
  }

  const PortInfo& info() const { return session_.port(); }
  bool implements(const Operation& op) const { return info().implements(op); }

private:
  Port(const std::string& name, const Installation& installation)
      : judge_(installation.ports_dir + "/" + name + ".so", installation, 1),
        session_(installation.ports_dir + "/" + name + ".so", installation.worker) {}

  Judge judge_;
  Session session_;
  Tally tally_;
};

/// The port of that name, loaded once for the whole run.
inline Port& port(const std::string& name) {
  static std::map<std::string, Port> ports;
  return ports.try_emplace(name, name).first->second;
}

/// What is owed for each element of an output array, the first if none is named.
inline std::vector<Expectation>
expectations(const Case& c, reference::Rung rung = reference::Rung::fast, int array = -1) {
  const Operation& op = *c.operation;
  const auto output = size_t(array < 0 ? op.output : array);
  std::vector<Expectation> all(c.arrays[output].size() / op.arrays[output].element_size(c));
  const auto evaluator = op.evaluate(c);
  for (size_t i = 0; i < all.size(); ++i) evaluator->expect(output, i, rung, all[i]);
  return all;
}

} // namespace ulna::laws
