#include "cli/command_line.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <iostream>

namespace cardroom::cli {

namespace {

// The range of an option stands in its text where it matters, not beside its type.
template <class Check>
void add_check(CLI::Option* option, Check check) {
  option->check(check.description(""));
}

template <class T>
Option add(CLI::App* app, const std::string& name, T& into, const std::string& text) {
  return Option(app->add_option(name, into, text));
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
  add_check(option_, CLI::Range(least, most));
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
  option_->check(CLI::IsMember(values));
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
  return add(app_, name, into, text);
}
Option Command::add_option(const std::string& name, std::vector<std::string>& into, const std::string& text) {
  return add(app_, name, into, text);
}
Option Command::add_option(const std::string& name, int& into, const std::string& text) {
  return add(app_, name, into, text);
}
Option Command::add_option(const std::string& name, int64_t& into, const std::string& text) {
  return add(app_, name, into, text);
}
Option Command::add_option(const std::string& name, uint64_t& into, const std::string& text) {
  return add(app_, name, into, text);
}
Option Command::add_option(const std::string& name, double& into, const std::string& text) {
  return add(app_, name, into, text);
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
    const auto commands = app_->get_subcommands();
    return {.ran = false,
            .usage = true,
            .message = error.what(),
            .command = commands.empty() ? std::string() : commands.front()->get_name()};
  }
}

}  // namespace cardroom::cli
