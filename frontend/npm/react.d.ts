/** `import 'mm-scope/react'`: `<mm-scope>` in the JSX of React 19, with its attributes and events (`onstep`, …). */
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { EmbedAttributes, EmbedEvents, MmScope, MmScopeEventMap } from './index.js';

type Handlers = { [E in keyof EmbedEvents as `on${E}`]?: (event: MmScopeEventMap[E]) => void };

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'mm-scope': DetailedHTMLProps<HTMLAttributes<MmScope>, MmScope> &
        Pick<EmbedAttributes, 'view'> &
        Partial<EmbedAttributes> &
        Handlers;
    }
  }
}
