%include "macros.inc"
%include "skin.inc"

; rdi verts, esi num_verts, rdx joints, rcx base, r8 weights, r9d num_weights (not needed)
FUNCTION transform_verts
        test    esi, esi
        jle     .done
.vertex:
        xorps   xmm0, xmm0              ; the products of the rows with the base vectors
        xorps   xmm1, xmm1
        xorps   xmm2, xmm2
.influence:
        movsxd  rax, dword [r8 + WEIGHT_MAT_OFFSET]
        movaps  xmm3, [rcx]
        add     rax, rdx
        ADD_SCALED_ROWS rax, xmm3
        add     rcx, 16
        cmp     dword [r8 + WEIGHT_NEXT_VERTEX], WEIGHT_SIZE
        lea     r8, [r8 + WEIGHT_SIZE]  ; keeps the flags
        jne     .influence

        STORE_ROW_SUMS rdi, xmm0, xmm1, xmm2, xmm3
        add     rdi, VERTEX_SIZE
        dec     esi
        jnz     .vertex
.done:
        ret
