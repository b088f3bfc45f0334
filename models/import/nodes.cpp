#include "models/import/character.h"

namespace ulna::importer {

std::vector<Mat> world_matrices(const std::vector<Node>& nodes, const std::vector<Mat>& locals) {
  std::vector<Mat> worlds(nodes.size());
  for (size_t i = 0; i < nodes.size(); ++i)
    worlds[i] = nodes[i].parent < 0 ? locals[i] : worlds[size_t(nodes[i].parent)] * locals[i];
  return worlds;
}

std::vector<Mat> rest_matrices(const std::vector<Node>& nodes) {
  std::vector<Mat> locals;
  locals.reserve(nodes.size());
  for (const Node& node : nodes) locals.push_back(node.local);
  return world_matrices(nodes, locals);
}

} // namespace ulna::importer
