/** Links in a lesson: whether they lead somewhere, and what to do about one that does not. Pure. */
import { adviceOfTunable, nearestName } from '../core/suggestion';
import type { Catalogue } from '../capture/sources/catalogue';
import type { SceneFacts } from './run';
import type { View } from '../stage/state/view';

interface Around {
  view: (hash: string) => { view: View | null; complaints: string[] };
  catalogue: Catalogue;
  scenes: readonly SceneFacts[];
  /** Words of the pages beside the stage. */
  pages: readonly string[];
  lessons: () => Promise<readonly string[] | null>;
}

const theseAre = (names: readonly string[]) => `There are ${names.join(', ')}.`;

/** What to do about a link that does not open, from what it says; '' where the complaint is enough. */
export function adviceOf(href: string, { scenes, catalogue }: Pick<Around, 'scenes' | 'catalogue'>): string {
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
    const known = (kind === 'model' ? catalogue.scenarios : catalogue.captures).map(({ id }) => id);
    if (kind !== undefined && !known.includes(name)) said.push(nearestName(name, known));
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
  const faults = [...complaints];
  const isScene = around.scenes.some((one) => one.id === word);
  if (!isScene)
    return `There is no page “${word.slice(0, 40)}”. ${theseAre([...around.scenes.map((s) => s.id), ...around.pages])}`;
  for (const spec of view ? [view.sources.A, view.sources.B] : []) {
    const has = (all: readonly { id: string }[], id: string) => all.some((one) => one.id === id);
    const { scenarios, captures, leftOut = [] } = around.catalogue;
    if (spec.kind === 'model' && !has(scenarios, spec.id))
      faults.push(`There is no scenario “${spec.id.slice(0, 40)}”.`);
    if (spec.kind === 'capture' && !has([...captures, ...leftOut], spec.id))
      faults.push(`There is no bundled capture “${spec.id.slice(0, 40)}”.`);
  }
  return faults.length > 0 ? `${faults.join(' ')} ${adviceOf(href, around)}`.trim() : null;
}
