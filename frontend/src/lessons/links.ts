/** Links in a lesson: whether they lead somewhere, and what to do about one that does not. Pure. */
import { enumValues, paramNamed } from '../core/params';
import { PARAM_TEXTS, PARAMS } from '../core/gen/tables';
import type { Catalog } from '../capture/sources/catalog';
import type { SceneFacts } from './run';
import type { View } from '../stage/state/view';

interface Around {
  view: (hash: string) => { view: View | null; complaints: string[] };
  catalog: Catalog;
  scenes: readonly SceneFacts[];
  /** Words of the pages beside the stage. */
  pages: readonly string[];
  lessons: () => Promise<readonly string[] | null>;
}

/** Steps from one word to the other: a letter more, less, or another. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(
        Math.min(
          (row[j] ?? 0) + 1,
          (next[j - 1] ?? 0) + 1,
          (row[j - 1] ?? 0) + Number(a[i - 1] !== b[j - 1]),
        ),
      );
    row = next;
  }
  return row[b.length] ?? 0;
}

/** `Did you mean “swappiness”?`; '' where nothing is near. */
export function nearest(word: string, names: readonly string[]): string {
  const given = word.slice(0, 60).toLowerCase();
  const near = names
    .map((name) => ({ name, d: distance(given, name.toLowerCase()) }))
    .filter(({ name, d }) => d <= Math.max(1, Math.floor(name.length / 3)))
    .sort((a, b) => a.d - b.d)[0];
  return near ? `Did you mean “${near.name}”?` : '';
}

const TUNABLES = [...PARAMS, ...PARAM_TEXTS].map(({ name }) => name);
const theseAre = (names: readonly string[]) => `There are ${names.join(', ')}.`;

/** What to do about a tunable, or its value, that there is not; '' where nothing can be said. */
export function adviceOfTunable(name: string, value = ''): string {
  const row = paramNamed(name);
  if (!row)
    return TUNABLES.includes(name as never) ? '' : nearest(name, TUNABLES) || 'docs/events.md lists them.';
  if (row.enum === null) return '';
  const values = enumValues(row.enum).map(([, known]) => known);
  return values.includes(value) || /^\d+$/.test(value) ? '' : `It can be ${values.join(', ')}.`;
}

/** What to do about a link that does not open, from what it says; '' where the complaint is enough. */
export function adviceOf(href: string, { scenes, catalog }: Pick<Around, 'scenes' | 'catalog'>): string {
  const at = href.indexOf('#v1/');
  if (at > 0) return `Paste it from the # on: ${href.slice(at, at + 60)}${href.length > at + 60 ? '…' : ''}`;
  const [, scene = '', query = ''] = /^#v1\/([^?]*)\??(.*)$/s.exec(href) ?? [];
  const ids = scenes.map(({ id }) => id);
  if (!ids.includes(scene)) return theseAre(ids);
  const said: string[] = [];
  for (const [key, value] of new URLSearchParams(query)) {
    const [, tunable] = /^[ab]\.(\w+)$/.exec(key) ?? [];
    if (tunable !== undefined) said.push(adviceOfTunable(tunable, value));
    const [, kind, name = ''] = /^[ab]$/.test(key) ? (/^(model|capture):(.*)$/.exec(value) ?? []) : [];
    const known = (kind === 'model' ? catalog.scenarios : catalog.captures).map(({ id }) => id);
    if (kind !== undefined && !known.includes(name)) said.push(nearest(name, known));
  }
  return said.filter(Boolean).join(' ');
}

/** Why a link in the words leads nowhere; null where it leads somewhere, or to another site. */
export async function deadLink(href: string, around: Around): Promise<string | null> {
  if (!href.startsWith('#v1/')) return null;
  const [path = ''] = href.slice('#v1/'.length).split('?');
  const [word = '', id] = path.split('/');
  if (word === 'lessons' && id !== undefined && id !== 'from') {
    const known = await around.lessons();
    return known && !known.includes(id)
      ? `There is no lesson “${id.slice(0, 40)}”. ${theseAre(known)}`
      : null;
  }
  if (around.pages.includes(word)) return null;
  const { view, complaints } = around.view(href);
  const told = [...complaints];
  const isScene = around.scenes.some((one) => one.id === word);
  if (!isScene)
    return `There is no page “${word.slice(0, 40)}”. ${theseAre([...around.scenes.map((s) => s.id), ...around.pages])}`;
  for (const spec of view ? [view.sources.A, view.sources.B] : []) {
    const has = (all: readonly { id: string }[], id: string) => all.some((one) => one.id === id);
    const { scenarios, captures, leftOut = [] } = around.catalog;
    if (spec.kind === 'model' && !has(scenarios, spec.id))
      told.push(`There is no scenario “${spec.id.slice(0, 40)}”.`);
    if (spec.kind === 'capture' && !has([...captures, ...leftOut], spec.id))
      told.push(`There is no bundled capture “${spec.id.slice(0, 40)}”.`);
  }
  return told.length > 0 ? `${told.join(' ')} ${adviceOf(href, around)}`.trim() : null;
}
