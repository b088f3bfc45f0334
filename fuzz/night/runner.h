// The loop of a night.
#pragma once

#include "base/progress.h"
#include "fuzz/night/collector.h"
#include "fuzz/night/plan.h"
#include "fuzz/night/share.h"
#include "fuzz/night/state.h"

#include <chrono>
#include <stdexcept>

namespace ulna::night {

class Runner {
public:
  Runner(const Plan& plan, const std::string& dir, bool fresh, const std::string& launcher,
         const std::atomic<bool>& stop);

  /// The exit code of `ulna fuzz`.
  int run();

private:
  using Clock = std::chrono::steady_clock;

  void prepare(bool fresh);
  void begin(bool fresh);
  void set_aside_inputs();
  void recover_night();
  void seed(const Target& target);
  void loop();
  void finish();
  void take_steps(double longest); ///< seconds
  void fill();                     ///< starts what there is to do
  bool start_step();
  void start(Task task);
  bool start_slice();
  bool start_merge();
  void slice_ended(const Job& job);
  void give_back(const Job& job);
  void judge_end(const Job& job, TargetState& t);
  void after(const Job& job);
  void tick();
  void write_report();
  void show(Progress& progress) const;
  bool hopeless() const;
  uint64_t executions() const;
  void look_at_port();
  void wait(); ///< for jobs, a moment; follows up those that have ended
  int nothing_ran() const;
  int hardly_ran() const;
  bool enough_disk();
  double remaining() const { return state_.length - state_.elapsed; }
  TargetState& state_of(const std::string& target) { return state_.targets[target]; }

  /// Runs what may fail for want of disk: says so, and has the night wait a while.
  template <class Work>
  bool attempt(const Work& work) {
    try {
      work();
      return true;
    } catch (const std::runtime_error& e) { // BadInput, and what the library says of files
      trouble(e.what());
      return false;
    }
  }
  void trouble(const std::string& what);

  const Plan& plan_;
  const std::atomic<bool>& stop_;
  Folder folder_;
  Log log_;
  State state_;
  Findings findings_;
  LargestErrors largest_;
  Collector collector_;
  ReportContext context_;
  nlohmann::json last_;
  Pool pool_;
  std::vector<Clock::time_point> ready_at_; ///< of each target, after failures
  std::map<std::string, double> grown_;     ///< doublings of errors not yet counted as yield
  std::set<std::string> merging_, seeded_;  ///< targets
  std::map<std::string, std::set<fs::path>>
      left_; ///< raw inputs in a working folder when its slice began
  Clock::time_point ticked_, saved_, reported_, paused_until_, troubled_, tick_paused_until_;
  std::string last_trouble_, last_words_;
  PortFile port_file_;
  Share share_;
  std::string port_changed_;     ///< what became of the port; empty while it is as it was
  double ran_for_ = 0;           ///< seconds of this start
  double fuzzed_ = 0;            ///< seconds of slices that have ended
  double judged_ = 0;            ///< seconds of steps that have
  nlohmann::json morning_;       ///< the last report
  uint64_t executed_before_ = 0; ///< executions of earlier starts in this night
};

} // namespace ulna::night
