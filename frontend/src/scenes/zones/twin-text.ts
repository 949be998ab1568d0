/** The text twin: zones in the order they are asked, as a table, and a line for each kswapd. Raw numbers. */
import type { Frame, SourceInfo } from '../scene';
import { clean } from '../text';
import { verdictAt } from '../zone-words/walk';
import { quantile, timeWords } from './age';
import { belowOf, percent, shareOf } from './below';
import { shortName } from './decision';
import type { Facts, Zone } from './facts';
import { kswapdLine } from './kswapd-words';

export const COLUMNS = ['NODE ZONE', 'FREE', 'MIN', 'LOW', 'HIGH', 'RES', 'BATCH'] as const;

export interface TwinRow {
  zone: Zone;
  cells: readonly string[];
}

const raw = (value: number | null | undefined) =>
  value === null || value === undefined ? '-' : String(value);

/** In the order of the walk, then the others by column. */
export function twinRows(facts: Facts): TwinRow[] {
  const order = facts.event?.kind === 'zone_select' ? facts.event.visit_zone : [];
  const asked = order.flatMap((id) => facts.byId.get(id) ?? []);
  const zones = [...new Set([...asked, ...facts.zones])];
  return zones.map((zone) => ({
    zone,
    cells: [
      `${zone.nid} ${zone.name}`,
      raw(zone.free),
      raw(zone.marks?.min),
      raw(zone.marks?.low),
      raw(zone.marks?.high),
      zone.marks ? String(zone.reserve) : '-',
      raw(zone.batch),
    ],
  }));
}

/** The decision in one line. */
export function decisionLine({ event }: Facts, frame: Frame): string {
  if (!event) return 'no decision yet';
  const by = `decision ${frame.k}: ${clean(event.comm)}[${event.pid}] cpu ${event.cpu}`;
  switch (event.kind) {
    case 'zone_select': {
      const visits = event.visit_zone.map((z, i) => `${shortName(z)} ${verdictAt(event, i)}`);
      const took = event.zone >= 0 ? shortName(event.zone) : event.end;
      return `${by}, ${event.mode}, order ${event.order}, zonelist of node ${event.list}, pass ${event.pass}; ${visits.join(', ')}; ${took}`;
    }
    case 'zone_batch':
      return `${by}; batch of ${shortName(event.zone)} ${event.old} to ${event.new}, ${event.reason}`;
    case 'kswapd_wake':
      return `${by}; kswapd${event.nid} for ${shortName(event.zone)}, mark ${event.mark}: ${event.verdict}`;
  }
}

/** How long pages stay in a zone, and its part of the pages taken. */
export function zoneLines(facts: Facts, info: SourceInfo): string[] {
  const below = belowOf(facts, info);
  return facts.zones.map((zone) => {
    const { taken, memory } = shareOf(facts, zone);
    const share =
      below === 'checks'
        ? 'pages taken: not in this capture'
        : `taken ${zone.taken} (${taken === null ? '-' : percent(taken)}; memory ${memory === null ? '-' : percent(memory)})`;
    const age = zone.age
      ? `in memory ${timeWords(quantile(zone.age, 0.5))} (${timeWords(quantile(zone.age, 0.1))} to ${timeWords(quantile(zone.age, 0.9))}), reclaimed ${zone.reclaimed}`
      : facts.aged
        ? 'none reclaimed'
        : 'time in memory: not in this capture';
    return `${zone.nid} ${zone.name}: ${share}; ${age}`;
  });
}

export function statLines(facts: Facts): string[] {
  return facts.stats.map((s) => `${clean(s.text)} ${s.value}`);
}

/** The whole twin as plain text. */
export function twinText(facts: Facts, frame: Frame, info: SourceInfo): string {
  const rows = [COLUMNS as readonly string[], ...twinRows(facts).map((r) => r.cells)];
  const widths = COLUMNS.map((_, i) => Math.max(...rows.map((r) => r[i]?.length ?? 0)));
  const table = rows.map((r) =>
    r.map((cell, i) => (i > 0 ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0))).join(' '),
  );
  return [
    'zones, in the order they are asked',
    ...table,
    '',
    ...facts.nodes.map((node) => kswapdLine(facts, node)),
    ...zoneLines(facts, info),
    decisionLine(facts, frame),
    ...statLines(facts),
    '',
  ].join('\n');
}
