// Who gets in: people by card and PIN, devices by token. Every attempt is in the journal; five wrong PINs lock a card
// out; an address that tries too often waits.
#pragma once

#include <map>
#include <set>

#include "server/hub.h"
#include "server/secrets.h"

namespace cardroom::server {

struct GateLimits {
  int64_t session_idle_ms = 15 * 60'000;         // a page that nobody touches
  int64_t session_most_ms = 12LL * 60 * 60'000;  // a shift
  size_t sessions_max = 500;                     // staff of a very large house
  size_t sessions_of_card_max = 5;               // a console, a tablet, a phone; the oldest ends
  int attempts_burst = 20;                       // of one address; those that go well do not count
  int64_t attempt_every_ms = 3'000;              // after that
};

// A card that was proved, with its role as the state has it now.
struct Person {
  StaffId staff;
  Role role = Role::dealer;
  std::string name;
};

class Gate {
 public:
  template <class T>
  using Proof = std::function<void(std::expected<T, ErrorBody>)>;

  Gate(Manager& manager, Hub& hub, PinDesk& pins, GateLimits limits);

  // Whether card and PIN belong together; recorded before it is told. `where`: "console at 10.0.0.5".
  void prove(const Credentials& credentials, const std::string& where, const std::string& peer, Proof<Person> done);
  // An active card of the state, without a proof.
  std::optional<Person> person(const StaffId& staff) const;

  // A session of a proved person; the token goes to the browser and is not kept.
  struct NewSession {
    std::string token;
    int64_t expires_ms = 0;
  };
  NewSession open_session(const Person& person, const std::string& where);
  struct Session {
    uint64_t number = 0;
    Person person;
    int64_t expires_ms = 0;
  };
  // A live session of the token, which lives on from now; nothing where it ended or the card was switched off.
  std::optional<Session> session(std::string_view token);
  bool is_open(uint64_t number) const;
  void close_session(std::string_view token);
  // Those of the card, but for one: its PIN is new.
  void end_sessions(const StaffId& staff, uint64_t but = 0);
  // From the manager: a card whose role changed or that got a new PIN by another's hand signs in again.
  void note_event(const Event& event);
  size_t sessions() const { return sessions_.size(); }

  // "NAME.SECRET": the device that it was made for, unless it was revoked. A wrong one is recorded.
  std::expected<Device, ErrorBody> device(std::string_view token, const std::string& peer);
  // The device's token is in use at two addresses: an alarm, at most one in ten minutes.
  void note_shared(const Device& device, const std::string& first, const std::string& second);
  // Whether the device, as it was enrolled then, may still speak.
  bool is_enrolled(const Device& device) const;
  static std::string new_device_token(const DeviceId& device, std::string& digest);

  // What this run's own commands are named after; no other run has the name.
  const std::string& run() const { return boot_; }
  // Records what the program itself has to say.
  void record(CommandBody body, Manager::Done done = {});

  // Why the change may not be: nobody would be left who can sign in and administer. The rules count administrators;
  // one without a PIN is of no help.
  std::optional<Refusal> leaves_nobody(const ChangeStaff& change) const;

  // While no administrator has a PIN, and after `recover` (the PINs of administrators lost, or the secret file),
  // whoever knows the code that the start printed enrols the house's first card, or gives an administrator's card a new
  // PIN. Once: the code is taken when it is used, and given back only if nothing came of it.
  const std::string& first_code() const { return first_code_; }
  void recover();
  // Whether the one-time code would be taken now: nobody can sign in yet, or an administrator is to get a new PIN.
  bool awaits_first() const;
  void enrol_first(const FirstStart& first, const std::string& peer, Proof<Person> done);

  // Once a second: sessions that ended.
  void tick();

 private:
  struct Kept {
    uint64_t number = 0;
    StaffId staff;
    Role role = Role::dealer;
    std::string where;
    int64_t opened_ms = 0;
    int64_t used_ms = 0;
  };
  bool can_administer(const StaffId& staff) const;
  bool administrator_can_sign_in() const;
  void set_first_pin(const FirstStart& first, const std::string& verifier, const std::string& where,
                     Proof<Person> settle);
  void note_use(const Device& device, const std::string& peer);
  bool may_try(const std::string& peer);
  void give_back_try(const std::string& peer);
  void record_sign_in(const StaffId& staff, SignIn what, const std::string& where, Manager::Done done = {});
  void end(std::map<std::string, Kept>::iterator session, SignIn what);
  int64_t ends_ms(const Kept& kept) const;

  Manager& manager_;
  Hub& hub_;
  PinDesk& pins_;
  GateLimits limits_;
  std::string first_code_;
  bool recovering_ = false;
  bool enrolling_ = false;  // the code is being used
  std::string boot_;        // what this run's own commands are named after
  uint64_t recorded_ = 0;
  uint64_t last_session_ = 0;
  std::map<std::string, Kept> sessions_;  // by the digest of the token
  std::set<StaffId> proving_;
  struct Bucket {
    int64_t tokens_ms = 0;
    int64_t filled_ms = 0;
  };
  std::map<std::string, Bucket> attempts_;  // of addresses that tried of late
  struct TokenUse {
    std::string last;                        // address
    std::map<std::string, int64_t> used_ms;  // by address, of the last ten minutes
    std::optional<int64_t> alarm_ms;
  };
  std::map<DeviceId, TokenUse> token_uses_;
};

}  // namespace cardroom::server
