/* Part of ulna/adapt.h: memory around what your functions get, so that what they may not touch
 * shows. A function that writes there ends the process with a line that says so, which is a
 * finding.
 */
static inline void ulna_adapt_refuse(const char* what) {
  fprintf(stderr, "ulna/adapt.h: %s\n", what);
  abort();
}

enum { ulna_adapt_mark = 0xff }; /* bytes that make a NaN */

static inline void ulna_adapt_mark_bytes(void* bytes, size_t size) {
  memset(bytes, ulna_adapt_mark, size);
}

static inline void ulna_adapt_check_bytes(const unsigned char* bytes, size_t size) {
  for (size_t i = 0; i < size; ++i)
    if (bytes[i] != ulna_adapt_mark) ulna_adapt_refuse("wrote outside of what it was given");
}

static inline void ulna_adapt_check_same(const void* now, const void* before, size_t size,
                                         int may_change) {
  if (!may_change && memcmp(now, before, size) != 0)
    ulna_adapt_refuse("changed what it was given to read");
}

/* A variable with marked bytes around it, and not more aligned than its type asks for. */
#define ULNA_ADAPT_VARIABLE(type, name)                                                            \
  struct {                                                                                         \
    ULNA_ADAPT_ALIGNAS(64) unsigned char front[64 + ULNA_ADAPT_ALIGNOF(type)];                     \
    type value;                                                                                    \
    unsigned char back[64];                                                                        \
  } name;                                                                                          \
  ulna_adapt_mark_bytes(name.front, sizeof name.front);                                            \
  ulna_adapt_mark_bytes(name.back, sizeof name.back)

#define ULNA_ADAPT_CHECK(name)                                                                     \
  ulna_adapt_check_bytes(name.front, sizeof name.front);                                           \
  ulna_adapt_check_bytes(name.back, sizeof name.back)

/* An array that ends where a page begins that cannot be touched, as far as its alignment allows; on
 * Linux. Elsewhere there are marked bytes around it alone. */
typedef struct ulna_adapt_array {
  unsigned char *block, *begin, *end, *block_end;
} ulna_adapt_array;

static inline ulna_adapt_array ulna_adapt_make(size_t bytes, size_t alignment) {
  ulna_adapt_array array;
#ifdef __linux__
  const size_t page = (size_t)sysconf(_SC_PAGESIZE), behind = 0;
  const size_t inside = (bytes + 64 + page - 1) / page * page;
  unsigned char* const pages = (unsigned char*)mmap(NULL, inside + 2 * page, PROT_NONE,
                                                    MAP_PRIVATE | ULNA_ADAPT_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) ulna_adapt_refuse("out of memory");
  array.block = pages + page;
  if (mprotect(array.block, inside, PROT_READ | PROT_WRITE) != 0)
    ulna_adapt_refuse("out of memory");
#else
  const size_t behind = 64, inside = 64 + alignment + bytes + behind;
  array.block = (unsigned char*)malloc(inside);
  if (!array.block) ulna_adapt_refuse("out of memory");
#endif
  array.block_end = array.block + inside;
  array.begin =
      (unsigned char*)((uintptr_t)(array.block_end - behind - bytes) / alignment * alignment);
  array.end = array.begin + bytes;
  ulna_adapt_mark_bytes(array.block, (size_t)(array.begin - array.block));
  ulna_adapt_mark_bytes(array.end, (size_t)(array.block_end - array.end));
  return array;
}

/* From here on it is to be read alone. */
static inline void ulna_adapt_close(ulna_adapt_array array) {
#ifdef __linux__
  mprotect(array.block, (size_t)(array.block_end - array.block), PROT_READ);
#else
  (void)array;
#endif
}

static inline void ulna_adapt_free(ulna_adapt_array array) {
  const size_t front = (size_t)(array.begin - array.block);
  const size_t checked = front < 64 ? front : 64;
  ulna_adapt_check_bytes(array.begin - checked, checked);
  ulna_adapt_check_bytes(array.end, (size_t)(array.block_end - array.end));
#ifdef __linux__
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  munmap(array.block - page, (size_t)(array.block_end - array.block) + 2 * page);
#else
  free(array.block);
#endif
}
