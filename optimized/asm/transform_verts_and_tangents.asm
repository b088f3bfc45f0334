; For all machines.
%include "macros.inc"
%include "skin.inc"

; num_weights is not needed.
FUNCTION transform_verts_and_tangents, VERTS, NUM_VERTS, MATRICES, BASE, WEIGHTS
        test    NUM_VERTS, NUM_VERTS
        jle     .done
.vertex:
        xorps   xmm0, xmm0              ; the sum of the weighted matrices
        xorps   xmm1, xmm1
        xorps   xmm2, xmm2
.influence:
        LOAD_INT32 SCRATCH, WEIGHTS + WEIGHT_MAT_OFFSET
        movss   xmm3, [WEIGHTS + WEIGHT_WEIGHT]
        add     SCRATCH, MATRICES
        shufps  xmm3, xmm3, 0
        ADD_SCALED_ROWS SCRATCH, xmm3
        cmp     dword [WEIGHTS + WEIGHT_NEXT_VERTEX], WEIGHT_SIZE
        lea     WEIGHTS, [WEIGHTS + WEIGHT_SIZE] ; keeps the flags
        jne     .influence

        TRANSFORM_VERTEX
        dec     NUM_VERTS
        jnz     .vertex
.done:
        RETURN
