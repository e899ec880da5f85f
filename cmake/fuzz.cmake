# What the preset `fuzz` builds instead of everything else: fuzz targets by clang++ with libFuzzer and sanitizers. Sources
# are compiled into the target, so that they are instrumented too.
if(NOT CMAKE_CXX_COMPILER_ID STREQUAL Clang)
  message(FATAL_ERROR "Fuzz targets need clang++ 19: cmake --preset fuzz")
endif()

# cardroom_fuzz_target(name sources… LINKS libs…) makes name_fuzz. A folder tests/fuzz/corpus/name, where there is one,
# holds inputs to begin with, each read once as a test (`ctest --preset fuzz`).
function(cardroom_fuzz_target name)
  cmake_parse_arguments(ARG "" "" "LINKS" ${ARGN})
  add_executable(${name}_fuzz ${ARG_UNPARSED_ARGUMENTS})
  target_include_directories(${name}_fuzz PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_compile_options(${name}_fuzz PRIVATE -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all)
  target_link_options(${name}_fuzz PRIVATE -fsanitize=fuzzer,address,undefined)
  target_link_libraries(${name}_fuzz PRIVATE ${ARG_LINKS})
  set(corpus ${PROJECT_SOURCE_DIR}/tests/fuzz/corpus/${name})
  if(EXISTS ${corpus})
    file(GLOB inputs CONFIGURE_DEPENDS ${corpus}/*)
    add_test(NAME ${name}_fuzz COMMAND ${name}_fuzz ${inputs})
  endif()
endfunction()
