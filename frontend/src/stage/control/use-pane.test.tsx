import { cleanup, render, screen } from '@testing-library/react';
import type { FC } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { msg, textOf } from '../../core/message';
import type { PaneId } from '../../core/panes';
import type { Frame, SourceInfo, Narrator } from '../../scenes/scene';
import type { Narration } from '../../scenes/narration';
import { StageContext, type Stage } from './stage-context';
import { createStageStore, type PaneState } from '../state/store';
import { useNarration } from './use-pane';

afterEach(cleanup);

const tell = vi.fn<Narrator>(({ pane }) => ({ title: msg`pane ${pane}` }) as Narration);

const Asks: FC<{ id: PaneId }> = ({ id }) => {
  const narration = useNarration(id, tell);
  return <p>{narration && textOf(narration.title)}</p>;
};

test('what a pane alone tells is made once for all that ask', () => {
  const store = createStageStore({} as Parameters<typeof createStageStore>[0], 'zones');
  const info = { decisions: 1 } as SourceInfo;
  const pane = { source: { info } } as PaneState;
  const drawn = { frame: { k: 1 } as Frame, other: null, moved: false };
  store.setState({ panes: { A: pane, B: pane }, text: { A: drawn, B: drawn } });
  const stage = { controller: { store } } as unknown as Stage;
  render(
    <StageContext value={stage}>
      <Asks id="A" />
      <Asks id="A" />
      <Asks id="B" />
    </StageContext>,
  );
  expect(screen.getAllByText('pane A')).toHaveLength(2);
  expect(screen.getAllByText('pane B')).toHaveLength(1);
  expect(tell).toHaveBeenCalledTimes(2);
});
