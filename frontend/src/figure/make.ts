/** From a link to what its panes show at that moment: sources opened and checked as a pane's worker does it. */
import type { Decision } from '../core/decision';
import { SourceError } from '../core/error';
import { PaneCore, type Input, type PlainInput } from '../core/pane-core';
import { grouped } from '../core/number';
import { PANES } from '../core/panes';
import { paramNamed } from '../core/params';
import type { ZstdModule } from '../core/zstd';
import { ENUMS } from '../core/gen/tables';
import { scenes } from '../scenes';
import type { Scene, SourceInfo } from '../scenes/scene';
import type { Catalog } from '../sources/catalog';
import { open, type Opened } from '../sources/open';
import { tunablesOf, type SourceSpec } from '../sources/spec';
import { paramLabel, valueWords } from '../sources/words';
import { decisionAt } from '../stage/align';
import { infoOf, isUnsuited, totalsOf } from '../stage/info';
import { formatView, parseView, VERSION } from '../stage/url';
import type { View } from '../stage/view';
import type { PaneShown, Sheet } from './sheet';

/** Base of addresses that nobody fetches: the host knows files by the id of their source. */
const NOWHERE = 'mmscope:/';
/** Stands for the file: the host reads it, nobody else does. */
const HELD = {} as Blob;

/** What surrounds it: a page, Node, or an engine alone. */
export interface Host {
  catalog: Catalog;
  module: () => Promise<WebAssembly.Module>;
  zstd: ZstdModule;
  readerFor: (scene: string) => Promise<Decision>;
  /** A local file that the host has, under the name that the view gives it. */
  has?: (name: string) => boolean;
  /** What a worker loads for what was opened. */
  input: (opened: Opened, spec: SourceSpec) => Input | PlainInput;
}

export interface Asked {
  /** As in a link, with or without what stands before the scene: `swap-devices?a=model:four-nodes&k=7`. */
  view: string;
  width: number;
  why: boolean;
}

/** The view a text names. Throws SourceError, in words, where it names none or only a part can be read. */
export function viewOf(text: string): View {
  const hash = /^.*#/.test(text) ? text.replace(/^.*#/, '') : text;
  const { view, complaints } = parseView(hash.startsWith(`${VERSION}/`) ? hash : `${VERSION}/${hash}`);
  if (!view || complaints.length > 0)
    throw new SourceError(complaints.join(' ') || 'There is no view to draw.', {
      advice: 'A view is what stands behind # in a link: swap-devices?a=model:four-nodes&k=1800.',
    });
  sceneNamed(view.scene);
  if (PANES.every((id) => view.sources[id].kind === 'none'))
    throw new SourceError('The view shows nothing.', { advice: 'Name a source: a=model:four-nodes.' });
  return view;
}

function sceneNamed(id: string): Scene {
  const scene = scenes.find((s) => s.id === id);
  if (scene) return scene;
  throw new SourceError(`There is no scene “${id}”.`, {
    advice: `Scenes are ${scenes.map((s) => s.id).join(', ')}.`,
  });
}

/** The view as one writes it: without what stands before the scene, and without empty panes. */
export function viewText(view: View): string {
  return formatView({ ...view, speed: 1 })
    .slice(VERSION.length + 2)
    .replace(/&[ab]=none(?=&|$)/g, '')
    .replace(/\?[ab]=none&/, '?');
}

export async function sheetOf(host: Host, asked: Asked): Promise<Sheet> {
  const view = viewOf(asked.view);
  const scene = sceneNamed(view.scene);
  const specs = PANES.flatMap((pane) => {
    const spec = view.sources[pane];
    return spec.kind === 'none' ? [] : [{ pane, spec }];
  });
  const [{ Drawing }, { tell }, ...panes] = await Promise.all([
    scene.drawing(),
    scene.words(),
    ...specs.map(async ({ pane, spec }): Promise<Sourced> => ({
      pane,
      spec,
      ...(await shown(host, scene, view, spec)),
    })),
  ]);
  return {
    scene,
    parts: { Drawing, tell },
    panes,
    width: asked.width,
    why: asked.why,
    provenance: provenanceOf(scene, panes),
    command: `mmscope render '${viewText(view)}'`,
  };
}

async function shown(
  host: Host,
  scene: Scene,
  view: View,
  spec: Exclude<SourceSpec, { kind: 'none' }>,
): Promise<Omit<PaneShown, 'pane'>> {
  const held = spec.kind === 'file' && host.has?.(spec.name) ? { ...spec, blob: HELD } : spec;
  const opened = open(held, host.catalog, NOWHERE);
  const core = new PaneCore(host.module, host.readerFor, host.zstd);
  const outcome = await core.load(host.input(opened, spec), scene.id, () => undefined);
  if (!outcome.ok) {
    const { message, line, advice } = outcome.failure;
    throw new SourceError(`${opened.title}: ${message}`, { line, ...(advice ? { advice } : {}) });
  }
  const checked = outcome.value.params ? null : await core.check();
  const info = infoOf(opened, outcome.value, host.catalog);
  if (isUnsuited(info))
    throw new SourceError(`${scene.title} can show nothing of “${info.title}”.`, {
      advice: 'Choose another scene, or another source.',
    });
  const { ts, span } = outcome.value.columns;
  const frame = core.frame(decisionAt({ ts, span }, view.position));
  if (!frame) throw new SourceError(`“${info.title}” has no decision to draw.`);
  return { frame, info: checked ? { ...info, totals: totalsOf(checked) } : info };
}

export interface Sourced extends PaneShown {
  spec: SourceSpec;
}

/** Where each pane's numbers are from, and what they are worth, a sentence or two each. */
export function provenanceOf(scene: Pick<Scene, 'title'>, panes: readonly Sourced[]): string[] {
  const several = panes.length > 1;
  return panes.map(({ pane, spec, info, frame }) => {
    const [one, many] = info.noun ?? ['decision', 'decisions'];
    const where = `${several ? `${pane}: ` : ''}${scene.title}, ${one} ${grouped(frame.k)} of ${grouped(info.decisions)} ${info.decisions === 1 ? one : many}.`;
    return `${where} ${sourceWords(spec, info)}`;
  });
}

function sourceWords(spec: SourceSpec, info: SourceInfo): string {
  const set = Object.entries(tunablesOf(spec)).map(([name, value]) => {
    const list = paramNamed(name)?.enum;
    const words = Array.isArray(value)
      ? value.join(', ')
      : list
        ? valueWords(list, named(list, value))
        : String(value);
    return `${paramLabel(name)} ${words}`;
  });
  if (info.provenance === 'model') {
    const seed = info.params?.['seed'];
    const all = [
      ...set,
      ...(seed !== undefined && !set.some((s) => s.startsWith('seed ')) ? [`seed ${String(seed)}`] : []),
    ];
    return `Model ${info.id}, ${all.join(', ')}: its decisions are the kernel’s, its machine is approximate.`;
  }
  const kernel = info.facts.find(([label]) => label === 'kernel')?.[1];
  const lost = info.facts.find(([label]) => label === 'lost events')?.[1] ?? '0';
  const parts = [
    info.provenance === 'asif'
      ? `As if ${set.join(', ')}: the demand of capture ${info.id}, decided anew.`
      : `Kernel ${kernel ?? ''}, capture ${info.id}.`,
    ...(info.provenance === 'kernel' ? [recomputed(info)] : []),
    ...(lost === '0' ? [] : [`Incomplete: ${lost} events were lost.`]),
    ...(info.emulated ? ['The machine was emulated: its times are not performance.'] : []),
  ];
  return parts.join(' ');
}

const named = (list: string, value: unknown): string =>
  typeof value === 'number'
    ? ((ENUMS as Readonly<Record<string, Readonly<Partial<Record<number, string>>>>>)[list]?.[value] ??
      String(value))
    : String(value);

function recomputed({ totals }: SourceInfo): string {
  if (!totals || totals.decisions === 0) return 'Not recomputed.';
  if (totals.same === totals.decisions) return `Recomputed: same, all ${grouped(totals.decisions)}.`;
  return `Recomputed: ${grouped(totals.same)} same, ${grouped(totals.different)} different, ${grouped(totals.incomplete)} incomplete.`;
}
