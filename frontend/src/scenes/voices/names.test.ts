import { expect, test } from 'vitest';
import { run } from '../testing/swap-devices';
import { namesOf } from './names';

test('the same swap type has the same letter on both machines, whatever its disk is called', async () => {
  const model = namesOf((await run()).frame(1).before);
  const kernel = namesOf(
    (await run({ dev_name: ['sdb', 'sdc', 'nvme10n1', 'zram0'] }, 'kernel')).frame(1).before,
  );
  const devices = ({ device }: typeof model) => [0, 1, 2, 3].map(device);
  const called = (names: typeof model) => devices(names).map(({ name }) => name);
  expect(called(model)).not.toEqual(called(kernel));
  const labels = (names: typeof model) => devices(names).map(({ letter, node }) => [letter, node]);
  expect(labels(model)).toEqual(labels(kernel));
});

test('a device that nobody named has its letter and its number', async () => {
  const names = namesOf((await run()).frame(1).before);
  expect(names.device(30)).toEqual({ type: 30, name: 'swap device 30', letter: 'AE', node: -1, prio: 0 });
});
