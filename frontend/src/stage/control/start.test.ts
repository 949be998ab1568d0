import { expect, it } from 'vitest';
import { scenes } from '../../scenes';
import type { Scene, SourceInfo } from '../../scenes/scene';
import type { Catalogue } from '../../capture/sources/catalogue';
import { NONE, type SourceSpec } from '../../capture/sources/spec';
import { sceneStart, startOf } from './start';
import { createStageStore, emptyPane, type PaneState } from '../state/store';

const model = (id: string): SourceSpec => ({ kind: 'model', id, overrides: {} });
const named = (ids: string[]) => ids.map((id) => ({ id, title: id, summary: '', documents: [], params: {} }));
const catalogue: Catalogue = { scenarios: named(['mine', 'theirs', 'other']), captures: [], published: [] };
const own = { A: model('mine'), B: model('theirs') };

const any = scenes[0];
if (!any) throw new Error('no scene');
const scene: Scene = { ...any, kinds: ['interleave'], start: { a: 'model:mine', b: 'model:theirs', k: 7 } };

function pane(id: string, kinds: SourceInfo['kinds'], observed: SourceInfo['observed'] = {}): PaneState {
  const info = { id, kinds, observed } as SourceInfo;
  const columns = {
    ts: new Float64Array(),
    span: 0,
    cell: new Uint16Array(),
    cells: [],
    ticks: [],
    gaps: [],
    unmarked: 0,
  };
  return { ...emptyPane(), spec: model(id), source: { spec: model(id), info, columns } };
}
const empty = emptyPane();
const suited = pane('other', { interleave: 9 });
const unsuited = pane('swap', { swap_select: 9 });

it.each([
  ['both panes empty', empty, empty, { sources: own, k: 7 }],
  ['neither suited', unsuited, unsuited, { sources: own, k: 7 }],
  ['one unsuited, the other left empty', empty, unsuited, { sources: own, k: 7 }],
  ['both suited', suited, suited, { sources: {}, k: null }],
  ['one suited, the other left empty', suited, empty, { sources: {}, k: null }],
  ['one suited', suited, unsuited, { sources: { B: own.B }, k: null }],
  [
    'one suited, which is what the other would get',
    unsuited,
    pane('mine', { interleave: 1 }),
    { sources: { A: own.B }, k: null },
  ],
  [
    'one still being read',
    unsuited,
    { ...empty, loading: { progress: null } },
    { sources: { A: own.A }, k: null },
  ],
])('a scene opens with %s', (_, A, B, expected) => {
  expect(sceneStart(scene, { panes: { A, B }, catalogue })).toEqual(expected);
});

it('a scene without sources of its own takes what there is', () => {
  const bare = { ...scene };
  delete bare.start;
  expect(sceneStart(bare, { panes: { A: unsuited, B: empty }, catalogue })).toEqual({ sources: {}, k: null });
});

it('a source may be given tunables', () => {
  const set: Scene = { ...scene, start: { a: 'model:mine&rule=global&demand=1,2', b: 'model:theirs' } };
  expect(startOf(set, catalogue).A).toEqual({ ...own.A, overrides: { rule: 'global', demand: [1, 2] } });
});

it('what the page was built without leaves its pane empty', () => {
  const { catalogue: without } = createStageStore(
    { scenarios: named(['mine']), captures: [], published: [] },
    '',
  ).getState();
  expect(startOf(scene, without)).toEqual({ A: own.A, B: NONE });
});
