// What the importer hands over, without its process: the summary that it prints and the files that
// it leaves. Whatever they hold, they are good, or a BadInput with one line that does not name the
// model (see about_model in models/importer.h).
#pragma once

#include "models/model.h"

#include <functional>

namespace ulna {

/// All arrays of a model together. No character comes near; a line can ask for a gigabyte.
inline constexpr size_t kMaxHandedOver = size_t{4} << 30;

/// The text of a file, by its name in the importer's folder. Throws BadInput if there is none.
using ReadFile = std::function<std::string(const std::string& name)>;

/// Everything but the path.
Model take_model(const std::string& summary, const ReadFile& read,
                 size_t max_bytes = kMaxHandedOver);

/// What `ulna-import --mesh` hands over.
SkinnedMesh take_skinned_mesh(const std::string& description, const ReadFile& read,
                              size_t max_bytes = kMaxHandedOver);

} // namespace ulna
