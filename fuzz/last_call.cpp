#include "fuzz/last_call.h"

#include "certify/error.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <fstream>

namespace ulna::fuzz {

struct LastCall::Record {
  std::atomic<uint32_t> under_way;
  uint32_t length;
  uint8_t bytes[kLongestInput];
};

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
  record_ = static_cast<Record*>(mapped); // all zero: nothing is under way
}

LastCall::~LastCall() {
  if (record_) munmap(record_, sizeof(Record));
}

void LastCall::begin(std::span<const uint8_t> input) {
  if (!record_) return;
  const size_t length = std::min(input.size(), kLongestInput);
  record_->length = static_cast<uint32_t>(length);
  if (length > 0) std::memcpy(record_->bytes, input.data(), length);
  record_->under_way.store(1, std::memory_order_release);
}

void LastCall::end() {
  if (record_) record_->under_way.store(0, std::memory_order_release);
}

std::optional<std::string> last_call(const std::string& folder) {
  std::ifstream file(folder + "/" + kLastCallFile, std::ios::binary);
  uint32_t head[2]; // as Record begins
  if (!file.read(reinterpret_cast<char*>(head), sizeof head) || head[0] != 1) return {};
  std::string bytes(std::min<size_t>(head[1], kLongestInput), '\0');
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<size_t>(file.gcount()));
  return bytes;
}

} // namespace ulna::fuzz
