/** Every line of a text, accounted for: as an event, which has a place on the timeline, or by why it has none. */
import type { TraceReport } from '../trace-report';

export interface LineCounts {
  lines: number;
  /** Each is a row of a kind, and so on a track. */
  events: number;
  /** Of what could not be read. */
  unreadable: number;
  /** Lines without an event, by the reason; none of 0. */
  rest: { why: string; lines: number }[];
}

export function lineCountsOf(
  report: Pick<TraceReport, 'lines' | 'events' | 'other' | 'unreadable' | 'lost_lines'>,
): LineCounts {
  const { lines, events, other, unreadable, lost_lines: lost } = report;
  const rest = [
    { why: 'no event: a comment, a heading, a call chain, a map or an empty line', lines: other },
    { why: 'could not be read: the report says why', lines: unreadable },
    { why: 'report lost events: hatched where they are missing', lines: lost },
  ];
  return { lines, events, unreadable, rest: rest.filter((reason) => reason.lines > 0) };
}
