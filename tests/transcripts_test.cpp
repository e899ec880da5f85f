// Transcripts: what a person types and what the program answers, kept as text in tests/transcripts and in the console
// blocks of the README and the docs. A line '$ command' is run from the project's root; what follows, up to the next
// command, is what it must print (both streams), with a last line '[exit N]' where it does not end with 0.
//
// With CARDROOM_REWRITE_TRANSCRIPTS=1 in the environment the files are rewritten with what the program says now; look
// at the difference before you keep it.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace {

namespace fs = std::filesystem;

const fs::path root = CARDROOM_SOURCE_DIR;

std::string answer_to(const std::string& command) {
  const std::string line = "cd '" + root.string() +
                           "' && export LC_ALL=C.UTF-8 && PATH='" CARDROOM_BINARY_DIR "':\"$PATH\" && { " + command +
                           "\n} 2>&1 < /dev/null";
  FILE* pipe = popen(("bash -c " +
                      [&] {
                        std::string quoted = "'";
                        for (const char c : line) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
                        return quoted + "'";
                      }())
                         .c_str(),
                     "r");
  std::string output;
  std::array<char, 4096> buffer{};
  while (const size_t count = fread(buffer.data(), 1, buffer.size(), pipe)) output.append(buffer.data(), count);
  const int status = pclose(pipe);
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  if (code != 0) output += "[exit " + std::to_string(code) + "]\n";
  return output;
}

struct Exchange {
  size_t first_line;  // of the answer, counted from 0
  size_t line_count;
  std::string command;
  std::string expected;
};

// In Markdown only the blocks that begin with ```console hold exchanges.
std::vector<Exchange> exchanges_of(const std::vector<std::string>& lines, bool markdown) {
  std::vector<Exchange> found;
  bool inside = !markdown;
  bool open = false;
  for (size_t index = 0; index < lines.size(); ++index) {
    const std::string& line = lines[index];
    if (markdown && line.starts_with("```")) {
      inside = line == "```console";
      open = false;
    } else if (inside && line.starts_with("$ ")) {
      found.push_back({index + 1, 0, line.substr(2), ""});
      open = true;
    } else if (inside && open) {
      found.back().expected += line + "\n";
      ++found.back().line_count;
    }
  }
  return found;
}

std::vector<std::string> lines_of(const fs::path& path) {
  std::vector<std::string> lines;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

std::vector<std::string> all_files() {
  std::vector<std::string> files;
  for (const char* folder : {"tests/transcripts", "docs"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      const auto extension = entry.path().extension();
      if (extension == ".transcript" || extension == ".md") files.push_back(fs::relative(entry.path(), root).string());
    }
  }
  files.push_back("README.md");
  std::erase_if(files, [](const std::string& file) {
    return exchanges_of(lines_of(root / file), file.ends_with(".md")).empty();
  });
  std::ranges::sort(files);
  return files;
}

class Transcript : public testing::TestWithParam<std::string> {};

TEST_P(Transcript, IsWhatTheProgramSays) {
  const fs::path path = root / GetParam();
  std::vector<std::string> lines = lines_of(path);
  auto exchanges = exchanges_of(lines, GetParam().ends_with(".md"));
  if (std::getenv("CARDROOM_REWRITE_TRANSCRIPTS")) {
    std::ranges::reverse(exchanges);
    for (const Exchange& exchange : exchanges) {
      std::istringstream answer(answer_to(exchange.command));
      std::vector<std::string> fresh;
      for (std::string line; std::getline(answer, line);) fresh.push_back(line);
      const auto begin = lines.begin() + static_cast<std::ptrdiff_t>(exchange.first_line);
      lines.insert(lines.erase(begin, begin + static_cast<std::ptrdiff_t>(exchange.line_count)), fresh.begin(),
                   fresh.end());
    }
    std::ofstream file(path);
    for (const std::string& line : lines) file << line << "\n";
    return;
  }
  for (const Exchange& exchange : exchanges) {
    EXPECT_EQ(answer_to(exchange.command), exchange.expected) << GetParam() << ": $ " << exchange.command;
  }
}

INSTANTIATE_TEST_SUITE_P(Files, Transcript, testing::ValuesIn(all_files()), [](const auto& parameter) {
  std::string name = parameter.param;
  std::ranges::replace_if(name, [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
  return name;
});

}  // namespace
