# Flags shared by every target. Warnings are errors only where CARDROOM_WERROR says so (the test command does).
find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()
find_program(MOLD mold)
if(MOLD)
  add_link_options(-fuse-ld=mold)
endif()

add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor -Wold-style-cast
                    -Wimplicit-fallthrough -march=${CARDROOM_ARCH})
if(CARDROOM_WERROR)
  add_compile_options(-Werror)
endif()
if(CARDROOM_SANITIZE)
  add_compile_options(-fsanitize=${CARDROOM_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${CARDROOM_SANITIZE})
endif()
