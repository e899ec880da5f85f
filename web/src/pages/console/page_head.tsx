// The head of a page: its name, a line under it, and its actions.
import type { ComponentChildren } from 'preact';
import { ChevronLeft } from 'lucide-preact';
import { follow } from './route';

export function PageHead({ title, under, back, children }: { title: ComponentChildren; under?: ComponentChildren; back?: { to: string; name: string }; children?: ComponentChildren }) {
  return (
    <header class="page-head">
      <div class="grow">
        {back && <a class="back small" href={back.to} onClick={follow}><ChevronLeft size={16} aria-hidden="true" />{back.name}</a>}
        <h1>{title}</h1>
        {under && <p class="quiet small">{under}</p>}
      </div>
      {children && <div class="row wrap page-actions">{children}</div>}
    </header>
  );
}
