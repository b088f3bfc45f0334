; The watched call (call.h). Offsets of WatchedCall:
%define FUNCTION       0
%define INTEGERS       4
%define NUM_INTEGERS  52
%define RETURNED      56
%define MXCSR         60
%define MXCSR_AFTER   64
%define ESP_BEFORE    68
%define ESP_AFTER     72
%define FLAGS         76
%define FLAGS_AFTER   80
%define SCRATCH       84
%define MARK          96
%define REGS_AFTER   100
%define X87_AFTER    116
%define FRAME_AFTER  144
%define BELOW        148
%define WORDS_BELOW  152
%define VECTOR_BYTES 156
%define FRAME        160
%define SAVED        164
%define MASKS        184
%define X87          248
%define VECTORS      320

%define DEFAULT_MXCSR 0x1f80

; The worker is loaded at its own address, which is what makes absolute ones right.

; No register can be trusted after the call, so the record is found again through the thread.
section .tbss nobits alloc write tls align=4
global ulna_current_call:object hidden
ulna_current_call: resd 1

; A register would have to hold the function, and on the stack it would be what a port finds there.
; Calls that run at the same time are of one function.
section .bss
align 4
function: resd 1

section .rodata
default_mxcsr: dd DEFAULT_MXCSR

section .text
global ulna_watched_call:function hidden
global ulna_watched_return:function hidden

; void ulna_watched_call(WatchedCall* [esp + 4])
ulna_watched_call:
        push    ebx
        push    esi
        push    edi
        push    ebp
        mov     ebx, [esp + 20]
        ; The arguments, which are the port's to write, and above them the caller's frame, which is
        ; not: canaries. With 12 bytes more, and the arguments as a multiple of four words, the stack
        ; is aligned at 16 bytes at the call.
        mov     ecx, [ebx + NUM_INTEGERS]
        lea     edx, [ecx + 3]
        and     edx, -4
        mov     eax, [ebx + FRAME]
        lea     eax, [eax + 4 * edx + 12]
        sub     esp, eax
        lea     edi, [esp + 4 * ecx]
        sub     edx, ecx
        mov     ecx, [ebx + FRAME]
        shr     ecx, 2
        add     ecx, edx
        mov     eax, [ebx + MARK]
        cld
        rep stosd
        mov     ecx, [ebx + NUM_INTEGERS]
.argument:
        dec     ecx
        js      .arguments_done
        mov     eax, [ebx + INTEGERS + 4 * ecx]
        mov     [esp + 4 * ecx], eax
        jmp     .argument
.arguments_done:

        mov     eax, [ulna_current_call wrt ..tlsie]
        mov     [gs:eax], ebx
        mov     [ebx + ESP_BEFORE], esp

        ; The stack below, as earlier calls left it.
        mov     ecx, [ebx + WORDS_BELOW]
        lea     edi, [4 * ecx]
        neg     edi
        add     edi, esp
        mov     eax, [ebx + BELOW]
        rep stosd

        mov     eax, [ebx + FUNCTION]
        mov     [function], eax

%assign i 0
%rep 8
        movq    mm%[i], [ebx + VECTORS + 64 * i]
%assign i i + 1
%endrep
        fldenv  [ebx + X87]             ; the registers are free, and hold what they hold

        cmp     dword [ebx + VECTOR_BYTES], 32
        je      .vectors_of_32
        ja      .vectors_of_64
%assign i 0
%rep 8
        movaps  xmm%[i], [ebx + VECTORS + 64 * i]
%assign i i + 1
%endrep
        jmp     .vectors_done
.vectors_of_32:
%assign i 0
%rep 8
        vmovaps ymm%[i], [ebx + VECTORS + 64 * i]
%assign i i + 1
%endrep
        jmp     .vectors_done
.vectors_of_64:
%assign i 0
%rep 8
        vmovaps zmm%[i], [ebx + VECTORS + 64 * i]
        kmovq   k%[i], [ebx + MASKS + 8 * i]
%assign i i + 1
%endrep
.vectors_done:

        push    dword [ebx + FLAGS]
        popfd                           ; nothing below touches the flags
        push    dword ulna_watched_return ; lies where the flags lay
        ldmxcsr [ebx + MXCSR]
        mov     esi, [ebx + SAVED + 4]
        mov     edi, [ebx + SAVED + 8]
        mov     ebp, [ebx + SAVED + 12]
        mov     eax, [ebx + SCRATCH]
        mov     ecx, [ebx + SCRATCH + 4]
        mov     edx, [ebx + SCRATCH + 8]
        mov     ebx, [ebx + SAVED]
        jmp     [function]
ulna_watched_return:
        mov     ecx, eax
        mov     eax, [ulna_current_call wrt ..tlsie]
        mov     eax, [gs:eax]
        mov     [eax + RETURNED], ecx
        mov     [eax + ESP_AFTER], esp
        mov     esp, [eax + ESP_BEFORE]
        pushfd                          ; nothing above touches the flags
        pop     dword [eax + FLAGS_AFTER]
        push    dword 0x202              ; neither the direction flag nor AC
        popfd
        mov     [eax + REGS_AFTER], ebx
        mov     [eax + REGS_AFTER + 4], esi
        mov     [eax + REGS_AFTER + 8], edi
        mov     [eax + REGS_AFTER + 12], ebp
        stmxcsr [eax + MXCSR_AFTER]
        ldmxcsr [default_mxcsr]
        fnstenv [eax + X87_AFTER]
        fninit
        cmp     dword [eax + VECTOR_BYTES], 32
        jb      .no_upper_halves
        vzeroupper                      ; they cost compiled code time
.no_upper_halves:

        mov     ecx, [eax + NUM_INTEGERS]
        lea     edx, [ecx + 3]
        and     edx, -4
        lea     edx, [esp + 4 * edx]
        lea     esp, [esp + 4 * ecx]
        mov     ecx, [eax + FRAME]
        add     ecx, edx                ; the end of the canaries
        mov     edx, [eax + MARK]
        xor     edi, edi
.canary:
        cmp     [esp], edx
        setne   bl
        movzx   ebx, bl
        add     edi, ebx
        add     esp, 4
        cmp     esp, ecx
        jb      .canary
        mov     [eax + FRAME_AFTER], edi
        add     esp, 12
        pop     ebp
        pop     edi
        pop     esi
        pop     ebx
        ret

section .note.GNU-stack noalloc noexec nowrite progbits
