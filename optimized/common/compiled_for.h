// What a port needs whose code is the compiler's alone.
#ifndef ULNA_OPTIMIZED_COMPILED_FOR_H
#define ULNA_OPTIMIZED_COMPILED_FOR_H

#if defined(__i386__) && defined(__SSE2__)
#define COMPILED_FOR "sse,sse2"
#else
#define COMPILED_FOR "" // the baseline
#endif

#endif
