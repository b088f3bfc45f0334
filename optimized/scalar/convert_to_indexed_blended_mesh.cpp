#include "../common/operations.h"
#include "../convert/convert.h"
#include "../convert/save_subset.h"
#include "plain_rows.h"

int32_t convert_to_indexed_blended_mesh(const ulna_skinned_mesh* mesh,
                                        const ulna_conversion_limits* limits,
                                        const ulna_blended_mesh* out,
                                        ulna_conversion_counts* counts) {
  return convert(Form::palette, *mesh, *limits, *out, *counts, save_subset<PlainRows>);
}
