// The start page: what Cardroom is, what is on the floor, and links to the pages.
import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ChevronRight, FlaskConical, Hand, LayoutDashboard, Monitor, Spade, type LucideIcon } from 'lucide-preact';
import { game_name, hand_name } from '../../names';
import { text } from '../../text';
import { Brand } from '../../ui/brand';
import { Money } from '../../ui/money';
import { State } from '../../ui/state';
import { useAnswer } from '../../ui/use_answer';
import { read_demo, type Demo } from './demo';
import '../../ui/theme.css';
import './start.css';

const words = text.start;
type DoorName = keyof typeof words.door;
const icons: Record<DoorName, LucideIcon> = { table: Hand, display: Monitor, console: LayoutDashboard, practice: Spade, math: FlaskConical };

function Door({ name, href }: { name: DoorName; href: string }) {
  const Icon = icons[name];
  const [title, says] = words.door[name];
  return (
    <a class="door" href={href}>
      <Icon size={26} strokeWidth={1.75} aria-hidden="true" />
      <span class="door-title">{title}<ChevronRight size={18} aria-hidden="true" /></span>
      <span class="quiet">{says}</span>
    </a>
  );
}

function LiveMeters({ demo }: { demo: Demo }) {
  const links = demo.meters.links.filter((link) => !link.retired);
  return (
    <section class="meters" aria-label={words.meters}>
      {links.map((link) => (
        <article key={link.link} class="panel meter-card">
          <header>
            <h3>{link.title}</h3>
            {link.levels.some((level) => level.pending !== '0.00') ? <State of="pending">{text.display.pending}</State> : null}
          </header>
          {link.levels.map((level, index) => (
            <div key={level.name} class="meter-line">
              <span class="quiet">{level.name}</span>
              <span class={index === 0 ? 'meter-large' : 'meter-small'}><Money amount={level.meter} small_cents /></span>
            </div>
          ))}
          <p class="quiet small">{link.last_win ? words.last_win(hand_name(link.last_win.hand), link.last_win.table) : words.no_win_yet}</p>
        </article>
      ))}
    </section>
  );
}

const screen = (kind: string, table: string, token: string) => `/${kind}/${encodeURIComponent(table)}#${encodeURIComponent(token)}`;

function DemoFloor({ demo }: { demo: Demo }) {
  return (
    <section class="demo-lists">
      <div class="panel">
        <header><h2>{words.tables}</h2></header>
        <table class="table">
          <thead><tr><th scope="col">{words.table}</th><th scope="col">{words.game}</th><th scope="col">{words.screens}</th></tr></thead>
          <tbody>
            {demo.tables.map(({ table, game, keypad_token, display_token, shuffler_token }) => (
              <tr key={table}>
                <td><b>{table}</b></td>
                <td>{game_name(game)}</td>
                <td class="screens">
                  <a href={screen('table', table, keypad_token)}>{words.keypad}</a>
                  <a href={screen('display', table, display_token)}>{words.display}</a>
                  <a href={screen('shuffler', table, shuffler_token)}>{words.shuffler}</a>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <p class="quiet small note">{words.keypad_note}</p>
      </div>
      <div class="panel">
        <header><h2>{words.cards}</h2></header>
        <table class="table">
          <thead><tr><th scope="col">{words.role}</th><th scope="col">{words.card}</th><th scope="col">{words.pin}</th></tr></thead>
          <tbody>
            {demo.cards.map((card) => <tr key={card.staff}><td>{(text.console.roles as Record<string, string>)[card.role] ?? card.role}</td><td class="figures">{card.staff}</td><td class="figures">{card.pin}</td></tr>)}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function StartPage() {
  const [beat, set_beat] = useState(0);
  const { value: demo } = useAnswer(read_demo, [beat]);
  useEffect(() => {
    if (demo === null) return;
    const timer = setTimeout(() => set_beat((now) => now + 1), 1000);
    return () => clearTimeout(timer);
  }, [demo]);
  const first = demo?.tables[0];
  return (
    <div class="start">
      <header class="start-head"><Brand />{demo && <State of="info">{words.demo}</State>}</header>
      <main>
        <div class="hero">
          <h1>{words.title}</h1>
          <p class="quiet">{words.lead}</p>
        </div>
        {demo && <LiveMeters demo={demo} />}
        <nav class="doors" aria-label={words.doors}>
          <Door name="table" href={first ? screen('table', first.table, first.keypad_token) : '/console#tables'} />
          <Door name="display" href={first ? screen('display', first.table, first.display_token) : '/console#tables'} />
          <Door name="console" href="/console" />
          <Door name="practice" href="/practice" />
          <Door name="math" href="/math" />
        </nav>
        {demo && <DemoFloor demo={demo} />}
      </main>
    </div>
  );
}

render(<StartPage />, document.getElementById('page')!);
