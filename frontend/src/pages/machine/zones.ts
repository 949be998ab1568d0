/** Zones of one moment as the scene draws them: nodes, columns, the walk of a request. Pure. */
import type { Walk } from '../../scenes/zones/facts/walk';
import type { Answer, AnswerZone, Distance, Report, ReportZone, WalkZone } from './answer';

/** include/linux/mmzone.h: from low to high. */
export const ZONES = ['DMA', 'DMA32', 'Normal', 'HighMem', 'Movable', 'Device'];

export const zoneId = ({ node, zone }: { node: number; zone: string }): number =>
  node * 8 + Math.max(0, ZONES.indexOf(zone));

export interface DrawnZone {
  id: number;
  nid: number;
  name: string;
  managed: number;
  free: number | null;
  marks: { min: number; low: number; high: number } | null;
  /** Against the request at hand; null where it does not ask this zone, or where that is not told. */
  reserve: number | null;
  of: AnswerZone;
}

export interface DrawnNode {
  nid: number;
  zones: DrawnZone[];
}

export interface Drawn {
  nodes: DrawnNode[];
  zones: DrawnZone[];
}

export const zonesOf = (answer: Answer, moment: number): AnswerZone[] =>
  answer.zones.filter((zone) => zone.moment === moment);

/** Zones of a report, each against the mark that decided. */
export const againstMark = ({ mark: of, zones }: Pick<Report, 'mark' | 'zones'>): readonly ReportZone[] =>
  of === 'min'
    ? zones
    : zones.map((zone) => {
        const { check, high: mark } = zone;
        if (check?.left_high === undefined || mark === undefined) return zone;
        const { left_high: left, reserve = 0 } = check;
        return { ...zone, check: { ...check, mark, needed: mark + reserve, left, above: left > 0 } };
      });

export type Marks = NonNullable<DrawnZone['marks']>;

/** Marks by zone, as if sysctls were others; null where none are told. */
export const marksAsIf = (asif: Distance | null): ReadonlyMap<number, Marks> | null =>
  asif && asif.asif.zones.length > 0 ? new Map(asif.asif.zones.map((z) => [zoneId(z), z])) : null;

/** Nodes, each from its high zone down, as a zonelist has them. */
export function drawnOf(zones: readonly AnswerZone[], walk: readonly WalkZone[]): Drawn {
  const reserves = new Map(walk.map((z) => [zoneId(z), z.reserve]));
  const drawn = zones.map((z): DrawnZone => {
    const { min, low, high } = z;
    const id = zoneId(z);
    return {
      id,
      nid: z.node,
      name: z.zone,
      managed: z.managed ?? z.present ?? 0,
      free: z.free ?? null,
      marks: min === undefined || low === undefined || high === undefined ? null : { min, low, high },
      reserve: reserves.get(id) ?? null,
      of: z,
    };
  });
  const nids = [...new Set(drawn.map(({ nid }) => nid))].sort((a, b) => a - b);
  const nodes = nids.map((nid) => ({
    nid,
    zones: drawn.filter((z) => z.nid === nid).sort((a, b) => b.id - a.id),
  }));
  return { nodes, zones: nodes.flatMap((node) => node.zones) };
}

/** The look at one zone, as words beside its disc, the longest first. */
function labels({ to_low, reserve, free, low }: WalkZone, unlisted: boolean): readonly string[] {
  const plus = reserve > 0 ? ' + reserve' : '';
  if (to_low[0] > 0) return [`take: above low${plus}`, 'take: above low', 'take'];
  if (to_low[1] > 0 && unlisted) return ['take, if it has such a block', 'take, perhaps', 'take?'];
  if (to_low[1] > 0) return ['take, unless pages are reserved for high orders', 'take, perhaps', 'take?'];
  if (reserve > 0 && free > low) return ['skip: reserve', 'reserve'];
  return [`skip: not above low${plus}`, 'skip: not above low', 'below low'];
}

/** Does the request ask for a block, and has the text no free lists? */
export const isUnlisted = ({ pieces }: Answer, order: number): boolean =>
  order > 0 && !pieces.some(({ kind }) => kind === 'buddyinfo');

/** The zones that are asked, up to the first that gives a page, or may. */
export function walkOf(distance: Distance | null, unlisted = false): Walk {
  const zones = distance?.zones ?? [];
  const hit = zones.findIndex(({ to_low }) => to_low[1] > 0);
  const asked = hit < 0 ? zones : zones.slice(0, hit + 1);
  return {
    steps: asked.map((zone, i) => ({
      n: i + 1,
      zone: zoneId(zone),
      hit: i === hit,
      labels: labels(zone, unlisted),
    })),
    more: 0,
  };
}
