import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { wall } from '../../stage/state/class-link';
import type { CommandContext } from './commands';
import { listen, press } from './keyboard';

type Listener = (event: KeyboardEvent) => void;
let first: Listener[], later: Listener[];

beforeEach(() => {
  first = [];
  later = [];
  vi.stubGlobal('addEventListener', (_: string, listener: Listener, capture = false) => {
    (capture ? first : later).push(listener);
  });
  vi.stubGlobal('Element', EventTarget);
  vi.stubGlobal('document', { querySelector: () => null });
});

afterEach(() => {
  vi.unstubAllGlobals();
  wall.setState({ blank: false });
});

const CONTEXT = {} as CommandContext;

/** A key that nothing stands for. */
function pressed() {
  const event = {
    key: 'F13',
    target: null,
    defaultPrevented: false,
    preventDefault: () => void (event.defaultPrevented = true),
    stopImmediatePropagation: () => void (event.stopped = true),
    stopped: false,
  };
  return event as typeof event & KeyboardEvent;
}

/** As a browser sends it: down to what has the focus, which may do something, and up again. */
function send(focused: () => void) {
  const event = pressed();
  for (const listener of first) listener(event);
  if (event.stopped) return event;
  focused();
  for (const listener of later) listener(event);
  return event;
}

it('asks once whether a key is for the wall: what has the focus may have blanked it meanwhile', () => {
  listen(CONTEXT);
  send(() => {
    wall.setState({ blank: true });
  });
  expect(wall.getState().blank).toBe(true);
});

it('wakes the wall before anything has the key', () => {
  listen(CONTEXT);
  wall.setState({ blank: true });
  const heard = vi.fn();
  expect(send(heard).defaultPrevented).toBe(true);
  expect(heard).not.toHaveBeenCalled();
  expect(wall.getState().blank).toBe(false);
});

it('wakes the wall by a key that was pressed before anybody listened', () => {
  wall.setState({ blank: true });
  press(pressed(), CONTEXT);
  expect(wall.getState().blank).toBe(false);
});
