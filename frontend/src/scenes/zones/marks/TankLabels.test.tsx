import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { TankLabels } from './TankLabels';
import { Y } from './scale';
import type { Column } from './grid';

const NUMBER = 8695;

/** Where the number of free pages stands, how large, and with which words. */
function numberAt(level: number, hit: boolean, width: number) {
  const column: Column = { zone: 2, nid: 0, x: 10, width };
  const marks = { managed: 126_854, min: 5794, low: 7242, high: 8690, reserve: 0, reserveTop: null };
  const { container, unmount } = render(
    <svg>
      <TankLabels {...{ column, ...marks, level, hit }} name="Normal" free={NUMBER} stale={false} />
    </svg>,
  );
  const text = [...container.querySelectorAll('text')].find((e) => e.textContent.startsWith('8,695'));
  const found = { y: Number(text?.getAttribute('y')), px: text?.style.fontSize, words: text?.textContent };
  unmount();
  return found;
}

test.each([120, 200])(
  'in %d px the number goes with its level, and is not another where a page is taken',
  (width) => {
    for (const level of Array.from({ length: Y.foot - Y.breakEnd }, (_, i) => Y.breakEnd + i)) {
      const [quiet, taken] = [numberAt(level, false, width), numberAt(level, true, width)];
      expect(quiet.y - level).toBe(-6);
      expect(taken).toEqual(quiet);
    }
  },
);
