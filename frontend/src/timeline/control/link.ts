/** The view as the rest of a URL, and back. */
import type { Span } from '../model/span';
import { formatTimeline, parseTimeline } from '../model/url';
import { PANES, type PaneId } from '../../core/panes';
import { ready, specOf, type TimelineStore } from '../state';
import type { Views } from '../views';
import type { Captures } from './captures';
import type { Marks } from './marks';
import type { Search } from './search';

export interface LinkParts {
  store: TimelineStore;
  views: Views;
  captures: Captures;
  marks: Marks;
  search: Search;
}

/** Shows what a link says. Files it names are there only if the page still has them. */
export async function applyLink(parts: LinkParts, text: string): Promise<void> {
  const { store, captures, search } = parts;
  const { view, complaints } = parseTimeline(text);
  const { linked, measure, query, folded, raw, scaleBy } = view;
  const offset = linked && view.viewA && view.viewB ? view.viewA.t0 - view.viewB.t0 : 0;
  store.setState({ linked, offset, folded, raw, scaleBy, complaints });
  const marksOf = (slot: PaneId) => view.marks.filter((m) => m.slot === slot);
  await Promise.all([
    captures.reopen('A', view.a, { view: view.viewA, marks: marksOf('A') }),
    captures.reopen('B', view.b, { view: view.viewB, marks: marksOf('B') }),
  ]);
  if (measure !== '') await search.measure(measure);
  if (query !== '') await search.find(query);
}

/** What changes the link. */
export const IN_LINK = [
  ...(['slots', 'settled', 'linked', 'offset', 'measure', 'query'] as const),
  ...(['folded', 'raw', 'scaleBy', 'marks'] as const),
];

export function linkOf({ store, views, captures, marks }: LinkParts): string {
  const state = store.getState();
  const open = ready(state);
  const span = (slot: PaneId): Span | null =>
    open.includes(slot) ? views.get(slot) : (captures.wanted(slot)?.view ?? null);
  return formatTimeline({
    a: specOf(state.slots.A),
    b: specOf(state.slots.B),
    viewA: span('A'),
    viewB: span('B'),
    marks: PANES.flatMap((slot) =>
      open.includes(slot) ? marks.of(slot) : (captures.wanted(slot)?.marks ?? []),
    ),
    linked: state.linked,
    measure: state.measure,
    query: state.query,
    folded: state.folded,
    raw: state.raw,
    scaleBy: state.scaleBy,
  });
}
