/** A figure in a notebook: the element, what it shows kept in step with the widget's Python side, captures from there. */
import { PANES } from '../../core/panes';
import type { Catalogue } from '../../capture/sources/catalogue';
import type { SourceSpec } from '../../capture/sources/spec';
import { MmScope } from './element';
import { askPython, type WidgetModel } from './python';
import type { EmbedEvents } from './protocol';
import { supplyBy, type Supply } from './supply';

function supplyOf(model: WidgetModel): Supply {
  const blobs = new Map<string, Promise<Blob>>();
  const blob = (kind: 'capture' | 'file', id: string) => {
    const key = `${kind}:${id}`;
    const known = blobs.get(key);
    if (known) return known;
    const coming = askPython(model, { ask: kind, id }).then((bytes) => new Blob([bytes]));
    blobs.set(key, coming);
    coming.catch(() => blobs.delete(key));
    return coming;
  };
  let catalogue: Promise<Catalogue> | null = null;
  const load = async () =>
    JSON.parse(new TextDecoder().decode(await askPython(model, { ask: 'catalogue' }))) as Catalogue;
  const held = () => (catalogue ??= load());
  const ready = async (spec: SourceSpec): Promise<SourceSpec> => {
    if (spec.kind === 'file') return { ...spec, blob: await blob('file', spec.name) };
    const row = spec.kind === 'capture' && (await held()).captures.find(({ id }) => id === spec.id);
    if (row && !row.file.startsWith('blob:')) row.file = URL.createObjectURL(await blob('capture', row.id));
    return spec;
  };
  return {
    base: document.baseURI,
    catalogue: held,
    bring: async (view) => {
      const [A, B] = await Promise.all(PANES.map((id) => ready(view.sources[id])));
      return A && B ? { ...view, sources: { A, B } } : view;
    },
  };
}

/** Dark or light as the notebook is, which need not be as the system is. */
function themeOf({ dataset, classList }: HTMLElement): string {
  const light = dataset['jpThemeLight'] ?? (classList.contains('vscode-light') ? 'true' : undefined);
  if (light !== undefined) return light === 'true' ? 'light' : 'dark';
  return ['vscode-dark', 'vscode-high-contrast'].some((name) => classList.contains(name)) ? 'dark' : '';
}

const STEP = /([?&]k=)(\d+)/;

/** Shows it in `el`, in the place of the picture. What it returns ends it. */
export function show(model: WidgetModel, el: HTMLElement, picture: HTMLElement | null): () => void {
  const figure = new MmScope();
  supplyBy(figure, supplyOf(model));
  // The notebook's own keys are not for a figure that has the focus.
  figure.dataset['lmSuppressShortcuts'] = 'true';
  const ends: (() => void)[] = [];
  const hears = (name: string, listen: () => void) => {
    model.on(`change:${name}`, listen);
    ends.push(() => {
      model.off(`change:${name}`, listen);
    });
    listen();
  };
  const given = (name: string) => {
    const value = model.get(name) as string | number | null;
    const own = value === null || value === '' ? '' : String(value);
    const text = own === '' && name === 'theme' ? themeOf(document.body) : own;
    // Asking about pane A has no more to say than that.
    if (text !== '' || (name === 'predict' && value !== null)) figure.setAttribute(name, text);
    else figure.removeAttribute(name);
  };

  /** What the figure says itself is no news to it. */
  let own = false;
  /** It shows what it says; else a step is asked for as any view is. */
  let ready = false;
  const tell = (values: Record<string, unknown>) => {
    own = true;
    for (const [name, value] of Object.entries(values)) model.set(name, value);
    own = false;
    model.save_changes();
  };
  const shows = (text: string) => {
    figure.setAttribute('view', text);
    if (ready) tell({ ready: false });
    ready = false;
  };
  hears('view', () => {
    const text = String(model.get('view'));
    if (own || text === figure.state) return;
    const k = STEP.exec(text)?.[2];
    const beside = (view: string) => view.replace(STEP, '$1');
    const same = [figure.state, figure.view].some((view) => beside(view) === beside(text));
    if (!ready || !same || k === undefined || /[?&]predict=/.test(text)) {
      shows(text);
      return;
    }
    // Too far is as far as it goes, and Python learns of it.
    const learn = () => {
      const { state } = figure;
      if (state !== text) tell({ view: state, step: Number(STEP.exec(state)?.[2]) });
    };
    figure.seek(Number(k)).then(learn, () => {
      shows(text);
    });
  });
  for (const name of MmScope.observedAttributes)
    if (name !== 'view')
      hears(name, () => {
        given(name);
      });
  const themes = new MutationObserver(() => {
    given('theme');
  });
  themes.observe(document.body, { attributes: true, attributeFilter: ['data-jp-theme-light', 'class'] });

  const says = <E extends keyof EmbedEvents>(
    name: E,
    valuesOf: (detail: EmbedEvents[E]) => Record<string, unknown>,
  ) => {
    figure.addEventListener(name, (event) => {
      tell(valuesOf((event as CustomEvent<EmbedEvents[E]>).detail));
    });
  };
  says('ready', ({ sentence }) => {
    ready = true;
    return { sentence, ready, error: '' };
  });
  says('step', ({ view, k, sentence }) => ({ view, step: k, sentence, error: '' }));
  says('answer', (answer) => ({ answer }));
  says('error', ({ message }) => {
    ready = false;
    return { error: message, sentence: '', ready };
  });

  if (picture) figure.append(picture);
  el.append(figure);
  return () => {
    themes.disconnect();
    for (const end of ends) end();
    figure.remove();
  };
}
