; A normalised linear blend in SSE, for port.c.
;
; void my_nlerp(const float* a, const float* b, float t, float* out)
;               rdi             rsi             xmm0     rdx

default rel
global my_nlerp:function

section .rodata align=16
one:  dd 1.0, 1.0, 1.0, 1.0
sign: dd 0x80000000, 0x80000000, 0x80000000, 0x80000000

section .text
my_nlerp:
    movups xmm1, [rdi]
    movups xmm2, [rsi]
    shufps xmm0, xmm0, 0

    movaps xmm3, xmm1           ; b turns to the side of a
    mulps  xmm3, xmm2
    call   sum
    andps  xmm3, [sign]
    xorps  xmm2, xmm3

    movaps xmm4, [one]          ; (1 - t) a + t b
    subps  xmm4, xmm0
    mulps  xmm1, xmm4
    mulps  xmm2, xmm0
    addps  xmm1, xmm2

    movaps xmm3, xmm1           ; to unit length
    mulps  xmm3, xmm1
    call   sum
    sqrtps xmm3, xmm3
    divps  xmm1, xmm3
    movups [rdx], xmm1
    ret

sum:                            ; of the lanes of xmm3, in all lanes; spoils xmm4
    movaps xmm4, xmm3
    shufps xmm4, xmm4, 0b10110001
    addps  xmm3, xmm4
    movaps xmm4, xmm3
    shufps xmm4, xmm4, 0b01001110
    addps  xmm3, xmm4
    ret

section .note.GNU-stack noalloc noexec nowrite progbits
