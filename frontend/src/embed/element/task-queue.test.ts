import { expect, test } from 'vitest';
import { ownTask } from './task-queue';

/** All that a task does before it ends. */
async function endOfTask() {
  for (let i = 0; i < 100; i++) await Promise.resolve();
}

test('turns come in the order in which they were asked for, none in the task that asked, no two in one', async () => {
  const seen: number[] = [];
  const turns = [1, 2, 3].map((n) => ownTask().then(() => seen.push(n)));
  await endOfTask();
  expect(seen).toEqual([]);
  for (const n of [1, 2, 3]) {
    await turns[n - 1];
    await endOfTask();
    expect(seen).toHaveLength(n);
  }
  expect(seen).toEqual([1, 2, 3]);
});
