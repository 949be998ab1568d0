import { beforeAll, describe, expect, it } from 'vitest';
import type { Columns } from '../../core/columns';
import * as decision from '../../scenes/swap-devices/decision';
import { moduleOf, scenarioInput } from '../../scenes/testing/source';
import { LocalSource } from '../../capture/local/source';
import { tunablesOf } from '../../capture/sources/spec';
import { PANES, type PaneId } from '../../core/panes';
import { differences } from '../../stage/state/differences';
import { momentsOf, speedAt } from './moments';
import { START } from './view';

const columns = {} as Record<PaneId, Columns>;

beforeAll(async () => {
  for (const id of PANES) {
    const spec = START.sources[id];
    if (spec.kind !== 'model') throw new Error('no model');
    const source = new LocalSource(moduleOf('mmscope'), () => Promise.resolve(decision), moduleOf('mmzstd'));
    const input = await scenarioInput(spec.id, tunablesOf(spec));
    const outcome = await source.load(input, START.scene, () => undefined);
    if (!outcome.ok) throw new Error(outcome.failure.message);
    columns[id] = outcome.value.columns;
  }
});

describe('the run that the start page shows', () => {
  it('has four decisions alike, each node asking its own disk, and a fifth that differs', () => {
    const names = (id: PaneId) => [...columns[id].cell.slice(0, 5)].map((c) => columns[id].cells[c]?.name);
    expect(names('A')).toEqual(['swapA', 'swapB', 'swapC', 'swapD', 'swapC']);
    expect(names('B')).toEqual(['swapA', 'swapB', 'swapC', 'swapD', 'swapA']);
  });

  it('has a moment where the rules part, and one where each of two disks fills up', () => {
    const moments = momentsOf(differences(columns.A, columns.B), columns.A.ticks);
    expect(moments.map(({ words }) => words)).toEqual(['the rules part', 'a disk is full', 'the next one']);
    expect(moments[0]?.k).toBe(5);
    const full = columns.A.ticks.filter(({ words }) => words.includes(' is full'));
    expect(full[0]?.k).toBe(moments[1]?.k);
    expect(full.find(({ words }) => words !== full[0]?.words)?.k).toBe(moments[2]?.k);
  });
});

it('without another run, and before it is read, there is less to stop at', () => {
  expect(momentsOf(null, [])).toEqual([]);
  expect(
    momentsOf(new Uint32Array(), [{ k: 3, ts: 0, words: 'swapA is full and leaves every list' }]),
  ).toEqual([{ k: 3, words: 'a disk is full' }]);
});

it('plays slowly up to the first moment and before each of the others, and fast between them', () => {
  const moments = [5, 20].map((k) => ({ k, words: '' }));
  expect([0, 4, 5, 17, 18, 19, 20, 99].map((k) => speedAt(k, moments))).toEqual([1, 1, 4, 4, 1, 1, 4, 4]);
});
