/** The name of a loaded source and its facts, given the switches that its scene shows. */
import { EVERYTHING } from '../../core/model-coverage';
import type { Switch } from '../../core/manifest';
import type { LoadedSource } from '../../capture/local/source';
import type { SourceInfo } from '../../scenes/scene';
import type { Catalogue } from '../../capture/sources/catalogue';
import type { ResolvedSource } from '../../capture/sources/source-resolver';
import { publishedFor, tablesOf } from '../../capture/sources/published-results';

/** What reads manifests: a page that shows models alone needs none of it. */
export const prepareManifests = () => import('./manifest-info');

export async function sourceInfoOf(
  switches: readonly Switch[],
  opened: ResolvedSource,
  loaded: LoadedSource,
  catalogue: Catalogue,
): Promise<SourceInfo> {
  const names = loaded.params?.['dev_name'];
  const devices = Array.isArray(names) ? names.map(String) : [];
  const stated = loaded.manifest
    ? (await prepareManifests()).manifestInfo(switches, loaded.manifest, loaded)
    : { coverage: EVERYTHING, facts: [] };
  return {
    provenance: loaded.params ? 'model' : opened.asked ? 'asif' : 'kernel',
    id: opened.id,
    title: opened.title,
    decisions: loaded.decisions,
    kinds: loaded.kinds,
    observed: loaded.observed,
    ...(loaded.noun ? { noun: loaded.noun } : {}),
    ...(opened.asked ? { asked: opened.asked } : {}),
    params: loaded.params,
    totals: null,
    published: opened.scenario === '' ? null : publishedFor(catalogue, opened.scenario, devices),
    tables: tablesOf(catalogue, opened.documents),
    ...stated,
  };
}
