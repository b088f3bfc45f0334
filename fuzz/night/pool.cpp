#include "fuzz/night/pool.h"

#include <algorithm>
#include <poll.h>
#include <unistd.h>

namespace ulna::night {

std::vector<std::unique_ptr<Job>> Pool::poll(int milliseconds) {
  std::vector<pollfd> watched;
  for (const auto& job : jobs_) watched.push_back({job->child.output(), POLLIN, 0});
  ::poll(watched.data(), watched.size(), milliseconds);
  // A pipe that its writer closed is ready at once and for ever; its process takes a moment to end.
  if (std::any_of(watched.begin(), watched.end(),
                  [](const pollfd& w) { return (w.revents & POLLHUP) != 0; }))
    ::usleep(1000);
  std::vector<std::unique_ptr<Job>> ended;
  for (auto& job : jobs_) {
    Job* const raw = job.get();
    if (job->child.poll([raw](std::string_view text) { raw->output.add(text); }))
      ended.push_back(std::move(job));
  }
  std::erase(jobs_, nullptr);
  return ended;
}

void Pool::stop(bool only_slices) {
  for (const auto& job : jobs_)
    if (!only_slices || job->task.slice) job->child.stop();
}

bool Pool::busy(const std::string& work) const {
  return std::any_of(jobs_.begin(), jobs_.end(),
                     [&](const auto& job) { return job->task.work == work; });
}

} // namespace ulna::night
