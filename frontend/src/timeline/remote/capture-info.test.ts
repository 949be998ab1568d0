/** What is said of a patched kernel's capture whose events stay on the server. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { bundled } from '../../trace/testing/captures';
import { load } from '../../trace/testing/loader';
import { idleProgress } from '../testing/progress';
import { sentenceOf } from '../../trace/report/headline';
import { Capture } from '../model/capture';
import { infoOf, windowClauses } from './capture-info';

const TELLS: readonly (readonly [RegExp, string])[] = [
  [/^kswapd\d awake$/, 'when kswapd was awake'],
  [/^kswapd\d woken$/, 'which calls woke kswapd'],
  [/ in use$/, 'slots in use'],
  [/^node \d \S+ gave$/, 'pages that each zone gave'],
  [/ batches reset$/, 'batches reset on each node'],
  [/^node \d dealt$/, 'pages dealt to each node'],
  [/ read: /, 'reads from swap going on'],
  [/ got back$/, 'slots got back'],
  [/ gave$/, 'slots that each device gave'],
];

const IDS = ['two-nodes-kswapd', 'interleave-switched', 'swap-in-hybrid', 'priorities', 'zones-fair'];

it.each(bundled.filter(({ id }) => IDS.includes(id)))(
  '$id: its windows say what its rows tell, and how many decisions it has',
  async ({ path }) => {
    const { store, report } = await load(readFileSync(path));
    const { tracks } = (await Capture.of(store, idleProgress, report)).info();
    const rows = tracks.filter(({ group }) => ['nodes', 'reclaim', 'swap', 'disks'].includes(group));
    const expected = rows.map(({ name }) => TELLS.find(([shape]) => shape.test(name))?.[1] ?? name);
    const kinds = Object.fromEntries(report.kinds.map(({ name, count }) => [name, count]));
    const outline = {
      ...{ ts_first: '0', span: '1', gaps: [] },
      kinds: report.kinds.map(({ name, count }) => ({
        ...{ name, system: '', doc: '', events: count, fields: [], measures: {} },
      })),
    };
    const info = infoOf({ kinds }, outline, 0);
    expect([...(info.windows?.missing ?? [])].sort()).toEqual([...new Set(expected)].sort());
    expect(expected.length).toBeGreaterThan(0);
    expect(sentenceOf(windowClauses(outline, info))).toMatch(
      /^[\d,]+ decisions with their inputs: [\d,]+ on .*; read in the page it also tells .*\.$/,
    );
  },
);
