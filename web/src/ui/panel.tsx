import type { ComponentChildren } from 'preact';

export function Panel({ title, actions, children, class: more = '' }: { title?: ComponentChildren; actions?: ComponentChildren; children: ComponentChildren; class?: string }) {
  return (
    <section class={`panel ${more}`}>
      {(title || actions) && (
        <header>
          {typeof title === 'string' ? <h2>{title}</h2> : title}
          {actions && <div class="row">{actions}</div>}
        </header>
      )}
      {children}
    </section>
  );
}
