// Commands, options and flags, as a sub-command declares them. CLI11 reads the command line; its headers take a
// compiler longer than all of a sub-command's own code, so command_line.cpp alone includes them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace cardroom::cli {

// Handles: copy them freely. They are valid as long as the ArgumentParser they come from.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}

  // The placeholder for the value in the help.
  Option& type_name(const std::string& name);
  Option& required();
  // The help shows the default that the variable has now.
  Option& show_default();
  // One value each time the option is given.
  Option& one_value();
  // A comma separates values.
  Option& comma_separated();
  // A whole number within both ends.
  Option& between(int64_t least, int64_t most);
  // A number within both ends; not what only looks like one ("nan").
  Option& number_between(double least, double most);
  Option& one_of(const std::vector<std::string>& values);
  Option& excludes(const Option& other);
  Option& needs(const std::string& other);
  bool given() const;

 private:
  CLI::Option* option_;
};

class Command {
 public:
  explicit Command(CLI::App* app) : app_(app) {}

  Command add_subcommand(const std::string& name, const std::string& text);
  Command& require_subcommand();

  // A name without dashes is an argument. The value goes into the variable, which outlives the parsing.
  Option add_option(const std::string& name, std::string& into, const std::string& text);
  Option add_option(const std::string& name, std::vector<std::string>& into, const std::string& text);
  Option add_option(const std::string& name, int& into, const std::string& text);
  Option add_option(const std::string& name, int64_t& into, const std::string& text);
  Option add_option(const std::string& name, uint64_t& into, const std::string& text);
  Option add_option(const std::string& name, double& into, const std::string& text);
  Option add_flag(const std::string& name, bool& into, const std::string& text);

  // Below the options in the help.
  Command& footer(const std::string& text);
  std::string footer() const;
  Command& callback(std::function<void()> run);

  std::string name() const;
  bool given(const std::string& option) const;
  bool is_flag(const std::string& option) const;  // it takes no value
  std::vector<Command> subcommands() const;
  std::vector<std::string> long_options() const;  // without their dashes

 private:
  CLI::App* app_;
};

class ArgumentParser {
 public:
  ArgumentParser(const std::string& name, const std::string& description, const std::string& version);
  ~ArgumentParser();

  Command root();

  struct Parsed {
    bool ran = false;     // a callback was run
    bool usage = false;   // the command line is wrong
    std::string message;  // what is wrong
    std::string command;  // the sub-command it was found in, such as "ledger run"; empty: none
  };
  // Runs the callback of the named command; prints help or the version if requested.
  Parsed parse(int argc, char** argv);

 private:
  std::unique_ptr<CLI::App> app_;
};

}  // namespace cardroom::cli
