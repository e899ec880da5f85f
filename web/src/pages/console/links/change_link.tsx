// Editing a link's rules: the projected results are shown beside the fields before anything is saved.
import { useMemo, useState } from 'preact/hooks';
import type { Link } from '../../../floor_live';
import { text } from '../../../text';
import { Button } from '../../../ui/button';
import { TextField } from '../../../ui/field';
import { Notice } from '../../../ui/notice';
import { Panel } from '../../../ui/panel';
import { Remainder, SecondPerson, useSending } from '../commanding';
import { PageHead } from '../page_head';
import { path_of } from '../route';
import { say } from '../said';
import { AdvicePanel } from './advice_panel';
import { lacks } from './lacks';
import type { Details } from './link_parts';
import { RulesForm } from './rules_form';
import { has_errors, rules_of, typed_of } from './typed_rules';
import { useAdvice } from './use_advice';

const words = text.console.links;

export function ChangeLink({ link, details, close, changed }: { link: Link; details: Details; close: () => void; changed: () => void }) {
  const sending = useSending();
  const [typed, set_typed] = useState(() => typed_of(link.title, details.rules));
  const rules = useMemo(() => rules_of(typed), [typed]);
  const unread = has_errors(typed);
  const advice = useAdvice(unread ? null : rules);
  const lacking = lacks({ title: typed.title, unread, second: sending.second });
  const fields = { ...sending, at: (...names: string[]) => sending.at(...names) ?? advice.at(...names) };
  const submit = async (event: Event) => {
    event.preventDefault();
    if (!advice.value) return;
    const done = await sending.send({ change_link: { link: link.link, title: typed.title.trim(), rules, ...advice.value } });
    if (!done) return;
    say(words.changed_said(link.link));
    changed();
    close();
  };
  return (
    <>
      <PageHead title={words.change_title(link.title || link.link)} under={words.change_under} back={{ to: path_of('links'), name: text.console.pages.links }} />
      {link.open && <Notice kind="placed">{words.change_open}</Notice>}
      <form class="with-advice" onSubmit={submit} autocomplete="off" noValidate>
        <div class="column rules-column">
          <Panel title={words.link}>
            <TextField label={words.title} value={typed.title} onInput={(title) => set_typed({ ...typed, title })} error={fields.at('title')} longest={60} hint={words.title_hint} autocomplete="off" />
          </Panel>
          <RulesForm typed={typed} set={set_typed} sending={fields} starts={false} />
        </div>
        <div class="column advice-column">
          <AdvicePanel advice={advice} old={details.judgement} />
          <SecondPerson sending={sending} />
          <Remainder sending={sending} />
          {lacking && <p class="small quiet lacking" role="status">{lacking}</p>}
          <div class="sheet-foot">
            <Button onClick={close}>{text.common.cancel}</Button>
            <Button kind="primary" type="submit" busy={sending.busy} disabled={!advice.value || link.open || lacking !== ''}>{words.change_save}</Button>
          </div>
        </div>
      </form>
    </>
  );
}
