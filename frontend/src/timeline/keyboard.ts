/** Keys of the timeline. A key that what is under focus needs for itself stays with it. */
import { MOVES, TIMELINE_COMMANDS } from './commands';
import type { TimelineController } from './controller';

/** Longer than this between two frames is not time in which one held a key. */
const FRAME_MAX_MS = 50;

function keeps(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false;
  if (key === 'Escape') return target.closest('dialog, input, select') !== null;
  if (target.closest('dialog, select, textarea, input, [contenteditable]')) return true;
  if (key.startsWith('Arrow')) return target.closest('[data-scrolls], [role=tab]') !== null;
  return (key === ' ' || key === 'Enter') && target.closest('button, a, summary') !== null;
}

/** `shortcuts`: whether single characters are keys. */
export function listenToTimelineKeys(timeline: TimelineController, shortcuts: () => boolean): () => void {
  const held = new Set<string>();
  let frame = 0;
  let last = 0;
  const tick = (now: number) => {
    const ms = Math.min(FRAME_MAX_MS, now - last);
    last = now;
    for (const key of held) MOVES[key]?.(timeline, ms);
    frame = held.size > 0 ? requestAnimationFrame(tick) : 0;
  };
  const down = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    if (keeps(event.target, event.key)) return;
    const move = event.key.toLowerCase();
    if (move in MOVES && shortcuts()) {
      event.preventDefault();
      if (event.repeat && held.has(move)) return;
      held.add(move);
      // The press alone moves it too: for who taps, and where no frame comes.
      if (!event.repeat) MOVES[move]?.(timeline, FRAME_MAX_MS);
      if (frame === 0) {
        last = performance.now();
        frame = requestAnimationFrame(tick);
      }
      return;
    }
    const command = TIMELINE_COMMANDS.find((c) => c.keys.includes(event.key));
    if (!command || (!command.always && !shortcuts())) return;
    event.preventDefault();
    command.run(timeline);
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
    release();
  };
}
