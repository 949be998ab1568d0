/** Files dropped on the page: one goes to the pane under it, several are shared out. Nothing is sent anywhere. */
import type { PaneId } from '../../core/panes';

interface Drop {
  /** `first`: where a single one goes. */
  open: (files: readonly File[], first: PaneId) => void;
  focused: () => Promise<PaneId>;
}

const paneUnder = (event: DragEvent): HTMLElement | null =>
  event.target instanceof Element ? event.target.closest<HTMLElement>('[data-pane]') : null;

const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

export function listenToDrops({ open, focused }: Drop): () => void {
  let marked: HTMLElement | null = null;
  const mark = (element: HTMLElement | null) => {
    marked?.classList.remove('drop-here');
    marked = element;
    marked?.classList.add('drop-here');
  };
  const over = (event: DragEvent) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    mark(paneUnder(event));
  };
  const leave = (event: DragEvent) => {
    if (event.relatedTarget === null) mark(null);
  };
  const drop = (event: DragEvent) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    const under = paneUnder(event)?.dataset['pane'];
    // The list of files is gone when the event is over.
    const files = [...(event.dataTransfer?.files ?? [])];
    mark(null);
    if (under === 'A' || under === 'B') open(files, under);
    else
      void focused().then((pane) => {
        open(files, pane);
      });
  };
  addEventListener('dragover', over);
  addEventListener('dragleave', leave);
  addEventListener('drop', drop);
  return () => {
    removeEventListener('dragover', over);
    removeEventListener('dragleave', leave);
    removeEventListener('drop', drop);
  };
}
