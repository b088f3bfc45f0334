%include "macros.inc"

%define DST             edi
%define FROM            esi
%define TO              edx
%define PAIRS_LEFT      ecx             ; of floats: a vertex has three

; What lies in FROM comes in xmm0, what lies in TO in xmm1.
%macro TWEEN 0
        mulps   xmm0, xmm6
        mulps   xmm1, xmm7
        addps   xmm0, xmm1
%endmacro

; A mesh is a run of floats: all are treated alike. t comes in xmm0, num_vertices in PAIRS_LEFT.
FUNCTION tween_verts, DST, FROM, TO, xmm0, PAIRS_LEFT
        test    PAIRS_LEFT, PAIRS_LEFT
        jle     .done
        LOAD_GOT
        SPLAT   xmm7, xmm0, 0           ; t
        movaps  xmm6, CONSTANT(one)
        subps   xmm6, xmm7              ; 1 - t
        lea     PAIRS_LEFT, [PAIRS_LEFT + 2 * PAIRS_LEFT]
        xor     eax, eax
        sub     PAIRS_LEFT, 2
.two:
        movups  xmm0, [FROM + eax]
        movups  xmm1, [TO + eax]
        TWEEN
        movups  [DST + eax], xmm0
        add     eax, 16
        sub     PAIRS_LEFT, 2
        jns     .two

        test    PAIRS_LEFT, 1
        jz      .done
        movsd   xmm0, [FROM + eax]
        movsd   xmm1, [TO + eax]
        TWEEN
        movlps  [DST + eax], xmm0
.done:
        RETURN
