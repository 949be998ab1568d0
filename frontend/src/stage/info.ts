/** What a loaded source is called and tells about itself: the scene contract's SourceInfo. */
import { sum } from 'd3-array';
import { isEmulated, settingsOf } from '../core/manifest';
import type { Checked, Loaded, Shown } from '../core/pane-core';
import { grouped } from '../core/number';
import { scenes } from '../scenes';
import { total } from '../scenes/fit';
import type { SourceInfo } from '../scenes/scene';
import type { Catalog } from '../sources/catalog';
import { captureFacts } from '../sources/facts';
import type { Opened } from '../sources/open';
import { publishedFor, tablesOf } from '../sources/published';

const switches = scenes.flatMap(({ policy }) => policy?.switches ?? []);

export function infoOf(opened: Opened, loaded: Loaded, catalog: Catalog): SourceInfo {
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

/** The same source as another scene steps through it. */
export function shownAs(info: SourceInfo, { decisions, noun }: Shown): SourceInfo {
  const shown = { ...info, decisions };
  delete shown.noun;
  return noun ? { ...shown, noun } : shown;
}

/** Both checks in one: a decision is the same only when both say so. */
export function totalsOf({ totals, modes }: Checked): NonNullable<SourceInfo['totals']> {
  return {
    decisions: sum(modes, (m) => m.decisions),
    same: sum(modes, (m) => m.same),
    different: sum(modes, (m) => m.different),
    incomplete: sum(modes, (m) => m.incomplete),
    lost: totals.lost,
    modes,
  };
}

/** The source decides something, but nothing that the scene is for. */
export function isUnsuited({ decisions, kinds }: SourceInfo): boolean {
  return decisions === 0 && total(kinds) > 0;
}

/** Decisions of each mode in a few words; undefined while they are not counted. */
export function modeWords({ totals }: SourceInfo): string | undefined {
  const words = totals?.modes.map(({ mode, decisions, same }) => {
    const [all, good] = [decisions, same].map(grouped);
    return same === decisions ? `${mode} ${all ?? ''}` : `${mode} ${good ?? ''} of ${all ?? ''} same`;
  });
  return words?.join(', ');
}
