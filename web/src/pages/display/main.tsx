// The progressive display of a table: the meters as large as the screen allows, the pays, a claim under verification, a
// win. It is output only: nothing on it can be pressed, and it sends nothing on its channel.
import { render } from 'preact';
import { Lock, MonitorX } from 'lucide-preact';
import { DevicePage } from '../../device_page';
import type { FloorLive, Link } from '../../floor_live';
import { chips, is_zero } from '../../format';
import { hand_name } from '../../names';
import { text } from '../../text';
import { State } from '../../ui/state';
import { useAvailability } from './availability';
import { highlight_ms, Strip, useTurns } from './highlights';
import { Meter } from './meter';
import { Pays } from './pays';
import { cents_of, reels_needed } from './rolling';
import { Scene } from './scene';
import { useScene } from './wins';
import '../../ui/theme.css';
import './display.css';

const words = text.display;

// A lower level is never larger on the screen, however few digits it has.
const parts_of_width = [1, 0.82, 0.72, 0.64];

function LinkMeters({ link, fit_count, at_once }: { link: Link; fit_count: number; at_once: boolean }) {
  const lone = link.levels.length === 1;
  const level_names = link.levels.map((level, index) => {
    const wins_it = link.prizes.find((prize) => prize.share_ppm > 0 && prize.level === index);
    return (
      <div class="level-name">
        <div class="level-title">
          <b>{level.name}</b>
          {!is_zero(level.pending) && <State of="pending">{words.pending}</State>}
        </div>
        <span>{[...(wins_it ? [hand_name(wins_it.hand)] : []), ...(level.limit === null ? [] : [words.limit(chips(level.limit))])].join(', ')}</span>
      </div>
    );
  });
  return (
    <section class={`link levels-${link.levels.length} ${link.open ? '' : 'is-closed'}`}>
      <header>
        <h2>{link.title}</h2>
        {!link.open && <State of="empty" icon={Lock}>{words.closed_short}</State>}
        {lone && level_names[0]}
      </header>
      {link.levels.map((level, index) => (
        <div key={level.name} class={`level ${lone ? 'lone' : ''} ${is_zero(level.pending) ? '' : 'is-pending'}`}>
          {!lone && level_names[index]}
          <Meter amount={level.meter} pending={level.pending} at_once={at_once} fit_count={fit_count} fit_part={parts_of_width[index] ?? 0.6} />
        </div>
      ))}
    </section>
  );
}

function NotAvailable({ title, says, table }: { title: string; says: string; table: string }) {
  return (
    <main class="display not-available">
      <MonitorX aria-hidden="true" />
      <h1>{title}</h1>
      <p class="quiet">{says}</p>
      <p class="quiet table-name">{words.table(table)}</p>
    </main>
  );
}

function Display({ live, table }: { live: FloorLive; table: string }) {
  const availability = useAvailability(live);
  const scene = useScene(live);
  const links = [...live.links.value.values()].filter((link) => !link.retired);
  const turn = useTurns(highlight_ms, availability === 'available' && !scene);
  if (availability === 'waiting') return <main class="display" aria-busy="true" />;
  if (availability === 'unavailable') return <NotAvailable title={words.unavailable} says={words.unavailable_says} table={table} />;
  if (links.length === 0) return <NotAvailable title={words.no_link} says={words.no_link_says} table={table} />;
  const levels = links.reduce((sum, link) => sum + link.levels.length, 0);
  const fit_count = Math.max(...links.flatMap((each) => each.levels.map((level) => reels_needed(cents_of(level.meter)))));
  // Each link shows all its sentences at the bottom of the page, then the next link does.
  const link = links[Math.floor(turn / 4) % links.length]!;
  return (
    <main class={`display ${links.length > 1 && levels > 4 ? 'side-by-side' : 'stacked'} links-${links.length}`}>
      <h1 class="unseen">{words.title(table)}</h1>
      <div class="links" style={{ '--rows': links.map((each) => `minmax(0, ${each.levels.length + 0.6}fr)`).join(' ') }}>
        {links.map((each) => <LinkMeters key={each.link} link={each} fit_count={fit_count} at_once={scene !== null} />)}
      </div>
      <div class="foot" key={link.link}><Pays link={link} named={links.length > 1} /></div>
      <Strip links={links} link={link} turn={turn} />
      {scene && <Scene key={scene.key} win={scene} />}
    </main>
  );
}

render(<DevicePage kinds={['display']}>{(live, table) => <Display live={live} table={table} />}</DevicePage>, document.getElementById('page')!);
