// The practice table: play any game with exact advice, or learn to deal it.
import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { CircleHelp, Link2, Settings2 } from 'lucide-preact';
import { get } from '../../api';
import { text } from '../../text';
import { Brand } from '../../ui/brand';
import { Button } from '../../ui/button';
import { Segments } from '../../ui/field';
import { KeyDesk } from '../../ui/keys';
import { Failed, Loading } from '../../ui/notice';
import { useAnswer } from '../../ui/use_answer';
import { DealTable } from './deal';
import { PlayTable } from './play';
import { change, deal_tally, four_colours, keep, last_game, link_of, new_round, no_deal_tally, no_play_tally, now, play_tally, round_of, type Mode, type Round } from './round';
import { Settings } from './settings';
import { Catalog, type Game } from './shapes';
import '../../ui/theme.css';
import './practice.css';
import './felt.css';
import './cards.css';

const words = text.practice;

function start(game: Game, mode: Mode): void {
  keep('game', game.id);
  play_tally.value = no_play_tally;
  deal_tally.value = no_deal_tally;
  now.value = new_round(game, mode);
  history.replaceState(null, '', link_of(now.value));
}

function CopyLink() {
  const [copied, set_copied] = useState(false);
  const copy = async () => {
    await navigator.clipboard?.writeText(location.href);
    set_copied(true);
    setTimeout(() => set_copied(false), 1500);
  };
  return <Button kind="quiet" icon={Link2} label={copied ? words.copied : words.copy_link} onClick={() => void copy()} />;
}

function Head({ round, game, catalog, settings }: { round: Round; game: Game; catalog: Catalog; settings: () => void }) {
  const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return (
    <header class="practice-head">
      <Brand />
      <Segments label={words.mode} value={round.mode} options={[['play', words.play], ['deal', words.learn_to_deal]]} onInput={(mode) => start(game, mode)} />
      <label class="pick"><span class="unseen">{words.game}</span>
        <select class="input" value={game.id} onInput={(event) => start(catalog.games.find(({ id }) => id === event.currentTarget.value) ?? game, round.mode)}>
          {catalog.games.map(({ id, name }) => <option key={id} value={id}>{name}</option>)}
        </select>
      </label>
      {round.mode === 'play' ? (
        <label class="pick"><span class="quiet small">{words.others}</span>
          <select class="input" value={String(round.others)} onInput={(event) => change({ others: Number(event.currentTarget.value), actions: [], dealt: false })}>
            {numbers(0, Math.min(5, game.players_max - 1)).map((count) => <option key={count} value={String(count)}>{count}</option>)}
          </select>
        </label>
      ) : (
        <>
          <label class="pick"><span class="quiet small">{words.level}</span>
            <select class="input" value={String(round.level)} onInput={(event) => change({ level: Number(event.currentTarget.value), answers: [] })}>
              {numbers(1, catalog.levels).map((level) => <option key={level} value={String(level)}>{words.levels[level] ?? String(level)}</option>)}
            </select>
          </label>
          <label class="pick"><span class="quiet small">{words.players}</span>
            <select class="input" value={String(round.players)} onInput={(event) => change({ players: Number(event.currentTarget.value), answers: [] })}>
              <option value="0">{words.automatic}</option>
              {numbers(catalog.training_players_min, catalog.training_players_max).map((count) => <option key={count} value={String(count)}>{count}</option>)}
            </select>
          </label>
        </>
      )}
      <span class="grow" />
      <span class="quiet small figures round-name">{words.round_name(round.round, round.key)}</span>
      <CopyLink />
      <Button kind="quiet" icon={Settings2} label={words.settings} onClick={settings} />
      <Button kind="quiet" icon={CircleHelp} label={text.common.keys} onClick={() => dispatchEvent(new KeyboardEvent('keydown', { key: '?' }))} />
    </header>
  );
}

function PracticePage() {
  const { value: catalog, error, again } = useAnswer((signal) => get('/v1/practice/games', Catalog, signal), []);
  const [settings, set_settings] = useState(false);
  useEffect(() => {
    if (!catalog) return;
    const follow = () => (now.value = round_of(location.hash, catalog, last_game()));
    follow();
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, [catalog]);
  const round = now.value;
  const game = catalog?.games.find(({ id }) => id === round?.game);
  if (!catalog || !round || !game) return <main class="practice-wait"><Brand />{error ? <Failed error={error} again={again} /> : <Loading />}</main>;
  const Table = round.mode === 'play' ? PlayTable : DealTable;
  return (
    <div class={`practice ${round.mode} ${four_colours.value ? 'four-colours' : ''}`}>
      <h1 class="unseen">{words.title(game.name)}</h1>
      <Head round={round} game={game} catalog={catalog} settings={() => set_settings(true)} />
      <Table key={`${round.mode} ${round.game}`} round={round} game={game} />
      {settings && <Settings round={round} game={game} close={() => set_settings(false)} />}
      <KeyDesk />
    </div>
  );
}

render(<PracticePage />, document.getElementById('page')!);
