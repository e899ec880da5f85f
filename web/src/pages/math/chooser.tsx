// What the figures depend on: game, wager, paytable and more.
import { text } from '../../text';
import { Panel } from '../../ui/panel';
import { SelectField, TextField } from '../../ui/field';
import type { ExposedGame, Figures, Game } from './answers';
import { PaysEditor } from './pays_editor';
import { useTyped } from './use_typed';
import { change, edits_outside, no_cards, own_wagers, paytable_of, pays_shown, view } from './view';

const words = text.math;

const cents_of = (amount: string) => {
  const match = /^(\d{1,8})(?:\.(\d{1,2}))?$/.exec(amount.replaceAll(',', '').replace('$', '').trim());
  return match ? Number(match[1] + (match[2] ?? '').padEnd(2, '0')) : null;
};
export const units_of = (cents: number) => {
  const digits = String(cents).padStart(3, '0');
  return digits.endsWith('00') ? digits.slice(0, -2) : `${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

// An amount in whole cents. An invalid amount is marked and not passed on.
export function MoneyField({ label, cents, onInput, hint, least = 0 }: { label: string; cents: number; onInput: (cents: number) => void; hint?: string; least?: number }) {
  const read = (typed: string) => {
    const found = cents_of(typed.trim() || '0');
    return found !== null && found >= least ? found : null;
  };
  const { wrong, ...typed } = useTyped(cents, units_of, read, onInput);
  return <TextField label={label} before="$" mode="decimal" {...(hint ? { hint } : {})} {...typed} error={wrong ? words.money_wrong(least > 0) : undefined} />;
}

function ProgressiveTerms({ figures }: { figures: Figures | null }) {
  const now = view.value;
  const levels = figures?.kind === 'progressive' ? figures.levels ?? [] : [];
  const meters = levels.map(({ meter_cents }) => meter_cents);
  return (
    <div class="terms">
      <MoneyField label={words.bet} cents={now.bet_cents} least={1} onInput={(bet_cents) => change({ bet_cents })} />
      <SelectField label={words.players} value={String(now.players)} options={Array.from({ length: 7 }, (_, index) => [String(index + 1), String(index + 1)] as const)} onInput={(value) => change({ players: Number(value) })} />
      {levels.map(({ level, meter_cents }, index) => (
        <MoneyField key={level} label={words.meter_at(level)} cents={now.meters_cents[index] ?? meter_cents} onInput={(cents) => change({ meters_cents: meters.map((meter, at) => (at === index ? cents : now.meters_cents[at] ?? meter)) })} />
      ))}
    </div>
  );
}

export function Chooser({ games, others = [], game, figures, errors }: { games: readonly Game[]; others?: readonly ExposedGame[]; game: Game; figures: Figures | null; errors: ReadonlyMap<string, string> }) {
  const now = view.value;
  const paytable = paytable_of(game, now);
  const group = paytable.group;
  const progressive = game.wagers.find(({ id }) => id === now.wager)!.kind === 'progressive';
  const hands = pays_shown(game, now).flatMap((pays) => pays.hands).sort((a, b) => a - b);
  const options = game.house_options.filter(({ option }) => (option === 'folded-progressive' ? progressive : !progressive && now.wager !== game.wagers[0]!.id));
  const choose_game = (id: string) => (others.some((other) => other.id === id) ? change({ exposed_game: id }) : choose_table(id));
  const choose_table = (id: string) => change({ game: id, exposed_game: '', wager: own_wagers(games.find((each) => each.id === id)!)[0]!.id, paytables: {}, edits: {}, house: {}, hands: 2, meters_cents: [], seeds_cents: [], contributions: [], ...no_cards });
  const games_field = <SelectField label={words.game} value={now.exposed_game || now.game} options={[...games, ...others].map(({ id, name }) => [id, name] as const)} onInput={choose_game} />;
  if (now.exposed_game) return <Panel class="chooser">{games_field}<p class="quiet small">{words.exposed.only_here}</p></Panel>;
  return (
    <Panel class="chooser">
      {games_field}
      {now.show === 'figures' && <SelectField label={words.wager} value={now.wager} options={own_wagers(game).map(({ id, name }) => [id, name] as const)} onInput={(wager) => change({ wager })} />}
      <SelectField
        label={words.paytable}
        value={paytable.id}
        options={game.paytables.filter((each) => each.group === group).map(({ id }) => [id, id] as const)}
        onInput={(id) => change({ paytables: { ...now.paytables, [group]: id }, meters_cents: [], seeds_cents: [], contributions: [], edits: edits_outside(game, group) })}
        hint={paytable.date === 'undated' ? paytable.document : `${paytable.document}, ${paytable.date}`}
      />
      {hands.length > 0 && <SelectField label={words.hands} value={String(now.hands)} options={hands.map((count) => [String(count), String(count)] as const)} onInput={(count) => change({ hands: Number(count) })} />}
      {options.map(({ option, values, default: otherwise }) => (
        <SelectField
          key={option}
          label={words.house_choice[option] ?? option}
          value={now.house[option] ?? otherwise}
          options={values.map((value) => [value, words.house_choice_values[value] ?? value] as const)}
          onInput={(value) => change({ house: value === otherwise ? {} : { [option]: value } })}
        />
      ))}
      {progressive && <ProgressiveTerms figures={figures} />}
      <PaysEditor game={game} errors={errors} />
    </Panel>
  );
}
