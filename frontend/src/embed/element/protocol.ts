/**
 * What a figure says to the page around it, and what that page may say to it: as events of the element, and as messages
 * to and from the frame of `/embed`. Every message is an object with `mmscope: 1` and a `type`.
 */
import { PANES, type PaneId } from '../../core/panes';

export const CONTROLS = ['none', 'step', 'full'] as const;
export type Controls = (typeof CONTROLS)[number];

/** Attributes of the element, as text: docs/embedding.md says what each is. */
export interface EmbedAttributes {
  view: string;
  panes: 'a' | 'b';
  controls: Controls;
  /** '' asks about pane A. */
  predict: string;
  theme: 'light' | 'dark';
  /** px. */
  height: number | `${number}`;
  app: string;
}

/**
 * Each change of what is asked for ends in one `ready` or one `error`; until then there is no event. Of a change that
 * another has replaced there is none at all.
 */
export interface EmbedEvents {
  /** What was asked for is drawn. `view`: as text, at the step shown; `sentence`: as it stands below the drawing. */
  ready: { view: string; sentence: string };
  /** Another step is shown. */
  step: { view: string; k: number; sentence: string };
  /** A question was answered and what was decided is shown. */
  answer: { view: string; pane: PaneId; k: number; said: string; decided: string };
  /** Nothing is shown but why. `view`: as it was asked for, or as it was shown until it was lost. */
  error: { view: string; message: string };
}

export const PROTOCOL = 1;

type Said = {
  [E in keyof EmbedEvents]: { mmscope: typeof PROTOCOL; type: E } & EmbedEvents[E];
}[keyof EmbedEvents];
/** From the frame. `hello` comes first and is an answer to `hello`, too; `size`: px that the figure needs. */
export type FromFrame =
  | Said
  | { mmscope: typeof PROTOCOL; type: 'hello' }
  | { mmscope: typeof PROTOCOL; type: 'size'; height: number };

/** To the frame. */
export type ToFrame =
  | { type: 'hello' }
  | { type: 'view'; view: string }
  | { type: 'step'; by: number }
  | { type: 'seek'; k: number }
  | { type: 'play' }
  | { type: 'pause' };

/** Longest link that a message may hold. */
const VIEW_MAX = 16384;

/** A message as what it is; null for anything else, which may be a message of another script. */
export function readMessage(data: unknown): ToFrame | null {
  if (typeof data !== 'object' || data === null) return null;
  const of = data as Readonly<Record<string, unknown>>;
  if (of['mmscope'] !== PROTOCOL) return null;
  const whole = (name: string) => (Number.isSafeInteger(of[name]) ? (of[name] as number) : null);
  switch (of['type']) {
    case 'hello':
    case 'play':
    case 'pause':
      return { type: of['type'] };
    case 'view': {
      const { view } = of;
      return typeof view === 'string' && view.length <= VIEW_MAX ? { type: 'view', view } : null;
    }
    case 'step': {
      const by = whole('by');
      return by === null ? null : { type: 'step', by };
    }
    case 'seek': {
      const k = whole('k');
      return k === null || k < 0 ? null : { type: 'seek', k };
    }
    default:
      return null;
  }
}

/** Which panes an attribute names; both where it names none. */
export function panesOf(text: string | null): readonly PaneId[] {
  const named = PANES.filter((id) => text?.toUpperCase() === id);
  return named.length > 0 ? named : PANES;
}
