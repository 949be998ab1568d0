/** The tracks as a table: of each capture, and what one has more than the other in the stretch that is in view. */
import { grouped } from '../core/number';
import type { PaneId } from '../core/panes';
import type { InStretch } from './desk';
import type { TrackInfo } from './model/capture';

/** What a capture tells of a track; undefined where it has no such track, or is not asked yet. */
export interface Side {
  track: TrackInfo | undefined;
  /** What is in view. */
  inView: InStretch | undefined;
}

const OF_ONE = ['events', 'in view', 'went on'];
const OF_TWO = ['A − B in view', 'A − B went on'];

/** Heads of the columns of numbers. */
export function headsOf(slots: readonly PaneId[]): string[] {
  if (slots.length < 2) return slots.flatMap(() => OF_ONE);
  return [...slots.flatMap((slot) => OF_ONE.map((what) => `${slot}: ${what}`)), ...OF_TWO];
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
    track && inView?.mean != null ? wordsOf(track, inView, inView.mean) : '',
  ];
}

function wordsOf({ free, most = 0 }: TrackInfo, { least }: InStretch, mean: number): string {
  if (!free) return levelWords(mean, most);
  return `${pages(mean)} free, ${pages(least ?? mean)} at least`;
}

const pages = (n: number) => grouped(Math.round(n));

/** Of what goes on one at a time, the share of the time; of others how many on average, and at most. */
function levelWords(mean: number, most: number): string {
  return most === 1 ? `${(100 * mean).toFixed(1)} %` : `${mean.toFixed(1)} of ${grouped(most)}`;
}

/** A capture without the track has none of its events. */
function ofTwo(a: Side, b: Side): string[] {
  if (!a.inView && !b.inView) return ['–', ''];
  const of = ({ track, inView }: Side) => ({
    events: track && inView ? inView.events : 0,
    mean: track && inView ? inView.mean : null,
  });
  const [x, y] = [of(a), of(b)];
  const events = signed(x.events - y.events, (n) => grouped(n));
  if (x.mean === null && y.mean === null) return [events, ''];
  const by = (x.mean ?? 0) - (y.mean ?? 0);
  if ((a.track ?? b.track)?.free)
    return [events, x.mean === null || y.mean === null ? '' : signed(by, pages)];
  const one = [a, b].every(({ track }) => (track?.most ?? 1) === 1);
  return [events, one ? signed(100 * by, (n) => `${n.toFixed(1)} points`) : signed(by, (n) => n.toFixed(1))];
}

/** With its sign, unless it is nothing. */
function signed(value: number, words: (size: number) => string): string {
  const size = words(Math.abs(value));
  return /[1-9]/.test(size) ? `${value < 0 ? '−' : '+'}${size}` : size;
}

/** Rows for the clipboard, with tabs between their cells: spreadsheets take them apart there. */
export const tabbed = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => cells.join('\t')).join('\n');
