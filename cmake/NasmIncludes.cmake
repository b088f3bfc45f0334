# NASM 2.16.01 names no included files where it writes dependencies beside the object (-MD), so that who
# changed one had the old kernel. It names them where it writes nothing else (-M).
set(CMAKE_DEPFILE_FLAGS_ASM_NASM "")
list(PREPEND CMAKE_ASM_NASM_COMPILE_OBJECT
  "<CMAKE_ASM_NASM_COMPILER> <DEFINES> <INCLUDES> -M -MF <DEP_FILE> -MT <OBJECT> <SOURCE>")
