/** Where a figure gets what its view names: from files beside its module, or from who made the element. */
import { loadCatalog, type Catalog } from '../sources/catalog';
import type { View } from '../stage/view';

export interface Supply {
  /** What the addresses of the catalog's captures begin with. */
  base: string;
  catalog: () => Promise<Catalog>;
  /** Makes ready what a view names; the view, with its files. */
  bring: (view: View) => Promise<View>;
}

const given = new WeakMap<HTMLElement, Supply>();

/** Before the element is on a page. */
export function supplyBy(element: HTMLElement, supply: Supply): void {
  given.set(element, supply);
}

let catalog: Promise<Catalog> | null = null;

/** Datasets lie beside the folder that the build puts all of this into (embed/assets/), as the app's do. */
function beside(): Supply {
  const base = new URL('../../', import.meta.url).href;
  return {
    base,
    catalog: () =>
      (catalog ??= loadCatalog(base).catch((error: unknown) => {
        catalog = null;
        throw error;
      })),
    bring: (view) => Promise.resolve(view),
  };
}

export function supplyOf(element: HTMLElement): Supply {
  return given.get(element) ?? beside();
}
