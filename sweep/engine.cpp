#include "sweep/engine.h"

#include "base/files.h"
#include "calls/session.h"
#include "cases/make_case.h"
#include "judge/compare.h"
#include "report/machine.h"
#include "sweep/parallel.h"

#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <limits>
#include <mutex>
#include <thread>

namespace ulna::sweep {
namespace {

/// Calls that go to the worker together: enough that the exchange costs little, and few enough that
/// a port which hangs at all of them is not waited for long.
constexpr size_t kCallsTogether = 8;

/// The arguments of one call.
struct Chunk {
  size_t number;
  size_t segment;
  uint64_t first;
  size_t count;
};

/// All calls of a sweep, by number: segment after segment.
class Chunks {
public:
  Chunks(const Piece& piece, size_t length) : piece_(piece), length_(length) {
    for (const Segment& s : piece.segments) {
      starts_.push_back(count_);
      count_ += (s.count + length - 1) / length;
    }
  }

  size_t count() const { return count_; }

  Chunk operator[](size_t number) const {
    const auto above = std::upper_bound(starts_.begin(), starts_.end(), number);
    const auto segment = static_cast<size_t>(above - starts_.begin()) - 1;
    const uint64_t done = (number - starts_[segment]) * length_;
    const Segment& s = piece_.segments[segment];
    return {number, segment, s.first + done, size_t(std::min<uint64_t>(length_, s.count - done))};
  }

private:
  const Piece& piece_;
  size_t length_;
  size_t count_ = 0;
  std::vector<size_t> starts_;
};

double thread_seconds() {
  rusage usage{};
  getrusage(RUSAGE_THREAD, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         1e-6 * static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

/// Makes `c` the call for the chunk, at one of the places that arrays may lie at. The output holds
/// NaNs: an element that a port forgets is found.
void fill(const Piece& piece, const Chunk& chunk, Case& c) {
  if (!c.operation) c = make_case(*piece.operation);
  const size_t bytes = 4 * chunk.count;
  if (c.arrays[0].size() != bytes) {
    for (Array& array : c.arrays) array.resize(bytes);
    std::ranges::fill(c.arrays[0].as<float>(), std::numeric_limits<float>::quiet_NaN());
  }
  piece.arguments(chunk.first, c.arrays[1].as<float>(),
                  piece.inputs() > 1 ? c.arrays[2].as<float>() : std::span<float>{});
  size_t mix = chunk.number;
  for (Placement& place : c.places) {
    place.side = mix % 2 == 0 ? Side::behind : Side::before;
    place.shift = static_cast<uint8_t>(4 * (mix / 2 % 4));
    mix /= 3;
  }
}

void note(std::vector<BrokenCall>& all, const BrokenCall& broken) {
  const auto same = std::ranges::find(all, broken.kind, &BrokenCall::kind);
  if (same == all.end()) {
    all.push_back(broken);
  } else if (std::pair(broken.segment, broken.first) < std::pair(same->segment, same->first)) {
    *same = broken;
  }
}

/// What the threads share.
struct Shared {
  const Plan& plan;
  const Chunks chunks;
  const size_t end; ///< before which they are called
  const uint64_t arguments;
  std::atomic<size_t> next;
  std::atomic<uint64_t> swept{0};
  std::atomic<bool> stop{false};
  std::mutex mutex; ///< of what follows
  Result& result;
};

/// One thread with its worker, which dies with the thread that started it.
class Lane {
public:
  explicit Lane(Shared& shared)
      : shared_(shared), piece_(*shared.plan.piece),
        session_(shared.plan.port_path, shared.plan.worker), tally_(piece_),
        cases_(kCallsTogether) {}

  void run() {
    const double before = thread_seconds();
    const std::atomic<bool>* const user = shared_.plan.stop;
    while (!shared_.stop && !(user && *user) && call_next()) {
    }
    const std::lock_guard lock(shared_.mutex);
    Result& result = shared_.result;
    result.tally.merge(tally_);
    for (const BrokenCall& broken : broken_) note(result.broken, broken);
    result.ulna_seconds += thread_seconds() - before;
    result.worker_seconds += session_.worker_seconds();
  }

private:
  bool call_next() {
    const size_t begin = shared_.next.fetch_add(kCallsTogether);
    const size_t end = std::min(begin + kCallsTogether, shared_.end);
    if (begin >= end) return false;
    std::vector<Chunk> chunks;
    std::vector<const Case*> cases;
    for (size_t i = begin; i < end; ++i) {
      chunks.push_back(shared_.chunks[i]);
      fill(piece_, chunks.back(), cases_[i - begin]);
      cases.push_back(&cases_[i - begin]);
    }
    std::optional<size_t> lost;
    session_.run(cases, [&](size_t i, const CallResult& call, const Outputs& outputs) {
      note_call(chunks[i], *cases[i], call, outputs);
      if (call.end != CallResult::End::returned) {
        if (!lost) lost = i;
        return;
      }
      const auto* got = reinterpret_cast<const float*>(outputs[0].bytes.data());
      tally_.add(piece_, chunks[i].segment, chunks[i].first, cases[i]->arrays[1].as<float>(),
                 piece_.inputs() > 1 ? cases[i]->arrays[2].as<float>() : std::span<const float>{},
                 {got, chunks[i].count});
      shared_.swept += chunks[i].count;
    });
    if (lost) {
      shared_.stop = true;
      narrow(chunks[*lost]);
    }
    if (shared_.plan.on_progress)
      shared_.plan.on_progress(double(shared_.swept) / double(shared_.arguments));
    return true;
  }

  void note_call(const Chunk& chunk, const Case& c, const CallResult& call,
                 const Outputs& outputs) {
    for (const Finding& finding : judge_call(c, call, outputs).findings)
      note(broken_, {finding.kind, finding.detail, chunk.segment, chunk.first, chunk.count});
  }

  /// Halves the arguments of a call that did not come back for as long as one half does not.
  void narrow(Chunk chunk) {
    bool smaller = true;
    while (smaller && chunk.count > 1) {
      smaller = false;
      Chunk half = chunk;
      half.count = chunk.count / 2;
      for (const bool upper : {false, true}) {
        if (upper) half.first += half.count, half.count = chunk.count - half.count;
        Case c;
        fill(piece_, half, c);
        const Case* const one[] = {&c};
        session_.run(one, [&](size_t, const CallResult& call, const Outputs& outputs) {
          smaller = call.end != CallResult::End::returned;
          if (!smaller) return;
          std::erase_if(broken_, [&](const BrokenCall& b) {
            return b.segment == chunk.segment && b.first == chunk.first && b.count == chunk.count;
          });
          note_call(half, c, call, outputs);
        });
        if (smaller) break;
      }
      if (smaller) chunk = half;
    }
  }

  Shared& shared_;
  const Piece& piece_;
  Session session_;
  Tally tally_;
  std::vector<Case> cases_;
  std::vector<BrokenCall> broken_;
};

void run_lanes(Shared& shared) {
  in_parallel(shared.result.threads, shared.result.threads, [&shared](size_t, size_t) {
    try {
      Lane(shared).run();
    } catch (...) {
      shared.stop = true;
      throw;
    }
  });
}

} // namespace

Verdict Result::verdict() const {
  if (!broken.empty() || tally.out_of_bound > 0) return Verdict::refuted;
  return complete ? Verdict::certified : Verdict::not_run;
}

size_t num_calls(const Plan& plan) {
  return Chunks(*plan.piece, plan.length).count();
}

Result run(const Plan& plan) {
  Result result = run_calls(plan, 0, num_calls(plan));
  result.tally.settle(*plan.piece);
  return result;
}

Result run_calls(const Plan& plan, size_t begin, size_t end) {
  const Piece& piece = *plan.piece;
  Result result(piece);
  result.sha256 = sha256_file(plan.port_path);
  result.port = Session(plan.port_path, plan.worker).port();
  result.offered = result.port.implements(*piece.operation);
  result.missing = missing_features(result.port);
  if (!result.offered || !result.missing.empty()) return result;
  result.threads =
      plan.threads != 0 ? plan.threads : std::max(1u, std::thread::hardware_concurrency());

  const auto start = std::chrono::steady_clock::now();
  const Chunks chunks(piece, plan.length);
  uint64_t arguments = 0;
  for (size_t i = begin; i < end; ++i) arguments += chunks[i].count;
  Shared shared{.plan = plan,
                .chunks = chunks,
                .end = end,
                .arguments = arguments,
                .next = begin,
                .mutex = {},
                .result = result};
  run_lanes(shared);
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  result.swept = shared.swept;
  result.complete = result.swept == arguments;
  return result;
}

void merge(Result& into, const Result& other) {
  into.swept += other.swept;
  into.tally.merge(other.tally);
  for (const BrokenCall& broken : other.broken) note(into.broken, broken);
  into.threads = std::max(into.threads, other.threads);
  into.seconds += other.seconds;
  into.ulna_seconds += other.ulna_seconds;
  into.worker_seconds += other.worker_seconds;
}

} // namespace ulna::sweep
