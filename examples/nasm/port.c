/* A function in assembly, as a port. */
void my_nlerp(const float* a, const float* b, float t, float* out);

#define ULNA_NAME "nasm"
#define ULNA_NLERP(a, b, t, out) my_nlerp(a, b, t, out)
#include <ulna/adapt.h>
