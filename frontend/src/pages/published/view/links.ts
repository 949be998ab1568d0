/** Where the page's links lead; the app knows, since a link holds a whole view. */
import { createContext, useContext } from 'react';

export interface Links {
  /** The scene with two runs side by side, written as in `runs.ts`; null for none. */
  open: (baseline: string | null, variant: string | null) => string;
  capture: (id: string) => string;
  table: (id: string) => string;
}

export const LinksContext = createContext<Links | null>(null);

export function useLinks(): Links {
  const links = useContext(LinksContext);
  if (!links) throw new Error('useLinks() outside of the page');
  return links;
}
