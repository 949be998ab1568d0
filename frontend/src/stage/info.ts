/** What a loaded source is called and tells about itself: the scene contract's SourceInfo. */
import type { Loaded } from '../core/pane-core';
import type { TotalsStruct } from '../core/gen/tables';
import type { SourceInfo } from '../scenes/scene';
import type { Catalog } from '../sources/catalog';
import { captureFacts } from '../sources/facts';
import type { Opened } from '../sources/open';
import { publishedFor } from '../sources/published';

export function infoOf(opened: Opened, loaded: Loaded, catalog: Catalog): SourceInfo {
  const names = loaded.params?.['dev_name'];
  const devices = Array.isArray(names) ? names.map(String) : [];
  const { report, manifest } = loaded;
  const lost = report ? Math.max(report.lost, report.missing) : 0;
  return {
    provenance: loaded.params ? 'model' : 'kernel',
    id: opened.id,
    title: opened.title,
    decisions: loaded.decisions,
    facts: report && manifest ? captureFacts(manifest, lost, report.closed === 1) : [],
    params: loaded.params,
    totals: null,
    published: opened.scenario === '' ? null : publishedFor(catalog, opened.scenario, devices),
  };
}

/** Both checks in one line: a decision is the same only when both say so. */
export function totalsOf(t: TotalsStruct): NonNullable<SourceInfo['totals']> {
  const different = Math.max(t.different, t.replay_different);
  const incomplete = Math.min(t.decisions - different, Math.max(t.incomplete, t.replay_incomplete));
  return {
    decisions: t.decisions,
    same: t.decisions - different - incomplete,
    different,
    incomplete,
    lost: t.lost,
  };
}
