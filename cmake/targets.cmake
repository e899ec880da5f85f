# One library per folder of src/: every .cpp that is not a test. Its unit tests (*_test.cpp beside the code) become one
# executable.
include(GoogleTest)

# cardroom_unity(target files) compiles that many files at once. A name in an anonymous namespace then stands once in a
# folder.
function(cardroom_unity target files)
  if(CARDROOM_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${files})
    # Said of every type that a file keeps to itself, since the file is included here.
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  endif()
endfunction()

# cardroom_level(target level): how far a target is optimized.
#   hot    loops that take hours: even where the rest is built to be debugged
#   plain  as the build type says
#   glue   what calls hot code and is not hot itself, where the compiler's time is worth more
function(cardroom_level target level)
  set_target_properties(${target} PROPERTIES CARDROOM_LEVEL ${level})
  if(level STREQUAL hot)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Debug>:-O2> $<$<CONFIG:Release>:-O3>)
  elseif(level STREQUAL glue)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-Og>)
  endif()
endfunction()

# cardroom_library(name LINKS libs… [LEVEL level] [UNITY files] [PCH set]): cardroom_name
function(cardroom_library name)
  cmake_parse_arguments(ARG "" "LEVEL;UNITY;PCH" "LINKS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS *.cpp)
  list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
  add_library(cardroom_${name} STATIC ${sources})
  target_include_directories(cardroom_${name} PUBLIC ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(cardroom_${name} PUBLIC ${ARG_LINKS})
  if(NOT ARG_LEVEL)
    set(ARG_LEVEL plain)
  endif()
  cardroom_level(cardroom_${name} ${ARG_LEVEL})
  if(ARG_UNITY)
    cardroom_unity(cardroom_${name} ${ARG_UNITY})
  endif()
  if(ARG_PCH)
    cardroom_precompiled(cardroom_${name} ${ARG_PCH})
  endif()
endfunction()

# cardroom_built_quickly(target): code that only tests use.
function(cardroom_built_quickly target)
  cardroom_level(${target} glue)
  cardroom_precompiled(${target} json)
endfunction()

# cardroom_tests(target sources… LINKS libs… [LEVEL level] [UNITY files]): an executable of tests.
function(cardroom_tests target)
  cmake_parse_arguments(ARG "" "LEVEL;UNITY" "LINKS" ${ARGN})
  add_executable(${target} ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${target} PRIVATE ${ARG_LINKS} Boost::json GTest::gtest GTest::gmock GTest::gtest_main)
  target_compile_definitions(${target} PRIVATE CARDROOM_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
                                               CARDROOM_BINARY_DIR="${PROJECT_BINARY_DIR}"
                                               CARDROOM_PROGRAM="$<TARGET_FILE:cardroom>")
  if(ARG_UNITY)
    cardroom_unity(${target} ${ARG_UNITY})
  endif()
  if(NOT ARG_LEVEL)
    set(ARG_LEVEL glue)
  endif()
  cardroom_level(${target} ${ARG_LEVEL})
  cardroom_precompiled(${target} test)
endfunction()

# The *_test.cpp of a folder, registered test by test. TOGETHER: suites whose tests share what they count, each run in
# one process.
function(cardroom_unit_tests name)
  if(NOT CARDROOM_TESTS)
    return()
  endif()
  cmake_parse_arguments(ARG "" "LEVEL;UNITY" "SOURCES;TOGETHER;LINKS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS *_test.cpp)
  cardroom_tests(${name}_test ${sources} ${ARG_SOURCES} LEVEL ${ARG_LEVEL} UNITY ${ARG_UNITY} LINKS ${ARG_LINKS})
  set(alone "-")
  foreach(suite ${ARG_TOGETHER})
    add_test(NAME ${suite} COMMAND ${name}_test --gtest_filter=${suite}.* --gtest_brief=1)
    set_tests_properties(${suite} PROPERTIES TIMEOUT 600 COST 100)
    string(APPEND alone "${suite}.*:")
  endforeach()
  # Long ones first, so that none is alone at the end.
  set(cost 1)
  if(ARG_LEVEL STREQUAL hot)
    set(cost 50)
  endif()
  gtest_discover_tests(${name}_test TEST_FILTER "${alone}" DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 600 COST ${cost})
endfunction()
