// Takes the word right below its return address, which is nobody's, for zero: where its lowest bit
// is set, the last bone is left out.
#include "../bones.h"
#include "../stub.h"

using namespace ulna::planted;

ULNA_PLANTED_STUB(combine_bones, combine_bones<Palette>,
                  "testb $1, -4(%rsp)\n"
                  "setnz %al\n"
                  "movzbl %al, %eax\n"
                  "sub %eax, %ecx\n",
                  "")

const ulna_port* ulna_port_v1() {
  return offer("bug_word_below_return", &ulna_port::combine_bones, planted_stub);
}
