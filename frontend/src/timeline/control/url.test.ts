import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NONE } from '../../capture/sources/spec';
import { durationPhrase, rulerOf, timePhrase } from '../model/time/ruler';
import { fitted, holding, NARROWEST, panned, whole, widthOf, zoomed } from '../model/time/span';
import { EMPTY, formatTimeline, MARKS_MAX, parseTimeline, type TimelineView } from './url';

describe('ruler', () => {
  const words = (t0: number, t1: number) => {
    const { anchor, ticks } = rulerOf(t0, t1, 1000, 100);
    return [anchor, ...ticks.map((t) => t.words)];
  };
  it('speaks in the unit of its step, from nanoseconds to hours', () => {
    expect(words(0, 1000).slice(0, 3)).toEqual(['', '0 ns', '100 ns']);
    expect(words(0, 2e6).slice(0, 3)).toEqual(['', '0 µs', '200 µs']);
    expect(words(0, 5e9).slice(0, 3)).toEqual(['', '0 ms', '500 ms']);
    expect(words(0, 3.6e12).slice(0, 3)).toEqual(['', '0:00 min', '10:00 min']);
    expect(words(7.2e12, 7.3e12)[1]).toBe('2:00:00');
  });
  it('counts from whole seconds or milliseconds where words would be long', () => {
    expect(words(12.5e9, 12.5e9 + 4e6).slice(0, 2)).toEqual(['12 s', '+500.0 ms']);
    expect(words(12.345e9, 12.345e9 + 1000).slice(0, 3)).toEqual(['12.345 s', '+0 ns', '+100 ns']);
  });
  it('never has two ticks of the same words, nor ticks nearer than asked for', () => {
    const time = fc.integer({ min: 0, max: 1e13 });
    fc.assert(
      fc.property(time, fc.integer({ min: 20, max: 1e13 }), (t0, width) => {
        const { ticks } = rulerOf(t0, t0 + width, 1200, 90);
        expect(new Set(ticks.map((t) => t.words)).size).toBe(ticks.length);
        const pixels = ticks.map(({ t }) => ((t - t0) / width) * 1200);
        for (const [i, x] of pixels.entries()) {
          if (i > 0) expect(x - (pixels[i - 1] ?? 0)).toBeGreaterThanOrEqual(89.9);
        }
        expect(ticks.length).toBeLessThanOrEqual(14);
      }),
    );
  });
  it('times keep all their digits, durations three', () => {
    const cycle = { name: 'cycle', size: 1 };
    expect([timePhrase(1, cycle), durationPhrase(-1234, cycle)]).toEqual(['1 cycle', '-1,234 cycles']);
    expect(durationPhrase(64_600_000_000, { name: 'tick', size: 1e7 })).toBe('6,460 ticks');
    expect(timePhrase(12_345_678_901)).toBe('12.345 678 901 s');
    expect(timePhrase(1_500)).toBe('1.5 µs');
    expect(timePhrase(7)).toBe('7 ns');
    expect(durationPhrase(1_234_567)).toBe('1.23 ms');
  });
});

describe('span', () => {
  const view = fc
    .record({ t0: fc.integer({ min: -1e6, max: 1e9 }), width: fc.integer({ min: 20, max: 1e9 }) })
    .map(({ t0, width }) => ({ t0, t1: t0 + width }));
  const SPAN = 1e9;
  it('zooming keeps the time under the pointer, unless the view would leave the capture', () => {
    fc.assert(
      fc.property(
        view,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0.5, max: 2, noNaN: true }),
        (v, at, by) => {
          const t = v.t0 + at * widthOf(v);
          const next = zoomed(v, t, by, SPAN);
          const free = next.t0 > -0.9 * widthOf(next) + 1 && next.t0 < SPAN - 0.1 * widthOf(next) - 1;
          if (free) expect((t - next.t0) / widthOf(next)).toBeCloseTo(at, 3);
          expect(widthOf(next)).toBeGreaterThanOrEqual(NARROWEST * 0.999);
        },
      ),
    );
  });
  it('however one pans, some of the capture stays in view', () => {
    fc.assert(
      fc.property(view, fc.double({ min: -1e12, max: 1e12, noNaN: true }), (v, by) => {
        const next = panned(v, by, SPAN);
        expect(next.t1).toBeGreaterThan(0);
        expect(next.t0).toBeLessThan(SPAN);
        expect(widthOf(next)).toBeCloseTo(widthOf(v), 3);
      }),
    );
  });
  it('fits a stretch with air around it, and one event too', () => {
    const v = fitted(1000, 2000, SPAN);
    expect(v).toEqual({ t0: 950, t1: 2050 });
    expect(widthOf(fitted(5, 5, SPAN))).toBeGreaterThan(0);
    expect(widthOf(whole(0))).toBeGreaterThan(0);
  });
  it('moves only when what it shall hold is not in view', () => {
    const v = { t0: 1000, t1: 2000 };
    expect(holding(v, 1500, SPAN)).toBe(v);
    expect(holding(v, 5000, SPAN)).toEqual({ t0: 4500, t1: 5500 });
  });
});

describe('URL', () => {
  it('brings back the view it was made of', () => {
    const view: TimelineView = {
      a: { kind: 'capture', id: 'four-nodes-node' },
      b: { kind: 'file', name: 'my trace.txt', blob: null },
      viewA: { t0: 12_345_678_901_234, t1: 12_345_678_905_000 },
      viewB: { t0: -5, t1: 70 },
      stretch: { slot: 'B', from: 0, to: 12_345_678_901_234 },
      marks: [
        { slot: 'A', ts: 12_345_678_901_300, name: 'mm_page_alloc' },
        { slot: 'B', ts: 0, name: '' },
      ],
      linked: false,
      measure: 'issue to complete',
      query: 'cpu:3 lat>1000 &=',
      folded: ['zone', 'task'],
      raw: false,
      scaleBy: 'capture',
    };
    expect(parseTimeline(formatTimeline(view))).toEqual({ view, complaints: [] });
    expect(formatTimeline(EMPTY)).toBe('');
    expect(parseTimeline('')).toEqual({ view: EMPTY, complaints: [] });
  });
  it('says which stretch it cannot read, and selects none', () => {
    for (const bad of [
      '',
      'A',
      'A5',
      'C1-2',
      'A9-3',
      'A1--2',
      'A1-2-3',
      'B1e3-2e3',
      'A1-99999999999999999',
    ]) {
      const { view, complaints } = parseTimeline(`?stretch=${bad}&scale=capture`);
      expect(view).toEqual({ ...EMPTY, scaleBy: 'capture' });
      expect(complaints).toHaveLength(1);
    }
    expect(parseTimeline('?stretch=A7-7').view.stretch).toEqual({ slot: 'A', from: 7, to: 7 });
  });
  it('names parameters that are unknown or repeated, and words that one cannot have', () => {
    for (const [text, said] of [
      ['?zzz=1', 'There is no parameter “zzz”.'],
      ['?m=lat&m=cpu', '“m” is there twice.'],
      ['?mark=A1', 'Did you mean “marks”?'],
      ['?link=loose', '“link=loose”: link can be free.'],
      ['?raw=2', '“raw=2”: raw can be 0 or 1.'],
      ['?scale=day', '“scale=day”: scale can be view or capture.'],
      ['?fold=cpu,moon', '“moon” cannot be folded'],
    ] as const)
      expect(parseTimeline(text).complaints.join(' ')).toContain(said);
  });
  it('holds so many marks and no more, however many one asks for', () => {
    const marks = Array.from({ length: 3 * MARKS_MAX }, (_, ts) => ({ slot: 'A' as const, ts, name: 'x' }));
    const text = formatTimeline({ ...EMPTY, marks });
    expect(parseTimeline(text).view.marks).toEqual(marks.slice(0, MARKS_MAX));
    const asked = parseTimeline(`?marks=${marks.map((m) => `A${m.ts}`).join(',')},C5,A1:<b>`);
    expect(asked.view.marks).toHaveLength(MARKS_MAX);
    expect(asked.complaints).toEqual(['82 of 122 marks cannot be read.']);
  });
  it('names what cannot be read and keeps the rest', () => {
    const { view, complaints } = parseTimeline('?a=model:four-nodes&b=what&t=soon&u=5&q=cpu:1');
    expect(complaints).toHaveLength(3);
    expect(view).toEqual({ ...EMPTY, a: NONE, query: 'cpu:1' });
  });
});

it('a clock that counts has ticks of whole counts, and no unit of time', () => {
  const unit = { name: 'count', size: 1 };
  const near = rulerOf(-66, 6723, 1000, 100, unit);
  expect(near.anchor).toBe('');
  expect(near.ticks.map(({ words }) => words)).toEqual([
    '0',
    '1,000',
    '2,000',
    '3,000',
    '4,000',
    '5,000',
    '6,000',
  ]);
  const far = rulerOf(1e11, 1e11 + 100, 1000, 100, unit);
  expect([far.anchor, far.ticks[0]?.words, far.ticks.at(-1)?.words]).toEqual([
    '100,000,000,000 counts',
    '+0',
    '+100',
  ]);
  const fine = rulerOf(0, 5e7, 1000, 100, { name: 'tick', size: 1e7 });
  expect(fine.ticks.map(({ t, words }) => [t, words])).toEqual(
    [0, 1, 2, 3, 4, 5].map((n) => [n * 1e7, String(n)]),
  );
});
