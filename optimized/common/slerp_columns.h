// The table of slerp_table.h by columns, for vectors whose lanes are powers of x.
#ifndef ULNA_OPTIMIZED_SLERP_COLUMNS_H
#define ULNA_OPTIMIZED_SLERP_COLUMNS_H

#include "slerp_table.h"

// A row for each power of t*t, filled up with zeros to whole registers.
struct SlerpColumns {
  static constexpr int length = 12;
  alignas(32) double of[slerp_t_terms][length];
};

constexpr SlerpColumns make_slerp_columns() {
  constexpr double rows[slerp_x_terms][slerp_t_terms] = {
#include "slerp_rows.inc"
  };
  SlerpColumns columns = {};
  for (int k = 0; k < slerp_x_terms; k++)
    for (int m = 0; m < slerp_t_terms; m++) columns.of[m][k] = rows[k][m];
  return columns;
}

inline constexpr SlerpColumns slerp_columns = make_slerp_columns();

#endif
