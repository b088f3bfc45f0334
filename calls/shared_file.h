// A memory file that the judge and whoever calls the port map, each in their way.
#pragma once

#include "base/descriptor.h"
#include "base/error.h"

#include <fmt/format.h>

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstring>

namespace ulna {

/// The file, and a mapping of all of it for reading and writing. Pages cost nothing before they are
/// touched.
class SharedFile {
public:
  /// Throws BadInput with one line where the system refuses.
  SharedFile(const char* name, size_t size) : file_(memfd_create(name, MFD_CLOEXEC)), size_(size) {
    if (file_.get() < 0 || ftruncate(file_.get(), static_cast<off_t>(size)) != 0)
      throw BadInput(fmt::format("cannot make shared memory ({}); check `ulimit -n` and `ulimit "
                                 "-f`",
                                 std::strerror(errno)));
    data_ = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file_.get(), 0);
    if (data_ == MAP_FAILED)
      throw BadInput(
          fmt::format("cannot map shared memory ({}); check `ulimit -v`", std::strerror(errno)));
  }
  ~SharedFile() { munmap(data_, size_); }
  SharedFile(const SharedFile&) = delete;
  SharedFile& operator=(const SharedFile&) = delete;

  std::byte* data() { return static_cast<std::byte*>(data_); }
  int fd() const { return file_.get(); }

private:
  Descriptor file_;
  size_t size_;
  void* data_;
};

} // namespace ulna
