/**
 * The text twin: what the drawing shows, in the shape of `swapon --show` (util-linux, sys-utils/swapon.c)
 * and one line per list. Raw numbers, as a terminal prints them; copied as it stands.
 */
import type { Frame, Provenance } from '../scene';
import { deviceOf, type Device, type Facts } from './facts';
import { clean } from '../text';
import { humanSize } from './size';
import { walkOf } from './walk';

export const COLUMNS = ['NAME', 'TYPE', 'SIZE', 'USED', 'PRIO'] as const;
/** Columns that swapon sets flush right. */
export const RIGHT: readonly boolean[] = [false, false, true, true, true];

export interface TwinRow {
  device: Device;
  cells: readonly [name: string, type: string, size: string, used: string, prio: string];
}

/** A disk as its device file; the model's devices have none. */
export function path(name: string, provenance: Provenance): string {
  return provenance === 'kernel' && !name.startsWith('type ') ? `/dev/${name}` : name;
}

/**
 * Devices that are swapped on. The event names the disk, so TYPE is always that of a disk; what is not
 * known is a dash.
 */
export function twinRows(facts: Facts, provenance: Provenance): TwinRow[] {
  return facts.devices
    .filter((d) => d.status !== 'gone')
    .map((device) => ({
      device,
      cells: [
        path(device.name, provenance),
        'partition',
        device.pages > 0 ? humanSize(device.pages) : '-',
        humanSize(device.used),
        String(device.prio),
      ],
    }));
}

/** e.g. "list 2: swapC 1, swapA 2, swapB 3, swapD 5". */
export function listLines(facts: Facts): string[] {
  return facts.chains.map((chain) => {
    const name = facts.merged ? 'one list' : `list ${chain.list}`;
    if (!chain.known) return `${name}: not seen yet`;
    const entries = chain.entries.map((e) => `${deviceOf(facts, e.type).name} ${e.key}`);
    if (chain.more > 0) entries.push(`${chain.more} more`);
    return `${name}: ${entries.join(', ') || 'empty'}`;
  });
}

/** The decision itself in one line, with every device tried. */
export function decisionLine(facts: Facts, frame: Frame): string {
  const { event } = facts;
  if (!event) return 'no decision yet';
  const tried = walkOf(event).visits.map((v) => `${deviceOf(facts, v.type).name} ${v.verdict ?? '?'}`);
  const result = event.type >= 0 ? `${deviceOf(facts, event.type).name} gives ${event.ret}` : event.end;
  return [
    `decision ${frame.k}: ${clean(event.comm)}[${event.pid}] cpu ${event.cpu}, node ${event.nid}, list ${event.list},`,
    `goal ${event.goal}, batch ${event.batch}, order ${event.order};`,
    tried.length > 0 ? `${tried.join(', ')};` : '',
    result,
  ]
    .filter((s) => s !== '')
    .join(' ');
}

/** The whole twin as plain text. */
export function twinText(facts: Facts, frame: Frame, provenance: Provenance): string {
  const rows = [
    COLUMNS as readonly string[],
    ...twinRows(facts, provenance).map((r) => r.cells as readonly string[]),
  ];
  const widths = COLUMNS.map((_, i) => Math.max(...rows.map((r) => r[i]?.length ?? 0)));
  const table = rows.map((r) =>
    r
      .map((cell, i) => (RIGHT[i] ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)))
      .join(' ')
      .trimEnd(),
  );
  return ['$ swapon --show', ...table, '', ...listLines(facts), decisionLine(facts, frame), ''].join('\n');
}
