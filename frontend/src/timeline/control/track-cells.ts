/** The tracks as a table: of each capture, and what one has more than the other in the stretch that is in view. */
import { grouped } from '../../core/number';
import type { PaneId } from '../../core/panes';
import type { StretchCounts } from '../model/timeline-capture';
import type { TrackInfo } from '../model/capture';
import type { FlowSum, FlowUnit } from '../model/series/flow';
import { durationPhrase } from '../model/time/ruler';
import type { ClockUnit } from '../../trace/report/phrases';

/** What a capture tells of a track; undefined where it has no such track, or is not asked yet. */
export interface Side {
  track: TrackInfo | undefined;
  /** What is in view. */
  inView: StretchCounts | undefined;
}

/** What the numbers are of: what is in view, or the selected stretch. */
export type TableScope = 'view' | 'stretch';

const IN: Readonly<Record<TableScope, string>> = { view: 'in view', stretch: 'in the stretch' };

/** Heads of the columns of numbers. */
export function headsOf(slots: readonly PaneId[], of: TableScope = 'view'): string[] {
  const ofOne = ['events', IN[of], 'went on'];
  if (slots.length < 2) return slots.flatMap(() => ofOne);
  const ofTwo = [`A − B ${IN[of]}`, 'A − B went on'];
  return [...slots.flatMap((slot) => ofOne.map((what) => `${slot}: ${what}`)), ...ofTwo];
}

/** The cells below them. */
export function cellsOf(sides: readonly Side[]): string[] {
  const [a, b] = sides;
  return [...sides.flatMap(ofOne), ...(a && b ? ofTwo(a, b) : [])];
}

function ofOne({ track, inView }: Side): string[] {
  return [
    track ? grouped(track.events) : '–',
    track && inView ? grouped(inView.events) : '–',
    track && inView ? wordsOf(track, inView) : '',
  ];
}

/** What the margin says of a track in a stretch: what its events mean, or else how many there are. `brief`: of a share
 * not of how many. */
export function briefCellOf(track: TrackInfo, stretch: StretchCounts, brief = false): string {
  const { flow } = stretch;
  if (brief && flow && flow.got !== null) return flow.all > 0 ? `${shareOf(flow).toFixed(0)} %` : '0';
  if (stretch.mean === null && !stretch.flow)
    return track.free || track.usage || track.known ? '–' : grouped(stretch.events);
  if (track.free) return `${pages(stretch.extreme ?? 0)} least`;
  return track.usage ? `${pages(stretch.extreme ?? 0)} most` : wordsOf(track, stretch);
}

/** '' where events mean nothing but themselves. */
function wordsOf(track: TrackInfo, stretch: StretchCounts): string {
  const { mean, extreme, flow, width } = stretch;
  if (flow && track.flow) return flowWords(track, track.flow.unit, flow, width);
  if (mean === null) return track.known ? '–' : '';
  if (track.free) return `${pages(mean)} free, ${pages(extreme ?? mean)} at least`;
  if (track.usage) return `${pages(mean)} in use, ${pages(extreme ?? mean)} at most`;
  if (isTime(track)) return mean > 0 ? durationPhrase(timeIn(stretch), track.clock) : '0';
  return levelWords(mean, track.most ?? 0);
}

/** Tasks wait one after the other or beside each other: their time adds up. */
const isTime = ({ group }: TrackInfo): boolean => group === 'reclaim';

/** ns that went on, of all tasks together. */
const timeIn = ({ mean, width }: StretchCounts): number => (mean ?? 0) * width;

/** In 100. */
const shareOf = ({ all, got }: FlowSum): number => (all > 0 && got !== null ? (100 * got) / all : NaN);

const pages = (n: number) => grouped(Math.round(n));

/** Of what goes on one at a time, the share of the time; of others how many on average, and at most. */
function levelWords(mean: number, most: number): string {
  return most === 1 ? `${(100 * mean).toFixed(1)} %` : `${mean.toFixed(1)} of ${grouped(most)}`;
}

function flowWords(track: TrackInfo, unit: FlowUnit, { all, got }: FlowSum, width: number): string {
  if (got === null) return ratePhrase(unit, rateOf(track, all, width), track.clock);
  return all > 0 ? `${shareOf({ all, got }).toFixed(0)} % of ${pages(all)}` : '0';
}

/** In a second; in all, where the clock tells no seconds. */
function rateOf({ clock }: TrackInfo, all: number, width: number): number {
  if (clock) return all;
  return width > 0 ? (all * 1e9) / width : 0;
}

/** From which rate on each unit is used. */
const BYTE = { from: 0, size: 1, name: 'B', places: 0 };
const RATES = [
  { from: 2 ** 20 / 10, size: 2 ** 20, name: 'MiB', places: 1 },
  { from: 2 ** 10, size: 2 ** 10, name: 'KiB', places: 0 },
];

/** So much in a second, or in all. */
export function ratePhrase(unit: FlowUnit, rate: number, clock?: ClockUnit): string {
  const per = clock ? '' : '/s';
  if (unit !== 'bytes') return `${pages(rate)}${per}`;
  const { size, name, places } = RATES.find(({ from }) => rate >= from) ?? BYTE;
  return `${(rate / size).toFixed(places)} ${name}${per}`;
}

/** A capture without the track has none of its events. */
function ofTwo(a: Side, b: Side): string[] {
  if (!a.inView && !b.inView) return ['–', ''];
  const count = ({ inView }: Side) => inView?.events ?? 0;
  return [signed(count(a) - count(b), (n) => grouped(n)), meantApart(a, b)];
}

/** By how much more A says than B; '' where that is not known. */
function meantApart(a: Side, b: Side): string {
  const track = a.track ?? b.track;
  if (!track || !(a.inView ?? b.inView)) return '';
  // What two clocks count cannot be compared.
  if (a.track && b.track && a.track.clock?.name !== b.track.clock?.name && (track.flow ?? isTime(track)))
    return '';
  const [x, y] = [a.inView, b.inView];
  if (track.flow) {
    const share = (side?: StretchCounts) => (side?.flow ? shareOf(side.flow) : NaN);
    const rate = (side?: StretchCounts) => rateOf(track, side?.flow?.all ?? 0, side?.width ?? 0);
    const { unit, words } = track.flow;
    if (!words) return signed(rate(x) - rate(y), (n) => ratePhrase(unit, n, track.clock));
    const by = share(x) - share(y);
    return Number.isNaN(by) ? '' : signed(by, (n) => `${n.toFixed(0)} points`);
  }
  const mean = (side?: StretchCounts) => side?.mean ?? null;
  if (mean(x) === null && mean(y) === null) return '';
  const by = (mean(x) ?? 0) - (mean(y) ?? 0);
  const either = mean(x) === null || mean(y) === null;
  if (track.free || track.usage) return either ? '' : signed(by, pages);
  // What kswapd did where nothing tells of it is not nothing.
  if (either && track.known) return '';
  if (isTime(track)) {
    const time = (side?: StretchCounts) => (side ? timeIn(side) : 0);
    return signed(time(x) - time(y), (ns) => (ns > 0 ? durationPhrase(ns, track.clock) : '0'));
  }
  const one = [a, b].every((side) => (side.track?.most ?? 1) === 1);
  return one ? signed(100 * by, (n) => `${n.toFixed(1)} points`) : signed(by, (n) => n.toFixed(1));
}

/** What the margin says of both: in the words of what they mean, or else by how many events. */
export function differenceOf(a: Side, b: Side): string {
  const [events = '', meant = ''] = ofTwo(a, b);
  const { free, usage, flow, most } = a.track ?? b.track ?? {};
  return free || usage || flow || most !== undefined ? meant : events;
}

/** With its sign, unless it is nothing. */
function signed(value: number, words: (size: number) => string): string {
  const size = words(Math.abs(value));
  return /[1-9]/.test(size) ? `${value < 0 ? '−' : '+'}${size}` : size;
}

/** A number that a track comes to in a stretch. */
interface Quantity {
  what: string;
  unit: string;
  /** NaN where there is none. */
  of: (stretch: StretchCounts) => number;
}

export const EVENTS: Quantity = { what: 'events', unit: 'events', of: ({ events }) => events };

/** All that a track comes to, as numbers with their units; `tracks`: the same of each capture that has it. */
export function quantitiesOf(tracks: readonly TrackInfo[]): Quantity[] {
  const [track] = tracks;
  if (!track) return [];
  const { flow, free, usage } = track;
  const mean = ({ mean: value }: StretchCounts) => value ?? NaN;
  const extreme = (stretch: StretchCounts) => stretch.extreme ?? NaN;
  if (free) {
    return [
      { what: 'free, mean', unit: 'pages', of: mean },
      { what: 'free, least', unit: 'pages', of: extreme },
      EVENTS,
    ];
  }
  if (usage) {
    return [
      { what: 'in use, mean', unit: 'slots', of: mean },
      { what: 'in use, most', unit: 'slots', of: extreme },
      EVENTS,
    ];
  }
  if (flow && !flow.words) {
    const [unit, size] = flow.unit === 'bytes' ? ['MiB', 2 ** 20] : [flow.unit, 1];
    const rate = ({ flow: sum, width }: StretchCounts) => rateOf(track, sum?.all ?? NaN, width) / size;
    return [
      track.clock ? { what: 'in all', unit, of: rate } : { what: 'rate', unit: `${unit}/s`, of: rate },
      EVENTS,
    ];
  }
  if (flow?.words) {
    const { words } = flow;
    return [
      { what: words.got, unit: '%', of: (stretch) => (stretch.flow ? shareOf(stretch.flow) : NaN) },
      { what: words.all, unit: flow.unit, of: (stretch) => stretch.flow?.all ?? NaN },
      EVENTS,
    ];
  }
  if (tracks.every(({ most }) => most === undefined)) return [EVENTS];
  if (isTime(track)) {
    const { name, size } = track.clock ?? { name: 'm', size: 1e6 };
    return [{ what: 'waited', unit: `${name}s`, of: (stretch) => timeIn(stretch) / size }, EVENTS];
  }
  if (tracks.every(({ most }) => most === 1))
    return [
      { what: track.known ? 'of the time known' : 'of the time', unit: '%', of: (s) => 100 * mean(s) },
      EVENTS,
    ];
  return [{ what: 'going on, mean', unit: 'at a time', of: mean }, EVENTS];
}

/** For a spreadsheet: no blanks between digits, and no more of them than tell something; '' of no number. */
export const plainNumber = (n: number): string =>
  Number.isFinite(n) ? String(Number.isInteger(n) ? n : Number(n.toFixed(3))) : '';

/** Rows for the clipboard, with tabs between their cells: spreadsheets take them apart there. */
export const tabbed = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => cells.join('\t')).join('\n');
