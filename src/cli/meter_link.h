// A planned progressive as commands to a ledger: the one that creates its link, and the one that changes it.
#pragma once

#include <string>
#include <vector>

#include "cli/meter_options.h"
#include "lab/meter_report.h"
#include "progressive/command.h"

namespace cardroom::cli {

// The create_link command for that link, as 'cardroom ledger run' reads it. Throws a Stop if the games of the paytable
// are not equally likely to win it, a pay is not a whole number for 1, or every ledger would refuse the rules.
struct LinkCommand {
  std::string link;
  std::string by;      // staff cards; two people create a link
  std::string second;  //
};
std::string create_link_line(const lab::MeterReport& report, const LinkCommand& command,
                             const games::Paytable& paytable);

// Prints the change_link command for the link in the ledger that the options name: its rules there with the options'
// changes. The figures of both, side by side, go to standard error.
void change_link(const MeterOptions& options);

// Shared by both.
// A line whose id ends with a digest of its content, so that another person or figure makes it another command.
std::string command_line(const std::string& name, const std::string& by, const std::string& second,
                         progressive::CommandBody command);
std::vector<progressive::GameOdds> odds_or_stop(const games::Paytable& paytable);
std::vector<progressive::Prize> prizes_or_stop(const odds::MeterPlan& plan);
// The figures stored with the rules: house advantage, chance to run dry, largest fixed award, seeds and break-even
// meters.
std::vector<progressive::Figure> kept_figures(const lab::MeterReport& report);

}  // namespace cardroom::cli
