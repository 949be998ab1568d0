/**
 * What would have let a request through, by the numbers of its report. Each sentence is arithmetic on what was printed, none of
 * them a cure. Pure.
 */
import { grouped } from '../../core/number';
import type { Check, Report, ReportZone } from './answer';
import { bytes, count, kibibytes, zoneName } from './phrases';
import { againstMark } from './zones';

/** A task in a group of its own, with a limit; the size and the command are the reader's. */
export const LIMIT = 'systemd-run --scope -p MemoryMax=SIZE COMMAND';

export interface Help {
  sentences: readonly string[];
  /** A line to copy. */
  command?: { words: string; line: string };
}

interface Judged {
  zone: ReportZone;
  check: Check & { left: number };
}

/** The zones that the request asked in vain, the one that came nearest to passing first. */
function judged(report: Report): Judged[] {
  return againstMark(report)
    .flatMap((zone) => {
      const { check } = zone;
      return check?.eligible === true && check.left !== undefined
        ? [{ zone, check: { ...check, left: check.left } }]
        : [];
    })
    .toSorted((a, b) => b.check.left - a.check.left);
}

/** Without its reserve. */
const bare = ({ check }: Judged): number => check.left + (check.reserve ?? 0);

function shortWords(zones: readonly Judged[], { page, order = 0 }: Report): string[] {
  // A zone that has no more pages than its mark and reserve never passes.
  const nearest = zones.find(({ zone, check }) => (zone.managed ?? Infinity) > (check.needed ?? 0));
  if (!nearest || nearest.check.left > 0) return [];
  const short = 1 - nearest.check.left;
  const least = nearest.check.unusable_most === undefined ? '' : 'at least ';
  return [
    `The nearest was ${zoneName(nearest.zone)}: ${least}${count(short, 'page')} more free there, ${bytes(short * page)}, and it would have passed${order > 0 ? ', with a block of its order' : ''}.`,
  ];
}

function reserveWords(zones: readonly Judged[], { page }: Report): string[] {
  const kept = zones.filter((of) => of.check.left <= 0 && bare(of) > 0);
  if (kept.length === 0) return [];
  const gain = kept.reduce((sum, of) => sum + bare(of), 0);
  const names = kept.map(({ zone }) => zoneName(zone)).join(' and ');
  return [
    `Without its reserve ${names} would have passed, for ${grouped(gain)} pages, ${bytes(gain * page)}, once: vm.lowmem_reserve_ratio keeps them for requests that can use no higher zone.`,
  ];
}

function confinedWords(zones: readonly Judged[], { confined }: Report): string[] {
  if (confined === '') return [];
  const nodes = [...new Set(zones.map(({ zone }) => zone.node))];
  const names = `${nodes.length > 1 ? 'nodes' : 'node'} ${nodes.join(', ')}`;
  return [
    `By its ${confined} it could use ${names} alone: pages of other nodes would have been free to it with a wider one.`,
  ];
}

function swapWords({ event, confined, reclaim, page }: Report): string[] {
  const { active_anon, inactive_anon, swap_free, swap_total } = reclaim;
  if (
    event !== 'oom' ||
    confined !== '' ||
    active_anon === undefined ||
    inactive_anon === undefined ||
    swap_total === undefined
  )
    return [];
  const anon = bytes((active_anon + inactive_anon) * page);
  if (swap_total === 0)
    return [`With swap, ${anon} of anonymous memory could have been swapped out, as far as the swap goes.`];
  if (swap_free === 0)
    return [
      `More than ${kibibytes(swap_total)} of swap would have put it off: ${anon} of anonymous memory had nowhere to go.`,
    ];
  return [];
}

function blockWords({ class: kind, order = 0, zones }: Report): string[] {
  if (kind !== 'fragmentation') return [];
  const words = `${count(2 ** order, 'page')} in one block were asked for: pages enough were free, and none of them in such a block that it may take. Single pages would have passed, and so may a block after compaction.`;
  const listed = zones.some(({ check }) => check?.block === false);
  return listed
    ? [
        words,
        'Large blocks in its lists, if there are any, are not for it: reserved for high orders (H), isolated (I), or of another kind that it may not take.',
      ]
    : [words];
}

/** Nothing where no zone was asked, or where it is not explained which check failed. */
export function helpOf(report: Report): Help {
  const zones = judged(report);
  if (zones.length === 0 || !report.explained || report.class === 'page fault') return { sentences: [] };
  const sentences = [
    ...blockWords(report),
    ...(report.class === 'fragmentation'
      ? []
      : [
          ...shortWords(zones, report),
          ...reserveWords(zones, report),
          ...confinedWords(zones, report),
          ...swapWords(report),
        ]),
  ];
  if (report.event !== 'oom' || report.class === 'fragmentation') return { sentences };
  return {
    sentences,
    command: {
      words: 'A task with a limit of its own is reclaimed from, and then killed, at that limit:',
      line: LIMIT,
    },
  };
}

/** What a zone keeps from this request, and from which numbers; null: nothing of it is known. */
export interface ReserveSum {
  zone: ReportZone;
  from: string;
  sum: number;
  ratio: number;
  /** As printed, and by the zones' pages of today. */
  pages: number;
  now: number;
}

export function reserveSums(report: Report): ReserveSum[] {
  return judged(report).flatMap(({ zone, check }) => {
    const of = zone.reserves?.findLast(({ pages }) => pages === check.reserve && pages > 0);
    return of ? [{ zone, from: of.from, sum: of.sum, ratio: of.ratio, pages: of.pages, now: of.now }] : [];
  });
}
