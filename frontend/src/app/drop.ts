/** Files dropped on the page: one goes to the pane under it, two to A and B. Nothing is sent anywhere. */
import type { SourceSpec } from '../sources/spec';
import { PANES, type PaneId } from '../stage/view';

interface Drop {
  choose: (pane: PaneId, spec: SourceSpec) => void;
  focused: () => PaneId;
  complain: (words: string) => void;
}

const paneUnder = (event: DragEvent): HTMLElement | null =>
  event.target instanceof Element ? event.target.closest<HTMLElement>('[data-pane]') : null;

const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

export function listenToDrops({ choose, focused, complain }: Drop): () => void {
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
    const pane = paneUnder(event)?.dataset['pane'] === 'B' ? 'B' : paneUnder(event) ? 'A' : focused();
    mark(null);
    const files = [...(event.dataTransfer?.files ?? [])];
    const targets = files.length === 1 ? [pane] : PANES;
    if (files.length > PANES.length) {
      complain(`There are two panes: drop one capture or two, not ${files.length}.`);
      return;
    }
    files.forEach((blob, i) => {
      const target = targets[i];
      if (target) choose(target, { kind: 'file', name: blob.name, blob });
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
