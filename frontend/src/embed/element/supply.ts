/** Where a figure gets what its view names: from files beside its module, or from who made the element. */
import { PANES } from '../../core/panes';
import { loadParts, type Catalogue } from '../../capture/sources/catalogue';
import type { View } from '../../stage/state/view';

export interface Supply {
  /** What the addresses of the catalogue's captures begin with. */
  base: string;
  /** Of the list of scenarios and captures at least what a view names. */
  catalogue: (view: View) => Promise<Catalogue>;
  /** Makes ready what a view names; the view, with its files. */
  bring: (view: View) => Promise<View>;
}

const given = new WeakMap<HTMLElement, Supply>();

/** Before the element is on a page. */
export function supplyBy(element: HTMLElement, supply: Supply): void {
  given.set(element, supply);
}

/**
 * Datasets lie beside the folder that the build puts all of this into (embed/assets/), as the app's do. Asked for only
 * where they are read: a module that a notebook made of bytes has nothing beside it, and no such address.
 */
const data = () => new URL('../../', import.meta.url).href;

/** What is known of the list in this page, by source. */
const catalogues = new Map<string, Promise<Catalogue>>();

function catalogueOf({ sources }: View): Promise<Catalogue> {
  const specs = PANES.map((id) => sources[id]);
  const key = specs.map((spec) => ('id' in spec ? `${spec.kind}:${spec.id}` : '')).join(' ');
  const known = catalogues.get(key);
  if (known) return known;
  const loading = loadParts(data(), specs).catch((error: unknown) => {
    catalogues.delete(key);
    throw error;
  });
  catalogues.set(key, loading);
  return loading;
}

const beside = (): Supply => ({
  base: data(),
  catalogue: catalogueOf,
  bring: (view) => Promise.resolve(view),
});

export function supplyOf(element: HTMLElement): Supply {
  return given.get(element) ?? beside();
}
