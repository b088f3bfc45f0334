#include "bench/threads.h"

#include "base/error.h"
#include "bench/team.h"
#include "operations/list.h"

#include <fmt/format.h>

#include <algorithm>
#include <dlfcn.h>
#include <memory>
#include <unistd.h>

namespace ulna::bench {
namespace {

// Skinning it to 11 has 100 characters of about 5,000 triangles, and no number of vertices: a
// closed mesh has half as many and two (Euler), where no seam doubles any.
constexpr size_t kCharacters = 100;
constexpr size_t kCharacterVerts = 5000 / 2 + 2;
constexpr size_t kMeshVerts = 100'000;

const Library* find(const std::vector<Library>& libraries, std::string_view name) {
  const auto found = std::ranges::find(libraries, name, &Library::name);
  return found == libraries.end() || !found->port ? nullptr : &*found;
}

const Library& best_of(const std::vector<Library>& libraries) {
  if (const Library* best = find(libraries, "best")) return *best;
  throw BadInput("the port best is not among the built-in ports; build or install ulna again");
}

/// How many threads the port `openmp` splits a call among: the library's own function, which
/// holds for the thread that calls it.
class Threads {
public:
  explicit Threads(const Library& openmp) {
    void* const library = dlopen(openmp.path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library) set_ = reinterpret_cast<void (*)(int)>(dlsym(library, "omp_set_num_threads"));
    if (!set_) throw InternalError("the port openmp does not bring omp_set_num_threads");
  }
  void set(size_t threads) const { set_(int(threads)); }

private:
  void (*set_)(int) = nullptr;
};

class Measuring {
public:
  Measuring(const std::vector<Library>& libraries, const Caches& caches, const Effort& effort)
      : libraries_(libraries), best_(*best_of(libraries).port), caches_(caches), effort_(effort),
        counts_(thread_counts(size_t(sysconf(_SC_NPROCESSORS_ONLN)))) {}

  /// Characters with data of their own, each skinned several times before a thread goes on.
  Scaling characters(size_t count, size_t in_a_row) const {
    std::vector<Work> works;
    for (size_t i = 0; i < count; ++i) works.emplace_back(skin_sorted_verts(), kCharacterVerts);
    const auto skin = [&](size_t i) {
      for (size_t k = 0; k < in_a_row; ++k) works[i].call(best_);
    };
    Scaling out = scaling(works, in_a_row);
    out.work = in_a_row == 1
                   ? fmt::format("{} characters", count)
                   : fmt::format("{} characters, each {} times in a row", count, in_a_row);
    std::vector<std::unique_ptr<Team>> teams;
    std::vector<std::function<void()>> ways{[&] {
      for (size_t i = 0; i < count; ++i) skin(i);
    }};
    for (const size_t threads : counts_) {
      teams.push_back(std::make_unique<Team>(threads));
      ways.emplace_back([&, team = teams.back().get()] { team->run(count, skin); });
    }
    measure(out, ways);
    return out;
  }

  /// One call, of which `openmp` splits the vertices.
  Scaling vertices(const Library& openmp, const Operation& op, size_t elements) const {
    std::vector<Work> works;
    works.emplace_back(op, elements);
    const Threads number(openmp);
    Scaling out = scaling(works, 1);
    out.work = op.name;
    std::vector<std::function<void()>> ways{[&] { works[0].call(best_); }};
    for (const size_t threads : counts_)
      ways.emplace_back([&, threads] {
        number.set(threads);
        works[0].call(*openmp.port);
      });
    measure(out, ways);
    return out;
  }

  ThreadsReport all(bool quick) const {
    ThreadsReport report;
    const size_t bytes = Work(skin_sorted_verts(), kCharacterVerts).working_set();
    report.characters.push_back(characters(kCharacters, quick ? 10 : 50));
    report.characters.push_back(characters(kCharacters, 1));
    if (!quick) report.characters.push_back(characters(caches_.beyond() / bytes + 1, 1));
    if (const Library* openmp = find(libraries_, kThreaded))
      for (const Operation* op : {&skin_aos_verts(), &skin_soa_verts()}) {
        report.vertices.push_back(vertices(*openmp, *op, kMeshVerts));
        if (!quick)
          report.vertices.push_back(vertices(*openmp, *op, elements_for(*op, caches_.beyond())));
      }
    report.frames = measure_frames(best_, effort_);
    return report;
  }

private:
  Scaling scaling(const std::vector<Work>& works, size_t in_a_row) const {
    const size_t each = works[0].working_set(), bytes = works.size() * each;
    const Level level = caches_.level_of(in_a_row > 1 ? each : bytes);
    return {.work = {},
            .calls = works.size(),
            .elements = works[0].elements(),
            .in_a_row = in_a_row,
            .bytes = bytes,
            .level = level,
            .bytes_each = least_cost(works[0].operation(), level).bytes};
  }

  /// The first way is that of one thread alone.
  void measure(Scaling& out, const std::vector<std::function<void()>>& ways) const {
    const std::vector<WallTime> times = wall_times(ways, effort_);
    out.alone = times[0];
    for (size_t i = 0; i < counts_.size(); ++i)
      out.threaded.push_back({.threads = counts_[i], .time = times[i + 1]});
  }

  const std::vector<Library>& libraries_;
  const ulna_port& best_;
  const Caches& caches_;
  const Effort& effort_;
  std::vector<size_t> counts_;
};

} // namespace

std::vector<size_t> thread_counts(size_t processors) {
  constexpr size_t kAll = 8;
  std::vector<size_t> counts;
  for (size_t n = 1; n < processors; n = n < kAll ? n + 1 : 2 * n) counts.push_back(n);
  counts.push_back(processors);
  counts.push_back(2 * processors);
  return counts;
}

ThreadsReport measure_threads(const std::vector<Library>& libraries, const Caches& caches,
                              const Effort& effort, bool quick) {
  return Measuring(libraries, caches, effort).all(quick);
}

} // namespace ulna::bench
