/** What a loaded source is called and tells about itself, for whoever knows the switches that are told of. */
import { isEmulated, settingsOf, type Switch } from '../core/manifest';
import type { Loaded } from '../core/pane-core';
import type { SourceInfo } from '../scenes/scene';
import type { Catalog } from '../sources/catalog';
import { captureFacts } from '../sources/facts';
import type { Opened } from '../sources/open';
import { publishedFor, tablesOf } from '../sources/published';

export function infoWith(
  switches: readonly Switch[],
  opened: Opened,
  loaded: Loaded,
  catalog: Catalog,
): SourceInfo {
  const names = loaded.params?.['dev_name'];
  const devices = Array.isArray(names) ? names.map(String) : [];
  const { report, manifest } = loaded;
  const lost = report ? Math.max(report.lost, report.missing) : 0;
  return {
    provenance: loaded.params ? 'model' : opened.asked ? 'asif' : 'kernel',
    id: opened.id,
    title: opened.title,
    decisions: loaded.decisions,
    kinds: loaded.kinds,
    observed: loaded.observed,
    ...(loaded.noun ? { noun: loaded.noun } : {}),
    ...(opened.asked ? { asked: opened.asked } : {}),
    facts:
      report && manifest ? captureFacts(switches, manifest, loaded.kinds, lost, report.closed === 1) : [],
    params: loaded.params,
    totals: null,
    published: opened.scenario === '' ? null : publishedFor(catalog, opened.scenario, devices),
    tables: tablesOf(catalog, opened.documents),
    ...(manifest ? { settings: settingsOf(manifest) } : {}),
    ...(manifest && isEmulated(manifest) ? { emulated: true as const } : {}),
  };
}
