; For all machines.
%include "macros.inc"
%include "skin.inc"

FUNCTION transform_verts, VERTS, NUM_VERTS, MATRICES, BASE, WEIGHTS ; num_weights is not needed
        test    NUM_VERTS, NUM_VERTS
        jle     .done
.vertex:
        xorps   xmm0, xmm0              ; the products of the rows with the base vectors
        xorps   xmm1, xmm1
        xorps   xmm2, xmm2
.influence:
        LOAD_INT32 SCRATCH, WEIGHTS + WEIGHT_MAT_OFFSET
        movaps  xmm3, [BASE]
        add     SCRATCH, MATRICES
        ADD_SCALED_ROWS SCRATCH, xmm3
        add     BASE, 16
        cmp     dword [WEIGHTS + WEIGHT_NEXT_VERTEX], WEIGHT_SIZE
        lea     WEIGHTS, [WEIGHTS + WEIGHT_SIZE] ; keeps the flags
        jne     .influence

        STORE_ROW_SUMS VERTS, xmm0, xmm1, xmm2, xmm3
        add     VERTS, VERTEX_SIZE
        dec     NUM_VERTS
        jnz     .vertex
.done:
        RETURN
