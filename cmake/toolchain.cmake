# Flags shared by every target. Warnings are errors only where CARDROOM_WERROR says so (the test command does).
find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Precompiled headers are of the system and of base/rational.h alone: what they define counts, not when they were made.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    add_compile_options(-fpch-preprocess)
  endif()
endif()
find_program(MOLD mold)
if(MOLD)
  add_link_options(-fuse-ld=mold)
endif()

# -O3 only where it pays: see cardroom_level in targets.cmake.
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor -Wold-style-cast
                    -Wimplicit-fallthrough -march=${CARDROOM_ARCH})
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  # g++ 12 reports string concatenations and small arrays that are fine (GCC bug 105329 and its like), and the frames of
  # Asio's coroutines, whose allocation it inlines and whose release it does not.
  add_compile_options(-Wno-restrict -Wno-stringop-overflow -Wno-mismatched-new-delete)
  # g++ collects its garbage later: 3 to 17% less time for a tenth more memory.
  add_compile_options(--param=ggc-min-heapsize=400000)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL Clang)
  # libstdc++ 12's std::stable_sort calls what it deprecates, and clang says so where the header is precompiled.
  add_compile_options(-Wno-deprecated-declarations)
endif()
# Messages name files from the project's root, wherever it was built.
add_compile_options(-ffile-prefix-map=${PROJECT_SOURCE_DIR}/=)
if(CARDROOM_WERROR)
  add_compile_options(-Werror)
endif()
if(CARDROOM_SANITIZE)
  add_compile_options(-fsanitize=${CARDROOM_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${CARDROOM_SANITIZE})
  # The thread sanitizer does not know fences, of which Asio has some; the compiler warns of each.
  if(CARDROOM_SANITIZE MATCHES thread)
    add_compile_options(-Wno-tsan)
  endif()
endif()
