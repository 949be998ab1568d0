/** Two captures on one scale: what each learns of the other. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SharedScale } from './shared-scale';
import type { Tops } from '../canvas/state';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

type Port = Pick<MessagePort, 'onmessage' | 'postMessage' | 'close'>;

/** Two ports that hand over at once what is posted, until they are closed. */
function joined(): [MessagePort, MessagePort] {
  const ends: Port[] = [];
  let open = true;
  for (const i of [0, 1]) {
    ends[i] = {
      onmessage: null,
      postMessage: (data: unknown) => {
        const other = ends[1 - i] as MessagePort;
        if (open) other.onmessage?.({ data } as MessageEvent);
      },
      close: () => {
        open = false;
      },
    };
  }
  return ends as [MessagePort, MessagePort];
}

function two() {
  const sent: ['A' | 'B', Tops][] = [];
  const rested: ['A' | 'B', Tops][] = [];
  const side = (name: 'A' | 'B') =>
    new SharedScale(
      (others) => sent.push([name, others]),
      (own) => rested.push([name, own]),
    );
  const [a, b] = [side('A'), side('B')];
  const meet = () => {
    const [first, second] = joined();
    a.meet(first);
    b.meet(second);
  };
  return { a, b, meet, sent, rested };
}

it('each learns only what is greater in the other, and only when that changes', () => {
  const { a, b, meet, sent } = two();
  meet();
  a.tell({ free: 5, read: 9 });
  expect(sent.splice(0)).toEqual([['B', { free: 5, read: 9 }]]);
  b.tell({ free: 7, read: 2 });
  expect(sent.splice(0)).toEqual([
    ['A', { free: 7 }],
    ['B', { read: 9 }],
  ]);
  b.tell({ free: 7, read: 3 });
  expect(sent.splice(0)).toEqual([]);
  b.tell({});
  expect(sent.splice(0)).toEqual([
    ['A', {}],
    ['B', { free: 5, read: 9 }],
  ]);
});

it('what was drawn before they met is sent when they do, and forgotten when the other one is gone', () => {
  const { a, b, meet, sent } = two();
  a.tell({ free: 5 });
  b.tell({ free: 7 });
  expect(sent).toEqual([]);
  meet();
  expect(sent.splice(0)).toEqual([['A', { free: 7 }]]);
  a.meet(null);
  expect(sent.splice(0)).toEqual([['A', {}]]);
  b.tell({ free: 8 });
  expect(sent.splice(0)).toEqual([]);
  meet();
  expect(sent.splice(0)).toEqual([['A', { free: 8 }]]);
});

it('the page hears when nothing has changed for a while, once', () => {
  const { a, rested } = two();
  a.tell({ free: 5 });
  vi.advanceTimersByTime(100);
  a.tell({ free: 6 });
  vi.advanceTimersByTime(100);
  expect(rested).toEqual([]);
  a.tell({ free: 6 });
  vi.advanceTimersByTime(100);
  expect(rested).toEqual([['A', { free: 6 }]]);
  vi.advanceTimersByTime(1000);
  expect(rested).toHaveLength(1);
});
