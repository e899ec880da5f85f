// What seeing the other hands is worth: the game's stored curve, and any single situation.
import { text } from '../../text';
import { Panel } from '../../ui/panel';
import { Failed, Loading, Nothing } from '../../ui/notice';
import { useAnswer } from '../../ui/use_answer';
import { look_up, type Exposed, type ExposedGame, type Game } from './answers';
import { Chooser } from './chooser';
import { SeenVerdicts, StoredPanel } from './exposed_stored';
import { SituationPanel, useSituation } from './situation_panel';
import { edit_errors } from './edit_errors';
import { strategy_question, view, wager_question } from './view';

const words = text.math.exposed;

export function ExposedView({ games, others, game }: { games: readonly Game[]; others: readonly ExposedGame[]; game: Game }) {
  const other = view.value.exposed_game;
  const id = other || game.id;
  const { value, error, again } = useAnswer((signal) => look_up<Exposed>('exposed', { game: id }, signal), [id]);
  const exposed = value?.game === id ? value : null;
  const table = strategy_question(wager_question(view.value), game);
  const situation = useSituation(exposed, table);
  // Stored results are for the printed pays.
  const stored_paytable = exposed?.paytables?.find((id) => game.paytables.some((each) => each.id === id && each.group === game.wagers[0]!.group)) ?? '';
  const own_pays = !other && (table.edits.length > 0 || table.paytables.some((each) => each !== stored_paytable));
  return (
    <main class="lab exposed">
      <Chooser games={games} others={others} game={game} figures={null} errors={edit_errors(situation.error, table)} />
      {error ? (
        <Panel class="stored-panel"><Failed error={error} again={again} /></Panel>
      ) : !exposed ? (
        <Panel title={words.curve} class="stored-panel"><Loading lines={14} height={40} /></Panel>
      ) : (
        <>
          {exposed.rows.length > 0 ? <StoredPanel exposed={exposed} other_than={own_pays ? stored_paytable : null} /> : <Panel title={words.curve} class="stored-panel"><Nothing title={words.none}>{words.none_says}</Nothing></Panel>}
          {exposed.situation ? <SituationPanel key={id} exposed={exposed} shape={exposed.situation} answer={situation} /> : <Panel title={words.situation} class="situation-panel"><Nothing title={other ? words.elsewhere : words.impossible}>{exposed.why_not}</Nothing></Panel>}
          {exposed.printed.length > 0 && <SeenVerdicts rows={exposed.printed} />}
        </>
      )}
    </main>
  );
}
