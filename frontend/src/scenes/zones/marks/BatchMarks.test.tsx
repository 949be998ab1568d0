import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { BatchMarks } from './BatchMarks';
import { gridOf } from './grid';
import { machine } from '../../testing/zones';

afterEach(cleanup);

/** What stands in the row of batches of one zone. */
function words(batch: number, width: number): string | undefined {
  const bare = machine([[200_000]]);
  const zones = bare.zones.map((z) => ({ ...z, batch, batchFull: 2943 }));
  const facts = { ...bare, policy: 'fair' as const, zones, byId: new Map(zones.map((z) => [z.id, z])) };
  const { container } = render(
    <svg>
      <BatchMarks layout={gridOf([facts], width)} facts={facts} />
    </svg>,
  );
  return container.querySelector('[data-batch] text')?.textContent;
}

test('both numbers of a batch have their thousands apart', () => {
  expect(words(2541, 671)).toBe('2,541 of 2,943');
  expect(words(-2541, 671)).toBe('\u22122,541 of 2,943');
});
