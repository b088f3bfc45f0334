%include "macros.inc"
%include "mat44.inc"

; Arguments that stay on the stack: of the streams each is needed once for a vertex.
%define POSITIONS       ARGUMENT(0)
%define NORMALS         ARGUMENT(1)
%define SRC_POSITIONS   ARGUMENT(2)
%define SRC_NORMALS     ARGUMENT(3)
%define COUNTS          ARGUMENT(7)

%define BEFORE          edi             ; the bytes of a stream before the vertex
%define GROUP_LEFT      ebp             ; how many vertices of its group

; SPLAT_VECTOR stream: the four components of its next vector into xmm4 to xmm7.
%macro SPLAT_VECTOR 1
        mov     ecx, [%1]
        movaps  xmm4, [ecx + BEFORE]
        pshufd  xmm5, xmm4, 0x55
        pshufd  xmm6, xmm4, 0xaa
        pshufd  xmm7, xmm4, 0xff
        shufps  xmm4, xmm4, 0
%endmacro

; STORE_VECTOR stream, register
%macro STORE_VECTOR 2
        mov     ecx, [%1]
        movaps  [ecx + BEFORE], %2
%endmacro

; TRANSFORM_BY_ROWS to, from: the vector by the matrix in xmm0 to xmm3.
%macro TRANSFORM_BY_ROWS 2
        SPLAT_VECTOR %2
        mulps   xmm4, xmm0
        mulps   xmm5, xmm1
        mulps   xmm6, xmm2
        mulps   xmm7, xmm3
        addps   xmm4, xmm5
        addps   xmm6, xmm7
        addps   xmm4, xmm6
        STORE_VECTOR %1, xmm4
%endmacro

; Where there are two vectors for each vertex, its matrices are weighted and added up first. One
; influence has the weight 1, which is not stored.
%macro SKIN_BOTH 1                      ; influences
%if %1 == 1
        MATRIX_OFFSET 0, word
        LOAD_ROWS
%else
        SUM_MATRICES %1, word
%endif
        TRANSFORM_BY_ROWS POSITIONS, SRC_POSITIONS
        TRANSFORM_BY_ROWS NORMALS, SRC_NORMALS
%endmacro

; PRODUCT sum, scratch, scratch: the vector in xmm4 to xmm7 by the matrix at eax.
%macro PRODUCT 3
        movaps  %1, [PALETTE + eax]
        movaps  %2, [PALETTE + eax + 16]
        mulps   %1, xmm4
        mulps   %2, xmm5
        addps   %1, %2
        movaps  %2, [PALETTE + eax + 32]
        movaps  %3, [PALETTE + eax + 48]
        mulps   %2, xmm6
        mulps   %3, xmm7
        addps   %2, %3
        addps   %1, %2
%endmacro

; Of one vector the products are weighted: there are fewer of them than rows.
%macro SKIN_POSITION 1                  ; influences
        SPLAT_VECTOR SRC_POSITIONS
        MATRIX_OFFSET 0, word
        PRODUCT xmm0, xmm2, xmm3
%if %1 > 1
        LOAD_WEIGHT xmm1, 0
        mulps   xmm0, xmm1
%endif
%assign influence 1
%rep %1 - 1
        MATRIX_OFFSET influence, word
        PRODUCT xmm1, xmm2, xmm3
        LOAD_WEIGHT xmm2, influence
        mulps   xmm1, xmm2
        addps   xmm0, xmm1
%assign influence influence + 1
%endrep
        STORE_VECTOR POSITIONS, xmm0
%endmacro

; SKIN_GROUPS macro: a loop for each number of influences, with no branch inside.
%macro SKIN_GROUPS 1
%assign influences 1
%rep 4
        SKIN_GROUP %1, influences
%assign influences influences + 1
%endrep
%endmacro

%macro SKIN_GROUP 2
        mov     ecx, [COUNTS]
        mov     GROUP_LEFT, [ecx + 4 * (%2 - 1)]
        test    GROUP_LEFT, GROUP_LEFT
        jle     %%done
        align   16
%%vertex:
        %1      %2
        add     BEFORE, 16
        add     INDICES, 2 * %2
%if %2 > 1
        add     WEIGHTS, 4 * %2
%endif
        dec     GROUP_LEFT
        jnz     %%vertex
%%done:
%endmacro

FUNCTION skin_sorted_verts, none, none, none, none, PALETTE, INDICES, WEIGHTS
        xor     BEFORE, BEFORE
        cmp     dword [NORMALS], 0
        je      .positions
        SKIN_GROUPS SKIN_BOTH
        RETURN
.positions:
        SKIN_GROUPS SKIN_POSITION
        RETURN
