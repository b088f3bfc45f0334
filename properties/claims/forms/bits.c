/* How long the four loops of Skinning it to 11 take for one character, in ticks of the processor's
 * clock: compiled for 32 and for 64 bits, this is what the eight further SSE registers are worth.
 * The matrices of a vertex are scaled one by one and then added up, as the source has them. Without
 * any library, of which there is none for 32 bits: it prints a number and ends. */
typedef float vec4 __attribute__((vector_size(16)));
typedef struct matrix {
  vec4 x, y, z, t;
} matrix;

enum { kJoints = 64, kVertices = 2500, kRounds = 10000 };

/* Of 2500 vertices 25% have one influence, 20% two, 25% three and 30% four. */
static const int counts[] = {625, 500, 625, 750};

static matrix palette[kJoints];
static vec4 positions[kVertices], normals[kVertices];
__attribute__((used)) static vec4 to_positions[kVertices], to_normals[kVertices];
static unsigned short indices[4 * kVertices];
static float weights[4 * kVertices];

#define INLINE static inline __attribute__((always_inline))

INLINE vec4 all(float x) {
  return (vec4){x, x, x, x};
}

INLINE matrix scaled(const matrix* m, float weight) {
  const vec4 by = all(weight);
  return (matrix){m->x * by, m->y * by, m->z * by, m->t * by};
}

INLINE matrix sum(matrix a, matrix b) {
  return (matrix){a.x + b.x, a.y + b.y, a.z + b.z, a.t + b.t};
}

INLINE vec4 product(const matrix* m, vec4 v) {
  return all(v[0]) * m->x + all(v[1]) * m->y + all(v[2]) * m->z + all(v[3]) * m->t;
}

INLINE matrix blended(const unsigned short* index, const float* weight, int influences) {
  if (influences == 1) return palette[index[0]];
  matrix m = scaled(&palette[index[influences - 1]], weight[influences - 1]);
#pragma GCC unroll 4
  for (int k = influences - 2; k >= 0; --k) m = sum(scaled(&palette[index[k]], weight[k]), m);
  return m;
}

INLINE int skin(int first, const unsigned short** index, const float** weight, int influences) {
  const int end = first + counts[influences - 1];
  for (; first < end; ++first, *index += influences) {
    const matrix m = blended(*index, *weight, influences);
    if (influences > 1) *weight += influences;
    to_positions[first] = product(&m, positions[first]);
    to_normals[first] = product(&m, normals[first]);
  }
  return end;
}

static __attribute__((noinline)) void skin_character(void) {
  const unsigned short* index = indices;
  const float* weight = weights;
  int first = skin(0, &index, &weight, 1);
  first = skin(first, &index, &weight, 2);
  first = skin(first, &index, &weight, 3);
  skin(first, &index, &weight, 4);
}

static unsigned drawn(void) {
  static unsigned state = 1;
  state = state * 1664525u + 1013904223u;
  return state >> 16;
}

static vec4 vector(float w) {
  return (vec4){(float)drawn() * 0x1p-16f, (float)drawn() * 0x1p-16f, (float)drawn() * 0x1p-16f, w};
}

static void make_character(void) {
  for (int i = 0; i < kJoints; ++i)
    palette[i] = (matrix){vector(0), vector(0), vector(0), vector(1)};
  for (int i = 0; i < kVertices; ++i) positions[i] = vector(1), normals[i] = vector(0);
  for (int i = 0; i < 4 * kVertices; ++i) {
    indices[i] = (unsigned short)(drawn() % kJoints);
    weights[i] = (float)drawn() * 0x1p-18f;
  }
}

/* The calls of a 32-bit Linux, which a 64-bit one answers as well. */
static void call(int number, unsigned a, const char* b, int c) {
  __asm__ volatile("int $0x80" ::"a"(number), "b"(a), "c"(b), "d"(c) : "memory");
}

static void print(unsigned number) {
  static char text[16];
  char* at = text + sizeof text;
  *--at = '\n';
  do *--at = (char)('0' + number % 10);
  while (number /= 10);
  call(4, 1, at, (int)(text + sizeof text - at));
}

__attribute__((force_align_arg_pointer)) void _start(void) {
  unsigned long long fastest = ~0ull;
  make_character();
  for (int i = 0; i < kRounds; ++i) {
    const unsigned long long start = __builtin_ia32_rdtsc();
    skin_character();
    const unsigned long long took = __builtin_ia32_rdtsc() - start;
    if (took < fastest) fastest = took;
  }
  print((unsigned)fastest);
  call(1, 0, 0, 0);
}
