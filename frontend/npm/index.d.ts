import type { MmScope } from './types/embed/element';
import type { EmbedAttributes, EmbedEvents } from './types/embed/protocol';

export type { MmScope } from './types/embed/element';
export type { Controls, EmbedAttributes, EmbedEvents } from './types/embed/protocol';

/** The element's events by name, for addEventListener. */
export type MmScopeEventMap = { [E in keyof EmbedEvents]: CustomEvent<EmbedEvents[E]> };

/** Attributes of `<mm-scope>`, for JSX. */
export type MmScopeAttributes = Partial<EmbedAttributes>;

/**
 * Defines `<mm-scope>`. `base`: where on your site its files are, absolute or from the page on.
 * Rejected where they are not there.
 */
export function load(base?: string | URL): Promise<{ MmScope: typeof MmScope }>;
