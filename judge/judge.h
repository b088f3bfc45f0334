// The judge: calls a port on cases and says what it found. The command line, the properties and the
// fuzzers all ask this one.
#pragma once

#include "calls/session.h"
#include "cases/enter_profile.h"
#include "cases/variants.h"
#include "judge/compare.h"

namespace ulna {

/// Where the pieces of an installation are: beside the running program.
struct Installation {
  Workers worker;        ///< executables
  std::string importer;  ///< executable
  std::string ports_dir; ///< of the built-in ports
  std::string tools;     ///< executable: cli/tools.h
};
Installation find_installation();

using Bytes = std::vector<std::byte>;

/// Which calls of another thread a replay tries beside those of its case. The fewer, the quicker.
enum class Company {
  none,
  interrupting, ///< in the middle of a call, between two instructions; no more rounds than these
                ///< take
  all           ///< and at the same time
};

class Judge {
public:
  /// Loads the port; throws as Session does. The adversary is for Session.
  Judge(const std::string& port_path, const Installation& installation, uint64_t seed,
        std::optional<uint64_t> adversary = {});

  /// Judges what another caller calls.
  Judge(std::unique_ptr<Caller> caller, uint64_t seed);

  /// By which profiles the port is judged: those that it declares, if nothing else is said.
  Profiles profiles() const { return profiles_; }
  void judge_under(Profiles profiles) { profiles_ = profiles; }

  /// The case as those have it. Whatever this class is given it calls and judges like that.
  Case within(Case c) const;

  const PortInfo& port() const { return caller_->port(); }
  double worker_seconds() const { return caller_->worker_seconds(); }
  bool asked_for_processors() const { return caller_->asked_for_processors(); }

  /// Judges the cases and adds to the report: counts, largest errors, the first finding of each
  /// kind with its case as it is and the calls before it. An eighth of the cases are called again
  /// with other leftovers, an eighth of these once more after a call with other values at the same
  /// addresses, and must give the same bits.
  void check(std::span<const Case* const> cases, OperationReport& report);
  void check(std::span<const Case> cases, OperationReport& report) {
    check(pointers_to(cases), report);
  }

  /// Judges one call of each case as `check` does, and gives the largest error of each element in
  /// the quantity, in units of its bound; infinite for a NaN; of a case that was not called, or did
  /// not return, there are none. `drifted` as ElementErrors has it.
  void measure(std::span<const Case> cases, size_t quantity, OperationReport& report,
               std::vector<std::vector<double>>& errors, bool drifted = false);

  /// Judges whether the two cases give the same bits when called at the same time. Two threads meet
  /// when the machine lets them: tries until they have met `wanted` times, and returns how often
  /// they did: never, where no machine can have them.
  /// `judged`: each alone, too; where it is not, only what two threads change is looked at.
  int check_together(const Case& a, const Case& b, int wanted, int tries, OperationReport& report,
                     bool judged = true);

  /// Judges whether a call gives the same bits, and the other one too, when that is made in the
  /// middle of it, in another thread: at up to twelve places behind a store to the port's data,
  /// and, of a small call that is not the first of a process, at some others. Needs no second
  /// processor. Both compute something. Large calls are not judged otherwise.
  enum class Interrupted {
    small_call,
    large_call,
    first_call ///< of a process, each time: where a port may set up what all calls use
  };
  void check_interrupted(const Case& a, const Case& b, Interrupted which, OperationReport& report);

  /// Judges whether a call gives the same bits behind a call of another operation, and, where it
  /// stores in the port's data, with one in the middle of it. Both cases are small. What else the
  /// other operation does wrong is not said.
  void check_beside(const Case& c, const Case& other, OperationReport& report);

  /// Judges whether a port that remembers joints for some number of calls takes what it remembers
  /// for what the case has, 255, 256, 65,535 and 65,536 calls later: between them it is called for
  /// the filler, which should have few joints. Both are small, and compute something.
  void check_after_many(const Case& c, const Case& filler, OperationReport& report);

  /// Judges whether a port that takes what it was called with a thousand times for what stays
  /// notices that one of its arrays has changed. Both cases are small.
  void check_after_same(const Case& c, const Case& filler, OperationReport& report);

  /// Judges cases whose outputs hold what the case was found to owe, or a part of it: a port may
  /// take the work for done. The case is not of one array with two names.
  void check_done_before(const Case& c, OperationReport& report);

  /// Judges the case after others at the same addresses that differ from it in one array, and
  /// others after it that differ in one float. For cases of few elements: who remembers what he
  /// blended last meets it again.
  void check_neighbours(const Case& c, OperationReport& report);

  /// Judges the case behind a call at the same addresses of one that differs from it in each way
  /// that there is.
  void check_after_changes(const Case& c, OperationReport& report);

  /// Judges a call of the case, and of its first elements, as many as each of `counts` says, which
  /// descend; the arrays' alignments differ. Elements with the bits that were judged in the first
  /// call are not judged again. Not for operations that are judged as a whole.
  void check_shorter(const Case& c, std::span<const size_t> counts, OperationReport& report);

  /// Judges a call of so many elements, those of a case over and over: where the results of one
  /// have the same bits, once. Not for operations that are judged as a whole, and not where an
  /// element of the outputs cannot be left out.
  void check_repeated(const Case& few, size_t count, OperationReport& report);

  /// The next call is the first of a process.
  void start_anew() { caller_->restart(); }

  /// Up to eight of the small cases that were judged so far, each as likely as any other, whose
  /// calls changed the data of the port's library.
  const std::vector<Case>& storing() const { return storing_; }

  /// Judges a call during which another thread might write the bytes that are not the port's. False
  /// where the machine did not make it one instruction at a time, which says nothing of the port.
  bool check_stepped(const Case& c, Stepped where, OperationReport& report);

  /// Judges one call of the case, to be made before all others, and counts nothing.
  void call_first(const Case& c, OperationReport& report);

  /// The same in a process of its own: what a port remembers is as its author initialised it.
  void call_in_new_process(const Case& c, OperationReport& report);

  /// Judges one call of one case, in whatever worker there is. `on_top` as for judge_outputs.
  Judgement once(const Case& c, Tally& tally, size_t on_top = kMaxMismatches);

  /// Judges one case in a new worker, so that the answer depends on nothing else; then whether more
  /// calls, one after the other and two at the same time, give the same bits, in a worker whose
  /// first call flushes too, and at last what a stepped call shows.
  Judgement replay(const Case& c, Tally& tally, Company company = Company::all);

  /// Judges the last call of a case behind calls of others in a new worker:
  /// what its own outputs show, and whether they are those of an earlier call of the same case.
  /// Once with each call in its own place, once with all at the same addresses, and where there is
  /// one other, also at the same time as that.
  Judgement replay_behind(std::span<const Case> before, const Case& c, Tally& tally);

  /// Fatal calls so far: each costs a worker, a hang seconds. Callers stop when it is enough.
  int deaths() const { return deaths_; }
  int hangs() const { return hangs_; }

private:
  /// Notes how a call of the case ended. Throws InternalError for one that is not as the profiles
  /// have it.
  void count(const Case& c, const CallResult& result);
  void note_storing(const Case& c, const CallResult& result);
  /// Judges one call; what it gave, where nothing was found.
  std::optional<Bytes> judge_alone(const Case& c, OperationReport& report);
  /// The same, and what is drawn later does not depend on it.
  std::optional<Bytes> bits_of(const Case& c, OperationReport& report);
  /// Judges two calls, at the same addresses.
  void judge_in_turn(const Case& c, const Case& next, OperationReport& report);
  void check_done_before(const Case& c, const Bytes& owed, OperationReport& report);
  /// Judges whether a port that remembers results forgets which setting of FTZ and DAZ they had.
  void check_flushed_before(const Case& c, OperationReport& report);
  /// What the two calls of a pair owe.
  using PairBytes = std::array<Bytes, 2>;
  /// Judges both, one after the other; nothing where one did not return.
  std::optional<PairBytes> call_pair(const Case& a, const Case& b, bool judged,
                                     OperationReport& report);
  /// Compares one call of a pair; false where another look is pointless.
  bool judge_of_pair(const Case& c, const Case& other, const CallResult& result,
                     const Outputs& outputs, const Bytes& owed, const char* when,
                     OperationReport& report);
  void check_after_variant(const Case& c, const Bytes& alone, Change change,
                           OperationReport& report, const std::vector<const Case*>& before = {});
  /// Calls `other`, then the case again, at the same addresses: it owes the bits of `alone`.
  void check_after(const Case& c, const Bytes& alone, const Case& other, OperationReport& report,
                   std::vector<const Case*> before);
  Judgement judge_last(std::span<const Case* const> calls, bool same_place, Tally& tally);

  std::unique_ptr<Caller> caller_;
  Profiles profiles_;
  Random random_;
  Random random_of_one_;     ///< for calls of one element, where code has paths that others lack
  std::vector<Case> recent_; ///< the last calls of the last check, for Finding::before
  std::vector<Case> storing_;
  uint64_t num_storing_ = 0; ///< of which those are some
  int deaths_ = 0;
  int hangs_ = 0;
};

} // namespace ulna
