/** The one timeline of the page: captures stay open while one looks elsewhere. Fetched when it is first used. */
import type { Catalog } from '../../capture/sources/catalog';
import type { TimelineController } from '../../timeline/controller';

let made: Promise<TimelineController> | null = null;

export function timelineOf(catalog: Catalog): Promise<TimelineController> {
  made ??= import('../../timeline/controller').then(
    ({ TimelineController: Timeline }) => new Timeline(catalog, document.baseURI),
    (error: unknown) => {
      // Asked for again, it is fetched again.
      made = null;
      throw error;
    },
  );
  return made;
}
