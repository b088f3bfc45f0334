#include "calls/wine.h"

#include "base/error.h"
#include "calls/shared/arena.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace ulna {

namespace fs = std::filesystem;

namespace {

constexpr const char* kPrograms[] = {"/usr/lib/wine/wine64", "/usr/bin/wine64"};
constexpr const char* kServers[] = {"/usr/lib/wine/wineserver64", "/usr/lib/wine/wineserver",
                                    "/usr/bin/wineserver"};
constexpr const char* kLibraries[] = {"/usr/lib/x86_64-linux-gnu/wine/x86_64-windows",
                                      "/usr/lib64/wine/x86_64-windows",
                                      "/usr/lib/wine/x86_64-windows"};

template <size_t N>
std::string first_of(const char* const (&paths)[N]) {
  std::error_code error;
  for (const char* path : paths)
    if (fs::exists(path, error)) return path;
  throw NotRun("no Wine here for ports for Windows; apt-get install wine64");
}

/// A drive C that has Windows' libraries, and no program that Wine would start first.
void make_drive(const fs::path& prefix, const std::string& libraries) {
  const fs::path system = prefix / "drive_c/windows/system32";
  fs::create_directories(system);
  fs::create_directories(prefix / "dosdevices");
  fs::create_directory_symlink("../drive_c", prefix / "dosdevices/c:");
  fs::create_directory_symlink("/", prefix / "dosdevices/z:");
  for (const fs::directory_entry& file : fs::directory_iterator(libraries))
    if (file.path().extension() == ".dll")
      fs::create_symlink(file.path(), system / file.path().filename());
  // One that is there and empty cannot be started; one that is not there would be Wine's own, which
  // makes a desktop of 700 MB.
  std::ofstream(system / "wineboot.exe");
  // Taken for good only if nobody can write it.
  const fs::path sockets = prefix / "wineserver";
  std::ofstream(sockets) << prefix.parent_path().filename().string();
  fs::permissions(sockets, fs::perms::owner_read);
}

/// The socket of the server for a prefix, below the folder that it keeps sockets in.
fs::path socket_in(const fs::path& sockets, const fs::path& prefix) {
  struct stat status {};
  stat(prefix.c_str(), &status);
  return sockets / fmt::format("server-{:x}-{:x}", status.st_dev, status.st_ino) / "socket";
}

/// A socket is there before anybody listens. A worker that came in between would start a server of
/// its own, which it must not.
bool is_listening(const fs::path& socket) {
  sockaddr_un address{AF_UNIX, {}};
  const std::string path = socket.string();
  if (path.size() >= sizeof address.sun_path) return fs::exists(socket);
  path.copy(address.sun_path, path.size());
  const Descriptor client(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  return connect(client.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
}

} // namespace

std::string path_of_wine() {
  return first_of(kPrograms);
}

Wine::Wine(const std::string& confined) {
  const std::string server = first_of(kServers), libraries = first_of(kLibraries);
  try {
    make_drive(prefix(), libraries);
  } catch (const fs::filesystem_error& e) {
    throw BadInput(fmt::format("{}: cannot write there, and Wine needs it ({}); make room",
                               folder_.path(), e.code().message()));
  }
  start(confined, server);
}

std::vector<std::string> Wine::environment() const {
  return {"WINEPREFIX=" + prefix(), "WINEDEBUG=-all",
          "LC_ALL=C.UTF-8",      // how paths are spelled
          "WINELOADERNOEXEC=1"}; // else it executes itself once more
}

void Wine::start(const std::string& confined, const std::string& server) {
  // Where there is one, it keeps its sockets in the user's runtime folder.
  fs::path sockets = fmt::format("/run/user/{}", getuid());
  if (fs::exists(sockets)) {
    sockets /= "wine";
    mkdir(sockets.c_str(), 0700);
  } else {
    sockets = folder_.path();
  }
  ChildSetup setup{.program = confined,
                   .arguments = {"ulna-confined", "--server", folder_.path(), sockets, server,
                                 "wineserver", "-f", "-p"}};
  const Descriptor nothing(open("/dev/null", O_RDWR | O_CLOEXEC));
  setup.descriptors = {{nothing.get(), STDOUT_FILENO}, {nothing.get(), STDERR_FILENO}};
  setup.environment = environment();
  setup.own_session = true;
  try {
    server_.emplace(setup);
  } catch (const CannotStart& e) {
    throw BadInput(fmt::format("{}: cannot start it ({})", confined, e.reason()));
  }
  const fs::path socket = socket_in(sockets, prefix());
  constexpr int kMilliseconds = 10'000;
  for (int waited = 0; waited < kMilliseconds && !server_->has_ended(); ++waited) {
    if (is_listening(socket)) return;
    usleep(1000);
  }
  const int status = server_->end();
  throw BadInput(
      WIFEXITED(status) && WEXITSTATUS(status) == arena::kNotConfined
          ? "Wine's server cannot be confined, so no port for Windows is run: this system "
            "has no Landlock; judge it on one that has"
          : fmt::format("{} does not start; see what it says of /tmp", server));
}

} // namespace ulna
