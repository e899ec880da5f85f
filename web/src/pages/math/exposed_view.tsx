// What seeing the other hands is worth: the stored curve of the game, and any one situation.
import { text } from '../../text';
import { Panel } from '../../ui/panel';
import { Failed, Loading, Nothing } from '../../ui/notice';
import { useAnswer } from '../../ui/use_answer';
import { look_up, type Exposed, type Game } from './answers';
import { Chooser } from './chooser';
import { SeenVerdicts, StoredPanel } from './exposed_stored';
import { SituationPanel, useSituation } from './situation_panel';
import { edit_errors } from './edit_errors';
import { strategy_question, view, wager_question } from './view';

const words = text.math.exposed;

export function ExposedView({ games, game }: { games: readonly Game[]; game: Game }) {
  const { value, error, again } = useAnswer((signal) => look_up<Exposed>('exposed', { game: game.id }, signal), [game.id]);
  const exposed = value?.game === game.id ? value : null;
  const table = strategy_question(wager_question(view.value), game);
  const situation = useSituation(exposed, table);
  // What is stored is of the printed pays.
  const stored_paytable = exposed?.paytables?.find((id) => game.paytables.some((each) => each.id === id && each.group === game.wagers[0]!.group)) ?? '';
  const own_pays = table.edits.length > 0 || table.paytables.some((id) => id !== stored_paytable);
  return (
    <main class="lab exposed">
      <Chooser games={games} game={game} figures={null} errors={edit_errors(situation.error, table)} />
      {error ? (
        <Panel class="stored-panel"><Failed error={error} again={again} /></Panel>
      ) : !exposed ? (
        <Panel title={words.curve} class="stored-panel"><Loading lines={14} height={40} /></Panel>
      ) : (
        <>
          {exposed.rows.length > 0 ? <StoredPanel exposed={exposed} other_than={own_pays ? stored_paytable : null} /> : <Panel title={words.curve} class="stored-panel"><Nothing title={words.none}>{words.none_says}</Nothing></Panel>}
          {exposed.situation ? <SituationPanel key={game.id} exposed={exposed} shape={exposed.situation} answer={situation} /> : <Panel title={words.situation} class="situation-panel"><Nothing title={words.impossible}>{exposed.why_not}</Nothing></Panel>}
          {exposed.printed.length > 0 && <SeenVerdicts rows={exposed.printed} />}
        </>
      )}
    </main>
  );
}
