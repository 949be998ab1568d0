/** One hand for all grips of a pane: by pointer, touch and key; what is under way can be let go of. */
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { within, type Handle, type Point, type Setting } from '../../scenes/control';
import { hasModifier } from '../../ui/keyboard';

/** Keys are taken as done when none has followed for so long. */
const PAUSE_MS = 700;

export interface Draft {
  setting: Setting;
  value: number;
}

export interface Hand {
  /** The handle that is held, by pointer or by focus. */
  held: string | null;
  hold: (id: string | null) => void;
  draft: Draft | null;
  /** Changes what is held, but opens nothing yet. */
  set: (setting: Setting, value: number) => void;
  /** Opens the run with what is set; and forgets it. */
  settle: () => void;
  cancel: () => void;
  grab: (handle: Handle, event: PointerEvent<HTMLElement>) => void;
  press: (handle: Handle, event: KeyboardEvent<HTMLElement>) => void;
}

/** Where a pointer is, in px of the drawing. */
function pointOf(
  { clientX, clientY }: { clientX: number; clientY: number },
  within: Element,
  width: number,
): Point {
  const box = within.getBoundingClientRect();
  // On a wall it is zoomed.
  const scale = box.width / width;
  return { x: (clientX - box.left) / scale, y: (clientY - box.top) / scale };
}

export function useHand(width: number, commit: (handle: string, draft: Draft) => void): Hand {
  const [held, setHeld] = useState<string | null>(null);
  const [draft, setDraft] = useState<Draft | null>(null);
  // Handlers of one event see what the one before has set.
  const now = useRef<{ held: string | null; draft: Draft | null }>({ held: null, draft: null });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const dragging = useRef<AbortController>(undefined);
  const write = (next: Draft | null) => {
    clearTimeout(timer.current);
    now.current.draft = next;
    setDraft(next);
  };
  const set = (setting: Setting, value: number) => {
    write({ setting, value: within(setting, value) });
  };
  const cancel = () => {
    dragging.current?.abort();
    write(null);
  };
  const settle = () => {
    const { held: id, draft: made } = now.current;
    cancel();
    if (id !== null && made && made.value !== made.setting.value) commit(id, made);
  };
  const hold = (id: string | null) => {
    if (id !== now.current.held) settle();
    now.current.held = id;
    setHeld(id);
  };
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      dragging.current?.abort();
    },
    [],
  );
  const grab = (handle: Handle, event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    const grip = event.currentTarget;
    const ground = grip.parentElement;
    if (!ground) return;
    hold(handle.id);
    const from = handle.place(handle.main.value);
    const first = pointOf(event, ground, width);
    const drag = new AbortController();
    dragging.current = drag;
    grip.setPointerCapture(event.pointerId);
    const on = (
      kind: 'pointermove' | 'pointerup' | 'pointercancel',
      hear: (e: globalThis.PointerEvent) => void,
    ) => {
      grip.addEventListener(kind, hear, { signal: drag.signal });
    };
    on('pointermove', (e) => {
      const at = pointOf(e, ground, width);
      set(handle.main, handle.valueAt({ x: from.x + at.x - first.x, y: from.y + at.y - first.y }));
    });
    on('pointerup', settle);
    on('pointercancel', cancel);
  };
  const press = (handle: Handle, event: KeyboardEvent<HTMLElement>) => {
    const { key, shiftKey } = event;
    if (hasModifier(event)) return;
    const { main, also, grows } = handle;
    const put = (setting: Setting, value: number) => {
      set(setting, value);
      timer.current = setTimeout(settle, PAUSE_MS);
    };
    const by = (setting: Setting, n: number) => {
      const { value } = now.current.draft?.setting.name === setting.name ? now.current.draft : setting;
      put(setting, value + n);
    };
    const more = shiftKey ? main.leap : main.step;
    const down = grows === 'down' ? more : -more;
    const keys: Record<string, () => void> = {
      ArrowUp: () => {
        by(main, -down);
      },
      ArrowDown: () => {
        by(main, down);
      },
      ArrowRight: () => {
        by(main, more);
      },
      ArrowLeft: () => {
        by(main, -more);
      },
      PageUp: () => {
        by(main, main.leap);
      },
      PageDown: () => {
        by(main, -main.leap);
      },
      Home: () => {
        put(main, main.home);
      },
      End: () => {
        put(main, main.max);
      },
      Escape: cancel,
    };
    const [first] = also;
    if (first)
      Object.assign(keys, {
        '+': () => {
          by(first, first.step);
        },
        '-': () => {
          by(first, -first.step);
        },
      });
    // Nothing under way: the page's own Esc.
    if (key === 'Escape' && !now.current.draft) return;
    if (key === 'Enter' && now.current.draft) settle();
    else if (keys[key]) keys[key]();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { held, hold, draft, set, settle, cancel, grab, press };
}
