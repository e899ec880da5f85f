// What each hand pays, and what it pays to the others at the table.
import type { Link } from '../../floor_live';
import { chips, is_zero, ppm } from '../../format';
import { hand_name } from '../../names';
import { or_list, text } from '../../text';

const words = text.display;

type Prize = Link['prizes'][number];

function pay_of(prize: Prize, link: Link): string {
  if (prize.share_ppm === 0) return words.for_one(prize.pays_for_one);
  return words.share(ppm(prize.share_ppm), link.levels[prize.level]?.name ?? '');
}

function Rows({ title, rows, note }: { title?: string; rows: readonly (readonly [name: string, says: string, large: boolean])[]; note?: string }) {
  return (
    <section class={`pays rows-${Math.min(rows.length, 9)}`}>
      {title && <h3>{title}</h3>}
      <dl>
        {rows.map(([name, says, large]) => (
          <div key={name} class={large ? 'large' : ''}>
            <dt>{name}</dt>
            <dd>{says}</dd>
          </div>
        ))}
      </dl>
      {note && <p class="note">{note}</p>}
    </section>
  );
}

export function Pays({ link, named }: { link: Link; named: boolean }) {
  const envy = link.prizes.filter((prize) => !is_zero(prize.envy));
  return (
    <div class="pays-columns">
      <Rows title={named ? words.pays_of(link.title) : words.pays} rows={link.prizes.map((prize) => [hand_name(prize.hand), pay_of(prize, link), prize.share_ppm > 0])} />
      <div class="pays-side">
        {envy.length > 0 && (
          <Rows title={words.envy} rows={envy.map((prize) => [hand_name(prize.hand), chips(prize.envy), false])} note={link.envy_times_wager ? words.envy_times : words.envy_each} />
        )}
        <Rows rows={[[words.wager, or_list(link.wagers.map(chips)), false]]} />
      </div>
    </div>
  );
}
