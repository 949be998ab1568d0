/** From a link to what its panes show at that moment: sources opened and checked as a pane's worker does it. */
import type { Decision } from '../../core/decision';
import { SourceError } from '../../core/error';
import { grouped } from '../../core/number';
import { LocalSource, type SourceInput, type PaneFrame, type PlainInput } from '../../capture/local/source';
import { PANES, type PaneId } from '../../core/panes';
import type { ZstdModule } from '../../capture/local/zstd';
import type { Scene, SourceInfo } from '../../scenes/scene';
import type { Catalogue } from '../../capture/sources/catalogue';
import type { ResolvedSource } from '../../capture/sources/source-resolver';
import { resolveSource } from '../../capture/sources/resolver';
import { mustBeNamed } from '../../capture/sources/source-search';
import type { SourceSpec } from '../../capture/sources/spec';
import { isBand, variantsOf } from '../../capture/sources/variants';
import { decisionAt, extent, type Position, type Run } from '../../stage/state/position';
import { infoOf, totalsOf } from '../../stage/state/pane-info';
import { assembleSheet, commandOf, type Setting } from './assembly';
import type { SourcedPane } from './provenance';
import type { Sheet } from './sheet';
import { mustReach, mustSuit, sceneNamed, viewOf } from './view';

/** Base of addresses that nobody fetches: the host knows files by the id of their source. */
export const HOST_BASE = 'mmscope:/';
/** Stands for the file: the host reads it, nobody else does. */
export const HOST_FILE = {} as Blob;

/** What surrounds it: a page, Node, or an engine alone. */
export interface Host {
  catalogue: Catalogue;
  module: () => Promise<WebAssembly.Module>;
  zstd: ZstdModule;
  readerFor: (scene: string) => Promise<Decision>;
  /** A local file that the host has, under the name that the view gives it. */
  has?: (name: string) => boolean;
  /** What a worker loads for what was opened. */
  input: (opened: ResolvedSource, spec: SourceSpec) => SourceInput | PlainInput;
}

interface SheetRequest extends Setting {
  /** As in a link, with or without what stands before the scene: `swap-devices?a=model:four-nodes&k=7`. */
  view: string;
}

/** Steps of a view, as far as one watches: each is drawn, and all of them are in one file. */
export const STEPS_MAX = 60;

/** First and last decision. */
export type Steps = readonly [from: number, to: number];

export async function sheetOf(host: Host, asked: SheetRequest): Promise<Sheet> {
  const { view, scene, panes } = await openedView(host, asked.view);
  mustReach(view.position, panes);
  return assembleSheet(scene, view, shownAt(panes, view.position), asked);
}

interface StepSheets {
  sheets: Sheet[];
  /** Of the sheets that of the view itself, or the first. */
  still: number;
}

/** A sheet for each of the steps. Throws SourceError where there are none such. */
export async function sheetsOf(host: Host, asked: SheetRequest, [from, to]: Steps): Promise<StepSheets> {
  if (from > to) throw new SourceError(`Steps ${from}..${to} go backwards.`, { advice: `${to}..${from}?` });
  const count = to - from + 1;
  if (count > STEPS_MAX)
    throw new SourceError(`Steps ${from}..${to} are ${grouped(count)}: at most ${STEPS_MAX} are drawn.`, {
      advice: `${from}..${from + STEPS_MAX - 1}?`,
    });
  const { view, scene, panes } = await openedView(host, asked.view);
  const end = extent(
    panes.map(({ run }) => run),
    'decision',
  );
  if (to > end)
    throw new SourceError(`There is no step ${grouped(to)}.`, { advice: `The last is ${grouped(end)}.` });
  const { align, k } = view.position;
  const still = align === 'decision' && k >= from && k <= to ? k - from : 0;
  const command = `${commandOf(view)} --steps ${from}..${to}`;
  const sheets = await Promise.all(
    Array.from({ length: count }, (_, i) => {
      const position: Position = { ...view.position, align: 'decision', k: from + i };
      return assembleSheet(scene, view, shownAt(panes, position), { ...asked, command });
    }),
  );
  return { sheets, still };
}

interface OpenPane {
  pane: PaneId;
  spec: SourceSpec;
  info: SourceInfo;
  run: Run;
  frame: (k: number) => PaneFrame | null;
}

async function openedView(host: Host, text: string) {
  const view = viewOf(text);
  const scene = sceneNamed(view.scene);
  const specs = PANES.flatMap((pane) => {
    const spec = view.sources[pane];
    return spec.kind === 'none' ? [] : [{ pane, spec }];
  });
  const panes = await Promise.all(
    specs.map(async ({ pane, spec }) => ({ pane, spec, ...(await openedPane(host, scene, spec)) })),
  );
  return { view, scene, panes };
}

async function openedPane(
  host: Host,
  scene: Scene,
  spec: Exclude<SourceSpec, { kind: 'none' }>,
): Promise<Omit<OpenPane, 'pane' | 'spec'>> {
  const held = spec.kind === 'file' && host.has?.(spec.name) ? { ...spec, blob: HOST_FILE } : spec;
  mustBeNamed(held, host.catalogue);
  const opened = resolveSource(held, host.catalogue, HOST_BASE);
  const core = new LocalSource(host.module, host.readerFor, host.zstd);
  const outcome = await core.load(host.input(opened, spec), scene.id, () => undefined);
  if (!outcome.ok) {
    const { message, line, advice } = outcome.failure;
    throw new SourceError(`${opened.title}: ${message}`, { line, ...(advice ? { advice } : {}) });
  }
  // As the page does it: of what is assumed, the least and the most are shown.
  const asif = opened.input.kind === 'model' ? undefined : opened.input.asif;
  if (asif && isBand(asif)) await core.band(variantsOf(asif), () => undefined);
  const checked = outcome.value.params ? null : await core.check();
  const info = await infoOf(opened, outcome.value, host.catalogue);
  mustSuit(scene, info);
  return {
    info: checked ? { ...info, totals: totalsOf(checked) } : info,
    run: outcome.value.columns,
    frame: (k) => core.frame(k),
  };
}

const shownAt = (panes: readonly OpenPane[], position: Position): SourcedPane[] =>
  panes.map(({ pane, spec, info, run, frame: at }) => {
    const frame = at(decisionAt(run, position));
    if (!frame) throw new SourceError(`“${info.title}” has no decision to draw.`);
    return { pane, spec, info, frame };
  });
