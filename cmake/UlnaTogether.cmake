# ulna_together(TARGET): eight of its files at a time are compiled as one, because what they include
# and what they make of templates takes most of the time.
function(ulna_together target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON)
endfunction()

# ulna_apart(file...): not these, which have names of their own in common with others.
function(ulna_apart)
  set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# ulna_precompiled(TARGET): it reads the same precompiled headers as ulna_core.
function(ulna_precompiled target)
  target_precompile_headers(${target} REUSE_FROM ulna_core)
endfunction()
