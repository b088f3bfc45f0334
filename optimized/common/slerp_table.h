/* The scales of slerp without a root, a division or a branch on the angle.
 *
 * The lerp t is one number for a whole call, and with x = 1 - cos a
 *     sin(ta) / sin a = t + t * (1 - t*t) * x * R(t*t, x),
 * where R is smooth on 0 <= x <= 1 and beyond both ends. So a call makes one polynomial in x for
 * t and one for 1 - t, in double, and a joint evaluates them, in float. At x = 0 they give t and
 * 1 - t, and a cosine that rounding lifts above 1 needs no care.
 *
 * R(t*t, x) = sum over k and m of slerp_table[k][m] * x^k * (t*t)^m, which leaves a scale off by at
 * most 6.8e-9. slerp_table.py printed the table, and says how it comes about. */
#ifndef ULNA_OPTIMIZED_SLERP_TABLE_H
#define ULNA_OPTIMIZED_SLERP_TABLE_H

enum { slerp_x_terms = 9, slerp_t_terms = 5 };

#ifdef __cplusplus
extern "C" const double slerp_table[slerp_x_terms][slerp_t_terms];
#else
extern const double slerp_table[slerp_x_terms][slerp_t_terms];
#endif

#endif
