/** What one may take hold of: the marks. All zones have them by two sysctls, so all marks of a kind move as one. */
import { grouped } from '../../core/number';
import { instantiate } from '../../core/wasm/module';
import { settingOf, type Handle } from '../control';
import type { HandlesOf } from '../scene';
import { factsOf, type Marks, type Zone } from './facts/facts';
import { gridOf } from './marks/grid';
import { levelY, pagesAt, Y } from './marks/scale';

/** The marks of a zone of so many pages with this min under a watermark_scale_factor. */
export type MarksRule = (zone: { managed: number; min: number }, factor: number) => Marks;

/** That of the core, so that a drag shows its end. */
export async function marksRule(module: WebAssembly.Module): Promise<MarksRule> {
  const { api } = await instantiate(module);
  return ({ managed, min }, factor) => {
    const pages = (mark: number) =>
      Number(api.mms_zone_mark(mark, BigInt(min), BigInt(managed), BigInt(Math.round(factor))));
    return { min: pages(0), low: pages(1), high: pages(2) };
  };
}

/** The least factor from which on something holds, which then holds for all above; `most` where it never does. */
function leastFactor(holds: (factor: number) => boolean, most: number): number {
  let [below, found] = [0, most];
  while (found - below > 1) {
    const middle = Math.floor((below + found) / 2);
    if (holds(middle)) found = middle;
    else below = middle;
  }
  return found;
}

type Marked = Zone & { marks: Marks };

const isMarked = (zone: Zone): zone is Marked => zone.marks !== null && zone.managed > 0;

/** Pages of the marks to KiB of the sysctl. */
const KIB = 4;

export const handlesWith =
  (rule: MarksRule): HandlesOf =>
  ({ info, frame, other, width, params }) => {
    const facts = factsOf(frame, info);
    const all = other ? [facts, factsOf(other.frame, other.info)] : [facts];
    const grid = gridOf(all, width);
    const zones = facts.zones.filter(isMarked);
    const [largest] = [...zones].sort((a, b) => b.managed - a.managed);
    const factor = settingOf(params, 'watermark_scale_factor', null, {
      words: 'watermark_scale_factor',
      step: 1,
      leap: 10,
      text: grouped,
    });
    const least = settingOf(params, 'min_free_kbytes', null, {
      words: 'min_free_kbytes',
      step: 256,
      leap: 4096,
    });
    if (!largest || !factor || !least) return [];
    const sum = zones.reduce((pages, { marks }) => pages + marks.min, 0);
    // 0: as the kernel computes it, which the marks tell.
    const kib = least.value > 0 ? least.value : sum * KIB;
    const x = grid.compact ? 22 : 44;
    const lines = (marksOf: (zone: Marked) => Marks, names: readonly (keyof Marks)[]) =>
      zones
        .flatMap((zone) => {
          const column = grid.columns.find((c) => c.zone === zone.id);
          const to = marksOf(zone);
          return column
            ? names.map(
                (name) =>
                  `M${column.x} ${levelY(zone.marks, to[name]).toFixed(1)}h${column.width.toFixed(1)}`,
              )
            : [];
        })
        .join('');
    const name = `${largest.name} of node ${largest.nid}`;
    const marksPhrase = ({ min, low, high }: Marks) =>
      `${name}: min ${grouped(min)}, low ${grouped(low)}, high ${grouped(high)}.`;
    const marksAt = ({ marks, managed }: Marked, value: number, min = marks.min) =>
      rule({ managed, min }, value);
    const still = marksAt(largest, 0).low;
    const quarter = leastFactor((v) => marksAt(largest, v).low > still, factor.max);
    const byFactor = (mark: 'low' | 'high'): Handle => {
      return {
        id: mark,
        of: undefined,
        grows: 'up',
        main: { ...factor, words: `mark ${mark}: watermark_scale_factor` },
        also: [],
        place: (v) => ({ x, y: levelY(largest.marks, marksAt(largest, v)[mark]) }),
        valueAt: ({ y }) => {
          const pages = pagesAt(largest.marks, y);
          // Where a quarter of min rules, nothing below it moves the mark.
          return pages <= marksAt(largest, 0)[mark]
            ? Math.min(factor.value, quarter)
            : leastFactor((v) => marksAt(largest, v)[mark] >= pages, factor.max);
        },
        outline: (v) => lines((zone) => marksAt(zone, v), ['low', 'high']),
        note: (v) =>
          `${marksPhrase(marksAt(largest, v))} ${v < quarter ? `Below ${grouped(quarter)} a quarter of min rules: no mark moves.` : `From mark to mark it is ${(v / 100).toFixed(2)} % of each zone.`}`,
      };
    };
    const scaled = (v: number) => (zone: Marked) =>
      marksAt(zone, factor.value, Math.floor((zone.marks.min * (v > 0 ? v : kib)) / kib));
    return [
      byFactor('high'),
      byFactor('low'),
      {
        id: 'min',
        of: undefined,
        grows: 'up',
        main: {
          ...least,
          words: 'mark min: min_free_kbytes',
          value: kib,
          text: (v) => (v > 0 ? `${grouped(v)} KiB` : 'as the kernel computes it'),
        },
        also: [],
        place: (v) => ({ x, y: Math.min(Y.foot, levelY(largest.marks, scaled(v)(largest).min)) }),
        valueAt: ({ y }) => (kib * pagesAt(largest.marks, y)) / largest.marks.min,
        outline: (v) => lines(scaled(v), ['min', 'low', 'high']),
        note: (v) => `${marksPhrase(scaled(v)(largest))} Min moves all three.`,
      },
    ];
  };
