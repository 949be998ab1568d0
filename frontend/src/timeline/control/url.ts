/**
 * The timeline's view as the rest of a URL's fragment behind `#v1/timeline`:
 *   ?a=capture:four-nodes&b=file:mine.txt&t=1200&u=98000&bt=…&bu=…&link=free&m=lat&q=cpu:3&fold=cpu,node
 *   &raw=1&scale=capture&stretch=A1200-98000&marks=A1200:mm_page_alloc,B98000
 * Times are ns since the capture's first event, as text. A file of one's own is named, not linked: whoever
 * opens the link has to open the file again.
 */
import { faultsOfNames } from '../../core/suggestion';
import {
  encode,
  decode,
  formatSpec,
  NONE,
  pairsOf,
  parseSpec,
  type SourceSpec,
} from '../../capture/sources/spec';
import { GROUPS, type Group } from '../model/tracks';
import { SCALES, type ScaleBy } from '../canvas/state';
import type { PaneId } from '../../core/panes';
import type { Span } from '../model/time/span';

/** So many at most, so that a link stays one. */
export const MARKS_MAX = 40;

export interface Mark {
  slot: PaneId;
  /** ns since the capture's first event. */
  ts: number;
  /** The event it was set at; '' for a time. */
  name: string;
}

/** The selected stretch, on the axis of the capture it was selected in. */
export interface Stretch {
  slot: PaneId;
  from: number;
  to: number;
}

export interface TimelineView {
  a: SourceSpec;
  b: SourceSpec;
  /** Null: the whole capture. */
  viewA: Span | null;
  viewB: Span | null;
  stretch: Stretch | null;
  marks: readonly Mark[];
  linked: boolean;
  /** Name of a measure; '' for the number of events. */
  measure: string;
  query: string;
  /** Groups that are folded. */
  folded: readonly Group[];
  /** Whether the tracks below every event are shown; null: as they are by themselves. */
  raw: boolean | null;
  scaleBy: ScaleBy;
}

export const EMPTY: TimelineView = {
  a: NONE,
  b: NONE,
  viewA: null,
  viewB: null,
  stretch: null,
  marks: [],
  linked: true,
  measure: '',
  query: '',
  folded: [],
  raw: null,
  scaleBy: 'view',
};

const ns = (t: number) => String(Math.round(t));

/** Everything behind `#v1/timeline`; '' for the empty view. */
export function formatTimeline(view: TimelineView): string {
  const pairs: [string, string][] = [];
  if (view.a.kind !== 'none') pairs.push(...formatSpec('a', view.a));
  if (view.b.kind !== 'none') pairs.push(...formatSpec('b', view.b));
  const span = (keys: [string, string], v: Span | null) => {
    if (v) pairs.push([keys[0], ns(v.t0)], [keys[1], ns(v.t1)]);
  };
  span(['t', 'u'], view.viewA);
  span(['bt', 'bu'], view.viewB);
  if (!view.linked) pairs.push(['link', 'free']);
  if (view.measure !== '') pairs.push(['m', encode(view.measure)]);
  if (view.query !== '') pairs.push(['q', encode(view.query)]);
  if (view.folded.length > 0) pairs.push(['fold', view.folded.join(',')]);
  if (view.raw !== null) pairs.push(['raw', view.raw ? '1' : '0']);
  if (view.scaleBy !== 'view') pairs.push(['scale', view.scaleBy]);
  if (view.stretch) pairs.push(['stretch', stretchText(view.stretch)]);
  if (view.marks.length > 0) pairs.push(['marks', view.marks.slice(0, MARKS_MAX).map(markText).join(',')]);
  return pairs.length === 0 ? '' : `?${pairs.map((p) => p.join('=')).join('&')}`;
}

const stretchText = ({ slot, from, to }: Stretch) => `${slot}${ns(from)}-${ns(to)}`;
const STRETCH = /^([AB])(\d{1,16})-(\d{1,16})$/;

const markText = ({ slot, ts, name }: Mark) => `${slot}${ns(ts)}${name === '' ? '' : `:${name}`}`;
const MARK = /^([AB])(\d{1,16})(?::(\w{1,64}))?$/;

const NAMES = [
  'a',
  'b',
  't',
  'u',
  'bt',
  'bu',
  'link',
  'm',
  'q',
  'fold',
  'raw',
  'scale',
  'stretch',
  'marks',
] as const;
type Name = (typeof NAMES)[number];

/** What cannot be read is named in `complaints`, and the rest still counts. */
export function parseTimeline(text: string): { view: TimelineView; complaints: string[] } {
  const pairs = pairsOf(text.replace(/^\?/, ''));
  const faults = faultsOfNames(
    pairs.map(([name]) => name),
    NAMES,
  );
  const complaints = [...faults.complaints, ...faults.advice];
  const values: ReadonlyMap<Name, string> = new Map(pairs as [Name, string][]);
  /** Null: the word is not there. */
  const oneOf = (key: Name, words: readonly string[]): string | null => {
    const given = values.get(key);
    if (given === undefined || words.includes(given)) return given ?? null;
    complaints.push(`“${key}=${given.slice(0, 40)}”: ${key} can be ${words.join(' or ')}.`);
    return null;
  };
  const source = (key: Name): SourceSpec => {
    const given = values.get(key);
    if (given === undefined) return NONE;
    try {
      const spec = parseSpec(given, {});
      if (spec.kind !== 'model') return spec;
      complaints.push('A model’s run has no timeline yet: open a capture.');
    } catch (error) {
      complaints.push(`${(error as Error).message}.`);
    }
    return NONE;
  };
  const time = (key: Name): number | null => {
    const given = values.get(key);
    if (given === undefined) return null;
    if (/^-?\d{1,16}$/.test(given)) return Number(given);
    complaints.push(`“${key}=${given.slice(0, 40)}” is not a time in ns.`);
    return null;
  };
  const span = (from: Name, to: Name): Span | null => {
    const [t0, t1] = [time(from), time(to)];
    return t0 !== null && t1 !== null && t1 > t0 ? { t0, t1 } : null;
  };
  const stretch = (): Stretch | null => {
    const given = values.get('stretch');
    if (given === undefined) return null;
    const [, slot, first, last] = STRETCH.exec(given) ?? [];
    const [from, to] = [Number(first), Number(last)];
    if (slot !== undefined && from <= to) return { slot: slot === 'B' ? 'B' : 'A', from, to };
    complaints.push(`“stretch=${given.slice(0, 40)}” is not a stretch of a capture: write A1200-98000.`);
    return null;
  };
  const marks = (): Mark[] => {
    const given = (values.get('marks') ?? '').split(',').filter(Boolean);
    const read = given.slice(0, MARKS_MAX).flatMap((text): Mark[] => {
      const [, slot, ts, name = ''] = MARK.exec(text) ?? [];
      return slot === undefined ? [] : [{ slot: slot === 'B' ? 'B' : 'A', ts: Number(ts), name }];
    });
    const lost = given.length - read.length;
    if (lost > 0) complaints.push(`${lost} of ${given.length} marks cannot be read.`);
    return read;
  };
  const folded = (values.get('fold') ?? '').split(',').filter(Boolean);
  const strange = folded.find((group) => !GROUPS.some((known) => known === group));
  if (strange !== undefined)
    complaints.push(`“${strange.slice(0, 40)}” cannot be folded: groups are ${GROUPS.join(', ')}.`);
  const scale = oneOf('scale', SCALES);
  const raw = oneOf('raw', ['0', '1']);
  const view: TimelineView = {
    a: source('a'),
    b: source('b'),
    viewA: span('t', 'u'),
    viewB: span('bt', 'bu'),
    stretch: stretch(),
    marks: marks(),
    linked: oneOf('link', ['free']) !== 'free',
    measure: decode(values.get('m') ?? '').slice(0, 80),
    query: decode(values.get('q') ?? '').slice(0, 400),
    folded: GROUPS.filter((g) => folded.includes(g)),
    raw: raw === null ? null : raw === '1',
    scaleBy: SCALES.find((by) => by === scale) ?? 'view',
  };
  return { view, complaints };
}
