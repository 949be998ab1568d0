/**
 * Figures in a JavaScript engine alone, as the command line carries one: strings in, strings out. The host reads files
 * and unpacks them; what they say is read by the core, here as everywhere.
 */
import '../../core/polyfills';
import { bytesOf } from '../../core/wasm/bytes';
import type { Decision } from '../../core/decision';
import { answerOf, failureOf, SourceError } from '../../core/error';
import { PANES } from '../../core/panes';
import { scenes } from '../../scenes';
import { fittingScene, type Contents } from '../../scenes/fit';
import type { Catalogue } from '../../capture/sources/catalogue';
import { resolveSource } from '../../capture/sources/resolver';
import { mustBeNamed } from '../../capture/sources/source-search';
import { drawMarks, drawSheet } from './svg';
import { plexFonts } from './plex';
import { HOST_FILE, HOST_BASE, sheetOf, sheetsOf, type Host, type Steps } from './loader';
import { drawMachine, machineSheet } from './machine';
import { machineIn, machineOf } from './machine-facts';
import { viewOfQuery } from '../../pages/machine/query';
import type { Answer } from '../../pages/machine/answer';
import { animate, PACE, pictures, REST } from './animation';
import { THEMES, type Theme } from './style';
import { textOfAround, textOfSheet, WIDE } from './text';
import { sceneNamed, viewOf, viewText } from './view';

interface Order {
  view: string;
  width: number;
  why: boolean;
  theme: Theme;
  fonts: boolean;
  /** `pictures`: each of the steps by itself; `drawing`: the first pane's marks, without a word. */
  form: 'svg' | 'text' | 'pictures' | 'drawing';
  steps?: Steps | null;
}

const ONE_MOMENT = 'A machine that was pasted is one moment: it has no steps.';

/** Between steps as text. */
const BETWEEN = `\n${'='.repeat(WIDE)}\n\n`;

const READERS = import.meta.glob<Decision>('../../scenes/*/decision.ts', { eager: true });

/** The module that reads a machine's numbers, among the files. */
const PASTE = 'mmpaste.wasm';

let host: Host | null = null;
/** Plain text of captures, by the id of their source. */
const files = new Map<string, Uint8Array>();

/** What it makes figures with: the list of scenarios and captures, and the core. */
function begin(catalogue: string, core: string): void {
  const module = Promise.resolve(new WebAssembly.Module(bytesOf(core)));
  host = {
    catalogue: JSON.parse(catalogue) as Catalogue,
    module: () => module,
    zstd: () => Promise.reject(new Error('the host unpacks')),
    readerFor: (scene) => {
      const reader = READERS[`../../scenes/${scene}/decision.ts`];
      return reader ? Promise.resolve(reader) : Promise.reject(new Error(`there is no scene “${scene}”`));
    },
    has: (name) => files.has(name),
    input: ({ input, id }) => {
      if (input.kind === 'model') return input;
      const text = files.get(id);
      if (!text) throw new Error(`nobody gave the text of ${id}`);
      return { kind: 'plain', text, ...(input.asif ? { asif: input.asif } : {}) };
    },
  };
}

/** What a view needs of the host, as JSON: captures, files and modules by name; or what is wrong with it. */
function needs(view: string): string {
  return answerOf(() => {
    if (!host) throw new Error('it has not begun');
    if (machineIn(view)) return [{ kind: 'module', id: PASTE }];
    const { catalogue } = host;
    const { sources } = viewOf(view);
    return PANES.flatMap((pane) => {
      const spec = sources[pane];
      mustBeNamed(spec, catalogue);
      if (spec.kind === 'none' || spec.kind === 'model') return [];
      return [{ kind: spec.kind, id: spec.kind === 'file' ? spec.name : spec.id }];
    });
  });
}

/**
 * What a view says, as JSON: its text as one writes it, at decision `k` where one is given; what each pane shows, and what
 * the core is given for it. Or what is wrong with it.
 */
function read(view: string, k: number | null): string {
  return answerOf(() => {
    if (!host) throw new Error('it has not begun');
    const machine = machineIn(view);
    if (machine) {
      if (k !== null) throw new SourceError(ONE_MOMENT);
      return { text: viewOfQuery(machine.query), align: 'decision', k, panes: [] };
    }
    const { catalogue } = host;
    const given = viewOf(view);
    const position = k === null ? given.position : { ...given.position, align: 'decision' as const, k };
    const panes = PANES.flatMap((pane) => {
      const spec = given.sources[pane];
      if (spec.kind === 'none') return [];
      const held = spec.kind === 'file' ? { ...spec, blob: HOST_FILE } : spec;
      const { input } = resolveSource(held, catalogue, HOST_BASE);
      const params = input.kind === 'model' ? input.params : (input.asif ?? {});
      return [{ pane, kind: spec.kind, id: spec.kind === 'file' ? spec.name : spec.id, params }];
    });
    return { text: viewText({ ...given, position }), align: position.align, k: position.k, panes };
  });
}

/** The scene to open a source in, by how many events of each kind it holds: decisions, and others. */
function sceneFor(kinds: string): string {
  return answerOf(() => {
    const [first] = scenes;
    if (!first) throw new Error('there is no scene');
    return fittingScene(scenes, first, JSON.parse(kinds) as Contents).id;
  });
}

/** Every scene in the order of the picker, as JSON: the machine of its models, and the documents it is about. */
function list(): string {
  return answerOf(() =>
    scenes.map(({ id, title, policy }) => {
      const { machine = null, documents = [] } = policy ?? {};
      return { id, title, machine, documents };
    }),
  );
}

/** The view of a machine, by what its module said of a text, as JSON; or why there is none. */
const machineView = (answer: string): string => answerOf(() => machineOf(JSON.parse(answer) as Answer));

/** The text of a capture, or a module, as base64. */
function give(id: string, text: string): void {
  files.set(id, bytesOf(text));
}

/** A figure, or the view as text, as JSON; or what is wrong. */
async function make(order: string): Promise<string> {
  try {
    const { theme } = JSON.parse(order) as Order;
    if (!host) throw new Error('it has not begun');
    if (!THEMES.includes(theme)) throw new Error(`“${theme as string}” is none of ${THEMES.join(', ')}`);
    return JSON.stringify({ ok: true, value: await made(host, JSON.parse(order) as Order) });
  } catch (error) {
    return JSON.stringify({ ok: false, failure: failureOf(error) });
  }
}

async function made(by: Host, { view, width, why, theme, fonts, form, steps }: Order): Promise<unknown> {
  const asked = { view, width, why };
  const faces = fonts ? plexFonts() : null;
  const opened = machineIn(view);
  if (opened) {
    if (steps || (form !== 'svg' && form !== 'text')) throw new SourceError(ONE_MOMENT);
    const bytes = files.get(PASTE);
    if (!bytes) throw new Error(`nobody gave ${PASTE}`);
    const machine = await machineSheet(new WebAssembly.Module(bytes as BufferSource), opened, {
      width,
      why,
    });
    return form === 'text' ? { text: textOfAround(machine.around) } : drawMachine(machine, theme, faces);
  }
  if (!steps) {
    const sheet = await sheetOf(by, asked);
    if (form === 'drawing') {
      const large = viewOf(view).large ?? sceneNamed(sheet.scene.id).parts?.[0]?.id;
      return drawMarks({ ...sheet, large }, sheet.scene.title, theme);
    }
    return form === 'text' ? { text: textOfSheet(sheet) } : drawSheet(sheet, theme, faces);
  }
  const { sheets, still } = await sheetsOf(by, asked, steps);
  if (form === 'text') return { text: sheets.map(textOfSheet).join(BETWEEN) };
  if (form === 'svg') return animate(sheets, still, theme, faces);
  return { pictures: pictures(sheets, theme), pace: PACE, rest: REST };
}

(globalThis as unknown as Record<string, unknown>)['mmscopeFigures'] = {
  begin,
  needs,
  read,
  sceneFor,
  list,
  machineView,
  give,
  make,
};
