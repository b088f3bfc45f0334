#include "bench/threads_json.h"

namespace ulna::bench {
namespace {

using Json = nlohmann::ordered_json;

Json scalings_json(const std::vector<Scaling>& scalings, const char* alone) {
  Json out = Json::array();
  for (const Scaling& s : scalings) {
    const auto time = [&](const WallTime& t) {
      return Json{{"nanoseconds", s.nanoseconds(t)},
                  {"fastest_nanoseconds", s.nanoseconds({.seconds = t.fastest, .fastest = 0})}};
    };
    Json threads = Json::array();
    for (const Scaling::Threaded& t : s.threaded) {
      Json each{{"threads", t.threads}};
      each.update(time(t.time));
      each["times_as_fast"] = s.times_as_fast(t);
      threads.push_back(std::move(each));
    }
    out.push_back({{"work", s.work},
                   {"calls", s.calls},
                   {"elements", s.elements},
                   {"in_a_row", s.in_a_row},
                   {"bytes", s.bytes},
                   {"level", name(s.level)},
                   {"bytes_each", s.bytes_each},
                   {alone, time(s.alone)},
                   {"threads", std::move(threads)}});
  }
  return out;
}

Json frames_json(const std::vector<FrameRate>& frames) {
  Json out = Json::array();
  for (const FrameRate& f : frames)
    out.push_back({{"animation", f.animation},
                   {"octaves", f.octaves},
                   {"animation_milliseconds", 1e3 * f.animating.seconds},
                   {"skinning_milliseconds", 1e3 * f.skinning.seconds},
                   {"compared_frames", f.compared},
                   {"frames_per_second", 1 / f.alone.seconds},
                   {"frames_per_second_with_two_threads", 1 / f.threaded.seconds},
                   {"gain_percent", f.gain()},
                   {"most_percent", f.most()},
                   {"published_percent", f.published}});
  return out;
}

} // namespace

Json threads_json(const ThreadsReport& report) {
  return {{"characters", scalings_json(report.characters, "alone")},
          {"vertices", scalings_json(report.vertices, "best")},
          {"cylinders", kCylinders},
          {"cylinder_vertices", kCylinderVerts},
          {"frames", frames_json(report.frames)}};
}

} // namespace ulna::bench
