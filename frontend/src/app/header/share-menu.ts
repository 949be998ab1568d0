/** What the Share menu offers, in its order. A part that gives away something more adds its line here. */
import { onPage } from '../links/pages';

export interface ShareItem {
  id: string;
  words: string;
  /** Whether it means anything on the page that is shown; left out: on every one. */
  when?: () => boolean;
  /** What it opens. */
  dialog: ShareDialog;
}

/** Dialogs of the menu, each fetched when it is first opened (../LazyPages.tsx). */
export type ShareDialog = 'class-link' | 'figure';

export const SHARE: readonly ShareItem[] = [
  { id: 'class', words: 'Link for a class …', when: () => !onPage(), dialog: 'class-link' },
  { id: 'figure', words: 'In your page …', when: () => !onPage(), dialog: 'figure' },
];
