#include "report/error_chart.h"

#include "report/junit.h"
#include "report/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ulna {
namespace {

constexpr double kLeft = 56, kTop = 12, kHeight = 140, kBar = 24, kGap = 4;
constexpr double kBottom = kTop + kHeight;
/// Those beyond the bound stand apart.
constexpr double kApart = 24;
constexpr double kWidth = kLeft + (kErrorParts + 1) * kBar + kApart + 16;

double left_of(size_t part) {
  return kLeft + double(part) * kBar + (part == kErrorParts ? kApart : 0);
}

/// One word is seen, none is not.
double height_of(uint64_t words, int decades) {
  return words == 0 ? 0 : kHeight * (std::log10(double(words)) + 0.25) / (decades + 0.25);
}

std::string in_words(const char* quantity, const Distribution& errors) {
  uint64_t all = 0;
  for (const uint64_t n : errors) all += n;
  size_t last = 0;
  for (size_t i = 0; i < kErrorParts; ++i)
    if (errors[i] != 0) last = i;
  return fmt::format("errors of {}: {} words, of which {} are below a tenth of the bound, the "
                     "others within it below {:.2f} of it, and {} are beyond it",
                     quantity, grouped(all), grouped(errors[0] + errors[1]),
                     double(last + 1) / double(kErrorParts), grouped(errors[kErrorParts]));
}

} // namespace

std::string error_chart(const char* quantity, const Distribution& errors) {
  const uint64_t most = *std::ranges::max_element(errors);
  const int decades = std::max(1, int(std::ceil(std::log10(double(most)))));
  const std::string label = xml_escaped(in_words(quantity, errors));
  std::string out = fmt::format("<svg role=\"img\" viewBox=\"0 0 {0:g} {1:g}\" width=\"{0:g}\" "
                                "height=\"{1:g}\" aria-label=\"{2}\">\n<title>{2}</title>\n",
                                kWidth, kBottom + 40, label);
  for (int decade = 0; decade <= decades; decade += decades > 5 ? 2 : 1) {
    const double y = kBottom - height_of(uint64_t(std::pow(10, decade)), decades);
    out += fmt::format("<line class=\"axis\" x1=\"{}\" x2=\"{}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>"
                       "<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n",
                       kLeft, kWidth - 16, y, y, kLeft - 6, y + 4,
                       decade < 4   ? grouped(uint64_t(std::pow(10, decade)))
                       : decade < 7 ? fmt::format("{}k", std::pow(10, decade - 3))
                                    : fmt::format("{}M", std::pow(10, decade - 6)));
  }
  for (size_t i = 0; i < errors.size(); ++i) {
    const double height = height_of(errors[i], decades);
    if (errors[i] == 0) continue;
    out += fmt::format("<rect class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" "
                       "height=\"{:.1f}\"><title>{} words</title></rect>\n",
                       i == kErrorParts ? "bar beyond" : "bar", left_of(i) + kGap / 2,
                       kBottom - height, kBar - kGap, height, grouped(errors[i]));
  }
  const auto tick = [&](double x, const std::string& text) {
    out += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n", x,
                       kBottom + 16, text);
  };
  for (size_t i = 0; i <= kErrorParts; i += 5)
    tick(kLeft + double(i) * kBar, fmt::format("{:g}", double(i) / double(kErrorParts)));
  tick(left_of(kErrorParts) + kBar / 2, "beyond");
  out += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">error, in units of "
                     "the bound; words, by powers of ten</text>\n</svg>\n",
                     kLeft + kErrorParts * kBar / 2, kBottom + 34);
  return out;
}

} // namespace ulna
