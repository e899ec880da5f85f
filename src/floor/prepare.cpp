#include "floor/prepare.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "server/secrets.h"

namespace cardroom::floor {

using namespace progressive;
using boost::json::value;
using server::Credentials;

namespace {

// One floor that is being prepared. Any step may fail; the first failure ends it.
class Preparation {
 public:
  Preparation(Net& net, const House& house, Kept& kept, const std::string& file)
      : net_(net), house_(house), kept_(kept), file_(file) {}

  awaitable<std::expected<Prepared, base::Error>> run(const Entrance& entrance);

 private:
  using Step = std::expected<void, base::Error>;

  awaitable<Step> enter(const Entrance& entrance);
  awaitable<Step> enrol_staff();
  awaitable<Step> make_links();
  awaitable<Step> place_tables();
  awaitable<Step> enrol_devices();
  awaitable<Step> enrol_device(DeviceId device, DeviceKind kind, TableId table, bool known);
  awaitable<Step> ask(CommandBody body, bool two_people);
  awaitable<Step> give_pin(StaffPlan staff);

  static std::unexpected<base::Error> wrong(const char* attempted, const ErrorBody& error) {
    return std::unexpected(base::Error{attempted, fmt::format("{} [{}]", error.text, error.code)});
  }
  Step keep() { return write_kept(file_, kept_); }
  Credentials credentials(Role role) const;

  Net& net_;
  const House& house_;
  Kept& kept_;
  const std::string& file_;
  std::optional<Console> admin_;
  value floor_;  // as the server shows it
};

Credentials Preparation::credentials(Role role) const {
  for (const StaffPlan& staff : house_.staff)
    if (const auto pin = kept_.pins.find(staff.staff); staff.role == role && pin != kept_.pins.end())
      return {staff.staff, pin->second};
  return {};
}

awaitable<Preparation::Step> Preparation::enter(const Entrance& entrance) {
  const StaffPlan& first = house_.staff.front();
  if (entrance.admin) {
    admin_.emplace(net_, *entrance.admin);
  } else if (!entrance.first_code.empty()) {
    Credentials own{first.staff, first.pin.empty() ? draw_pin() : first.pin};
    kept_.pins[own.staff] = own.pin;
    if (auto kept = keep(); !kept) co_return kept;
    admin_.emplace(net_, own);
    const auto entered = co_await admin_->first_start(entrance.first_code, first.name);
    if (!entered) co_return wrong("enroll the first administrator", entered.error());
  } else if (const auto pin = kept_.pins.find(first.staff); pin != kept_.pins.end()) {
    Credentials own{first.staff, pin->second};
    admin_.emplace(net_, own);
  } else if (!first.pin.empty()) {
    Credentials own{first.staff, first.pin};
    admin_.emplace(net_, own);
  } else {
    co_return std::unexpected(base::Error{
        "sign in",
        "no administrator is known; pass --admin CARD:PIN, or --code with the code that the server printed"});
  }
  auto floor = co_await admin_->get("/v1/floor");
  if (!floor) co_return wrong("read the floor", floor.error());
  floor_ = std::move(*floor);
  // Every run finds more entries than the one before it: so its ids are its own.
  net_.set_tag(fmt::format("s{}-", floor_.at("sequence").to_number<uint64_t>()));
  co_return Step{};
}

awaitable<Preparation::Step> Preparation::ask(CommandBody body, bool two_people) {
  const std::string name(command_name(body));
  std::optional<Credentials> second;
  if (two_people) second = credentials(Role::executive);
  const auto done = co_await admin_->command(std::move(body), std::move(second));
  if (!done.recorded) co_return wrong(("send " + name).c_str(), done.refused);
  co_return Step{};
}

awaitable<Preparation::Step> Preparation::give_pin(StaffPlan staff) {
  const std::string pin = staff.pin.empty() ? draw_pin() : staff.pin;
  server::PinBody set{net_.next_id(), staff.staff, pin};
  std::string text = ledger::to_full_json(set);
  const auto done = co_await admin_->post("/v1/pin", std::move(text));
  if (!done) co_return wrong("set a PIN", done.error());
  kept_.pins[staff.staff] = pin;
  co_return keep();
}

awaitable<Preparation::Step> Preparation::enrol_staff() {
  const auto list = co_await admin_->get("/v1/staff");
  if (!list) co_return wrong("list the staff", list.error());
  std::map<StaffId, bool> has_pin;
  for (const value& entry : list->at("staff").as_array())
    has_pin[{std::string(entry.at("staff").as_string())}] = entry.at("has_pin").as_bool();
  for (const StaffPlan& staff : house_.staff) {
    if (staff.staff == admin_->who().staff) {
      kept_.pins[staff.staff] = admin_->who().pin;
      continue;
    }
    const auto known = has_pin.find(staff.staff);
    if (known == has_pin.end()) {
      CommandBody enrol = EnrolStaff{staff.staff, staff.role, staff.name};
      if (auto done = co_await ask(std::move(enrol), false); !done) co_return done;
    }
    if (!staff.pin.empty() && known != has_pin.end() && known->second) kept_.pins[staff.staff] = staff.pin;
    if (known != has_pin.end() && known->second && kept_.pins.contains(staff.staff)) continue;
    if (auto done = co_await give_pin(staff); !done) co_return done;
  }
  co_return keep();
}

awaitable<Preparation::Step> Preparation::make_links() {
  std::set<LinkId> known;
  std::set<LinkId> open;
  for (const value& link : floor_.at("meters").at("links").as_array()) {
    const LinkId id{std::string(link.at("link").as_string())};
    known.insert(id);
    if (link.at("open").as_bool()) open.insert(id);
  }
  bool made = false;
  for (const LinkPlan& plan : house_.links) {
    if (!known.contains(plan.link)) {
      CommandBody create = link_from_preset(plan);
      if (auto done = co_await ask(std::move(create), true); !done) co_return done;
      made = true;
    }
    if (!open.contains(plan.link)) {
      CommandBody body = OpenLink{plan.link};
      if (auto done = co_await ask(std::move(body), false); !done) co_return done;
    }
  }
  if (!made) co_return Step{};
  // Far above what the seeds and some weeks of play come to.
  CommandBody bank = RecordBankBalance{base::Cents(1'000'000'00), "simulated account"};
  co_return co_await ask(std::move(bank), false);
}

awaitable<Preparation::Step> Preparation::place_tables() {
  std::map<TableId, server::TableView> known;
  const auto shown = ledger::from_json<server::Tables>(floor_.at("tables"));
  if (!shown) co_return std::unexpected(base::Error{"read the floor's tables", shown.error().to_text()});
  for (const server::TableView& table : shown->tables) known[table.table] = table;
  for (const TablePlan& plan : house_.tables) {
    const Table table{plan.table, plan.game, plan.positions, plan.keypad, {plan.link}};
    const auto found = known.find(plan.table);
    if (found == known.end()) {
      CommandBody place = PlaceTable{table};
      if (auto done = co_await ask(std::move(place), true); !done) co_return done;
      continue;
    }
    const server::TableView& view = found->second;
    const Table there{view.table, view.game, view.positions, view.keypad, view.links};
    if (there != table)
      co_return std::unexpected(base::Error{"use table " + plan.table.text, "a different table with this name exists"});
  }
  co_return Step{};
}

awaitable<Preparation::Step> Preparation::enrol_device(DeviceId device, DeviceKind kind, TableId table, bool known) {
  if (known && kept_.tokens.contains(device)) co_return Step{};
  if (known) {
    CommandBody revoke = RevokeDevice{device, "its token is lost"};
    if (auto done = co_await ask(std::move(revoke), false); !done) co_return done;
  }
  server::DeviceBody body{net_.next_id(), device, kind, table};
  std::string text = ledger::to_full_json(body);
  const auto made = co_await admin_->post("/v1/devices", std::move(text));
  if (!made) co_return wrong("enroll a device", made.error());
  kept_.tokens[device] = std::string(made->at("token").as_string());
  co_return Step{};
}

awaitable<Preparation::Step> Preparation::enrol_devices() {
  const auto list = co_await admin_->get("/v1/devices");
  if (!list) co_return wrong("list the devices", list.error());
  std::set<DeviceId> known;
  for (const value& entry : list->at("devices").as_array()) known.insert({std::string(entry.at("device").as_string())});
  for (const TablePlan& plan : house_.tables) {
    std::vector<std::pair<DeviceId, DeviceKind>> devices = {{controller_of(plan.table), DeviceKind::controller},
                                                            {shuffler_of(plan.table), DeviceKind::shuffler}};
    if (house_.pages) {
      devices.emplace_back(keypad_page_of(plan.table), DeviceKind::keypad);
      devices.emplace_back(display_page_of(plan.table), DeviceKind::display);
      devices.emplace_back(shuffler_page_of(plan.table), DeviceKind::shuffler);
    }
    for (const auto& [device, kind] : devices)
      if (auto done = co_await enrol_device(device, kind, plan.table, known.contains(device)); !done) co_return done;
  }
  co_return keep();
}

awaitable<std::expected<Prepared, base::Error>> Preparation::run(const Entrance& entrance) {
  if (auto done = co_await enter(entrance); !done) co_return std::unexpected(done.error());
  if (auto done = co_await enrol_staff(); !done) co_return std::unexpected(done.error());
  if (auto done = co_await make_links(); !done) co_return std::unexpected(done.error());
  if (auto done = co_await place_tables(); !done) co_return std::unexpected(done.error());
  if (auto done = co_await enrol_devices(); !done) co_return std::unexpected(done.error());
  Prepared prepared;
  for (const LinkPlan& plan : house_.links) {
    const auto details = co_await admin_->get("/v1/links/" + plan.link.text);
    if (!details) co_return wrong("read a link", details.error());
    auto rules = ledger::from_json<LinkRules>(details->at("rules"));
    if (!rules) co_return std::unexpected(base::Error{"read link " + plan.link.text, rules.error().to_text()});
    prepared.rules[plan.link] = std::move(*rules);
    auto totals = ledger::from_json<std::vector<Totals>>(details->at("totals"));
    if (!totals) co_return std::unexpected(base::Error{"read link " + plan.link.text, totals.error().to_text()});
    prepared.totals[plan.link] = std::move(*totals);
  }
  const auto floor = co_await admin_->get("/v1/floor");
  if (!floor) co_return wrong("read the floor", floor.error());
  prepared.sequence = floor->at("sequence").to_number<uint64_t>();
  prepared.rounds = floor->at("rounds").to_number<uint64_t>();
  co_return prepared;
}

}  // namespace

DeviceId controller_of(const TableId& table) {
  return {table.text + "-controller"};
}

DeviceId shuffler_of(const TableId& table) {
  return {table.text + "-shuffler"};
}

DeviceId keypad_page_of(const TableId& table) {
  return {table.text + "-keypad"};
}

DeviceId display_page_of(const TableId& table) {
  return {table.text + "-screen"};
}

DeviceId shuffler_page_of(const TableId& table) {
  return {table.text + "-shuffler-page"};
}

std::string draw_pin() {
  base::SecureGenerator generator;
  for (;;) {
    std::string pin = fmt::format("{:06}", base::uniform_below(generator, 1'000'000));
    if (!server::weakness_of_pin(pin)) return pin;
  }
}

awaitable<std::expected<Prepared, base::Error>> prepare(Net& net, const House& house, const Entrance& entrance,
                                                        Kept& kept, const std::string& file) {
  Preparation preparation(net, house, kept, file);
  co_return co_await preparation.run(entrance);
}

}  // namespace cardroom::floor
