import { beforeAll, expect, test } from 'vitest';
import type { EventRecord } from '../../core/types';
import { cell, tick } from './decision';
import { decide, run, type Run } from '../testing/swap-devices';

let source: Run;
beforeAll(async () => {
  source = await run({
    dev_name: ['swapA', 'swapB', 'swapC', 'swapD'],
    dev_node: [0, 1, 2, -1],
    dev_pages: Array<number>(4).fill(65535),
    step_at: [20, 40, 60, 6000],
    step_do: ['swapoff_fails', 'rule', 'swapoff', 'swapon'],
    step_arg: [2, 2, 1, 1],
    stop_decisions: 20000,
  });
});

test('a cell tells the device by letter, node and name', () => {
  const frame = source.frame(3);
  const at = (type: number) => cell(decide(frame, { type }).event ?? fail(), frame.before);
  expect(at(0)).toEqual({ key: 'type 0', letter: 'A', node: 0, name: 'swapA', place: 0 });
  expect(at(3)).toEqual({ key: 'type 3', letter: 'D', node: -1, name: 'swapD', place: 3 });
  expect(at(30)).toEqual({ key: 'type 30', letter: 'AE', node: -1, name: 'swap device 30', place: 30 });
});

test('a decision for nobody is a cell of its own', () => {
  const frame = source.frame(3);
  expect(cell(decide(frame, { type: -1, end: 'none' }).event ?? fail(), frame.before).name).toBe('none');
  expect(cell(decide(frame, { type: -1, end: 'restart' }).event ?? fail(), frame.before).name).toBe(
    'start over',
  );
});

test('ticks tell what happened between decisions, and leave the set-up out', () => {
  const words: string[] = [];
  for (let i = 0; i < source.session.events; i++) {
    const event = source.session.event(i);
    if (event.kind === 'swap_select' || event.kind === 'swap_free') continue;
    const mark = tick(event, source.session.state(i + 1));
    if (mark && event.kind === 'swap_list') words.push(mark.words);
  }
  expect(words).toEqual([
    'swapC is swapped off and leaves every list',
    'swapoff of swapC failed: it comes back',
    'the rule becomes roundrobin',
    'swapB is swapped off and leaves every list',
    'swapB is swapped on and joins the lists',
  ]);
});

test('texts from outside are shown as text', () => {
  const event = {
    ...(source.session.event(0) as EventRecord & { kind: 'mark' }),
    kind: 'mark' as const,
    text: 'a\u202eb',
  };
  expect(tick(event, source.session.state(0))).toEqual({ words: 'a\ufffdb' });
});

function fail(): never {
  throw new Error('no event');
}
