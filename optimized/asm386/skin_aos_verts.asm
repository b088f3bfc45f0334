%include "macros.inc"
%include "mat44.inc"

%define DST             edi
%define POSITION        ecx
%define NORMAL          ebp
%define NUM_INFLUENCES  dword [ARGUMENT(6)]
%define VERTS_LEFT      dword [ARGUMENT(7)]

; LOAD_COMPONENT register, address
%macro LOAD_COMPONENT 2
        movss   %1, [%2]
        shufps  %1, %1, 0
%endmacro

; ROTATE sum, scratch, scratch, address: the three floats there, by the rows in xmm0, xmm1, xmm2.
%macro ROTATE 4
        LOAD_COMPONENT %1, %4
        LOAD_COMPONENT %2, %4 + 4
        LOAD_COMPONENT %3, %4 + 8
        mulps   %1, xmm0
        mulps   %2, xmm1
        mulps   %3, xmm2
        addps   %1, %2
        addps   %1, %3
%endmacro

; SKIN_VERTS influences: all vertices, of which there is one at least. Lane 3 takes no part.
%macro SKIN_VERTS 1
        align   16
%%vertex:
        SUM_MATRICES %1, byte
        ROTATE  xmm4, xmm5, xmm6, POSITION
        addps   xmm4, xmm3
        ROTATE  xmm5, xmm6, xmm7, NORMAL

        movaps  xmm0, xmm5
        mulps   xmm0, xmm0
        pshufd  xmm1, xmm0, 1
        movhlps xmm2, xmm0
        addss   xmm0, xmm1
        addss   xmm0, xmm2
        rsqrtss xmm0, xmm0              ; a root and a division: a quarter more for all
        shufps  xmm0, xmm0, 0
        mulps   xmm5, xmm0

        movaps  xmm0, xmm4
        shufps  xmm0, xmm5, 0x0a        ; pz pz nx nx
        shufps  xmm4, xmm0, 0x84        ; px py pz nx
        shufps  xmm5, xmm5, 0x09        ; ny nz
        movups  [DST], xmm4
        movlps  [DST + 16], xmm5
        add     POSITION, 12
        add     NORMAL, 12
        add     INDICES, %1
        add     WEIGHTS, 4 * %1
        add     DST, 24
        dec     VERTS_LEFT
        jnz     %%vertex
        RETURN
%endmacro

FUNCTION skin_aos_verts, DST, POSITION, NORMAL, PALETTE, INDICES, WEIGHTS
        cmp     VERTS_LEFT, 0
        jle     .done
        cmp     NUM_INFLUENCES, 2
        jl      .one
        je      .two
        cmp     NUM_INFLUENCES, 4
        jl      .three
        SKIN_VERTS 4
.three: SKIN_VERTS 3
.two:   SKIN_VERTS 2
.one:   SKIN_VERTS 1
.done:
        RETURN
