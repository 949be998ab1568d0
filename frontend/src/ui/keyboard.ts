type Pressed = Pick<KeyboardEvent, 'ctrlKey' | 'altKey' | 'metaKey'>;

/** Whether the key is the browser's or the system's. Shift is not: it is part of a key's name. */
export const hasModifier = (event: Pressed) => event.ctrlKey || event.altKey || event.metaKey;
