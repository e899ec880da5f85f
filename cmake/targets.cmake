# One library per folder of src/: every .cpp that is not a test. Its unit tests (*_test.cpp beside the code) become one
# executable, registered test by test.
include(GoogleTest)

function(cardroom_library name)
  cmake_parse_arguments(ARG "" "" "LINKS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS *.cpp)
  list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
  add_library(cardroom_${name} STATIC ${sources})
  target_include_directories(cardroom_${name} PUBLIC ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(cardroom_${name} PUBLIC ${ARG_LINKS})
endfunction()

function(cardroom_unit_tests name)
  cmake_parse_arguments(ARG "" "" "LINKS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS *_test.cpp)
  add_executable(${name}_test ${sources})
  target_link_libraries(${name}_test PRIVATE ${ARG_LINKS} GTest::gtest GTest::gmock GTest::gtest_main)
  gtest_discover_tests(${name}_test DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 600)
endfunction()
