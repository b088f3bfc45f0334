#include "report/html.h"

#include "report/junit.h"
#include "report/page_style.h"

#include <fmt/format.h>

namespace ulna::html {

std::string text(std::string_view any) {
  return xml_escaped(any);
}

std::string element(const char* tag, std::string_view any) {
  return fmt::format("<{0}>{1}</{0}>\n", tag, text(any));
}

std::string preformatted(std::string_view any) {
  return fmt::format("<pre tabindex=\"0\">{}</pre>\n", xml_escaped(any, false));
}

std::string folded_away(std::string_view summary, std::string_view inside) {
  return fmt::format("<details><summary>{}</summary>\n{}</details>\n", text(summary), inside);
}

std::string table(const char* heading, std::string_view head, std::string_view rows) {
  return fmt::format("<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
                     "aria-labelledby=\"{}\">\n<table>\n<thead><tr>{}</tr></thead>\n<tbody>\n{}"
                     "</tbody>\n</table>\n</div>\n",
                     heading, head, rows);
}

const char* class_of(Verdict verdict) {
  return verdict == Verdict::not_run ? "not-run" : name(verdict);
}

std::string document(std::string_view title, std::string_view header, std::string_view main) {
  return fmt::format("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
                     "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
                     "<title>{}</title>\n<style>{}</style>\n<script>{}</script>\n"
                     "</head>\n<body>\n<a class=\"skip\" href=\"#verdicts\">To the verdicts</a>\n"
                     "<header>\n{}</header>\n<main>\n{}</main>\n</body>\n</html>\n",
                     text(title), kPageStyle, kPageScript, header, main);
}

} // namespace ulna::html
