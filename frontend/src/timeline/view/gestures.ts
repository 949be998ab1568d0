/**
 * Wheel, pinch and drag on the canvases: what they mean, in CSS pixels from their top left corner.
 * Wheel zooms at the pointer, with Shift it pans; a drag pans, with Shift it selects a stretch, with Alt it
 * moves B against A; two fingers pinch. A press without a movement is a click.
 */
interface GestureHandlers {
  zoom: (by: number, x: number, y: number) => void;
  /** px; positive: later, downwards. */
  pan: (dx: number, dy: number) => void;
  selecting: (x0: number, x1: number, done: boolean) => void;
  shifting: (dx: number) => void;
  /** On the band of the whole capture. */
  overview: (x: number) => void;
  click: (x: number, y: number) => void;
  /** Null: the pointer has left. */
  hover: (at: { x: number; y: number } | null) => void;
  begin: (y: number) => void;
  /** Is a height that of a whole capture’s band? */
  isOverview: (y: number) => boolean;
}

const CLICK_PX = 4;
/** Of the width for each px of the wheel. */
const WHEEL = 1.0016;
const LINE_PX = 16;

type Drag = 'pan' | 'select' | 'shift' | 'overview';

export function listenToGestures(element: HTMLElement, on: GestureHandlers): () => void {
  const pointers = new Map<number, { x: number; y: number }>();
  let drag: Drag | null = null;
  let start = { x: 0, y: 0 };
  let moved = false;
  const at = (event: MouseEvent) => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1;
    const [dx, dy] = [event.deltaX * unit, event.deltaY * unit];
    if (event.shiftKey) on.pan(dx === 0 ? dy : dx, 0);
    else if (Math.abs(dx) > Math.abs(dy)) on.pan(dx, 0);
    // A pinch on a touchpad comes as a wheel with Ctrl, in smaller steps.
    else on.zoom(WHEEL ** (dy * (event.ctrlKey ? 6 : 1)), at(event).x, at(event).y);
  };
  const down = (event: PointerEvent) => {
    if (event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, at(event));
    on.hover(null);
    if (pointers.size > 1) {
      drag = null;
      return;
    }
    start = at(event);
    on.begin(start.y);
    moved = false;
    drag = on.isOverview(start.y) ? 'overview' : event.shiftKey ? 'select' : event.altKey ? 'shift' : 'pan';
    if (drag === 'overview') on.overview(start.x);
  };
  const move = (event: PointerEvent) => {
    const now = at(event);
    const before = pointers.get(event.pointerId);
    if (!before) {
      if (event.pointerType === 'mouse' && event.buttons === 0) on.hover(now);
      return;
    }
    if (pointers.size === 2) {
      pinch(event.pointerId, before, now);
      return;
    }
    pointers.set(event.pointerId, now);
    if (!moved && Math.hypot(now.x - start.x, now.y - start.y) < CLICK_PX) return;
    moved = true;
    if (drag === 'pan') on.pan(before.x - now.x, before.y - now.y);
    else if (drag === 'select') on.selecting(start.x, now.x, false);
    else if (drag === 'shift') on.shifting(now.x - before.x);
    else if (drag === 'overview') on.overview(now.x);
  };
  const pinch = (id: number, before: { x: number; y: number }, now: { x: number; y: number }) => {
    const fixed = [...pointers].find(([other]) => other !== id)?.[1];
    pointers.set(id, now);
    if (!fixed) return;
    moved = true;
    const was = Math.max(10, Math.abs(before.x - fixed.x));
    const is = Math.max(10, Math.abs(now.x - fixed.x));
    on.zoom(was / is, (now.x + fixed.x) / 2, start.y);
    on.pan((before.x - now.x) / 2, 0);
  };
  const up = (event: PointerEvent) => {
    if (!pointers.delete(event.pointerId)) return;
    const now = at(event);
    if (drag === 'select' && moved) on.selecting(start.x, now.x, true);
    else if (drag !== null && drag !== 'overview' && !moved && event.type === 'pointerup')
      on.click(now.x, now.y);
    if (pointers.size === 0) drag = null;
  };
  const leave = () => {
    on.hover(null);
  };
  element.addEventListener('wheel', wheel, { passive: false });
  element.addEventListener('pointerdown', down);
  element.addEventListener('pointermove', move);
  element.addEventListener('pointerup', up);
  element.addEventListener('pointercancel', up);
  element.addEventListener('pointerleave', leave);
  return () => {
    element.removeEventListener('wheel', wheel);
    element.removeEventListener('pointerdown', down);
    element.removeEventListener('pointermove', move);
    element.removeEventListener('pointerup', up);
    element.removeEventListener('pointercancel', up);
    element.removeEventListener('pointerleave', leave);
  };
}
