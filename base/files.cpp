#include "base/files.h"

#include "base/descriptor.h"
#include "base/error.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <atomic>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <new>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

namespace ulna {
namespace {

const char* cure(int error) {
  switch (error) {
  case ENOENT:
    return "check the spelling, or create it first";
  case EACCES:
  case EPERM:
    return "change its permissions, or choose another place";
  case EROFS:
    return "choose a folder that can be written";
  case EISDIR:
    return "give the path of a file";
  case ENOTDIR:
  case EEXIST:
    return "a part of the path is a file where a folder is needed: choose another path";
  case ENOSPC:
  case EDQUOT:
    return "free some space, or choose another disk";
  case EFBIG:
    return "raise the limit on file sizes (ulimit -f), or choose another disk";
  case ENAMETOOLONG:
    return "choose a shorter path";
  case EMFILE:
  case ENFILE:
    return "raise the limit on open files (ulimit -n)";
  case ENOMEM:
    return "free some memory";
  case ELOOP:
    return "the links lead in a circle: give the path of the file itself";
  default:
    return "choose another path or disk";
  }
}

/// A path may hold anything; the message stays one line.
std::string one_line(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  }
  return text;
}

[[noreturn]] void fail(const std::string& verb, const std::string& path, int error) {
  // What is to be written was to be created: /proc, for one, takes no new files.
  const bool refused = verb == "write" && error == ENOENT;
  throw BadInput(fmt::format(
      "cannot {} {}: {}; {}", verb, one_line(path), std::generic_category().message(error),
      refused ? "nothing can be created there: choose another place" : cure(error)));
}

bool write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(fd, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return false;
    text.remove_prefix(static_cast<size_t>(n));
  }
  return true;
}

/// Calls `use` on the file's bytes, piece by piece.
template <class Use>
void for_each_piece(const std::string& path, const Use& use) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) fail("read", path, errno);
  std::string buffer(size_t{1} << 18, '\0');
  for (;;) {
    const ssize_t n = ::read(file.get(), buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail("read", path, errno);
    if (n == 0) return;
    use(std::string_view(buffer.data(), static_cast<size_t>(n)));
  }
}

/// The process' own output, which may well be a file that the shell holds open.
bool is_stream(const std::string& path) {
  return path == "/dev/stdout" || path == "/dev/stderr";
}

int open_direct(const std::string& path) {
  if (is_stream(path)) return ::dup(path == "/dev/stdout" ? STDOUT_FILENO : STDERR_FILENO);
  return ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
}

/// A file next to `target` that nobody has, made with the rights that any new file gets (mkstemp
/// would make it private). -1 with errno set if the folder cannot be written.
int open_temporary(const std::filesystem::path& target, std::string& path) {
  static std::atomic<unsigned> counter = 0;
  for (;;) {
    path = target.parent_path() / fmt::format(".ulna-{}-{}", ::getpid(), counter++);
    const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd >= 0 || errno != EEXIST) return fd;
  }
}

/// The process that has made a temporary file, by its name; 0: it is none.
pid_t maker_of(std::string_view name) {
  constexpr std::string_view kStart = ".ulna-";
  if (!name.starts_with(kStart)) return 0;
  name.remove_prefix(kStart.size());
  pid_t process{};
  const char* const last = name.data() + name.size();
  const auto r = std::from_chars(name.data(), last, process);
  return r.ec == std::errc{} && r.ptr != last && *r.ptr == '-' ? process : 0;
}

/// Removes the temporary file unless it has become the file.
struct Temporary {
  std::string path;
  ~Temporary() {
    if (!path.empty()) ::unlink(path.c_str());
  }
};

} // namespace

void write_file_whole(const std::string& path, std::string_view text) {
  namespace fs = std::filesystem;
  constexpr const char* verb = "write";
  if (path.empty()) throw BadInput("cannot write a file without a name; give its path");

  std::error_code error;
  fs::path target = fs::path(path).has_parent_path() ? fs::path(path) : fs::path(".") / path;
  const fs::file_status status = fs::status(target, error);
  if (fs::is_directory(status) || !target.has_filename()) fail(verb, path, EISDIR);
  if (is_stream(path) || (fs::exists(status) && !fs::is_regular_file(status))) {
    // Renaming a file over /dev/null would replace the device.
    Descriptor device(open_direct(path));
    if (device.get() < 0 || !write_all(device.get(), text) || !device.close()) {
      fail(verb, path, errno);
    }
    return;
  }
  if (fs::exists(status)) {
    target = fs::canonical(target, error);
  } else {
    fs::create_directories(target.parent_path(), error);
  }
  if (error) fail(verb, path, error.value());

  Temporary temporary;
  std::string temporary_path;
  Descriptor file(open_temporary(target, temporary_path));
  if (file.get() < 0) fail(verb, path, errno);
  temporary.path = temporary_path;
  if (!write_all(file.get(), text) || ::fsync(file.get()) != 0 || !file.close() ||
      ::rename(temporary_path.c_str(), target.c_str()) != 0) {
    fail(verb, path, errno);
  }
  temporary.path.clear();

  // The new name survives a power cut only when the folder is on the disk as well.
  sync_folder(target.parent_path());
}

void remove_left_temporaries(const std::string& folder) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  std::vector<fs::path> left;
  for (fs::directory_iterator at(folder, ignored), end; !ignored && at != end;
       at.increment(ignored)) {
    const pid_t maker = maker_of(at->path().filename().string());
    if (maker > 0 && ::kill(maker, 0) != 0 && errno == ESRCH) left.push_back(at->path());
  }
  for (const fs::path& path : left) fs::remove(path, ignored);
}

void append_to_file(const std::string& path, std::string_view text) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
  struct stat before {};
  if (file.get() < 0 || ::fstat(file.get(), &before) != 0) fail("write", path, errno);
  if (write_all(file.get(), text) && ::fdatasync(file.get()) == 0) return;
  const int error = errno;
  if (::ftruncate(file.get(), before.st_size) != 0) fail("write", path, errno);
  fail("write", path, error);
}

void sync_folder(const std::string& path) {
  const Descriptor folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.is_open()) ::fsync(folder.get());
}

void check_writable(const std::string& folder) {
  constexpr std::string_view kProbe = "/.ulna-can-write";
  const std::string probe = folder + std::string(kProbe);
  try {
    write_file_whole(probe, "x");
  } catch (const BadInput& e) {
    std::string message = e.what(); // the user knows the folder, not the probe
    if (const size_t at = message.find(kProbe); at != message.npos)
      message.erase(at, kProbe.size());
    throw BadInput(message);
  }
  std::error_code ignored;
  std::filesystem::remove(probe, ignored);
}

std::string read_file(const std::string& path, size_t limit) {
  // A pipe would make us wait for a writer, a device give no end.
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status) &&
      !std::filesystem::is_directory(status))
    throw BadInput(
        fmt::format("cannot read {}: it is no regular file; copy it into one", one_line(path)));
  std::string text;
  const auto append = [&](std::string_view piece) {
    if (piece.size() > limit - text.size()) {
      throw BadInput(fmt::format("cannot read {}: it is larger than {} bytes; give a smaller file",
                                 one_line(path), limit));
    }
    text += piece;
  };
  try {
    for_each_piece(path, append);
  } catch (const std::bad_alloc&) {
    fail("read", path, ENOMEM);
  }
  return text;
}

Sha256::Sha256() : context_(EVP_MD_CTX_new(), EVP_MD_CTX_free) {
  if (!context_ || EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) != 1) {
    throw InternalError("libcrypto does not offer SHA-256");
  }
}

void Sha256::add(std::span<const std::byte> bytes) {
  if (EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()) != 1) {
    throw InternalError("libcrypto failed to hash");
  }
}

std::string Sha256::hex() {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned size = 0;
  if (EVP_DigestFinal_ex(context_.get(), digest, &size) != 1) {
    throw InternalError("libcrypto failed to hash");
  }
  std::string text;
  for (unsigned i = 0; i < size; i++) {
    text += fmt::format("{:02x}", digest[i]);
  }
  return text;
}

std::string sha256_hex(std::span<const std::byte> bytes) {
  Sha256 hash;
  hash.add(bytes);
  return hash.hex();
}

std::string base64(std::string_view bytes) {
  std::string text((bytes.size() + 2) / 3 * 4 + 1, '\0'); // and the zero that ends it
  text.resize(size_t(EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()),
                                     reinterpret_cast<const unsigned char*>(bytes.data()),
                                     static_cast<int>(bytes.size()))));
  return text;
}

std::string sha256_hex(std::string_view bytes) {
  return sha256_hex(std::as_bytes(std::span(bytes)));
}

std::string sha256_file(const std::string& path) {
  Sha256 hash;
  for_each_piece(path, [&](std::string_view piece) { hash.add(std::as_bytes(std::span(piece))); });
  return hash.hex();
}

std::string file_word(std::string_view text) {
  std::string out(text.substr(0, 40));
  for (char& c : out)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '-' && c != '_') c = '_';
  return out.empty() ? "port" : out;
}

} // namespace ulna
