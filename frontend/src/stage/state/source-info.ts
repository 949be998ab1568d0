/** What a loaded source is called and tells about itself, for whoever knows the switches that are told of. */
import { coverageOf } from '../../core/coverage';
import { isEmulated, settingsOf, type Switch } from '../../core/manifest';
import type { LoadedSource } from '../../capture/local/source';
import type { SourceInfo } from '../../scenes/scene';
import type { Catalogue } from '../../capture/sources/catalogue';
import { manifestFacts } from '../../capture/sources/manifest-facts';
import type { ResolvedSource } from '../../capture/sources/source-resolver';
import { publishedFor, tablesOf } from '../../capture/sources/published-results';

export function sourceInfoOf(
  switches: readonly Switch[],
  opened: ResolvedSource,
  loaded: LoadedSource,
  catalogue: Catalogue,
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
    coverage: coverageOf(loaded.manifest, [loaded.kinds, loaded.observed], lost),
    ...(loaded.noun ? { noun: loaded.noun } : {}),
    ...(opened.asked ? { asked: opened.asked } : {}),
    facts:
      report && manifest ? manifestFacts(switches, manifest, loaded.kinds, lost, report.closed === 1) : [],
    params: loaded.params,
    totals: null,
    published: opened.scenario === '' ? null : publishedFor(catalogue, opened.scenario, devices),
    tables: tablesOf(catalogue, opened.documents),
    ...(manifest ? { settings: settingsOf(manifest) } : {}),
    ...(manifest && isEmulated(manifest) ? { emulated: true as const } : {}),
  };
}
