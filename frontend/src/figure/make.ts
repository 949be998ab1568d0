/** From a link to what its panes show at that moment: sources opened and checked as a pane's worker does it. */
import type { Decision } from '../core/decision';
import { SourceError } from '../core/error';
import { PaneCore, type Input, type PlainInput } from '../core/pane-core';
import { PANES } from '../core/panes';
import type { ZstdModule } from '../core/zstd';
import type { Scene } from '../scenes/scene';
import type { Catalog } from '../sources/catalog';
import { open, type Opened } from '../sources/open';
import type { SourceSpec } from '../sources/spec';
import { decisionAt } from '../stage/align';
import { infoOf, isUnsuited, totalsOf } from '../stage/info';
import type { View } from '../stage/view';
import { assembled, type Setting } from './assemble';
import type { Sourced } from './provenance';
import type { PaneShown, Sheet } from './sheet';
import { sceneNamed, viewOf } from './view';

/** Base of addresses that nobody fetches: the host knows files by the id of their source. */
export const NOWHERE = 'mmscope:/';
/** Stands for the file: the host reads it, nobody else does. */
export const HELD = {} as Blob;

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

export interface Asked extends Setting {
  /** As in a link, with or without what stands before the scene: `swap-devices?a=model:four-nodes&k=7`. */
  view: string;
}

export async function sheetOf(host: Host, asked: Asked): Promise<Sheet> {
  const view = viewOf(asked.view);
  const scene = sceneNamed(view.scene);
  const specs = PANES.flatMap((pane) => {
    const spec = view.sources[pane];
    return spec.kind === 'none' ? [] : [{ pane, spec }];
  });
  const panes = await Promise.all(
    specs.map(async ({ pane, spec }): Promise<Sourced> => ({
      pane,
      spec,
      ...(await shown(host, scene, view, spec)),
    })),
  );
  return assembled(scene, view, panes, asked);
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
