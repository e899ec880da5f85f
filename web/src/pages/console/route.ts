// The current place in the console: /console/PAGE/ITEM?query. It is in the browser's history, so Back, reload and
// bookmarks work.
import { computed, signal } from '@preact/signals';

const home = 'floor';
const base = '/console';

const here = () => location.pathname + location.search;
const address = signal(here());
addEventListener('popstate', () => (address.value = here()));

export interface Place {
  page: string; // "links"
  item: string; // "ML03", or nothing
  query: URLSearchParams;
}

export const place = computed<Place>(() => {
  const [path = '', query = ''] = address.value.split('?');
  const [page = '', item = ''] = path.slice(base.length + 1).split('/');
  return { page: page || home, item: decodeURIComponent(item), query: new URLSearchParams(query) };
});

export function path_of(page: string, item = '', query: Record<string, string> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== '');
  const tail = given.length > 0 ? `?${new URLSearchParams(given)}` : '';
  return `${base}/${page}${item ? '/' + encodeURIComponent(item) : ''}${tail}`;
}

export function go(path: string, instead = false): void {
  if (path === here()) return;
  history[instead ? 'replaceState' : 'pushState'](null, '', path);
  address.value = here();
  if (!instead) scrollTo(0, 0);
}

// "/console#tables", as the start page writes it.
if (location.hash.length > 1 && /^#[a-z]+$/.test(location.hash)) go(path_of(location.hash.slice(1)), true);

// Follows a plain click within the page; the browser handles clicks that open a new tab.
export function follow(event: MouseEvent): void {
  const link = (event.currentTarget as HTMLAnchorElement).getAttribute('href')!;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0) return;
  event.preventDefault();
  go(link);
}
