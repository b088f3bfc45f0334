#include "fuzz/last_call.h"

#include "base/error.h"
#include "base/process_time.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>

namespace ulna::fuzz {

struct LastCall::Record {
  std::atomic<uint32_t> under_way;
  uint32_t length;
  double used;
  double begun;
  uint8_t bytes[kLongestInput];
};

namespace {
constexpr size_t kHead = 24; ///< bytes of a record before those of the input
} // namespace

LastCall::LastCall(const std::string& folder) {
  if (folder.empty()) return;
  const std::string path = folder + "/" + kLastCallFile;
  const int fd = open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  // Room on the disk now, or a full one would end the target in the middle of a copy.
  int error = fd < 0 ? errno : posix_fallocate(fd, 0, sizeof(Record));
  void* const mapped =
      error == 0 ? mmap(nullptr, sizeof(Record), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0)
                 : MAP_FAILED;
  if (error == 0 && mapped == MAP_FAILED) error = errno;
  if (fd >= 0) close(fd);
  if (error != 0)
    throw BadInput(fmt::format("cannot write {} ({}); free some space or choose another folder",
                               path, std::strerror(error)));
  static_assert(offsetof(Record, bytes) == kHead);
  record_ = static_cast<Record*>(mapped); // all zero: nothing is under way
}

LastCall::~LastCall() {
  if (record_) munmap(record_, sizeof(Record));
}

void LastCall::begin(std::span<const uint8_t> input) {
  if (!record_) return;
  const size_t length = std::min(input.size(), kLongestInput);
  // Which call it was does not matter where it took seconds; asking each time would cost a
  // hundredth.
  constexpr unsigned kAskOneIn = 16;
  if (calls_++ % kAskOneIn == 0) record_->used = processor_seconds(getpid()).value_or(0);
  record_->begun = now();
  record_->length = static_cast<uint32_t>(length);
  if (length > 0) std::memcpy(record_->bytes, input.data(), length);
  record_->under_way.store(1, std::memory_order_release);
}

void LastCall::end() {
  if (record_) record_->under_way.store(0, std::memory_order_release);
}

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::optional<Interrupted> last_call(const std::string& folder) {
  std::ifstream file(folder + "/" + kLastCallFile, std::ios::binary);
  struct { // as Record begins
    uint32_t under_way, length;
    double used, begun;
  } head{};
  static_assert(sizeof head == kHead);
  if (!file.read(reinterpret_cast<char*>(&head), sizeof head) || head.under_way != 1) return {};
  Interrupted call{std::string(std::min<size_t>(head.length, kLongestInput), '\0'), head.used,
                   head.begun};
  file.read(call.input.data(), static_cast<std::streamsize>(call.input.size()));
  call.input.resize(static_cast<size_t>(file.gcount()));
  return call;
}

} // namespace ulna::fuzz
