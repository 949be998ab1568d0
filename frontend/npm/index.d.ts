import type { MmScope } from './types/embed/element/element.js';
import type { EmbedAttributes, EmbedEvents } from './types/embed/element/protocol.js';

export type { MmScope } from './types/embed/element/element.js';
export type { Controls, EmbedAttributes, EmbedEvents } from './types/embed/element/protocol.js';

/** The element's own events by name, and those of any other element. */
export type MmScopeEventMap = Omit<HTMLElementEventMap, keyof EmbedEvents> & {
  [E in keyof EmbedEvents]: CustomEvent<EmbedEvents[E]>;
};

declare module './types/embed/element/element.js' {
  interface MmScope {
    addEventListener<E extends keyof MmScopeEventMap>(
      type: E,
      listener: (this: MmScope, event: MmScopeEventMap[E]) => unknown,
      options?: boolean | AddEventListenerOptions,
    ): void;
    addEventListener(
      type: string,
      listener: EventListenerOrEventListenerObject,
      options?: boolean | AddEventListenerOptions,
    ): void;
    removeEventListener<E extends keyof MmScopeEventMap>(
      type: E,
      listener: (this: MmScope, event: MmScopeEventMap[E]) => unknown,
      options?: boolean | EventListenerOptions,
    ): void;
    removeEventListener(
      type: string,
      listener: EventListenerOrEventListenerObject,
      options?: boolean | EventListenerOptions,
    ): void;
  }
}

/** Attributes of `<mm-scope>`. */
export type MmScopeAttributes = Partial<EmbedAttributes>;

/**
 * Defines `<mm-scope>`. `base`: where on your site its files are, absolute or from the page on.
 * Rejected where they are not there.
 */
export function load(base?: string | URL): Promise<{ MmScope: typeof MmScope }>;
