// cardroom completion SHELL: a script that completes commands, options, games, paytables and strategies.
#include <fmt/format.h>

#include <memory>
#include <set>

#include "cli/command.h"
#include "games/library.h"
#include "games/registry.h"
#include "games/strategy.h"

namespace cardroom::cli {

namespace {

template <class Range, class Name>
std::string words(const Range& range, Name name) {
  std::set<std::string> sorted;
  for (const auto& item : range) sorted.insert(std::string(name(item)));
  std::string text;
  for (const std::string& word : sorted) text += (text.empty() ? "" : " ") + word;
  return text;
}

std::string options_of(const Command& command) {
  std::string text;
  for (const std::string& name : command.long_options()) text += (text.empty() ? "--" : " --") + name;
  return text;
}

std::string bash_script(const Command& app) {
  std::string commands;
  std::string cases;
  for (const Command& command : app.subcommands()) {
    commands += (commands.empty() ? "" : " ") + command.name();
    cases += fmt::format("    {}) options=\"{}\" ;;\n", command.name(), options_of(command));
  }
  const std::string games = words(games::all_games(), [](const games::Game* game) { return game->facts.id; });
  const std::string paytables =
      words(games::shipped_library().paytables, [](const games::PaytablePtr& paytable) { return paytable->id; });
  const std::string strategies =
      words(games::strategies(), [](const games::NamedStrategy& strategy) { return strategy.id; });
  const std::string profiles =
      words(games::shipped_library().profiles, [](const games::Profile& profile) { return profile.id; });
  std::set<std::string> progressive_ids;
  for (const games::PaytablePtr& paytable : games::shipped_library().paytables) {
    if (paytable->group == "progressive") progressive_ids.insert(paytable->id);
  }
  const std::string progressives = words(progressive_ids, [](const std::string& id) { return id; });
  std::set<std::string> option_ids;
  std::set<std::string> wager_ids;
  for (const games::Game* game : games::all_games()) {
    for (games::HouseOption option : game->facts.house_options) option_ids.insert(std::string(option_id(option)));
    for (const games::WagerFact& wager : game->facts.wagers) wager_ids.insert(std::string(wager.id));
  }
  const std::string options = words(option_ids, [](const std::string& id) { return id; });
  const std::string wagers = words(wager_ids, [](const std::string& id) { return id; });
  return fmt::format(R"(_cardroom() {{
  local current="${{COMP_WORDS[COMP_CWORD]}}" previous="${{COMP_WORDS[COMP_CWORD-1]}}" options=""
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "{} --help --version" -- "$current"))
    return
  fi
  case "$previous" in
    --paytable) COMPREPLY=($(compgen -W "{}" -- "$current") $(compgen -f -X '!*.toml' -- "$current")); return ;;
    --strategy) COMPREPLY=($(compgen -W "{}" -- "$current")); return ;;
    --profile) COMPREPLY=($(compgen -W "{}" -- "$current")); return ;;
    --house) COMPREPLY=($(compgen -W "{}" -S = -- "$current")); compopt -o nospace; return ;;
    --bet) COMPREPLY=($(compgen -W "{}" -S = -- "$current")); compopt -o nospace; return ;;
    --check) COMPREPLY=($(compgen -f -- "$current")); return ;;
    completion) COMPREPLY=($(compgen -W "bash zsh" -- "$current")); return ;;
    --wager) COMPREPLY=($(compgen -W "{}" -- "$current")); return ;;
    link|meter|--preset) COMPREPLY=($(compgen -W "{}" -- "$current") $(compgen -f -X '!*.toml' -- "$current")); return ;;
    --card|--out|--html|--svg) COMPREPLY=($(compgen -f -- "$current")); return ;;
    settle) COMPREPLY=($(compgen -f -- "$current")); return ;;
  esac
  case "${{COMP_WORDS[1]}}" in
{}  esac
  if [ "$COMP_CWORD" -eq 2 ] && [[ "$current" != -* ]]; then
    case "${{COMP_WORDS[1]}}" in games|paytables|deal|analyze|strategy|session|par) COMPREPLY=($(compgen -W "{}" -- "$current")); return ;; esac
  fi
  if [ "$COMP_CWORD" -eq 3 ] && [ "${{COMP_WORDS[1]}}" = paytables -o "${{COMP_WORDS[1]}}" = par ] && [[ "$current" != -* ]]; then
    COMPREPLY=($(compgen -W "{}" -- "$current"))
    return
  fi
  COMPREPLY=($(compgen -W "$options" -- "$current"))
}}
complete -o default -F _cardroom cardroom
)",
                     commands, paytables, strategies, profiles, options, wagers, wagers, progressives, cases, games,
                     paytables);
}

}  // namespace

void add_completion_command(Command app) {
  auto shell = std::make_shared<std::string>();
  Command command = app.add_subcommand("completion", "Print a shell completion script");
  command.add_option("SHELL", *shell, "Your shell: bash or zsh").required().one_of({"bash", "zsh"});
  command.footer(
      "Examples:\n"
      "  source <(cardroom completion bash)     # or add this line to ~/.bashrc\n"
      "  source <(cardroom completion zsh)      # or to ~/.zshrc, after compinit");
  command.callback([shell, app] {
    if (*shell == "zsh") fmt::print("autoload -U +X bashcompinit && bashcompinit\n");
    fmt::print("{}", bash_script(app));
  });
}

}  // namespace cardroom::cli
