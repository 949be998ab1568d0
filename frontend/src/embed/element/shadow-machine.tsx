/** A machine whose numbers stand in its view, in a shadow tree: one moment, with nothing to step to. */
import { createRoot, type Root } from 'react-dom/client';
import { SourceError } from '../../core/error';
import { startReader } from '../../pages/machine/client';
import { viewOfQuery, type Opened } from '../../pages/machine/query';
import { nextPaint } from '../../ui/paint';
import { VERSION } from '../../stage/state/view';
import { machineIn, requestOf, type MachineFacts } from '../figure/machine-facts';
import { appOf, themed, worded, type FigureElement, type FigureStage } from './figure-element';
import { loadFonts, standIn } from './fonts';
import { MachineFigure } from './MachineFigure';
import { panesOf } from './protocol';
import { embedSheet } from './style';

/** What the attributes ask for. Throws SourceError. */
function askedOf(element: FigureElement): Opened {
  const opened = machineIn(element.getAttribute('view') ?? '');
  if (!opened) throw new SourceError('This is no view of a machine.');
  if (element.hasAttribute('predict'))
    throw new SourceError('A machine has no decision to ask about.', {
      advice: 'Leave out the attribute predict.',
    });
  if (!panesOf(element.getAttribute('panes')).includes('A'))
    throw new SourceError('The view has nothing in pane B.', { advice: 'Leave out the attribute panes.' });
  return opened;
}

async function factsOf(opened: Opened): Promise<MachineFacts> {
  const { reader, stop } = startReader();
  try {
    const { asks, facts } = requestOf(await reader.read(opened.text), opened);
    return facts(((await reader.ask(asks)) ?? []).filter((found) => found !== null));
  } finally {
    stop();
  }
}

const stays = () => undefined;

/** One machine in one place. */
export class ShadowMachine implements FigureStage {
  readonly #element: FigureElement;
  readonly #root: ShadowRoot;
  readonly #place: HTMLElement;
  readonly #read: () => void;
  #react: Root | null = null;
  #query = '';
  #facts: MachineFacts | null = null;
  #stopped = false;

  /** `read`: all that its view names has been read. */
  constructor(element: FigureElement, root: ShadowRoot, place: HTMLElement, { read }: { read: () => void }) {
    this.#element = element;
    this.#root = root;
    this.#place = place;
    this.#read = read;
  }

  holds(): boolean {
    try {
      return this.#facts !== null && askedOf(this.#element).query === this.#query;
    } catch {
      return false;
    }
  }

  /** Its sentence, once it is drawn. Throws, in words. */
  show(): Promise<string> {
    return this.#show().catch(worded);
  }

  async #show(): Promise<string> {
    const opened = askedOf(this.#element);
    if (this.#facts && opened.query === this.#query) return this.#facts.title;
    standIn();
    const facts = await factsOf(opened);
    if (this.#stopped) return '';
    this.#query = opened.query;
    this.#facts = facts;
    this.#root.adoptedStyleSheets = [embedSheet()];
    this.#react = createRoot(this.#place);
    await new Promise<void>((drawn) => {
      this.#draw(drawn);
    });
    this.#read();
    void nextPaint().then(loadFonts);
    return facts.title;
  }

  #draw(drawn: () => void): void {
    const app = appOf(this.#element);
    themed(this.#element);
    if (this.#facts)
      this.#react?.render(
        <MachineFigure
          facts={this.#facts}
          full={app === null ? null : `${app}#${VERSION}/${this.state()}`}
          drawn={drawn}
        />,
      );
  }

  state(): string {
    return viewOfQuery(this.#query);
  }

  redraw(): void {
    this.#draw(() => undefined);
  }

  stop(): void {
    this.#stopped = true;
    this.#react?.unmount();
  }

  /** There is one moment. */
  readonly step = stays;
  readonly seek = stays;
  readonly play = stays;
}
