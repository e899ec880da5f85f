# Writes a C++ source that holds text files as raw strings: cardroom::games::embedded_files().
# OUTPUT: the source to write; FILES: the files; ROOT: the folder that their names are relative to.
set(rows "")
foreach(file IN LISTS FILES)
  file(READ ${file} text)
  file(RELATIVE_PATH name ${ROOT} ${file})
  string(APPEND rows "    {\"${name}\", R\"EMBEDDED(${text})EMBEDDED\"},\n")
endforeach()
file(WRITE ${OUTPUT}.new "// Made by cmake/embed.cmake from the files of data/.
#include \"games/embedded.h\"

namespace cardroom::games {

std::span<const EmbeddedFile> embedded_files() {
  static constexpr EmbeddedFile files[] = {
${rows}  };
  return files;
}

}  // namespace cardroom::games
")
file(COPY_FILE ${OUTPUT}.new ${OUTPUT} ONLY_IF_DIFFERENT)
