// Which ulna this is: for --version, and for what its certificates say.
#pragma once

#include <string>

namespace ulna {

const char* version();    ///< "0.1.0"
const char* commit();     ///< 40 hexadecimal digits, and "+" where files differed; empty: not known
const char* build_type(); ///< "RelWithDebInfo", "RelWithDebInfo, sanitizers"

/// "0.1.0, commit 0123abcd...", or "0.1.0" where the commit is not known.
std::string version_and_commit(const std::string& version, const std::string& commit);

/// The same of this ulna, and its build type: "0.1.0, commit 0123abcd..., RelWithDebInfo".
std::string version_line();

} // namespace ulna
