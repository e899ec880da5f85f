// The math lab: choose a game and a paytable, change any pay, and see every figure update. The game manager computes
// everything.
import { render } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Check, ChevronDown, Download, Link } from 'lucide-preact';
import { text } from '../../text';
import { Brand } from '../../ui/brand';
import { Button } from '../../ui/button';
import { KeyDesk, useKeys } from '../../ui/keys';
import { Segments } from '../../ui/field';
import { Failed, Loading } from '../../ui/notice';
import { useAnswer } from '../../ui/use_answer';
import { ask, link_of, look_up, type ExposedGame, type Figures, type Game } from './answers';
import { Chooser } from './chooser';
import { ComparePanel, PrintedPanel } from './compare_panel';
import { edit_errors } from './edit_errors';
import { ExposedView } from './exposed_view';
import { FiguresPanel } from './figures_panel';
import { MeterPanel, PlayersPanel, useMeter } from './meter_panel';
import { SessionPanel } from './session_panel';
import { StrategyPanel } from './strategy_panel';
import { useSettled } from './use_settled';
import { change, file_query, own_wagers, pays_shown, read_view, search_of, view, wager_question, type View, type WagerQuestion } from './view';
import '../../ui/theme.css';
import './math.css';
import './exposed.css';

const words = text.math;

function Files() {
  const forms = ['html', 'csv', 'json'] as const;
  return (
    <details class="files">
      <summary class="button"><Download size={18} aria-hidden="true" />{words.files}<ChevronDown size={16} aria-hidden="true" /></summary>
      <div class="files-list panel">
        {forms.map((form) => <a key={form} href={link_of('par', { ...file_query(view.value), form })} download>{words.files} .{form}</a>)}
        <a href={link_of('paytable', file_query(view.value))} download>{words.paytable_file} .toml</a>
      </div>
    </details>
  );
}

function CopyLink() {
  const [copied, set_copied] = useState(false);
  const copy = () => {
    navigator.clipboard?.writeText(location.href).then(() => {
      set_copied(true);
      setTimeout(() => set_copied(false), 2000);
    }, () => undefined);
  };
  const keys = useMemo(() => [{ key: 'l', says: words.copy_link, does: copy }, { key: 'r', says: words.put_back_all, does: () => change({ edits: {} }) }], []);
  useKeys(keys);
  return <Button icon={copied ? Check : Link} onClick={copy}>{copied ? words.address_copied : words.copy_link}</Button>;
}

// Two independent columns: their panels do not line up in rows.
function Below({ game, question }: { game: Game; question: WagerQuestion | null }) {
  const meter = useMeter(question);
  const { wager } = view.value;
  return (
    <div class="below">
      <div class="below-column">
        <SessionPanel key={wager} game={game} question={question?.wager === wager ? question : null} />
        <PlayersPanel game={game} meter={meter} />
      </div>
      <MeterPanel game={game} meter={meter} />
    </div>
  );
}

function Lab({ games }: { games: readonly Game[] }) {
  const now = view.value;
  const game = games.find(({ id }) => id === now.game)!;
  const asked_now = wager_question(now);
  const key = JSON.stringify(asked_now);
  const question = useSettled(asked_now, key, 120);
  const question_key = JSON.stringify(question);
  const { value, error, loading, again } = useAnswer((signal) => ask<Figures>('figures', question, signal), [question_key]);
  // The other panels ask the question that the figures answered.
  const [answered, set_answered] = useState<WagerQuestion | null>(null);
  useEffect(() => {
    if (!loading && !error && value && value.wager === question.wager && value.game === question.game) set_answered(question);
  }, [loading, error, value]);
  const errors = edit_errors(error, question);
  const fitting = value && value.game === now.game && value.wager === now.wager ? value : null;
  const ready = answered?.game === now.game ? answered : null;
  const shown = pays_shown(game, now);
  const stuck = errors.size > 0 && !ready; // the other panels ask the question that the figures answered
  const untold = [...errors].filter(([edit]) => !fitting || !shown.some(({ wager }) => edit.startsWith(`${wager}/`)));
  return (
    <main class="lab">
      <Chooser games={games} game={game} figures={fitting} errors={errors} />
      <FiguresPanel figures={fitting} loading={loading} error={errors.size ? null : error} refused={errors.size > 0} untold={untold} again={again} game={now.game} />
      {stuck ? null : <StrategyPanel key={now.game} game={game} question={ready} refused={errors.size > 0} />}
      {stuck ? null : <Below key={`${now.game} ${now.paytables['progressive']}`} game={game} question={ready} />}
      {stuck ? null : <ComparePanel key={`${now.game} ${now.wager}`} game={game} question={ready?.wager === now.wager ? ready : null} />}
      {stuck ? null : <PrintedPanel key={`${now.game} printed`} game={game} ready={ready !== null} />}
    </main>
  );
}

// Switches between the parts of the lab; the selection stays the same.
function Views({ games }: { games: readonly Game[] }) {
  const game = games.find(({ id }) => id === view.value.game)!;
  const show = (which: View['show']) => change({ show: which, exposed_game: '', ...(which === 'exposed' ? { wager: own_wagers(game)[0]!.id } : {}) });
  const keys = useMemo(() => [{ key: 'f', says: words.exposed.figures_tab, does: () => show('figures') }, { key: 'e', says: words.exposed.title, does: () => show('exposed') }], [game]);
  useKeys(keys);
  return <Segments label={words.exposed.views} value={view.value.show} options={[['figures', words.exposed.figures_tab], ['exposed', words.exposed.title]]} onInput={show} />;
}

function Shown({ games, exposed_only }: { games: readonly Game[]; exposed_only: readonly ExposedGame[] }) {
  const now = view.value;
  useEffect(() => history.replaceState(null, '', location.pathname + search_of(now)), [search_of(now)]);
  return now.show === 'exposed' ? <ExposedView games={games} others={exposed_only} game={games.find(({ id }) => id === now.game)!} /> : <Lab games={games} />;
}

function Page() {
  const { value, error, again } = useAnswer((signal) => look_up<{ version: string; games: Game[]; exposed_only: ExposedGame[] }>('games', {}, signal), []);
  const [read, set_read] = useState(false);
  useEffect(() => {
    if (!value) return;
    view.value = read_view(location.search, value.games, value.exposed_only);
    set_read(true);
  }, [value]);
  return (
    <>
      <header class="lab-head">
        <Brand />
        <div class="grow"><h1>{words.title}</h1><p class="quiet small">{words.lead}</p></div>
        {read && value && <Views games={value.games} />}
        <CopyLink />
        {read && !view.value.exposed_game && <Files />}
      </header>
      {error ? <div class="lab-failed"><Failed error={error} again={again} /></div> : read && value ? <Shown games={value.games} exposed_only={value.exposed_only} /> : <div class="lab-failed"><Loading lines={8} height={40} /></div>}
      <KeyDesk />
    </>
  );
}

render(<Page />, document.getElementById('page')!);
