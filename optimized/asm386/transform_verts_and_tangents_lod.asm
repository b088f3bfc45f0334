%include "macros.inc"
%include "skin.inc"

; num_weights is not needed.
FUNCTION transform_verts_and_tangents_lod, VERTS, NUM_VERTS, MATRICES, BASE, WEIGHTS
        test    NUM_VERTS, NUM_VERTS
        jle     .done
.vertex:
        mov     SCRATCH, [WEIGHTS + WEIGHT_MAT_OFFSET]
        add     WEIGHTS, [WEIGHTS + WEIGHT_NEXT_VERTEX]
        movaps  xmm0, [MATRICES + SCRATCH]
        movaps  xmm1, [MATRICES + SCRATCH + 16]
        movaps  xmm2, [MATRICES + SCRATCH + 32]
        TRANSFORM_VERTEX
        dec     NUM_VERTS
        jnz     .vertex
.done:
        RETURN
