/** What went on, in a sentence: who waited for what, from when to when, and what came of it. */
import { grouped } from '../../core/number';
import { wakerPhrase } from '../../trace/statistics/wakers';
import type { KindColumns } from '../../trace/store/store';
import type { Capture } from './capture';
import { numbersOf } from './events/column-reader';
import { durationPhrase, timePhrase } from './time/ruler';
import { rank } from './events/track-rows';
import type { StoredSpan } from './series/activity-spans';
import type { Track } from './tracks';

export function activityPhrase(capture: Capture, number: number, span: StoredSpan): string {
  const track = capture.tracks[number];
  if (!track?.activity) return '';
  const { from, to, end, got } = span;
  const { unit } = capture;
  const when = `from ${timePhrase(Math.round(from), unit)} to ${timePhrase(Math.round(to), unit)}: ${durationPhrase(to - from, unit)}`;
  const by = { node: ofNode, task: ofTask, device: ofRequest }[track.activity.by];
  const facts = end === null ? ['it had not ended with the capture'] : [];
  if (track.known && track.known.time(from, to).unknown > 0) facts.push('events in between are missing');
  if (got !== null) facts.push(`got ${grouped(got)} ${got === 1 ? 'page' : 'pages'}`);
  const { who, more } = by(capture, track, span);
  return `${[`${who} ${when}`, ...more, ...facts].join(', ')}.`;
}

interface Said {
  who: string;
  /** What else is known of it. */
  more: string[];
}

/** kswapd of a node. */
function ofNode(capture: Capture, track: Track, span: StoredSpan): Said {
  const who = track.name.replace(' awake', ' was awake');
  if (!eventAt(capture, track, span)) return { who, more: ['when it woke up is not told'] };
  const waker = track.wakers?.of(span.from);
  return { who, more: waker ? [`woken by ${wakerPhrase(waker)}`] : [] };
}

function ofTask(capture: Capture, track: Track, span: StoredSpan): Said {
  const at = eventAt(capture, track, span);
  const pid = at?.kind.pid[at.row] ?? -1;
  const cpu = at?.kind.cpu[at.row] ?? 0xffff;
  const order = at ? (numbersOf(at.kind, ['order'])?.(at.row) ?? NaN) : NaN;
  return {
    who: `${track.name}${pid >= 0 ? ` ${pid}` : ''} waited in direct reclaim`,
    more: [
      ...(Number.isNaN(order) ? [] : [`order ${order}`]),
      ...(cpu === 0xffff ? [] : [`CPU ${cpu}`]),
      ...awake(capture, span),
    ],
  };
}

/** For how much of it each kswapd was awake. */
function awake({ tracks, unit }: Capture, { from, to }: StoredSpan): string[] {
  return tracks.flatMap(({ known, name }) => {
    if (!known) return [];
    const { going, unknown } = known.time(from, to);
    if (unknown > 0 && going === 0) return [];
    return [
      `${name} for ${unknown > 0 ? 'at least ' : ''}${going > 0 ? durationPhrase(going, unit) : 'none'} of it`,
    ];
  });
}

function ofRequest({ store }: Capture, track: Track, { end }: StoredSpan): Said {
  const name = track.name.replace(/ in flight$/, '');
  const kind = end === null ? undefined : store.kinds[track.rows.kind(end)];
  const row = end === null ? 0 : track.rows.row(end);
  const sectors = kind ? (numbersOf(kind, ['nr_sector'])?.(row) ?? NaN) : NaN;
  const sector = kind ? (numbersOf(kind, ['sector'])?.(row) ?? NaN) : NaN;
  return {
    who: `A request at ${name} was in flight`,
    more: [
      ...(Number.isNaN(sectors) ? [] : [`${grouped(sectors / 2)} KiB`]),
      ...(Number.isNaN(sector) ? [] : [`at sector ${grouped(sector)}`]),
    ],
  };
}

/** Its beginning, as the track has it: of several processes that begin at once, the one that its end is of. */
function eventAt(
  { store }: Capture,
  { rows, activity }: Track,
  { from, end }: StoredSpan,
): { kind: KindColumns; row: number } | null {
  const pidOf = (i: number) => store.kinds[rows.kind(i)]?.pid[rows.row(i)];
  for (let i = rank(rows, from); i < rows.length && rows.ts(i) === from; i++) {
    const kind = store.kinds[rows.kind(i)];
    if (kind?.name !== activity?.begin || (end !== null && pidOf(i) !== pidOf(end))) continue;
    return kind ? { kind, row: rows.row(i) } : null;
  }
  return null;
}
