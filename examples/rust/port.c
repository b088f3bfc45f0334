/* A function in Rust, as a port. */
void my_slerp(const float* a, const float* b, float t, float* out);

#define ULNA_NAME "rust"
#define ULNA_SLERP(a, b, t, out) my_slerp(a, b, t, out)
#include <ulna/adapt.h>
