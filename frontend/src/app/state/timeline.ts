/** The one timeline of the page: captures stay open while one looks elsewhere. Fetched when it is first used. */
import type { Catalogue } from '../../capture/sources/catalogue';
import type { TimelineController } from '../../timeline/controller';

let made: Promise<TimelineController> | null = null;

export function timelineOf(catalogue: Catalogue): Promise<TimelineController> {
  made ??= import('../../timeline/controller').then(
    ({ TimelineController: Timeline }) => new Timeline(catalogue, document.baseURI),
    (error: unknown) => {
      // Asked for again, it is fetched again.
      made = null;
      throw error;
    },
  );
  return made;
}
