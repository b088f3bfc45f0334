// Has a function that the loader chooses, for its own use: no symbol is imported for it.
extern "C" {

int seven() {
  return 7;
}

int (*choose())() {
  return seven;
}

__attribute__((visibility("hidden"), ifunc("choose"))) int chosen();

__attribute__((visibility("default"))) int call_chosen() {
  return chosen();
}
}
