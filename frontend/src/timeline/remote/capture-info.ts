/** What a capture on the server is, as one that is read here tells it. */
import { lineCountsOf } from '../../trace/report/line-counts';
import { clockUnitOf } from '../../trace/report/phrases';
import type { TraceClockName } from '../../trace/gen/tables';
import { GENERIC_KIND } from '../../trace/store/generic-kinds';
import type { Clause } from '../../trace/report/clauses';
import { countedDecisions } from '../../trace/report/headline';
import { LOST } from '../../trace/store/lookup';
import { SLOT_KINDS } from '../../trace/statistics/slots';
import type { ReadInfo } from '../model/capture';
import { isMeasured } from '../model/events/measure';
import { ACTIVITIES } from '../model/series/activities';
import { FLOWS } from '../model/series/flow';
import type { CaptureResponse, OutlineResponse } from './responses';

/** Events that no table knows are one kind for the server. */
export const groupOf = (kind: string) => (kind === GENERIC_KIND ? 'own' : 'kind');

/** What the tracks show that are there only where the events are, of kinds that the capture has. */
function missingFrom(kinds: readonly string[]): string[] {
  const has = (name: string) => kinds.includes(name);
  const goesOn = ACTIVITIES.filter(({ begin, end }) => has(begin) && has(end));
  const flows = FLOWS.filter((flow) => flow.kinds.some(has));
  const slots = SLOT_KINDS.some(has) ? ['slots in use'] : [];
  return [...new Set([...goesOn.map(({ tells }) => tells), ...slots, ...flows.map(({ tells }) => tells)])];
}

/**
 * What it says in one sentence: of decisions only how many there are, as their outcome is in no count of a kind; then what
 * is known where its events are.
 */
export function windowClauses({ kinds }: OutlineResponse, { windows }: ReadInfo): Clause[] {
  const counted = kinds.map(({ name, events: count }) => ({ name, count }));
  const decisions = countedDecisions({ report: { kinds: counted } });
  const [first, ...others] = windows?.missing ?? [];
  const more = others.map((tells) => `, ${tells}`).join('');
  return [
    ...decisions,
    ...(first === undefined
      ? []
      : [{ text: `${decisions.length > 0 ? 'r' : 'R'}ead in the page it also tells ${first}`, more }]),
  ];
}

/** `peak`: the most events that a bin of the whole capture has. */
export function infoOf(
  { report = {}, kinds = {}, closed = true }: CaptureResponse,
  outline: OutlineResponse,
  peak: number,
): ReadInfo {
  const { clock } = report;
  const number = (name: string) => Number(report[name] ?? 0);
  const order = Object.keys(kinds);
  const drawn = outline.kinds.reduce((sum, { name, events }) => sum + (name === LOST ? 0 : events), 0);
  const [lines, unreadable, lost] = [number('lines'), number('unreadable'), number('lost_lines')];
  const other = 'other' in report ? number('other') : Math.max(0, lines - number('events') - unreadable);
  const accounts = lineCountsOf({ lines, events: drawn, other, unreadable, lost_lines: lost });
  const measures = new Map<string, { name: string; unit: string; doc: string }>();
  for (const { fields, measures: measured } of outline.kinds) {
    for (const { name, unit, doc } of fields) {
      if (name in measured && isMeasured(name) && !measures.has(name))
        measures.set(name, { name, unit, doc });
    }
  }
  return {
    base: outline.ts_first,
    span: Number(outline.span),
    unit: typeof clock === 'string' ? clockUnitOf(clock as TraceClockName) : null,
    events: drawn,
    tracks: outline.kinds.map(({ name, events }) => ({
      ...{ group: groupOf(name), name, node: null, events },
      rank: order.indexOf(name),
    })),
    measures: [...measures.values()].sort((a, b) => a.name.localeCompare(b.name)),
    gaps: outline.gaps.length,
    peak,
    notCounted: [],
    countable: false,
    lines: accounts,
    overwritten: number('overwritten'),
    cutOff: closed ? null : 'The file is cut off.',
    windows: { missing: missingFrom(outline.kinds.map(({ name }) => name)) },
  };
}
