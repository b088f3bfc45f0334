// The report as a statement about libraries, which others sign.
#pragma once

#include "cases/verdict.h"

namespace ulna {

/// An in-toto statement (version 1) with a test-result predicate (version 0.1): its subjects are
/// the libraries by their SHA-256, its tests "PORT/OPERATION", those certified under profiles
/// "PORT/OPERATION under PROFILES". PASSED where all are certified, else FAILED: what was not run
/// is listed among the warned tests, and nothing passes with it. The configuration names this ulna
/// and its commit, seed and budget, the certificate by its SHA-256, and the contract and profiles
/// of each test with what was judged and the libraries that the port is linked to, of which no hash
/// is known. It is not signed. Bytes that are not UTF-8 become U+FFFD. Every OperationReport must
/// name its operation.
std::string attestation_json(const RunReport& report, const std::string& certificate);

} // namespace ulna
