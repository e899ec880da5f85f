// A new link from a preset: choose it, edit its rules, see the house advantage, and create it with two people.
import { useMemo, useState } from 'preact/hooks';
import { get } from '../../../api';
import type { Of } from '../../../decode';
import { percent } from '../../../format';
import { PresetList } from '../../../protocol';
import { text } from '../../../text';
import { Button } from '../../../ui/button';
import { TextField } from '../../../ui/field';
import { Failed, Loading } from '../../../ui/notice';
import { Panel } from '../../../ui/panel';
import { useAnswer } from '../../../ui/use_answer';
import { Remainder, SecondPerson, useSending } from '../commanding';
import { game_name } from '../names';
import { PageHead } from '../page_head';
import { go, path_of } from '../route';
import { say } from '../said';
import { links } from '../session';
import { AdvicePanel } from './advice_panel';
import { lacks } from './lacks';
import { RulesForm } from './rules_form';
import { has_errors, id_error, rules_of, starts_of, typed_of } from './typed_rules';
import { useAdvice } from './use_advice';

const words = text.console.links;
type Preset = Of<typeof PresetList>['presets'][number];

function PresetCard({ preset, choose }: { preset: Preset; choose: () => void }) {
  const kept = preset.judgement.figures.find(({ name }) => name === 'house_advantage');
  return (
    <button type="button" class="panel preset" onClick={choose}>
      <b class="preset-name">{preset.paytable}</b>
      {kept && <span class="preset-edge">{percent(kept.decimal)} <span class="small quiet">{words.preset_edge}</span></span>}
      <span>{preset.games.map(game_name).join(', ')}</span>
      <span class="small quiet">{preset.rules.levels.map((level) => level.name).join(', ')} · {preset.reasons}</span>
      <span class="small quiet">{preset.source}</span>
    </button>
  );
}

function free_id(preset: Preset): string {
  const taken = (id: string) => links.value.has(id);
  let id = preset.paytable.toLowerCase();
  for (let number = 2; taken(id); ++number) id = `${preset.paytable.toLowerCase()}-${number}`;
  return id;
}

function PresetForm({ preset, other, close }: { preset: Preset; other: () => void; close: () => void }) {
  const sending = useSending();
  const [link, set_link] = useState(() => free_id(preset));
  const [typed, set_typed] = useState(() => typed_of('', preset.rules, preset.starts));
  const rules = useMemo(() => rules_of(typed), [typed]);
  const unread = has_errors(typed);
  const advice = useAdvice(unread ? null : rules);
  const lacking = lacks({ title: typed.title, unread, second: sending.second, link });
  const fields = { ...sending, at: (...names: string[]) => sending.at(...names) ?? advice.at(...names) };
  const submit = async (event: Event) => {
    event.preventDefault();
    if (!advice.value) return;
    const done = await sending.send({ create_link: { link: link.trim(), title: typed.title.trim(), rules, starts: starts_of(typed), ...advice.value } });
    if (!done) return;
    say(words.created_said(link.trim()));
    close();
    go(path_of('links', link.trim()));
  };
  return (
    <>
      <PageHead title={words.create_title(preset.paytable)} under={preset.games.map(game_name).join(', ')}><Button onClick={other}>{words.other_preset}</Button></PageHead>
      <form class="with-advice" onSubmit={submit} autocomplete="off" noValidate>
        <div class="column rules-column">
          <Panel title={words.link}>
            <div class="fields two">
              <TextField label={words.id} value={link} onInput={set_link} error={id_error(link) ?? fields.at('link')} longest={32} hint={words.id_hint} autocomplete="off" />
              <TextField label={words.title} value={typed.title} onInput={(title) => set_typed({ ...typed, title })} error={fields.at('title')} longest={60} hint={words.title_hint} autocomplete="off" autofocus />
            </div>
          </Panel>
          <RulesForm typed={typed} set={set_typed} sending={fields} starts />
        </div>
        <div class="column advice-column">
          <AdvicePanel advice={advice} old={preset.judgement} />
          <SecondPerson sending={sending} />
          <Remainder sending={sending} />
          {lacking && <p class="small quiet lacking" role="status">{lacking}</p>}
          <div class="sheet-foot">
            <Button onClick={close}>{text.common.cancel}</Button>
            <Button kind="primary" type="submit" busy={sending.busy} disabled={!advice.value || lacking !== ''}>{words.create_save}</Button>
          </div>
        </div>
      </form>
    </>
  );
}

export function CreateLink({ close }: { close: () => void }) {
  const { value, error, again } = useAnswer((signal) => get('/v1/presets', PresetList, signal), []);
  const [chosen, set_chosen] = useState<string | null>(null);
  const preset = value?.presets.find((each) => each.paytable === chosen);
  if (preset) return <PresetForm key={preset.paytable} preset={preset} other={() => set_chosen(null)} close={close} />;
  return (
    <>
      <PageHead title={words.create} under={words.create_under}><Button onClick={close}>{text.common.cancel}</Button></PageHead>
      {error ? <Failed error={error} again={again} /> : !value ? <Loading lines={4} height={110} /> : (
        <div class="presets">{value.presets.map((each) => <PresetCard key={each.paytable} preset={each} choose={() => set_chosen(each.paytable)} />)}</div>
      )}
    </>
  );
}
