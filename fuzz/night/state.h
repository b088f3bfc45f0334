// How far a night is: what the next start needs to go on where this one was.
#pragma once

#include "fuzz/night/folder.h"
#include "fuzz/night/log.h"
#include "fuzz/night/schedule.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <map>
#include <string>

namespace ulna::night {

/// What became of one target in this night, and what the schedule knows of it.
struct TargetState {
  Turn turn;
  double seconds = 0; ///< of running it
  uint64_t slices = 0;
  uint64_t executions = 0;
  uint64_t coverage = 0, features = 0; ///< the latest that it said
  uint64_t inputs = 0;                 ///< in its corpus
  uint64_t inputs_merged = 0;          ///< in its corpus after the last merge
  uint64_t deaths = 0;                 ///< slices that did not end by themselves
  uint64_t failures = 0;               ///< slices in a row that did not run a single input
};

/// What a night fuzzes. With anything else it is another night.
struct Subject {
  std::string port;                     ///< path, or empty: the built-in ones
  std::string port_name, port_sha256;   ///< of that one
  std::map<std::string, int> contracts; ///< version of that of each target, 0 for a parser
  std::string shard = {};               ///< as "3/8"; empty: it is the whole night
};

/// Whether they are the same to who reads them from a file, where a path is UTF-8.
bool same(const Subject& a, const Subject& b);

nlohmann::json to_json(const Subject& subject);
/// Throws what the JSON library throws for what is no subject.
Subject subject_from(const nlohmann::json& json);

struct State {
  std::string night; ///< when it began, UTC: its name
  double length = 0; ///< seconds that it is to take
  double elapsed = 0;
  bool over = false;
  uint64_t starts = 0; ///< of the runner in this night
  uint64_t slices = 0; ///< in all, never reset: seeds follow from it
  Subject subject;     ///< no contracts: not known, the state is that of an older ulna
  std::map<std::string, TargetState> targets;
};

/// Writes state.json whole. Throws BadInput with one line.
void save(const State& state, const fs::path& file);

/// What `save` wrote; a new State if the file is not there, or is not right: then it is set aside,
/// which the log says. Never throws for what the file holds.
State load_state(const Folder& folder, Log& log);

/// Begins a night in the state of the last one: counts from zero, knows what it knew.
void begin_night(State& state, const Subject& subject, double length, const std::string& name);

} // namespace ulna::night
