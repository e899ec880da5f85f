// The documents as a reader finds them: every relative link leads somewhere, every page is reachable from the README by
// way of the index, and the README is short enough to be read.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

namespace {

namespace fs = std::filesystem;

const fs::path root = CARDROOM_SOURCE_DIR;

std::string text_of(const fs::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// Without blocks and spans of code, in which brackets are no links.
std::string without_code(const std::string& text) {
  static const std::regex block("```[^`]*```");
  static const std::regex span("`[^`\n]*`");
  return std::regex_replace(std::regex_replace(text, block, ""), span, "");
}

// "Two commands" → "two-commands", as the usual renderers make it.
std::string anchor_of(const std::string& heading) {
  std::string anchor;
  for (const char c : heading) {
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_') {
      anchor += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    } else if (c == ' ') {
      anchor += '-';
    }
  }
  return anchor;
}

std::set<std::string> anchors_of(const fs::path& page) {
  std::set<std::string> anchors;
  std::map<std::string, int> seen;
  std::istringstream lines(text_of(page));
  bool code = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("```")) code = !code;
    const size_t hashes = line.find_first_not_of('#');
    if (code || hashes == 0 || hashes == std::string::npos || line[hashes] != ' ') continue;
    const std::string anchor = anchor_of(line.substr(hashes + 1));
    const int before = seen[anchor]++;
    anchors.insert(before == 0 ? anchor : anchor + "-" + std::to_string(before));
  }
  return anchors;
}

std::vector<std::string> links_of(const fs::path& page) {
  static const std::regex link(R"(\]\(([^)\s]+)\))");
  const std::string text = without_code(text_of(page));
  std::vector<std::string> links;
  for (auto at = std::sregex_iterator(text.begin(), text.end(), link); at != std::sregex_iterator(); ++at) {
    const std::string target = (*at)[1].str();
    if (target.find("://") == std::string::npos && !target.starts_with("mailto:")) links.push_back(target);
  }
  return links;
}

std::vector<fs::path> all_pages() {
  std::vector<fs::path> pages;
  for (const char* folder : {"docs", "data", "tests"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      if (entry.path().extension() == ".md") pages.push_back(entry.path());
    }
  }
  for (const auto& entry : fs::directory_iterator(root)) {
    if (entry.path().extension() == ".md") pages.push_back(entry.path());
  }
  return pages;
}

TEST(Documents, EveryRelativeLinkResolves) {
  size_t links = 0;
  for (const fs::path& page : all_pages()) {
    for (const std::string& link : links_of(page)) {
      ++links;
      const size_t hash = link.find('#');
      const std::string file = link.substr(0, hash);
      const fs::path target = file.empty() ? page : (page.parent_path() / file).lexically_normal();
      ASSERT_TRUE(fs::exists(target)) << fs::relative(page, root) << ": " << link;
      if (hash != std::string::npos && target.extension() == ".md") {
        EXPECT_TRUE(anchors_of(target).contains(link.substr(hash + 1))) << fs::relative(page, root) << ": " << link;
      }
    }
  }
  EXPECT_GT(links, 100U);
}

TEST(Documents, EveryDocumentIsInTheIndex) {
  std::set<fs::path> listed;
  for (const std::string& link : links_of(root / "docs/README.md"))
    listed.insert((root / "docs" / link.substr(0, link.find('#'))).lexically_normal());
  for (const fs::path& page : all_pages()) {
    const fs::path place = fs::relative(page, root);
    if (place.begin()->string() != "docs" || place == fs::path("docs/README.md")) continue;
    EXPECT_TRUE(listed.contains(page.lexically_normal())) << place << " is not in docs/README.md";
  }
  const auto first = links_of(root / "README.md");
  EXPECT_NE(std::ranges::find(first, "docs/README.md"), first.end()) << "the README does not lead to the index";
}

TEST(Documents, TheReadmeIsShort) {
  const std::string text = text_of(root / "README.md");
  EXPECT_LT(std::ranges::count(text, '\n'), 120);
}

}  // namespace
