%include "macros.inc"
%include "skin.inc"

; TRANSFORM offset: the vector at this offset into the vertex and into its base vectors, by the
; matrix in xmm0, xmm1, xmm2.
%macro TRANSFORM 1
        movaps  xmm3, [rcx + %1]
        movaps  xmm4, xmm3
        movaps  xmm5, xmm3
        mulps   xmm3, xmm0
        mulps   xmm4, xmm1
        mulps   xmm5, xmm2
        STORE_ROW_SUMS rdi + %1, xmm3, xmm4, xmm5, xmm6
%endmacro

; rdi verts, esi num_verts, rdx joints, rcx base, r8 weights, r9d num_weights (not needed)
FUNCTION transform_verts_and_tangents
        test    esi, esi
        jle     .done
.vertex:
        xorps   xmm0, xmm0              ; the sum of the weighted matrices
        xorps   xmm1, xmm1
        xorps   xmm2, xmm2
.influence:
        movsxd  rax, dword [r8 + WEIGHT_MAT_OFFSET]
        movss   xmm3, [r8 + WEIGHT_WEIGHT]
        add     rax, rdx
        shufps  xmm3, xmm3, 0
        ADD_SCALED_ROWS rax, xmm3
        cmp     dword [r8 + WEIGHT_NEXT_VERTEX], WEIGHT_SIZE
        lea     r8, [r8 + WEIGHT_SIZE]  ; keeps the flags
        jne     .influence

        TRANSFORM 0                     ; position
        TRANSFORM 16                    ; normal
        TRANSFORM 32                    ; tangent
        add     rcx, 3 * 16             ; three base vectors, as long as a vertex
        add     rdi, VERTEX_SIZE
        dec     esi
        jnz     .vertex
.done:
        ret
