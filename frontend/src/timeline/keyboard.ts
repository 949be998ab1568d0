/** Keys of the timeline. A key that what is under focus needs for itself stays with it. */
import { commandOf, type TimelineCommand } from './commands';
import type { TimelineController } from './controller';
import { hasModifier } from '../ui/keyboard';

/** Longer than this between two frames is not time in which one held a key. */
const FRAME_MAX_MS = 50;
/** A key that is down for longer than this is held; before that it is a press. */
const HELD_MS = 180;

function keeps(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false;
  if (key === 'Escape') return target.closest('dialog, input, select') !== null;
  if (target.closest('dialog, select, textarea, input, [contenteditable]')) return true;
  if (key.startsWith('Arrow')) return target.closest('[data-scrolls], [role=tab]') !== null;
  return (key === ' ' || key === 'Enter') && target.closest('button, a, summary') !== null;
}

/** `shortcuts`: whether single characters are keys. */
export function listenToTimelineKeys(timeline: TimelineController, shortcuts: () => boolean): () => void {
  /** Keys that are down, and since when. */
  const held = new Map<string, { since: number; hold: NonNullable<TimelineCommand['hold']> }>();
  /** What was pressed while another key moves the view: it is one movement with that in the next frame. */
  const pressed: TimelineCommand[] = [];
  let frame = 0;
  let last = 0;
  const press = () => {
    for (const command of pressed.splice(0)) command.run(timeline);
  };
  const tick = (now: number) => {
    const ms = Math.min(FRAME_MAX_MS, now - last);
    last = now;
    press();
    for (const { since, hold } of held.values()) if (now - since > HELD_MS) hold(timeline, ms);
    frame = held.size > 0 ? requestAnimationFrame(tick) : 0;
  };
  const down = (event: KeyboardEvent) => {
    if (event.defaultPrevented || hasModifier(event) || event.isComposing) return;
    if (keeps(event.target, event.key)) return;
    const onRow = event.target instanceof Element && event.target.matches('.tl-row');
    const command =
      (event.shiftKey ? commandOf(`Shift+${event.key}`, shortcuts(), onRow) : undefined) ??
      commandOf(event.key, shortcuts(), onRow);
    if (!command) return;
    event.preventDefault();
    const key = event.key.toLowerCase();
    if (event.repeat && held.has(key)) return;
    pressed.push(command);
    // The press alone is the command, as that of a button is.
    if (frame === 0 || !command.hold) press();
    if (!command.hold) return;
    last = performance.now();
    held.set(key, { since: last, hold: command.hold });
    if (frame === 0) frame = requestAnimationFrame(tick);
  };
  const up = (event: KeyboardEvent) => {
    held.delete(event.key.toLowerCase());
  };
  const release = () => {
    held.clear();
  };
  addEventListener('keydown', down);
  addEventListener('keyup', up);
  addEventListener('blur', release);
  return () => {
    removeEventListener('keydown', down);
    removeEventListener('keyup', up);
    removeEventListener('blur', release);
    pressed.length = 0;
    release();
  };
}
