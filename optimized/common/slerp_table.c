#include "slerp_table.h"

const double slerp_table[slerp_x_terms][slerp_t_terms] = {
#include "slerp_rows.inc"
};
