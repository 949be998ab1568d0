/** What views may name, as `mmscope list` prints it: scenes, scenarios, captures, and tunables with their values. Pure. */
import type { Catalogue } from '../../capture/sources/catalogue';
import { tunableLabel } from '../../capture/sources/tunable-phrases';
import { PARAM_TEXTS, PARAMS } from '../../core/gen/params';
import { scenes } from '../../scenes';
import { rangeOf } from '../../stage/tunables/tunable-values';
import { sceneFor } from '../links/scene-links';

export interface ListRow {
  /** A view, or a tunable's name. */
  name: string;
  title: string;
  /** What it may be; of tunables alone. */
  values?: string;
}

export interface List {
  title: string;
  rows: ListRow[];
}

export function viewLists({ scenarios, captures }: Catalogue): { views: List[]; tunables: List } {
  const ofMachine = (machine: unknown) => scenes.find(({ policy }) => policy?.machine === machine)?.id ?? '';
  const models = scenarios.map(({ id, title, params }) => ({
    name: `${ofMachine(params.machine ?? 'swap')}?a=model:${id}`,
    title,
  }));
  const [first] = models;
  const several = (text: string, count: number) => (count > 1 ? `${text}; up to ${count}` : text);
  return {
    views: [
      {
        title: 'Scenes',
        rows: scenes.map(({ id, title }) => {
          const own = models.find(({ name }) => name.startsWith(`${id}?`)) ?? first;
          return { name: `${id}${own?.name.replace(/^[^?]*/, '') ?? ''}`, title };
        }),
      },
      { title: 'Scenarios', rows: models },
      {
        title: 'Captures',
        rows: captures.map(({ id, title, seeds = [] }) => ({
          name: `${sceneFor(seeds)}?a=capture:${id}`,
          title,
        })),
      },
    ],
    tunables: {
      title: 'Tunables',
      rows: [
        ...PARAMS.map((param) => ({
          name: param.name,
          title: tunableLabel(param.name),
          values: several([rangeOf(param), param.unit].filter(Boolean).join(' '), param.count),
        })),
        ...PARAM_TEXTS.map(({ name, count }) => ({
          name,
          title: tunableLabel(name),
          values: several('text', count),
        })),
      ],
    },
  };
}

/** Those rows that hold every word. */
export function rowsWith(rows: readonly ListRow[], words: string): ListRow[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(({ name, title, values = '' }) => {
    const text = `${name} ${title} ${values}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}
