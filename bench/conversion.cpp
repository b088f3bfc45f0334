// The conversions of the ports and Assimp's SplitByBoneCount side by side in one run: subsets,
// weight lost, time. Scenes are loaded outside the clock.

#include "base/error.h"
#include "bench/converted.h"
#include "bench/libraries.h"
#include "bench/main.h"
#include "bench/medians.h"

#include <assimp/Importer.hpp>
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <deque>
#include <set>
#include <sys/wait.h>
#include <unistd.h>

namespace ulna::bench {
namespace {

constexpr const char* kModels[] = {"X/BCN_Epileptic.X", "X/Testwuson.X"};
constexpr uint32_t kLimits[] = {4, 12, 26};
constexpr unsigned kPatience = 20; // seconds, for a split that takes milliseconds where it ends
constexpr int kSplits = 20;        // of one repetition

/// One mesh, limit and form, as every converter gets it.
struct Cell {
  const Mesh* mesh;
  std::string path; // of the model; empty: Assimp has none
  uint32_t limit;
  bool palette;
  uint32_t parts; // that Assimp makes; 0: it does not end

  std::string name(const std::string& converter) const {
    return fmt::format("{}/{}/{}/{}", mesh->name, limit, palette ? "palette" : "slots", converter);
  }
};

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// A counter, so that the table has the medians.
benchmark::Counter seconds_each(const benchmark::State& state) {
  return {double(state.iterations()), benchmark::Counter::kIsRate | benchmark::Counter::kInvert};
}

Convert member(const ulna_port& port, bool palette) {
  return palette ? port.convert_to_indexed_blended_mesh : port.convert_to_blended_mesh;
}

bool implements(const Library& library) {
  return offers(library, operation_named("convert_to_blended_mesh")) &&
         offers(library, operation_named("convert_to_indexed_blended_mesh"));
}

/// A loaded scene, for one split.
class Scene {
public:
  Scene(const std::string& path, uint32_t limit) {
    importer_.SetPropertyInteger(AI_CONFIG_PP_SBBC_MAX_BONES, int(limit));
    if (!importer_.ReadFile(path, load_steps())) throw BadInput(importer_.GetErrorString());
  }

  /// Returns the number of meshes.
  uint32_t split() {
    const aiScene* scene = importer_.ApplyPostProcessing(aiProcess_SplitByBoneCount);
    if (!scene) throw BadInput(importer_.GetErrorString());
    return scene->mNumMeshes;
  }

private:
  Assimp::Importer importer_;
};

/// How many meshes Assimp makes of a model, or 0 if it does not end: so it is asked in a process
/// of its own.
uint32_t count_parts(const std::string& path, uint32_t limit) {
  int ends[2];
  if (pipe(ends) != 0) throw InternalError("no pipe");
  const pid_t child = fork();
  if (child < 0) throw InternalError("no process");
  if (child == 0) {
    alarm(kPatience);
    const uint32_t parts = Scene(path, limit).split();
    _exit(write(ends[1], &parts, sizeof parts) == sizeof parts ? 0 : 1);
  }
  close(ends[1]);
  uint32_t parts = 0;
  const bool told = read(ends[0], &parts, sizeof parts) == sizeof parts;
  close(ends[0]);
  int status;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM) return 0;
  if (!told) throw InternalError(fmt::format("Assimp did not split {}", path));
  return parts;
}

void split(benchmark::State& state, const Cell& cell) {
  for (auto _ : state) {
    Scene scene(cell.path, cell.limit);
    const auto start = std::chrono::steady_clock::now();
    benchmark::DoNotOptimize(scene.split());
    state.SetIterationTime(seconds_since(start));
  }
  state.counters["each"] = seconds_each(state);
}

void convert(benchmark::State& state, const Cell& cell, Convert function) {
  Conversion conversion(*cell.mesh, cell.limit);
  conversion.run(function); // the first call touches the pages
  for (auto _ : state) {
    const auto start = std::chrono::steady_clock::now();
    conversion.run(function);
    state.SetIterationTime(seconds_since(start));
  }
  state.counters["each"] = seconds_each(state);
}

std::deque<Cell> make_cells(const std::deque<Mesh>& meshes, const std::vector<std::string>& paths) {
  std::deque<Cell> cells; // stay where they are
  for (size_t i = 0; i < meshes.size(); ++i) {
    for (uint32_t limit : kLimits) {
      const uint32_t parts = paths[i].empty() ? 0 : count_parts(paths[i], limit);
      if (limit <= 4) cells.push_back({&meshes[i], paths[i], limit, false, parts});
      cells.push_back({&meshes[i], paths[i], limit, true, parts});
    }
  }
  return cells;
}

/// Whether Assimp only counts bones, and leaves the scene as it is: that is no race.
bool has_nothing_to_split(const Cell& cell) {
  const std::set<uint32_t> attributes(cell.mesh->attributes.begin(), cell.mesh->attributes.end());
  return cell.parts == attributes.size();
}

void print_table(const std::deque<Cell>& cells, const std::vector<Library>& libraries,
                 const Medians& medians) {
  fmt::print(
      "\n| mesh | limit | converter | subsets | lower bound | weight lost, sum | worst vertex "
      "| vertices out/in | ms | times Assimp's |\n|---|--:|---|--:|--:|--:|--:|--:|--:|--:|\n");
  for (const Cell& cell : cells) {
    const std::string limit = fmt::format("{}{}", cell.limit, cell.palette ? "" : " slots");
    const double assimp = medians.of(cell.name("Assimp"));
    for (const Library& library : libraries) {
      const double seconds = medians.of(cell.name(library.name));
      if (std::isnan(seconds)) continue;
      Conversion conversion(*cell.mesh, cell.limit);
      conversion.run(member(*library.port, cell.palette));
      const reference::Quality q = conversion.quality(cell.palette);
      fmt::print("| {} | {} | {} | {} | {} | {:.3f} | {:.3f} | {:.3f} | {:.3f} | {} |\n",
                 cell.mesh->name, limit, library.name, q.subsets, q.lower_bound, q.weight_lost_sum,
                 q.weight_lost_worst, double(q.vertices_out) / q.vertices_in, 1e3 * seconds,
                 std::isnan(assimp) || has_nothing_to_split(cell)
                     ? ""
                     : fmt::format("{:.2f}", seconds / assimp));
    }
    if (cell.path.empty()) continue;
    if (cell.parts == 0) {
      fmt::print("| {} | {} | Assimp | does not end | | | | | | |\n", cell.mesh->name, limit);
    } else if (!std::isnan(assimp)) {
      fmt::print("| {} | {} | Assimp{} | {} | | 0 | 0 | | {:.3f} | |\n", cell.mesh->name, limit,
                 has_nothing_to_split(cell) ? ", nothing to split" : "", cell.parts, 1e3 * assimp);
    }
  }
}

} // namespace

int run() {
  std::vector<Library> libraries = load_ports(find_installation());
  std::erase_if(libraries, [](const Library& library) { return !implements(library); });
  std::deque<Mesh> meshes;
  std::vector<std::string> paths;
  for (const char* model : kModels) {
    paths.push_back(std::string(ULNA_MODELS_DIR) + "/" + model);
    meshes.push_back(load_mesh(paths.back()));
  }
  meshes.push_back(make_crowd());
  paths.emplace_back();
  const std::deque<Cell> cells = make_cells(meshes, paths);
  for (const Cell& cell : cells) {
    if (cell.parts > 0)
      benchmark::RegisterBenchmark(cell.name("Assimp").c_str(),
                                   [&cell](benchmark::State& state) { split(state, cell); })
          ->Iterations(kSplits)
          ->UseManualTime();
    for (const Library& library : libraries)
      benchmark::RegisterBenchmark(cell.name(library.name).c_str(),
                                   [&cell, function = member(*library.port, cell.palette)](
                                       benchmark::State& state) { convert(state, cell, function); })
          ->UseManualTime();
  }
  Medians medians("each");
  benchmark::RunSpecifiedBenchmarks(&medians);
  print_table(cells, libraries, medians);
  return medians.failed() ? 1 : 0;
}

} // namespace ulna::bench
