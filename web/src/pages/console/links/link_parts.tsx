// Parts of a link's page: its levels, where their money came from, its pays and odds, the figures computed from its
// rules, its hits.
import { Check } from 'lucide-preact';
import type { Link } from '../../../floor_live';
import type { Of } from '../../../decode';
import { LinkDetails } from '../../../protocol';
import { date_time, is_zero, money, ppm } from '../../../format';
import { text } from '../../../text';
import { ListTable, type ListColumn } from '../../../ui/list_table';
import { Nothing } from '../../../ui/notice';
import { Panel } from '../../../ui/panel';
import { State } from '../../../ui/state';
import { useAnswer } from '../../../ui/use_answer';
import { Scrolls } from '../../../ui/scrolls';
import { game_name, hand_name } from '../names';
import { figure_view } from './figures';
import { read_report } from '../reports/report';
import { person_name } from '../session';

const words = text.console.links;
export type Details = Of<typeof LinkDetails>;
type Totals = Details['totals'][number];

export function Levels({ link, details }: { link: Link; details: Details }) {
  const amount = (value: string | null, exact = false) => (value === null || is_zero(value) ? '–' : money(value, exact));
  return (
    <Panel title={words.levels}>
      <Scrolls way="right" class="table-frame" label={words.levels}>
        <table class="table">
          <caption class="unseen">{words.levels}</caption>
          <thead><tr>{[words.level, words.meter_exact, words.limit, words.reserve, words.overflow, words.pending, words.disputed, words.seed, words.contribution, words.reserve_rate].map((head, index) => <th key={head} scope="col" class={index > 0 ? 'number' : ''}>{head}</th>)}</tr></thead>
          <tbody>
            {link.levels.map((level, index) => {
              const rules = details.rules.levels[index];
              return (
                <tr key={level.name}>
                  <td><b>{level.name}</b>{rules?.executive && <div class="small quiet">{words.executive}</div>}</td>
                  <td class="number"><b class="gold">{money(level.exact ?? level.meter, true)}</b></td>
                  <td class="number">{level.limit === null ? words.none : money(level.limit)}</td>
                  <td class="number">{amount(level.reserve, true)}</td>
                  <td class="number">{amount(level.overflow, true)}</td>
                  <td class="number">{amount(level.pending)}</td>
                  <td class="number">{amount(level.disputed)}</td>
                  <td class="number">{rules && money(rules.seed)}</td>
                  <td class="number">{rules && ppm(rules.contribution_ppm)}</td>
                  <td class="number">{rules && ppm(rules.reserve_ppm)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </Scrolls>
    </Panel>
  );
}

// The two sides of the identity as the game manager keeps them; it proves that they are equal.
const came: readonly (readonly [keyof Totals, '+' | '−' | '±'])[] = [
  ['start', '+'], ['contributions', '+'], ['seeds', '+'], ['reserve_released', '+'], ['advances', '+'], ['confirmed', '−'], ['overflow_taken', '−'], ['adjustments', '±'], ['transfers', '±'],
];

export function Identity({ link, details }: { link: Link; details: Details }) {
  const { value } = useAnswer((signal) => read_report('reconciliation', { link: link.link }, signal), [link.link]);
  const difference = value?.tables[0]?.totals?.['difference'];
  const adds_up = value !== null && value.alarms.length === 0;
  return (
    <Panel title={words.identity} actions={value && <State of={adds_up ? 'locked' : 'alarm'} {...(adds_up ? { icon: Check } : {})}>{adds_up ? words.adds_up : words.differs(money(String(difference ?? '0'), true))}</State>}>
      <div class="identities">
        {link.levels.map((level, index) => {
          const totals = details.totals[index];
          const held: [string, string | null][] = [[words.meter, level.exact ?? level.meter], [words.overflow, level.overflow], [words.pending, level.pending], [words.disputed, level.disputed]];
          return (
            <div key={level.name} class="identity">
              {link.levels.length > 1 && <h3>{level.name}</h3>}
              <div class="sides">
                <dl>{totals && came.filter(([name]) => !is_zero(totals[name])).map(([name, sign]) => <div key={name}><dt><i>{sign}</i>{words.totals[name]}</dt><dd>{money(totals[name], true)}</dd></div>)}</dl>
                <dl>{held.filter(([name, amount]) => name === words.meter || (amount !== null && !is_zero(amount))).map(([name, amount]) => <div key={name}><dt><i>=</i>{name}</dt><dd>{money(amount ?? '0', true)}</dd></div>)}</dl>
              </div>
            </div>
          );
        })}
      </div>
      <p class="small quiet">{words.identity_how}</p>
    </Panel>
  );
}

// "3/216580" as "1 in 72,193", rounded for display; the fraction is exact.
function one_in(fraction: string): string {
  const [over, under = '1'] = fraction.split('/');
  return words.one_in(Math.round(Number(under) / Number(over)).toLocaleString('en-US'));
}

export function Pays({ details }: { details: Details }) {
  const { rules, odds } = details;
  return (
    <Panel title={words.pays}>
      <p class="small quiet under-title">{odds.map((each) => game_name(each.game)).join(', ')}</p>
      <Scrolls way="right" class="table-frame" label={words.pays}>
        <table class="table">
          <caption class="unseen">{words.pays}</caption>
          <thead><tr><th scope="col">{words.hand}</th><th scope="col" class="number">{words.pay}</th><th scope="col" class="number">{words.envy}</th><th scope="col" class="number">{words.chance}</th></tr></thead>
          <tbody>
            {rules.prizes.map((prize, index) => (
              <tr key={prize.hand}>
                <td>{hand_name(prize.hand)}</td>
                <td class="number">{prize.share_ppm > 0 ? words.share(ppm(prize.share_ppm), rules.levels[prize.level]?.name ?? '') : words.for_one(prize.pays_for_one)}</td>
                <td class="number">{is_zero(prize.envy) ? '–' : words.envy_pay(money(prize.envy), rules.envy_scale === 'times_wager')}</td>
                <td class="number">{odds[0]?.probabilities[index] && <>{one_in(odds[0].probabilities[index]!)} <span class="small quiet">{odds[0].probabilities[index]}</span></>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolls>
    </Panel>
  );
}

export function JudgementPanel({ judgement, title }: { judgement: Details['judgement']; title: string }) {
  if (judgement.figures.length === 0 && judgement.advice.length === 0) return null;
  return (
    <Panel title={title}>
      <dl class="facts figures">{judgement.figures.map(figure_view).map((figure) => <div key={figure.name}><dt>{figure.name}</dt><dd>{figure.value}{figure.exact.includes('/') && <span class="small quiet"> = {figure.exact}</span>}</dd></div>)}</dl>
      {judgement.advice.length > 0 && <ul class="advice">{judgement.advice.map((line) => <li key={line}>{line}</li>)}</ul>}
    </Panel>
  );
}

type Hit = Details['hits'][number][number] & { level: string };
const hit_columns: ListColumn<Hit>[] = [
  { head: words.time, cell: (row) => <time class="nowrap">{date_time(row.time_ms)}</time>, sort_by: (row) => row.time_ms, plain: (row) => new Date(row.time_ms).toISOString() },
  { head: words.level, cell: (row) => row.level, sort_by: (row) => row.level, plain: (row) => row.level },
  { head: words.amount, cell: (row) => <b class={row.backed_out ? 'struck' : ''}>{money(row.amount)}</b>, sort_by: (row) => Number(row.amount), plain: (row) => row.amount, number: true },
  { head: words.hand, cell: (row) => hand_name(row.hand), sort_by: (row) => row.hand, plain: (row) => hand_name(row.hand) },
  { head: text.console.wins.table, cell: (row) => text.console.wins.at(row.table, row.position), sort_by: (row) => row.table, plain: (row) => `${row.table} ${row.position}` },
  { head: words.win_page, cell: (row) => row.win_page, sort_by: (row) => row.win_page, plain: (row) => row.win_page, number: true },
  { head: text.console.wins.confirmed_by, cell: (row) => person_name(row.confirmed_by), sort_by: (row) => row.confirmed_by, plain: (row) => person_name(row.confirmed_by) },
];

export function Hits({ link, details }: { link: Link; details: Details }) {
  const rows = details.hits.flatMap((hits, index) => hits.map((hit) => ({ ...hit, level: link.levels[index]?.name ?? '' }))).sort((a, b) => b.time_ms - a.time_ms);
  return (
    <Panel title={words.hits}>
      <ListTable caption={words.hits} file={`hits-${link.link}`} rows={rows} columns={hit_columns} key_of={(row) => row.claim} empty={<Nothing title={words.no_hits}>{words.no_hits_how}</Nothing>} />
    </Panel>
  );
}
