import { expect, test, vi } from 'vitest';
import { msg } from '../../core/message';
import type { PaneSourceFrame, SourceFrame } from '../scene';
import { narratorOf } from './narrator';
import type { PaneNarration } from '../narration';

test('what a pane tells is made once, whichever pane it is and whatever stands beside it', () => {
  const pane = vi.fn<(shown: SourceFrame) => PaneNarration>(() => ({ heading: msg`Why` }) as PaneNarration);
  const tell = narratorOf((a, b) => ({ title: msg`${a.pane}${b?.pane ?? ''}`, context: msg`` }), pane);
  const frame = { event: null, trail: [], trailOthers: [], others: [], before: { node: [], dev: [] } };
  const shown = { info: {}, frame } as unknown as SourceFrame;
  const a: PaneSourceFrame = { ...shown, pane: 'A' };
  const b: PaneSourceFrame = { ...shown, pane: 'B' };
  const narrations = [tell(a, null), tell(a, b), tell(b, null)];
  expect(narrations.map(({ title }) => title)).toEqual([
    msg`${'A'}${''}`,
    msg`${'A'}${'B'}`,
    msg`${'B'}${''}`,
  ]);
  expect(new Set(narrations.map(({ heading }) => heading)).size).toBe(1);
  expect(pane).toHaveBeenCalledTimes(1);
  tell({ ...a, frame: { ...shown.frame } }, null);
  tell({ ...a, info: { ...shown.info } }, null);
  expect(pane).toHaveBeenCalledTimes(3);
});
