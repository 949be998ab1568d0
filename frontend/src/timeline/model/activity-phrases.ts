/** What went on, in a sentence: who waited for what, from when to when, and the result. */
import { grouped } from '../../core/number';
import { nodeOfZone, zoneName } from '../../core/zone';
import { SHORT_WAIT } from '../../trace/statistics/kswapd';
import { readPhrase } from '../../trace/statistics/swap-reads';
import { wakerPhrase } from '../../trace/statistics/wakers';
import { titleOf } from '../../trace/statistics/zones';
import { columnOf, fieldNamed, kindNamed } from '../../trace/store/lookup';
import type { KindColumns, TraceStore } from '../../trace/store/store';
import { numberAt } from '../../trace/store/values';
import type { Capture } from './capture';
import { numbersOf } from './events/column-reader';
import { durationPhrase, timePhrase } from './time/ruler';
import { KindRows, rank } from './events/track-rows';
import type { StoredSpan } from './series/activity-spans';
import type { Track } from './tracks';

export function activityPhrase(capture: Capture, number: number, span: StoredSpan): string {
  const track = capture.tracks[number];
  if (!track?.activity) return '';
  const { from, to, end, got } = span;
  const { unit } = capture;
  const when = `from ${timePhrase(Math.round(from), unit)} to ${timePhrase(Math.round(to), unit)}: ${durationPhrase(to - from, unit)}`;
  const by = { node: ofNode, task: ofTask, swap: ofRead, device: ofRequest }[track.activity.by];
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
  if (!eventAt(capture, track, span)) return { who, more: ['when it woke up is not known'] };
  const waker = track.wakers?.of(span.from);
  const own = kindNamed(capture.store, 'kswapd_wake');
  if (waker)
    return { who, more: [`woken by ${wakerPhrase(waker)}`, ...(own ? wokenAs(own, waker.row) : [])] };
  const slept = track.spans?.at(span.at - 1)?.to ?? 0;
  const alone = own && capture.gaps.length === 0 && span.from - slept >= SHORT_WAIT;
  return { who, more: alone ? ['its short wait was over'] : [] };
}

/** Of a call that woke a kswapd of a patched kernel: what the zone had that was asked for. */
function wokenAs(kind: KindColumns, row: number): string[] {
  const number = (name: string, lane = 0): number => {
    const field = fieldNamed(kind, name);
    return (field && numberAt(field, row, lane)) ?? NaN;
  };
  if (number('boosted') === 1) return ['as a mark of a zone was boosted'];
  const lanes = Array.from({ length: number('visits') }, (_, lane) => lane);
  const at = lanes.find((lane) => number('visit_zone', lane) === number('zone'));
  if (at === undefined) return [];
  const free = number('visit_free', at) - number('visit_unusable', at);
  const asked = number('visit_mark', at) + number('visit_reserve', at);
  const zone = { nid: nodeOfZone(number('zone')), name: zoneName(number('zone')) };
  return [`as ${titleOf(zone)} had ${grouped(free)} free pages and needed more than ${grouped(asked)}`];
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

/** A page that came back from swap: for whom, and what it waited for. */
function ofRead({ store }: Capture, track: Track, { end }: StoredSpan): Said {
  const who = `A page of ${track.name.replace(/ read: .*$/, '')} was read back`;
  const kind = end === null ? undefined : store.kinds[track.rows.kind(end)];
  if (!kind || end === null) return { who, more: [] };
  const row = track.rows.row(end);
  const number = (name: string) => numbersOf(kind, [name])?.(row) ?? NaN;
  const [slept, polls, status] = [number('slept'), number('polls'), number('status')];
  const asked = readAsked(store, number('type'), number('offset'), kind.ts[row] ?? 0);
  return {
    who,
    more: [
      ...(asked ? [`for ${taskOf(store, asked.kind, asked.row)}`] : []),
      ...(slept > 0 ? [`slept ${durationPhrase(slept)}`] : []),
      ...(polls > 0 ? [`polled ${grouped(polls)} ${polls === 1 ? 'time' : 'times'}`] : []),
      ...(polls === 0 ? [readPhrase(number('how'))] : []),
      `slot ${grouped(number('offset'))}`,
      ...(status < 0 ? [`error ${status}`] : []),
    ],
  };
}

/** The last event before a time that asked for a slot of a device; null where there is none. */
function readAsked(
  store: TraceStore,
  device: number,
  slot: number,
  until: number,
): { kind: KindColumns; row: number } | null {
  const kind = kindNamed(store, 'swap_in');
  if (!kind) return null;
  const [type, offset] = [columnOf(kind, 'type'), columnOf(kind, 'offset')];
  for (let row = rank(new KindRows(kind, 0), until + 1) - 1; row >= 0; row--) {
    if (offset(row) === slot && type(row) === device) return { kind, row };
  }
  return null;
}

/** Its name, and its number where the line tells it. */
function taskOf(store: TraceStore, kind: KindColumns, row: number): string {
  const pid = kind.pid[row] ?? -1;
  const comm = store.names[kind.comm[row] ?? 0] ?? '';
  return pid >= 0 ? `${comm} ${pid}` : comm;
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
