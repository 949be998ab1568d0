/** The view as the rest of a URL, and back. */
import type { Span } from '../model/time/span';
import { formatTimeline, parseTimeline } from './url';
import { PANES, type PaneId } from '../../core/panes';
import { readySlots, specOf, type TimelineStore } from './state';
import type { VisibleSpans } from './visible-spans';
import type { Captures, LinkedView } from './captures';
import type { Marks } from './marks';
import type { Search } from './search';

interface LinkParts {
  store: TimelineStore;
  views: VisibleSpans;
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
  const wanted = (slot: PaneId): LinkedView => ({
    view: slot === 'A' ? view.viewA : view.viewB,
    stretch: view.stretch?.slot === slot ? { t0: view.stretch.from, t1: view.stretch.to } : null,
    marks: view.marks.filter((m) => m.slot === slot),
  });
  const { focus } = store.getState();
  await Promise.all([captures.reopen('A', view.a, wanted('A')), captures.reopen('B', view.b, wanted('B'))]);
  // Either may have been read first: keys move what they moved.
  if (readySlots(store.getState()).includes(focus)) store.setState({ focus });
  if (measure !== '') await search.measure(measure);
  if (query !== '') await search.find(query);
}

/** What changes the link. */
export const IN_LINK = [
  ...(['slots', 'settled', 'linked', 'offset', 'measure', 'query'] as const),
  ...(['folded', 'raw', 'scaleBy', 'range', 'marks'] as const),
];

export function linkOf({ store, views, captures, marks }: LinkParts): string {
  const state = store.getState();
  const { range } = state;
  const open = readySlots(state);
  // Of what is still being read the link's own words stand until all of it is there.
  const whole = open.filter((slot) => !state.slots[slot].partial);
  const waiting = PANES.flatMap((slot) => {
    const stretch = whole.includes(slot) ? null : captures.wanted(slot)?.stretch;
    return stretch ? [{ slot, from: stretch.t0, to: stretch.t1 }] : [];
  });
  const span = (slot: PaneId): Span | null =>
    open.includes(slot) ? views.get(slot) : (captures.wanted(slot)?.view ?? null);
  return formatTimeline({
    a: specOf(state.slots.A),
    b: specOf(state.slots.B),
    viewA: span('A'),
    viewB: span('B'),
    stretch: range ?? waiting[0] ?? null,
    marks: PANES.flatMap((slot) =>
      whole.includes(slot) ? marks.of(slot) : (captures.wanted(slot)?.marks ?? []),
    ),
    linked: state.linked,
    measure: state.measure,
    query: state.query,
    folded: state.folded,
    raw: state.raw,
    scaleBy: state.scaleBy,
  });
}
