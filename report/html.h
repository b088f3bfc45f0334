// Pieces of pages that need no other file: report/page.h says what all of them promise.
#pragma once

#include "cases/verdict.h"

#include <string>
#include <string_view>

namespace ulna::html {

/// Text between tags; in an attribute, too.
std::string text(std::string_view any);
std::string element(const char* tag, std::string_view any);
/// What a keyboard can scroll.
std::string preformatted(std::string_view any);
std::string folded_away(std::string_view summary, std::string_view inside);
/// A table in a box that scrolls by itself, called by the heading of that id.
std::string table(const char* heading, std::string_view head, std::string_view rows);

/// Of a verdict's colour.
const char* class_of(Verdict verdict);

/// A whole page. `header` and `main` are markup, and `main` has a heading with the id "verdicts".
std::string document(std::string_view title, std::string_view header, std::string_view main);

} // namespace ulna::html
