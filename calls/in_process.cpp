#include "calls/in_process.h"

#include "base/error.h"
#include "calls/layout.h"
#include "calls/shared_file.h"
#include "calls/worker/guarded.h"

#include <fmt/format.h>

#include <pthread.h>
#include <signal.h>

namespace ulna {

using namespace arena;

namespace {

/// The memory that this process, as judge and as worker, shares with itself.
struct Memory {
  SharedFile arena{"ulna-arena", file_offset(1, 0)}; // the first slot is enough
  GuardedSpace space;
  Memory() {
    if (const char* wrong = space.reserve(arena.fd()))
      throw BadInput(fmt::format("{}; check `ulimit -v`", wrong));
  }
};

Memory& memory() {
  static Memory instance;
  return instance;
}

thread_local bool in_call = false;

/// A confined worker gets SIGSYS for starting a process. Here the C library tells us, if it is
/// asked.
void watch_for_processes() {
  static const int watching = pthread_atfork(
      [] {
        if (in_call) raise(SIGSYS);
      },
      nullptr, nullptr);
  if (watching != 0) throw BadInput("no memory to watch for new processes; free some memory");
}

} // namespace

struct InProcess::Impl {
  LoadedPort loaded;
  PortInfo info;
};

InProcess::InProcess(const std::string& port_path) : impl_(std::make_unique<Impl>()) {
  memory();
  watch_for_processes();
  impl_->loaded = load_port(port_path.c_str());
  if (impl_->loaded.error)
    throw BadInput(fmt::format("{}: not a port: {}", port_path, impl_->loaded.error));
  impl_->info = {port_path, impl_->loaded.port->name, impl_->loaded.port->cpu_features,
                 impl_->loaded.members};
  impl_->info.profiles = declared_profiles(port_path, impl_->loaded.profiles);
}
InProcess::~InProcess() = default;

const PortInfo& InProcess::port() const {
  return impl_->info;
}

void InProcess::run(std::span<const Case* const> cases, const OnResult& on_result) {
  for (size_t i = 0; i < cases.size(); ++i) {
    const Case& c = *cases[i];
    if (!is_small(c))
      throw BadInput(fmt::format("an array of more than {} bytes; fuzzers take small cases",
                                 kSmallBytes - 64));
    Call call;
    lay_out(memory().arena.data(), c, 0, call);
    WatchedCall watched{};
    if (const char* wrong = prepare(memory().space, impl_->loaded.port, call, watched))
      throw InternalError(wrong);
    in_call = true;
    make_watched_call(watched);
    in_call = false;
    CallResult result;
    result.state = state_after(watched);
    result.changed_input = changed_input(memory().arena.data(), c, call);
    on_result(i, result, outputs_in(memory().arena.data(), c, 0));
  }
}

void InProcess::run_together(const Case& a, const Case& b, const OnResult& on_result) {
  const Case* const cases[] = {&a, &b};
  run(cases, on_result);
}

} // namespace ulna
