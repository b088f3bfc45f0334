// A file descriptor that closes itself.
#pragma once

#include <unistd.h>

#include <utility>

namespace ulna {

class Descriptor {
public:
  explicit Descriptor(int fd = -1) : fd_(fd) {} ///< takes it; -1: none
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Descriptor() { close(); }

  int get() const { return fd_; }
  bool is_open() const { return fd_ >= 0; }
  /// False with errno set if the last bytes were lost, as network disks do.
  bool close() { return fd_ < 0 || ::close(std::exchange(fd_, -1)) == 0; }

private:
  int fd_;
};

} // namespace ulna
