/**
 * What a notebook keeps of a figure: a picture, and where the figure itself is to be had. The rest (notebook.ts) comes
 * from the kernel, once for all figures of a page. As anywidget has it: a default export with `render`.
 */
import { askPython, showFailure, type WidgetModel } from './python';
import type * as Notebook from './notebook';

type Figures = Pick<typeof Notebook, 'show'>;

const shared = globalThis as unknown as Partial<Record<symbol, Partial<Record<string, Promise<Figures>>>>>;
const KEY = Symbol.for('mmscope.figures');

async function brought(model: WidgetModel): Promise<Figures> {
  const packed = new Blob([await askPython(model, { ask: 'figures' })]);
  const text = await new Response(packed.stream().pipeThrough(new DecompressionStream('gzip'))).blob();
  const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  try {
    return (await import(/* @vite-ignore */ url)) as Figures;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** One for a kernel that lives: a page does not wait for what a dead one never sent. */
function figures(model: WidgetModel): Promise<Figures> {
  const all = (shared[KEY] ??= {});
  const kernel = String(model.get('_kernel'));
  return (all[kernel] ??= brought(model).catch((error: unknown) => {
    Reflect.deleteProperty(all, kernel);
    throw error;
  }));
}

/** Until the figure is there, and instead of it where there is no kernel. */
function picture(model: WidgetModel): HTMLImageElement | null {
  const svg = String(model.get('_picture'));
  if (svg === '') return null;
  const image = document.createElement('img');
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  image.alt = String(model.get('sentence'));
  image.style.maxWidth = '100%';
  return image;
}

export default {
  render: ({ model, el }: { model: WidgetModel; el: HTMLElement }): (() => void) => {
    const image = picture(model);
    if (image) el.append(image);
    let shown: (() => void) | null = null;
    let gone = false;
    figures(model)
      .then(({ show }) => {
        if (!gone) shown = show(model, el, image);
      })
      .catch((error: unknown) => {
        showFailure(el, error);
      });
    return () => {
      gone = true;
      shown?.();
    };
  },
};
