# Headers that the compiler reads once for many targets: cmake/pch has one file for each set. g++ takes inlining and its like
# from the precompiled header, not from the command line, so a set is compiled once for each level of optimization.
option(CARDROOM_PCH "Precompile headers" ON)

# What the headers of a set need. A target that uses the set has these too, and may define more macros, never fewer.
set(cardroom_pch_exact fmt::fmt Boost::headers)
set(cardroom_pch_json fmt::fmt Boost::headers Boost::json)
set(cardroom_pch_test fmt::fmt Boost::headers Boost::json GTest::gtest GTest::gmock)

# cardroom_precompiled(target set), after cardroom_level
function(cardroom_precompiled target name)
  if(NOT CARDROOM_PCH)
    return()
  endif()
  get_target_property(level ${target} CARDROOM_LEVEL)
  set(headers cardroom_pch_${name}_${level})
  if(NOT TARGET ${headers})
    add_library(${headers} OBJECT ${PROJECT_SOURCE_DIR}/cmake/pch/empty.cpp)
    target_include_directories(${headers} PRIVATE ${PROJECT_SOURCE_DIR}/src)
    target_link_libraries(${headers} PRIVATE ${cardroom_pch_${name}})
    target_precompile_headers(${headers} PRIVATE ${PROJECT_SOURCE_DIR}/cmake/pch/${name}.h)
    cardroom_level(${headers} ${level})
  endif()
  target_precompile_headers(${target} REUSE_FROM ${headers})
endfunction()
