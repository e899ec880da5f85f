// House settings of this table, and the look of the cards.
import { text } from '../../text';
import { Button } from '../../ui/button';
import { CheckField, SelectField, TextField } from '../../ui/field';
import { Sheet } from '../../ui/sheet';
import { change, four_colours, keep, new_key, type Round } from './round';
import type { Game } from './shapes';

const words = text.practice;

// An option with a few values ("keeps or loses") is selected from a list; an amount or an order is typed.
const values_of = (takes: string) => (/^[a-z-]+( or [a-z-]+)+$/.test(takes) ? takes.split(' or ') : null);

export function Settings({ round, game, close }: { round: Round; game: Game; close: () => void }) {
  const set_paytable = (group: string, id: string, usual: string) => {
    const paytables = { ...round.paytables };
    if (id === usual) delete paytables[group];
    else paytables[group] = id;
    change({ paytables, actions: [], answers: [], dealt: false });
  };
  const set_house = (option: string, value: string, usual: string) => {
    const house = { ...round.house };
    if (value === usual || value === '') delete house[option];
    else house[option] = value;
    change({ house, actions: [], answers: [], dealt: false });
  };
  return (
    <Sheet title={words.settings_of(game.name)} close={close} wide foot={<Button kind="primary" onClick={close}>{text.common.close}</Button>}>
      <div class="settings">
        {game.groups.map((group) => (
          <SelectField
            key={group.id}
            label={words.paytable_for(group.wagers.map((id) => game.wagers.find((wager) => wager.id === id)?.name ?? id).join(', '))}
            value={round.paytables[group.id] ?? group.usual}
            options={group.paytables.map(({ id }) => [id, id] as const)}
            hint={group.paytables.find(({ id }) => id === (round.paytables[group.id] ?? group.usual))?.note || undefined}
            onInput={(id) => set_paytable(group.id, id, group.usual)}
          />
        ))}
        {game.options.map((option) => {
          const values = values_of(option.takes);
          const value = round.house[option.id] ?? option.usual;
          return values
            ? <SelectField key={option.id} label={words.option(option.id)} value={value} options={values.map((each) => [each, each] as const)} hint={option.meaning} onInput={(each) => set_house(option.id, each, option.usual)} />
            : <TextField key={option.id} label={words.option(option.id)} value={value} hint={`${option.meaning}: ${option.takes}`} onInput={(each) => set_house(option.id, each, option.usual)} />;
        })}
        <TextField label={words.key_label} value={round.key} hint={words.key_hint} onInput={(key) => change({ key: key || new_key(), round: 1, actions: [], answers: [], dealt: false })} />
        <CheckField label={words.four_colours} checked={four_colours.value} onInput={(yes) => { four_colours.value = yes; keep('four_colours', yes ? 'yes' : 'no'); }} />
      </div>
    </Sheet>
  );
}
