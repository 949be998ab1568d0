import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

/** A component that is fetched when it is first shown; `missing` stands in its place where it cannot be. */
export function lazyComponent<P>(
  fetch: () => Promise<ComponentType<P>>,
  missing: ComponentType<P>,
): LazyExoticComponent<ComponentType<P>> {
  return lazy(() =>
    fetch().then(
      (known) => ({ default: known }),
      () => ({ default: missing }),
    ),
  );
}
