#include "bench/animation.h"
#include "bench/markdown.h"
#include "bench/threads.h"

#include "report/table.h"

#include <fmt/format.h>

namespace ulna::bench {
namespace {

using Row = std::vector<std::string>;

std::string threads_text(size_t threads) {
  return fmt::format("{} thread{}", threads, threads == 1 ? "" : "s");
}

std::string table(const char* title, const char* alone, const std::vector<Scaling>& scalings) {
  if (scalings.empty()) return "";
  Row head{title, "each call", "in all, from", alone};
  for (const Scaling::Threaded& t : scalings[0].threaded) head.push_back(threads_text(t.threads));
  head.emplace_back("GB/s");
  std::vector<Row> rows{head};
  for (const Scaling& s : scalings) {
    double least = s.nanoseconds(s.alone);
    Row row{s.work, fmt::format("{} vertices", grouped(s.elements)),
            fmt::format("{:.1f} MB, {}", 1e-6 * double(s.bytes), name(s.level)),
            fmt::format("{:.2f}", least)};
    for (const Scaling::Threaded& t : s.threaded) {
      const double each = s.nanoseconds(t.time);
      least = std::min(least, each);
      row.push_back(fmt::format("{:.2f} ({:.2f}x)", each, s.times_as_fast(t)));
    }
    row.push_back(fmt::format("{:.1f}", s.bytes_each / least));
    rows.push_back(row);
  }
  return "\n" + aligned(rows);
}

std::string milliseconds(const WallTime& time) {
  return fmt::format("{:.3f}", 1e3 * time.seconds);
}

std::string frames_table(const std::vector<FrameRate>& frames) {
  std::vector<Row> rows{{"next frame's animation beside skinning", "animation, ms", "skinning, ms",
                         "frames/s, one thread", "two threads", "gain", "at most",
                         "published gain"}};
  for (const FrameRate& f : frames)
    rows.push_back({f.animation, milliseconds(f.animating), milliseconds(f.skinning),
                    fmt::format("{:.1f}", 1 / f.alone.seconds),
                    fmt::format("{:.1f}", 1 / f.threaded.seconds),
                    fmt::format("{:.1f} %", f.gain()), fmt::format("{:.1f} %", f.most()),
                    fmt::format("{:.1f} %", f.published)});
  return "\n" + aligned(rows);
}

} // namespace

std::string tables(const ThreadsReport& report) {
  std::string out = "Nanoseconds of wall-clock time for a vertex; in brackets, how many times as "
                    "fast as one thread alone, which\ncalls `best`. GB/s: what a vertex moves at "
                    "least, where it is fastest.\n";
  out += table("skin_sorted_verts, characters over threads", "alone", report.characters);
  out += table("vertices of one call over threads (`openmp`)", "`best`", report.vertices);
  if (report.vertices.empty())
    out += "\nThe port openmp is not built here: the compiler has no OpenMP.\n";
  out += frames_table(report.frames);
  out +=
      fmt::format("\n{} cylinders of {} vertices, {} influences each of {} joints. Both ways give "
                  "the same bits.\nPublished: Optimized CPU-based Skinning for 3D Games, figure "
                  "18, on one processor with Hyper-Threading.\n",
                  kCylinders, grouped(kCylinderVerts), kCylinderInfluences, kCylinderJoints);
  return out;
}

} // namespace ulna::bench
