#include "cli/plot_command.h"

#include "base/error.h"
#include "base/files.h"
#include "base/output_file.h"
#include "base/progress.h"
#include "base/text.h"
#include "certify/arguments.h"
#include "cli/tools.h"
#include "plot/blending_picture.h"
#include "plot/influences.h"
#include "plot/panels.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

namespace ulna {
namespace {

constexpr size_t kLongLine = 1000; // of what may hold names of strangers

/// What is drawn of the ports, in order, and what is said of each.
struct Drawing {
  std::string svg;
  std::vector<std::string> lines; ///< one for each port
  std::vector<std::string> also;  ///< what they broke beside the bound
};

struct Request {
  const Operation& operation;
  const PlotOptions& options;
  std::vector<std::string> ports; ///< as on the command line
  Installation installation = find_installation();
};

/// A call did not return: there is nothing to draw.
struct Ended {
  std::string what;
};

/// Measures one port. What it broke beside the bound is said; the bound is what the picture shows.
template <class Measure>
auto measured(const Request& request, const std::string& port, const Measure& measure) {
  const Operation& op = request.operation;
  const uint64_t seed = parse_seed(request.options.seed);
  Judge judge = judge_of(port, op, request.installation, seed);
  Progress progress;
  auto result = measure(judge, op, seed, [&](double part) {
    progress.update(part, fmt::format("{} {}", judge.port().name, op.name));
  });
  if (judge.deaths() > 0) { // measuring ended there: it is the last finding
    const Finding& f = result.findings.back();
    throw Ended{fmt::format("{} of {}: {}: {}; nothing was drawn: see ulna certify --port {}",
                            op.name, port, name(f.kind), f.detail, port)};
  }
  return result;
}

void add_findings(const std::vector<Finding>& findings, const std::string& port, Drawing& out) {
  for (const Finding& f : findings)
    if (f.kind != FindingKind::out_of_bound)
      out.also.push_back(fmt::format("{} also broke its contract, see ulna certify: {}: {}", port,
                                     name(f.kind), f.detail));
}

Drawing draw_blending(const Request& request) {
  std::vector<plot::BlendingMap> maps;
  Drawing out;
  for (const std::string& port : request.ports) {
    maps.push_back(
        measured(request, port,
                 [](Judge& judge, const Operation& op, uint64_t seed, const auto& on_progress) {
                   return plot::measure_blending(judge, op, seed, plot::kLerps, on_progress);
                 }));
    const plot::BlendingMap& map = maps.back();
    out.lines.push_back(fmt::format("{}, {}: largest error {}, at {}", request.operation.name,
                                    map.port, plot::error_text(map.peak.fraction, map.bound),
                                    plot::place_of(map.peak)));
    add_findings(map.findings, map.port, out);
  }
  out.svg = plot::blending_picture(request.operation, maps);
  return out;
}

Drawing draw_influences(const Request& request) {
  std::vector<plot::InfluenceErrors> ports;
  Drawing out;
  for (const std::string& port : request.ports) {
    ports.push_back(measured(request, port, plot::measure_influences));
    const plot::InfluenceErrors& errors = ports.back();
    const size_t worst = errors.worst();
    out.lines.push_back(fmt::format(
        "{}, {}: largest error {}, with {} influence{}", request.operation.name, errors.port,
        plot::in_bounds(errors.largest[worst - 1]), worst, worst == 1 ? "" : "s"));
    add_findings(errors.findings, errors.port, out);
  }
  out.svg = plot::influences_picture(request.operation, ports);
  return out;
}

struct Plot {
  const char* operation;
  Drawing (*draw)(const Request&);
};
constexpr Plot kPlots[] = {{"slerp_joints", draw_blending},
                           {"lerp_joints", draw_blending},
                           {"transform_verts", draw_influences},
                           {"transform_verts_and_tangents", draw_influences}};

const Plot& plot_of(const Operation& op) {
  std::string names;
  for (const Plot& plot : kPlots) {
    if (op.name == std::string_view(plot.operation)) return plot;
    names += fmt::format(" {}", plot.operation);
  }
  throw BadInput(fmt::format("{} has no picture; there are pictures of:{}", op.name, names));
}

/// A built-in port's name, or what a path ends in without its extension.
std::string short_name(const std::string& port) {
  return file_word(std::filesystem::path(port).stem().string());
}

} // namespace

int plot_command(const PlotOptions& o) {
  const Operation& op = operation_named(o.operation);
  const Plot& plot = plot_of(op);
  Request request{.operation = op, .options = o, .ports = {o.port}};
  std::string file = fmt::format("{}-{}", op.name, short_name(o.port));
  if (!o.beside.empty()) {
    request.ports.push_back(o.beside);
    file += "-" + short_name(o.beside);
  }
  file = o.out.empty() ? file + ".svg" : o.out;
  check_output_file("--out", file);
  const uint64_t seed = parse_seed(o.seed);
  for (const std::string& port : request.ports) // all of them, before one is measured
    judge_of(port, op, request.installation, seed);
  try {
    const Drawing drawing = plot.draw(request);
    write_file_whole(file, drawing.svg);
    for (const std::string& line : drawing.lines)
      fmt::print("{}: {}\n", printable(line, kLongLine), printable(file, kLongLine));
    for (const std::string& line : drawing.also) fmt::print("{}\n", printable(line, kLongLine));
  } catch (const Ended& ended) {
    fmt::print(stderr, "ulna: {}\n", printable(ended.what, kLongLine));
    return 1;
  }
  return 0;
}

void add_plot_command(CLI::App& app, int& exit) {
  const auto options = std::make_shared<PlotOptions>();
  PlotOptions& o = *options;
  CLI::App* plot = app.add_subcommand("plot", help_of("plot"));
  plot->add_option("OPERATION", o.operation, "slerp_joints, lerp_joints, transform_verts ...")
      ->required();
  plot->add_option("--port", o.port, "a built-in port's name or the path of a shared library")
      ->required();
  const auto not_empty = [](const char* cure) {
    return [cure](const std::string& text) { return text.empty() ? cure : ""; };
  };
  plot->add_option("--beside", o.beside, "another port, drawn beside it on the same scale")
      ->check(not_empty("name a port, or leave the option out"));
  plot->add_option("--seed", o.seed, "of the inputs")->capture_default_str();
  plot->add_option("--out", o.out, "the file to write (OPERATION-PORT.svg)")
      ->check(not_empty("name a file, or leave the option out"));
  plot->footer("Exit codes: 0 drawn, whatever it shows, 1 the port crashed or hung, 2 bad usage or "
               "input,\n3 not run: this CPU lacks a feature, or the port has no such operation, "
               "4 ulna itself failed.");
  plot->callback([options, &exit] { exit = plot_command(*options); });
}

} // namespace ulna
