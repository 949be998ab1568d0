/** Keeps what the workers draw the same as the state: sends the parts of a scene that have changed. */
import type { TimelineController } from './controller';
import type { Row } from './draw/scene';
import type { RowSpec } from './layout';
import { ALL } from './model/capture';
import { PANES, type PaneId } from '../core/panes';
import { fullOf, rangeOn, ready, type TimelineState } from './state';

export function keepScenes(controller: TimelineController): () => void {
  send(controller, controller.store.getState(), null);
  return controller.store.subscribe((now, before) => {
    send(controller, now, before);
  });
}

function send(controller: TimelineController, now: TimelineState, before: TimelineState | null): void {
  const { desks } = controller;
  const changed = (...keys: (keyof TimelineState)[]) => keys.some((k) => now[k] !== before?.[k]);
  const listed = changed('slots', 'folded', 'raw', 'whole', 'filter');
  const rows = listed || changed('row') ? controller.tracks.rows() : [];
  for (const slot of PANES) {
    if (listed) desks.send(slot, { rows: rowsOf(controller, slot, rows) });
    if (listed || changed('row')) {
      const at = rows.findIndex((r) => r.kind === 'track' && r.key === now.row);
      desks.send(slot, { selected: at < 0 ? null : at });
    }
    if (changed('event', 'row')) desks.send(slot, { event: eventOf(controller, slot, now) });
    if (changed('range', 'linked', 'offset')) {
      const on = rangeOn(slot, now);
      desks.send(slot, { range: on && { from: on.t0, to: on.t1 } });
    }
    if (changed('marks')) {
      desks.send(slot, { marks: now.marks.filter((m) => m.slot === slot).map((m) => m.ts) });
    }
    if (changed('query', 'found')) desks.send(slot, { searching: now.found[slot] !== null });
    if (changed('slots')) desks.send(slot, { full: fullOf(now) });
    if (changed('scale')) desks.send(slot, { scale: now.scale });
    if (changed('scaleBy')) desks.send(slot, { scaleBy: now.scaleBy });
    if (changed('linked', 'offset', 'slots')) {
      const two = ready(now).length === PANES.length;
      desks.send(slot, { offset: two && now.linked && slot === 'B' ? now.offset : null });
    }
  }
}

function rowsOf(controller: TimelineController, slot: PaneId, rows: readonly RowSpec[]): Row[] {
  return rows.map(({ key, kind, node, y, height, scale }) => ({
    key,
    track:
      kind === 'track'
        ? controller.tracks.numberOf(slot, key)
        : kind === 'every'
          ? everyOf(controller, slot)
          : null,
    y,
    height,
    node,
    scale,
  }));
}

/** Of nothing there are no events. */
const everyOf = (controller: TimelineController, slot: PaneId): number | null =>
  controller.store.getState().slots[slot].info ? ALL : null;

function eventOf(controller: TimelineController, slot: PaneId, { event, row }: TimelineState) {
  if (event?.slot !== slot) return null;
  return { ts: event.event.ts, track: controller.tracks.numberOf(slot, row) };
}
