/** A machine whose numbers stand in its view, in a shadow tree: one moment, with nothing to step to. */
import { createRoot, type Root } from 'react-dom/client';
import { SourceError } from '../../core/error';
import { startReader } from '../../pages/machine/client';
import { textOfNumbers, viewOfNumbers } from '../../pages/machine/link';
import { nextPaint } from '../../ui/paint';
import { VERSION } from '../../stage/state/view';
import { numbersIn, requestOf, type MachineFacts } from '../figure/machine-facts';
import { appOf, themed, worded, type FigureElement, type FigureStage } from './figure-element';
import { loadFonts, standIn } from './fonts';
import { MachineFigure } from './MachineFigure';
import { panesOf } from './protocol';
import { embedSheet } from './style';

/** The numbers that the attributes ask for. Throws SourceError. */
function askedOf(element: FigureElement): string {
  const numbers = numbersIn(element.getAttribute('view') ?? '');
  if (numbers === null) throw new SourceError('This is no view of a machine.');
  if (element.hasAttribute('predict'))
    throw new SourceError('A machine has no decision to ask about.', {
      advice: 'Leave out the attribute predict.',
    });
  if (!panesOf(element.getAttribute('panes')).includes('A'))
    throw new SourceError('The view has nothing in pane B.', { advice: 'Leave out the attribute panes.' });
  return numbers;
}

async function factsOf(numbers: string): Promise<MachineFacts> {
  const { reader, stop } = startReader();
  try {
    const { asked, facts } = requestOf(await reader.read(textOfNumbers(numbers)));
    const [found = null] = (await reader.ask([asked])) ?? [];
    return facts(found);
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
  #numbers = '';
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
      return this.#facts !== null && askedOf(this.#element) === this.#numbers;
    } catch {
      return false;
    }
  }

  /** Its sentence, once it is drawn. Throws, in words. */
  show(): Promise<string> {
    return this.#show().catch(worded);
  }

  async #show(): Promise<string> {
    const numbers = askedOf(this.#element);
    if (this.#facts && numbers === this.#numbers) return this.#facts.title;
    standIn();
    const facts = await factsOf(numbers);
    if (this.#stopped) return '';
    this.#numbers = numbers;
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
    return viewOfNumbers(this.#numbers);
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
