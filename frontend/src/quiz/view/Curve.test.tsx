import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NOTHING } from '../../core/message';
import type { CurveQuestion } from '../../scenes/question';
import { Curve } from './Curve';

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = vi.fn();
      disconnect = vi.fn();
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const QUESTION: CurveQuestion = {
  ...{ kind: 'curve', form: 'curve', from: 'kernel', k: null, task: null, hides: null },
  ...{ title: NOTHING, lead: NOTHING, hint: NOTHING, marks: [], unit: '', max: 100, within: 5 },
  before: [{ k: 9, value: 50 }],
  solution: [50, 60, 90, 60, 50, 50, 50, 50].map((value, i) => ({ k: 10 + i, value })),
  reasons: { right: NOTHING, other: NOTHING },
};

test('once it is shown each line says whose it is, one above and one below', () => {
  const said = [50, 50, 40, 50, 50, 50, 50, 50];
  const { container, rerender } = render(<Curve question={QUESTION} said={said} shown={false} />);
  const names = () =>
    [...container.querySelectorAll('.line-name')].map(
      (e) => [e.textContent, Number(e.getAttribute('y'))] as const,
    );
  expect(names()).toEqual([]);
  rerender(<Curve question={QUESTION} said={said} shown />);
  const [came, own] = names();
  expect([came?.[0], own?.[0]]).toEqual(['kernel', 'you']);
  // 90 is above 40.
  expect(came?.[1]).toBeLessThan(own?.[1] ?? 0);
  rerender(<Curve question={QUESTION} said={null} shown />);
  expect(names().map(([words]) => words)).toEqual(['kernel']);
});
