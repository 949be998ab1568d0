/** Keeps what the workers draw the same as the state: sends the parts of a scene that have changed. */
import type { TimelineController } from './controller';
import type { CanvasRow } from './canvas/state';
import { hasLanes, type RowSpec } from './control/layout';
import { ALL } from './model/capture';
import { PANES, type PaneId } from '../core/panes';
import { headersIn, fullBarOf, stretchOn, readySlots, type TimelineState } from './control/state';

export function syncCanvases(controller: TimelineController): () => void {
  send(controller, controller.store.getState(), null);
  return controller.store.subscribe((now, before) => {
    send(controller, now, before);
  });
}

function send(controller: TimelineController, now: TimelineState, before: TimelineState | null): void {
  const { desks } = controller;
  const changed = (...keys: (keyof TimelineState)[]) => keys.some((k) => now[k] !== before?.[k]);
  const listed = changed('slots', 'folded', 'raw', 'whole', 'filter');
  const rows = listed ? controller.tracks.rows() : [];
  const shown = readySlots(now);
  for (const slot of PANES) {
    if (listed) {
      const rest = slot === (shown[0] ?? slot);
      desks.send(slot, { rest, rows: rowsOf(controller, slot, rows, shown) });
    }
    const bands = changed('slots', 'linked') ? headersIn(now)[slot] : undefined;
    if (bands) desks.send(slot, { bands });
    if (changed('row')) desks.send(slot, { selected: now.row });
    if (changed('event', 'row')) desks.send(slot, { event: eventOf(controller, slot, now) });
    if (changed('span')) desks.send(slot, { span: spanOf(controller, slot, now) });
    if (changed('range', 'linked', 'offset')) {
      const on = stretchOn(slot, now);
      desks.send(slot, { range: on && { from: on.t0, to: on.t1 } });
    }
    if (changed('marks')) {
      desks.send(slot, { marks: now.marks.filter((m) => m.slot === slot).map((m) => m.ts) });
    }
    if (changed('query', 'found')) desks.send(slot, { searching: now.found[slot] !== null });
    if (changed('slots')) desks.send(slot, { full: fullBarOf(now) });
    if (changed('scale')) desks.send(slot, { scale: now.scale });
    if (changed('scaleBy')) desks.send(slot, { scaleBy: now.scaleBy });
  }
}

/** A capture's lanes: of two, that of the first lies over that of the second. What has no lanes is the first one's. */
function rowsOf(
  controller: TimelineController,
  slot: PaneId,
  rows: readonly RowSpec[],
  shown: readonly PaneId[],
): CanvasRow[] {
  const [lane, lanes] = [Math.max(0, shown.indexOf(slot)), Math.max(1, shown.length)];
  return rows
    .filter((row) => lane === 0 || hasLanes(row))
    .map((row) => {
      const { key, kind, node, scale } = row;
      const height = hasLanes(row) ? row.height / lanes : row.height;
      const track =
        kind === 'track'
          ? controller.tracks.numberOf(slot, key)
          : kind === 'every'
            ? everyOf(controller, slot)
            : null;
      const halved = hasLanes(row) && lane < lanes - 1;
      return { key, track, node, scale, height, halved, y: row.y + lane * height };
    });
}

/** Of nothing there are no events. */
const everyOf = (controller: TimelineController, slot: PaneId): number | null =>
  controller.store.getState().slots[slot].info ? ALL : null;

function eventOf(controller: TimelineController, slot: PaneId, { event, row }: TimelineState) {
  if (event?.slot !== slot) return null;
  return { ts: event.event.ts, track: controller.tracks.numberOf(slot, row) };
}

function spanOf(controller: TimelineController, slot: PaneId, { span }: TimelineState) {
  const track = span?.slot === slot ? controller.tracks.numberOf(slot, span.key) : null;
  return span && track !== null ? { track, from: span.from, to: span.to } : null;
}
