import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStageStore } from '../state/store';
import { firstPaint } from './first-paint';

const page = { drawn: false };

beforeEach(() => {
  page.drawn = false;
  vi.stubGlobal('requestAnimationFrame', (then: () => void) => setTimeout(then));
  vi.stubGlobal('document', { querySelector: () => (page.drawn ? {} : null) });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** Both panes are still loading. */
function opened() {
  const store = createStageStore({ scenarios: [], captures: [], published: [] }, 'swap-devices');
  const { A, B } = store.getState().panes;
  const loading = { progress: null };
  store.setState({ panes: { A: { ...A, loading }, B: { ...B, loading } } });
  return store;
}

/** Whether it is over once all that is due has been done. */
async function settled(paint: Promise<void>): Promise<boolean> {
  let over = false;
  void paint.then(() => (over = true));
  for (let i = 0; i < 10; i++) await new Promise((resolve) => setTimeout(resolve));
  return over;
}

it('is not there while what was read is on its way to the page', async () => {
  const store = opened();
  const paint = firstPaint(store);
  const { A, B } = store.getState().panes;
  const source = {} as NonNullable<(typeof A)['source']>;
  store.setState({ panes: { A: { ...A, loading: null, source }, B: { ...B, loading: null, source } } });
  expect(await settled(paint), 'read').toBe(false);
  const frame = { frame: {}, other: null, moved: false } as never;
  store.setState({ drawing: { A: frame, B: null } });
  expect(await settled(paint), 'its frame is there').toBe(false);
  page.drawn = true;
  expect(await settled(paint), 'drawn').toBe(true);
});

it('is not waited for where nothing can be opened', async () => {
  const store = opened();
  const paint = firstPaint(store);
  const { A, B } = store.getState().panes;
  store.setState({ panes: { A: { ...A, loading: null }, B: { ...B, loading: null } } });
  expect(await settled(paint)).toBe(true);
});
