// A journal entry in one sentence, and the tone it is shown in.
import type { EventView } from '../../protocol';
import type { Command } from '../../protocol';
import { money, plural, time_of_day } from '../../format';
import { text } from '../../text';
import type { StateName } from '../../ui/state';
import { hand_name, link_title, spoken } from './names';
import { person_name } from './session';

const words = text.console.event;
export type CommandName = Command extends infer C ? (C extends C ? keyof C : never) : never;

// The single member, which names the command.
export const command_name = (event: EventView) => Object.keys(event.event.command)[0] as CommandName;

// Part of every round. The feed of notable events leaves these out.
const routine: readonly CommandName[] = ['start_round', 'end_round', 'report_deal', 'take_snapshot', 'unmark_hand'];
export function is_routine({ event: { command, outcome, postings } }: EventView): boolean {
  if (outcome.refused) return false;
  // A mark paid from a meter is a claim; any other is paid from the tray at the end of the round.
  if ('mark_hand' in command) return !postings.some((posting) => posting.account === 'pending');
  // Devices come and go with their network; only a refused sign-in is notable.
  if ('record_sign_in' in command) {
    const { what, staff } = command.record_sign_in;
    return what === 'expired' || (staff === '' && (what === 'signed_in' || what === 'signed_out'));
  }
  return routine.some((name) => name in command);
}

const tones: Partial<Record<CommandName, StateName>> = {
  start_round: 'locked', mark_hand: 'pending', acknowledge_claim: 'pending', confirm_claim: 'locked', reject_claim: 'alarm', hold_claim: 'pending',
  release_claim: 'locked', void_deal: 'alarm', cancel_round: 'alarm', adjust_fund: 'placed', back_out_award: 'alarm', transfer_jackpot: 'placed',
  report_malfunction: 'alarm', report_sensor: 'alarm', revoke_device: 'placed', close_link: 'placed', create_link: 'info', change_link: 'placed',
};

export function tone_of(event: EventView): StateName {
  if (event.event.outcome.refused) return 'alarm';
  const { command } = event.event;
  if ('record_sign_in' in command) return command.record_sign_in.what === 'refused' || command.record_sign_in.what === 'locked_out' ? 'alarm' : 'empty';
  return tones[command_name(event)] ?? 'empty';
}

function sentence({ event: { command: c, outcome: o } }: EventView): string {
  if ('enrol_staff' in c) return words.enrol_staff(c.enrol_staff.staff, text.console.roles[c.enrol_staff.role]);
  if ('change_staff' in c) return words.change_staff(c.change_staff.staff, text.console.roles[c.change_staff.role], c.change_staff.active);
  if ('create_link' in c) return words.create_link(link_title(c.create_link.link));
  if ('change_link' in c) return words.change_link(link_title(c.change_link.link));
  if ('open_link' in c) return words.open_link(link_title(c.open_link.link));
  if ('close_link' in c) return words.close_link(link_title(c.close_link.link), c.close_link.reason);
  if ('retire_link' in c) return words.retire_link(link_title(c.retire_link.link));
  if ('place_table' in c) return words.place_table(c.place_table.table.table);
  if ('change_table' in c) return words.change_table(c.change_table.table.table);
  if ('remove_table' in c) return words.remove_table(c.remove_table.table);
  if ('start_round' in c) return words.start_round(c.start_round.table, o.round, plural(c.start_round.wagers.length, words.wager));
  if ('mark_hand' in c) return words.mark_hand(c.mark_hand.table, hand_name(c.mark_hand.hand), c.mark_hand.position);
  if ('unmark_hand' in c) return words.unmark_hand(c.unmark_hand.claim);
  if ('acknowledge_claim' in c) return words.acknowledge_claim(c.acknowledge_claim.claim);
  if ('confirm_claim' in c) {
    const paid = o.paid.find(({ claim }) => claim === c.confirm_claim.claim);
    return words.confirm_claim(c.confirm_claim.claim, o.table, paid ? money(paid.amount) : '', o.win_page);
  }
  if ('reject_claim' in c) return words.reject_claim(c.reject_claim.claim, c.reject_claim.reason);
  if ('hold_claim' in c) return words.hold_claim(c.hold_claim.claim, c.hold_claim.reason);
  if ('release_claim' in c) return words.release_claim(c.release_claim.claim, c.release_claim.verdict === 'pay', c.release_claim.reason, o.envy.map(({ position, amount }) => text.common.envy_to(money(amount), position ?? 0)).join(', '));
  if ('pay_envy' in c) return words.pay_envy(c.pay_envy.table);
  if ('void_deal' in c) return words.void_deal(c.void_deal.table, c.void_deal.reason);
  if ('cancel_round' in c) return words.cancel_round(c.cancel_round.table, c.cancel_round.reason);
  if ('end_round' in c) return words.end_round(c.end_round.table, o.round, o.paid.length > 0 ? plural(o.paid.length, words.pay) : '');
  if ('adjust_fund' in c) return words.adjust_fund(link_title(c.adjust_fund.link), spoken(c.adjust_fund.fund), money(c.adjust_fund.change), c.adjust_fund.document);
  if ('back_out_award' in c) return words.back_out_award(o.win_page, money(o.amount), c.back_out_award.document);
  if ('record_bank_balance' in c) return words.record_bank_balance(money(c.record_bank_balance.balance), o.short_of_funds);
  if ('transfer_jackpot' in c) return words.transfer_jackpot(link_title(c.transfer_jackpot.from), link_title(c.transfer_jackpot.to));
  if ('report_malfunction' in c) return words.report_malfunction(c.report_malfunction.table, c.report_malfunction.device, c.report_malfunction.cause);
  if ('report_sensor' in c) return words.report_sensor(c.report_sensor.table, c.report_sensor.position, c.report_sensor.lit);
  if ('acknowledge_alarm' in c) return words.acknowledge_alarm(c.acknowledge_alarm.table, spoken(c.acknowledge_alarm.kind), time_of_day(c.acknowledge_alarm.raised_ms));
  if ('take_snapshot' in c) return words.take_snapshot(c.take_snapshot.after);
  if ('report_deal' in c) return words.report_deal(c.report_deal.table, c.report_deal.hands, c.report_deal.wrong_count);
  if ('set_pin' in c) return words.set_pin(c.set_pin.staff);
  if ('enrol_device' in c) return words.enrol_device(c.enrol_device.device.device);
  if ('revoke_device' in c) return words.revoke_device(c.revoke_device.device, c.revoke_device.reason);
  if ('record_sign_in' in c) return words.record_sign_in(c.record_sign_in.staff || c.record_sign_in.device, c.record_sign_in.what);
  if ('record_start' in c) return words.record_start(c.record_start.version);
  if ('record_stop' in c) return words.record_stop(c.record_stop.reason);
  if ('acknowledge_payment' in c) return words.acknowledge_payment(c.acknowledge_payment.table, c.acknowledge_payment.round, c.acknowledge_payment.position, money(o.amount));
  if ('archive_segment' in c) return words.archive_segment(c.archive_segment.first, c.archive_segment.last, c.archive_segment.reason);
  return words.replace_anchor(c.replace_anchor.sequence, c.replace_anchor.reason);
}

export function event_words(event: EventView): string {
  const said = sentence(event);
  return event.event.outcome.refused ? words.refused(said, event.event.outcome.refused.text) : said;
}

// Who sent the command: people by card and name, otherwise the table's own devices.
export function people_of({ event: { by, second, command, outcome } }: EventView): string {
  const people = [by, second].filter(Boolean).map(person_name).join(words.and);
  if (people) return people;
  const body = Object.values(command)[0] as { table?: unknown };
  const table = typeof body.table === 'string' ? body.table : outcome.table;
  return table ? words.table(table) : '';
}

// The name of the command in a list.
export const command_words = (event: EventView) => words.commands[command_name(event)] ?? spoken(command_name(event));
