#include "cli/command_line.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <charconv>
#include <iostream>
#include <string_view>

namespace cardroom::cli {

namespace {

// An empty value is a shell variable that was not set, never what somebody meant.
template <class T>
Option add_text(CLI::App* app, const std::string& name, T& into, const std::string& text) {
  CLI::Option* option = app->add_option(name, into, text);
  option->check(CLI::Validator(
      [](const std::string& value) {
        return value.find_first_not_of(" \t") == std::string::npos ? std::string("the value is empty") : std::string();
      },
      ""));
  return Option(option);
}

// Decimal digits alone: the library would also take "0x10", " 5", and "010" for eight.
template <class T>
Option add_number(CLI::App* app, const std::string& name, T& into, const std::string& text) {
  CLI::Option* option = app->add_option(name, into, text);
  option->transform(CLI::Validator(
      [](std::string& value) {
        const size_t sign = value.starts_with('-') ? 1 : 0;
        const std::string_view digits = std::string_view(value).substr(sign);
        if (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos)
          return fmt::format("'{}' is not a whole number", value);
        value.erase(sign, std::min(digits.find_first_not_of('0'), digits.size() - 1));
        T number{};
        const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
        return error == std::errc() ? std::string() : fmt::format("{} is out of range", value);
      },
      ""));
  return Option(option);
}

bool is_decimal(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  const size_t point = text.find('.');
  const auto digits = [](std::string_view part) {
    return !part.empty() && part.find_first_not_of("0123456789") == std::string_view::npos;
  };
  return digits(text.substr(0, point)) && (point == std::string_view::npos || digits(text.substr(point + 1)));
}

bool lacks_only_a_subcommand(const CLI::ParseError& error) {
  return error.get_exit_code() == static_cast<int>(CLI::ExitCodes::RequiredError) &&
         std::string_view(error.what()).find("subcommand") != std::string_view::npos;
}

}  // namespace

Option& Option::type_name(const std::string& name) {
  option_->type_name(name);
  return *this;
}

Option& Option::required() {
  option_->required();
  return *this;
}

Option& Option::show_default() {
  option_->capture_default_str();
  return *this;
}

Option& Option::one_value() {
  option_->allow_extra_args(false);
  return *this;
}

Option& Option::comma_separated() {
  option_->delimiter(',');
  return *this;
}

Option& Option::between(int64_t least, int64_t most) {
  option_->check(CLI::Validator(
      [=](const std::string& text) {
        int64_t value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        const bool good = error == std::errc() && value >= least && value <= most;
        return good ? std::string() : fmt::format("must be from {} to {}", least, most);
      },
      ""));
  return *this;
}

Option& Option::number_between(double least, double most) {
  option_->check(CLI::Validator(
      [=](const std::string& text) {
        double value = 0;
        const bool good = CLI::detail::lexical_cast(text, value) && value >= least && value <= most;
        return good ? std::string() : fmt::format("'{}' is not a number from {} to {}", text, least, most);
      },
      ""));
  return *this;
}

Option& Option::one_of(const std::vector<std::string>& values) {
  option_->check(CLI::Validator(
      [values](const std::string& text) {
        return std::ranges::find(values, text) != values.end()
                   ? std::string()
                   : fmt::format("'{}' is not one of the choices: {}", text, fmt::join(values, ", "));
      },
      ""));
  return *this;
}

Option& Option::excludes(const Option& other) {
  option_->excludes(other.option_);
  return *this;
}

Option& Option::needs(const std::string& other) {
  option_->needs(other);
  return *this;
}

bool Option::given() const {
  return option_->count() > 0;
}

Command Command::add_subcommand(const std::string& name, const std::string& text) {
  return Command(app_->add_subcommand(name, text));
}

Command& Command::require_subcommand() {
  app_->require_subcommand(1);
  return *this;
}

Option Command::add_option(const std::string& name, std::string& into, const std::string& text) {
  return add_text(app_, name, into, text);
}
Option Command::add_option(const std::string& name, std::vector<std::string>& into, const std::string& text) {
  return add_text(app_, name, into, text);
}
Option Command::add_option(const std::string& name, int& into, const std::string& text) {
  return add_number(app_, name, into, text);
}
Option Command::add_option(const std::string& name, int64_t& into, const std::string& text) {
  return add_number(app_, name, into, text);
}
Option Command::add_option(const std::string& name, uint64_t& into, const std::string& text) {
  return add_number(app_, name, into, text);
}
Option Command::add_option(const std::string& name, double& into, const std::string& text) {
  CLI::Option* option = app_->add_option(name, into, text);
  option->check(CLI::Validator(
      [](const std::string& value) {
        return is_decimal(value) ? std::string() : fmt::format("'{}' is not a number", value);
      },
      ""));
  return Option(option);
}
Option Command::add_flag(const std::string& name, bool& into, const std::string& text) {
  return Option(app_->add_flag(name, into, text));
}

Command& Command::footer(const std::string& text) {
  app_->footer(text);
  return *this;
}

std::string Command::footer() const {
  return app_->get_footer();
}

Command& Command::callback(std::function<void()> run) {
  app_->callback(std::move(run));
  return *this;
}

std::string Command::name() const {
  return app_->get_name();
}

bool Command::given(const std::string& option) const {
  return app_->get_option(option)->count() > 0;
}

bool Command::is_flag(const std::string& option) const {
  const CLI::Option* found = app_->get_option_no_throw(option);
  return found && found->get_expected_max() == 0;
}

std::vector<Command> Command::subcommands() const {
  std::vector<Command> commands;
  for (CLI::App* app : app_->get_subcommands([](CLI::App*) { return true; })) commands.push_back(Command(app));
  return commands;
}

std::vector<std::string> Command::long_options() const {
  std::vector<std::string> names;
  for (const CLI::Option* option : app_->get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back(name);
  }
  return names;
}

ArgumentParser::ArgumentParser(const std::string& name, const std::string& description, const std::string& version)
    : app_(std::make_unique<CLI::App>(description, name)) {
  app_->set_version_flag("--version", version);
}

ArgumentParser::~ArgumentParser() = default;

Command ArgumentParser::root() {
  return Command(app_.get());
}

ArgumentParser::Parsed ArgumentParser::parse(int argc, char** argv) {
  try {
    app_->parse(argc, argv);
    return {.ran = true, .usage = false, .message = {}, .command = {}};
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
      app_->exit(error);
      std::cout.flush();
      return {};
    }
    // A command that needs a subcommand and got none prints its help.
    const CLI::App* named = app_.get();
    while (!named->get_subcommands().empty()) named = named->get_subcommands().front();
    if (named->get_require_subcommand_min() > 0 && named->remaining_size() == 0 && lacks_only_a_subcommand(error)) {
      std::cout << app_->help() << std::flush;
      return {};
    }
    std::string path;
    for (const CLI::App* at = app_.get(); !at->get_subcommands().empty(); at = at->get_subcommands().front())
      path += (path.empty() ? "" : " ") + at->get_subcommands().front()->get_name();
    std::string message = error.what();
    if (const size_t at = message.find(": At Most 1 required"); at != std::string::npos)
      message = message.substr(0, at) + " was given more than once";
    // "--key: 1 required KEY missing"
    if (const size_t at = message.find(": 1 required "); at != std::string::npos && message.ends_with(" missing"))
      message = message.substr(0, at) + " needs a value";
    if (const auto extras = app_->remaining(true); !extras.empty() && dynamic_cast<const CLI::ExtrasError*>(&error))
      message = extras.front().size() > 1 && extras.front().front() == '-'
                    ? fmt::format("unknown option '{}'", extras.front())
                    : fmt::format("unexpected argument '{}'", extras.front());
    return {.ran = false, .usage = true, .message = std::move(message), .command = std::move(path)};
  }
}

}  // namespace cardroom::cli
