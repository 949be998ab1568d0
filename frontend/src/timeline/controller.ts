/** Everything one can do with the timeline, by what it is about. Keys, buttons and the pointer call its parts. */
import type { Catalogue } from '../capture/sources/catalogue';
import { Axis } from './control/axis';
import { Captures } from './control/captures';
import { Events } from './control/events';
import { applyLink, linkOf } from './control/link';
import { Marks } from './control/marks';
import { Scales } from './control/scales';
import { Search } from './control/search';
import { Tracks } from './control/tracks';
import { TrackValues } from './control/track-values';
import { CaptureWorkers } from './control/workers';
import type { PaneId } from '../core/panes';
import { createTimelineStore, type Panel } from './control/state';
import { WorkQueue } from './control/work-queue';
import { tableText } from './control/track-table';
import { VisibleSpans } from './control/visible-spans';

export class TimelineController {
  readonly store = createTimelineStore();
  readonly views = new VisibleSpans((settled) => {
    this.store.setState({ settled });
    this.paced.resume();
  });
  readonly desks = new CaptureWorkers(
    (slot, reason) => {
      this.captures.crashed(slot, reason);
    },
    (slot, tops) => {
      this.scales.take(slot, tops);
    },
    (slot, trouble) => {
      this.captures.troubled(slot, trouble);
    },
  );
  readonly scales = new Scales(this.store);
  /** What is brought up to date when a movement ends. */
  readonly paced = new WorkQueue(() => this.views.moving);
  readonly values = new TrackValues(this.store, this.desks, this.paced);
  readonly axis = new Axis(this.store, this.views);
  readonly tracks = new Tracks(this.store, matchMedia('(pointer: coarse)').matches);
  readonly events = new Events(this.store, this.views, this.desks, this.axis, this.tracks);
  readonly marks = new Marks(this.store, this.views, this.axis);
  readonly search = new Search(this.store, this.desks, this.events);
  readonly captures: Captures;

  constructor(catalogue: Catalogue, base: string) {
    this.captures = new Captures(this, catalogue, base);
    this.views.listen((slot, view) => {
      this.desks.send(slot, { view });
    });
  }

  /** Shows what a link says. */
  apply(text: string): Promise<void> {
    return applyLink(this, text);
  }

  /** The view as it is, as the rest of a URL. */
  link(): string {
    return linkOf(this);
  }

  /** The capture that keys move from now on. */
  focus(slot: PaneId): void {
    if (this.store.getState().focus !== slot) this.store.setState({ focus: slot });
  }

  panel(panel: Panel): void {
    this.store.setState({ panel, panelFolded: false });
  }

  /** Puts the table of tracks on the clipboard, as text. */
  async copyTable(): Promise<void> {
    let copied = 'Copied';
    try {
      await this.values.counted();
      await navigator.clipboard.writeText(tableText(this));
    } catch {
      // Refused by the browser, or not a secure context.
      copied = 'Copying is not allowed here';
    }
    this.store.setState({ copied });
  }

  foldPanel(panelFolded: boolean): void {
    this.store.setState({ panelFolded });
  }
}
