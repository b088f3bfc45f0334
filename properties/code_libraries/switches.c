/* A switch that a compiler makes a table of, and a call through a pointer that is taken here. */
__attribute__((visibility("default"))) int choose(int which, int value);
__attribute__((visibility("default"))) int visit(int (*known)(int), int value);

static int __attribute__((noinline)) twice(int value) {
  return 2 * value;
}

static int (*volatile visitor)(int);

int choose(int which, int value) {
  switch (which) {
  case 0:
    return value + 3;
  case 1:
    return value * 5;
  case 2:
    return value - 7;
  case 3:
    return value / 9;
  case 4:
    return value ^ 11;
  case 5:
    return value % 13;
  case 6:
    return value | 17;
  default:
    return value;
  }
}

int visit(int (*known)(int), int value) {
  visitor = known ? known : twice;
  return visitor(value) + 1;
}
