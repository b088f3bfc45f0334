// The first call of a port may load what it needs: that takes as long as it takes, and on a busy
// machine several times as long. libFuzzer's limit for an input goes by the clock on the wall.
#pragma once

#include <csignal>

namespace ulna::fuzz {

/// What the first execution may take: the limit of `ulna certify` for loading a port, which is
/// processor time; and so much by the clock, for a port that sleeps for ever.
inline constexpr double kFirstSeconds = 20;
inline constexpr double kFirstSecondsByTheClock = 200;

/// While one lives, SIGALRM reaches the handler that was there before only after these times. One
/// at a time.
class FirstCall {
public:
  explicit FirstCall(double seconds = kFirstSeconds,
                     double seconds_by_the_clock = kFirstSecondsByTheClock);
  ~FirstCall();
  FirstCall(const FirstCall&) = delete;
  FirstCall& operator=(const FirstCall&) = delete;

private:
  bool waits_ = false; ///< whether there is a handler that has to
};

} // namespace ulna::fuzz
