// Runs a program that calls ports of another machine, an emulator as a rule, confined as a worker
// for this machine confines itself: what the emulator refuses the emulated program cannot do.

#include "calls/worker/confine.h"

#include <cstdio>
#include <cstring>

int main(int argc, char** argv) {
  if (argc > 5 && std::strcmp(argv[1], "--server") == 0)
    return ulna::become_server(argv[2], argv[3], argv[4], argv + 5);
  if (argc < 3) {
    std::fputs("ulna-confined is started by ulna, with a worker for another machine\n", stderr);
    return 2;
  }
  return ulna::confine_and_become(argv[1], argv + 2);
}
