/* Part of ulna/adapt.h: what the compiler may use, by the names of /proc/cpuinfo. */
#ifndef ULNA_FEATURES
#define ULNA_FEATURES ULNA_ADAPT_FEATURES

#ifdef __SSE3__
#define ULNA_ADAPT_SSE3 "pni,"
#else
#define ULNA_ADAPT_SSE3
#endif
#ifdef __SSSE3__
#define ULNA_ADAPT_SSSE3 "ssse3,"
#else
#define ULNA_ADAPT_SSSE3
#endif
#ifdef __SSE4_1__
#define ULNA_ADAPT_SSE4_1 "sse4_1,"
#else
#define ULNA_ADAPT_SSE4_1
#endif
#ifdef __SSE4_2__
#define ULNA_ADAPT_SSE4_2 "sse4_2,"
#else
#define ULNA_ADAPT_SSE4_2
#endif
#ifdef __POPCNT__
#define ULNA_ADAPT_POPCNT "popcnt,"
#else
#define ULNA_ADAPT_POPCNT
#endif
#ifdef __AVX__
#define ULNA_ADAPT_AVX "avx,"
#else
#define ULNA_ADAPT_AVX
#endif
#ifdef __AVX2__
#define ULNA_ADAPT_AVX2 "avx2,"
#else
#define ULNA_ADAPT_AVX2
#endif
#ifdef __FMA__
#define ULNA_ADAPT_FMA "fma,"
#else
#define ULNA_ADAPT_FMA
#endif
#ifdef __F16C__
#define ULNA_ADAPT_F16C "f16c,"
#else
#define ULNA_ADAPT_F16C
#endif
#ifdef __BMI__
#define ULNA_ADAPT_BMI "bmi1,"
#else
#define ULNA_ADAPT_BMI
#endif
#ifdef __BMI2__
#define ULNA_ADAPT_BMI2 "bmi2,"
#else
#define ULNA_ADAPT_BMI2
#endif
#ifdef __LZCNT__
#define ULNA_ADAPT_LZCNT "abm,"
#else
#define ULNA_ADAPT_LZCNT
#endif
#ifdef __MOVBE__
#define ULNA_ADAPT_MOVBE "movbe,"
#else
#define ULNA_ADAPT_MOVBE
#endif
#ifdef __AVX512F__
#define ULNA_ADAPT_AVX512F "avx512f,"
#else
#define ULNA_ADAPT_AVX512F
#endif
#ifdef __AVX512VL__
#define ULNA_ADAPT_AVX512VL "avx512vl,"
#else
#define ULNA_ADAPT_AVX512VL
#endif
#ifdef __AVX512DQ__
#define ULNA_ADAPT_AVX512DQ "avx512dq,"
#else
#define ULNA_ADAPT_AVX512DQ
#endif
#ifdef __AVX512BW__
#define ULNA_ADAPT_AVX512BW "avx512bw,"
#else
#define ULNA_ADAPT_AVX512BW
#endif
#ifdef __AVX512CD__
#define ULNA_ADAPT_AVX512CD "avx512cd,"
#else
#define ULNA_ADAPT_AVX512CD
#endif

/* Of x86 alone; other machines say it by hand. An empty name at the end counts for nothing. */
#define ULNA_ADAPT_FEATURES                                                                        \
  ULNA_ADAPT_SSE3 ULNA_ADAPT_SSSE3 ULNA_ADAPT_SSE4_1 ULNA_ADAPT_SSE4_2 ULNA_ADAPT_POPCNT           \
      ULNA_ADAPT_AVX ULNA_ADAPT_AVX2 ULNA_ADAPT_FMA ULNA_ADAPT_F16C ULNA_ADAPT_BMI ULNA_ADAPT_BMI2 \
          ULNA_ADAPT_LZCNT ULNA_ADAPT_MOVBE ULNA_ADAPT_AVX512F ULNA_ADAPT_AVX512VL                 \
              ULNA_ADAPT_AVX512DQ ULNA_ADAPT_AVX512BW ULNA_ADAPT_AVX512CD ""
#endif
