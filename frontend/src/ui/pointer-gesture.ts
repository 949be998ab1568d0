/** What an element does while a pointer is held on it, wherever the pointer goes meanwhile. */
import type { PointerEvent } from 'react';

export const dragged = <Of extends Element>(follow: (event: PointerEvent<Of>) => void) => ({
  onPointerDown: (event: PointerEvent<Of>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    follow(event);
  },
  onPointerMove: (event: PointerEvent<Of>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) follow(event);
  },
});
