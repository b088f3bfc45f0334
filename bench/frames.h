// The next frame's animation beside this frame's skinning: task-level parallelism, as the
// demonstration of Davies has it.
#pragma once

#include "bench/team.h"
#include "bench/wall_time.h"

#include <memory>
#include <string>

namespace ulna::bench {

constexpr size_t kCylinders = 64;
constexpr size_t kCylinderVerts = 2048; ///< "over 2000": 64 rings of 32
constexpr int kCylinderInfluences = 4;

/// 64 cylinders whose palettes are double-buffered: while one half is skinned with, the other is
/// made.
class Cylinders {
public:
  /// The port must have combine_bones, reorder_palette and skin_soa_verts.
  Cylinders(const ulna_port& port, int octaves);
  ~Cylinders();

  void animate(); ///< makes the palettes of the next frame
  void skin();    ///< skins this frame
  void turn();    ///< the next frame becomes this one

  /// A frame on the calling thread, or on the team's.
  void frame_alone();
  void frame_threaded(Team& team);

  /// The numbers of all skinned vertices, one after the other.
  std::vector<float> skinned() const;

private:
  struct Cylinder;
  std::vector<std::unique_ptr<Cylinder>> cylinders_;
  const ulna_port& port_;
  int frame_ = 0;
};

struct FrameRate {
  std::string animation;                  ///< "sine waves"
  int octaves = 0;                        ///< of noise; 0: sines
  double published = 0;                   ///< the gain by two threads in figure 18, in per cent
  WallTime animating = {}, skinning = {}; ///< of a frame
  WallTime alone = {}, threaded = {};     ///< a whole frame, on one thread and on two
  int compared = 0;                       ///< frames that had the same bits both ways

  /// In per cent, of the frames in a second.
  double gain() const { return 100 * (alone.seconds / threaded.seconds - 1); }
  /// What it would be if nothing came in each other's way.
  double most() const {
    return 100 * (alone.seconds / std::max(animating.seconds, skinning.seconds) - 1);
  }
};

/// Figure 18. Throws InternalError where two threads skin other bits than one.
std::vector<FrameRate> measure_frames(const ulna_port& port, const Effort& effort);

} // namespace ulna::bench
