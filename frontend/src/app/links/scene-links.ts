/** Links from the pages beside the stage into it: fetched with those pages. */
import { scenes } from '../../scenes';
import type { Catalogue } from '../../capture/sources/catalogue';
import { NONE, type SourceSpec } from '../../capture/sources/spec';
import { parseRun } from '../../pages/published/runs';
import type { Links } from '../../pages/published/view/links';
import { formatView } from '../../stage/url';
import type { TimelineLinks } from '../../timeline/use-timeline';
import { pageHref, reportHref, sceneHref } from './pages';

/** The scene of a document; that of all decisions where none is its own. */
export function sceneFor(documents: readonly string[]): string {
  const own = scenes.find(({ policy }) => policy?.documents.some((id) => documents.includes(id)));
  return (own ?? scenes.find((s) => s.kinds === null))?.id ?? '';
}

export function linksOf(catalogue: Catalogue): Links {
  const model = (run: string | null): SourceSpec =>
    run === null ? NONE : { kind: 'model', ...parseRun(run) };
  return {
    open: (baseline, variant) => {
      const [first, second] = [baseline, variant].filter((run) => run !== null);
      const id = parseRun(first ?? '').id;
      const documents = catalogue.scenarios.find((s) => s.id === id)?.documents ?? [];
      return sceneHref(
        sceneFor(documents),
        model(first ?? null),
        model(second === first ? null : (second ?? null)),
      );
    },
    capture: (id) => {
      const seeds = catalogue.captures.find((c) => c.id === id)?.seeds ?? [];
      return sceneHref(sceneFor(seeds), { kind: 'capture', id }, NONE);
    },
    table: pageHref,
  };
}

/** Links from an event of a capture into the scene that shows such decisions. */
export const timelineLinks: TimelineLinks = {
  report: reportHref,
  scene: (spec, kind, ts) => {
    if (spec.kind !== 'capture' && spec.kind !== 'server') return null;
    const own = scenes.find((s) => (s.kinds as readonly string[] | null)?.includes(kind));
    if (!own) return null;
    const position = { align: 'time', k: 0, t: Math.round(ts) } as const;
    return formatView({ scene: own.id, sources: { A: spec, B: NONE }, position, speed: 1 });
  },
};
