// The input that a target of an operation is judging, kept where it outlives the process: whatever
// a port does to end it, the input of its last call is not lost.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace ulna::fuzz {

/// Longer inputs are not judged.
inline constexpr size_t kLongestInput = size_t{256} << 10;

/// What the file is called in the folder of findings.
inline constexpr const char* kLastCallFile = "call";

/// The target's side. Without a folder nothing is kept.
class LastCall {
public:
  /// Throws BadInput with one line if the disk has no room for it.
  explicit LastCall(const std::string& folder);
  ~LastCall();
  LastCall(const LastCall&) = delete;
  LastCall& operator=(const LastCall&) = delete;

  /// At most kLongestInput bytes.
  void begin(std::span<const uint8_t> input);
  void end();

private:
  struct Record;
  unsigned calls_ = 0;
  Record* record_ = nullptr; ///< of shared memory: the kernel writes it down, whoever dies
};

struct Interrupted {
  std::string input;
  double used = 0;  ///< processor time of the target until then, but for some calls before
  double begun = 0; ///< by the clock that now() reads
};

/// Seconds, by a clock that all processes share.
double now();

/// The runner's side, once the target has ended: the call that it did so in, or nothing. The port
/// could write to the file: the input is as good as any other.
std::optional<Interrupted> last_call(const std::string& folder);

} // namespace ulna::fuzz
