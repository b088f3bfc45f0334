# cmake -DSOURCE=... -DOUTPUT=... -P: writes the commit that is built, where SOURCE is a checkout of
# its own; "+" behind it says that files differ from it. The file is left alone where it says so
# already.
cmake_minimum_required(VERSION 3.25)
execute_process(COMMAND git -C ${SOURCE} rev-parse --show-toplevel HEAD
  OUTPUT_VARIABLE found ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
string(REPLACE "\n" ";" found "${found}")
list(LENGTH found count)
set(commit "")
if(count EQUAL 2)
  list(GET found 0 top)
  file(REAL_PATH ${SOURCE} source)
  if(top STREQUAL source)
    list(GET found 1 commit)
    execute_process(COMMAND git -C ${SOURCE} status --porcelain --untracked-files=no
      OUTPUT_VARIABLE changes ERROR_QUIET)
    if(changes)
      string(APPEND commit "+")
    endif()
  endif()
endif()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "#define ULNA_COMMIT \"@commit@\"\n" @ONLY)
