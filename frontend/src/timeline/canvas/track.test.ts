import { expect, it } from 'vitest';
import { LocalCapture } from '../worker/local-capture';
import { inColumns } from '../../trace/testing/columns';
import { load } from '../../trace/testing/loader';
import { Capture } from '../model/capture';
import { idleProgress } from '../testing/progress';
import { synthetic } from '../testing/captures';
import type { Pen } from './pen';
import { EMPTY_CANVAS } from './state';
import { barHeight, drawTrack } from './track';

it('a bar is as high as the logarithm of its number, from two pixels to all there is', () => {
  expect([0, 1, 1000, 5000].map((n) => barHeight(n, 1000, 40))).toEqual([0, 4, 40, 40]);
  expect(barHeight(1, 1_000_000, 20)).toBe(2);
});

it('bars use their lane: they stand on its foot, the fullest reaches its top, none leaves it', async () => {
  const capture = new LocalCapture(await Capture.of(synthetic(20_000, 5, 5e8), idleProgress));
  const boxes: { y: number; height: number }[] = [];
  const pen = {
    tone: () => 'ink',
    box: (_: string, __: number, y: number, ___: number, height: number) => boxes.push({ y, height }),
  } as unknown as Pen;
  const track = capture.tracks.findIndex(({ group }) => group === 'cpu');
  const place = { track, top: 100, height: 24, node: null, scale: null, other: 0 };
  const scene = { ...EMPTY_CANVAS, width: 400, view: { t0: 0, t1: capture.span }, full: 1 };
  // So many events in view that they are bars; then the height of the fullest is asked for.
  drawTrack(pen, capture, scene, place);
  expect(boxes.length).toBeGreaterThan(0);
  for (const { y, height } of boxes) {
    expect(y + height).toBe(place.top + place.height - 1);
    expect(y).toBeGreaterThanOrEqual(place.top + 2);
  }
  expect(Math.min(...boxes.map(({ y }) => y))).toBe(place.top + 2);

  // The greatest of the other capture is on the same scale, and that of the whole capture by choice.
  const highest = (change: object, by: object = {}) => {
    boxes.length = 0;
    const greatest = drawTrack(pen, capture, { ...scene, ...by }, { ...place, ...change });
    return { greatest, high: Math.max(...boxes.map(({ height }) => height)) };
  };
  const alone = highest({});
  expect(alone.high).toBe(place.height - 3);
  const beside = highest({ other: 1e9 });
  expect(beside.greatest).toBe(alone.greatest);
  expect(beside.high).toBeLessThan(alone.high);
  expect(highest({}, { scaleBy: 'capture', full: 2 ** 30 })).toMatchObject({ greatest: 2 ** 30 });
});

it('what kswapd did where its events are missing is hatched, and what is known there is drawn', async () => {
  const line = (ms: number, event: string) =>
    `         kswapd0-60      [000] .....   1.${String(ms).padStart(3, '0')}000: ${event}\n`;
  const text =
    line(0, 'mm_vmscan_kswapd_wake: nid=0 order=0') +
    line(100, 'mm_vmscan_kswapd_sleep: nid=0') +
    line(200, 'mm_vmscan_kswapd_wake: nid=0 order=0') +
    `CPU:0 [LOST 5 EVENTS]\n` +
    line(300, 'mm_vmscan_kswapd_sleep: nid=0') +
    line(400, 'mm_vmscan_kswapd_wake: nid=0 order=0');
  const { store, report } = await load(`# tracer: nop\n#\n${text}`);
  const capture = new LocalCapture(await Capture.of(store, idleProgress, report));
  const [boxes, hatched]: number[][][] = [[], []];
  const pen = {
    tone: () => 'ink',
    width: () => 1000,
    box: (_: string, x: number, __: number, width: number) => boxes?.push([x, width]),
    hatch: (_: string, x: number, __: number, width: number) => hatched?.push([x, width]),
  } as unknown as Pen;
  const place = { track: 0, top: 100, height: 24, node: null, scale: null, other: 0 };
  drawTrack(pen, capture, { ...EMPTY_CANVAS, width: 400, view: { t0: 0, t1: capture.span } }, place);
  expect(hatched).toEqual([[200, 100]]);
  expect(boxes).toEqual([
    [0, 100],
    [200, 100],
    [400, 1],
  ]);
});

it('an arrow leads from the call that woke a kswapd to where it begins to be awake', async () => {
  const line = (ms: number, task: string, event: string) =>
    `${inColumns(task)} [000] .....   1.${String(ms).padStart(3, '0')}000: ${event}\n`;
  const kswapd = (ms: number, what: string) => line(ms, 'kswapd0-60', `mm_vmscan_kswapd_${what}`);
  const call = (ms: number, task: string) =>
    line(ms, task, 'mm_vmscan_wakeup_kswapd: nid=0 order=3 gfp_flags=GFP_KERNEL');
  const text =
    kswapd(0, 'sleep: nid=0') +
    call(20, 'cc-7') +
    call(30, 'ld-9') +
    kswapd(100, 'wake: nid=0 order=3') +
    kswapd(200, 'sleep: nid=0') +
    kswapd(300, 'wake: nid=0 order=0') +
    kswapd(400, 'sleep: nid=0');
  const { store, report } = await load(`# tracer: nop\n#\n${text}`);
  const capture = new LocalCapture(await Capture.of(store, idleProgress, report));
  const arrows: number[][] = [];
  const pen = {
    tone: () => 'ink',
    width: () => 1000,
    box: () => undefined,
    hatch: () => undefined,
    arrow: (_: string, from: number, to: number, y: number) => arrows.push([from, to, y]),
  } as unknown as Pen;
  const track = capture.tracks.findIndex(({ name }) => name === 'kswapd0 awake');
  const place = { track, top: 100, height: 24, node: 0, scale: null, other: 0 };
  const draw = (t0: number, t1: number) => {
    arrows.length = 0;
    drawTrack(pen, capture, { ...EMPTY_CANVAS, width: 400, view: { t0, t1 } }, place);
    return arrows;
  };
  // The second time it is not known who asked.
  expect(draw(0, capture.span)).toEqual([[20, 100, 112]]);
  expect(draw(60e6, 260e6)).toEqual([[0, 80, 112]]);
  expect(draw(150e6, 250e6)).toEqual([]);

  // Who asked is said by the stretch and by the pointer.
  expect(capture.spanAt(track, 150e6, 1)?.words).toBe(
    'kswapd0 was awake from 100 ms to 200 ms: 100 ms, woken by cc 7, order 3, GFP_KERNEL.',
  );
  expect(capture.hit(track, 100e6, 1)?.more).toBe('woken by cc 7, order 3, GFP_KERNEL');
  expect(capture.hit(track, 200e6, 1)?.more).toBe('');
  expect(capture.spanAt(track, 350e6, 1)?.words).not.toContain('woken');
});
