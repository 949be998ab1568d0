import { expect, test } from 'vitest';
import { archOf, withArch, zoneName } from './zone';

test('an index of a zone has the name that its machine gives it', () => {
  const names = (arch?: Parameters<typeof withArch>[0]) =>
    withArch(arch, () => [8, 9, 10, 11].map((zone) => zoneName(zone)));
  expect(names()).toEqual(['DMA', 'DMA32', 'Normal', 'Movable']);
  expect(names('i386')).toEqual(['DMA', 'Normal', 'HighMem', 'Movable']);
});

test('of two machines at a time each keeps its own, and a failure changes nothing', () => {
  const inner = () => withArch('x86_64', () => zoneName(1));
  expect(withArch('i386', () => [zoneName(1), inner(), zoneName(1)])).toEqual(['Normal', 'DMA32', 'Normal']);
  expect(() =>
    withArch('i386', () => {
      throw new Error('no');
    }),
  ).toThrow('no');
  expect(zoneName(1)).toBe('DMA32');
});

test('where a manifest names none that is known, it is x86-64', () => {
  expect([archOf('i386'), archOf('x86_64'), archOf('vax'), archOf(undefined)]).toEqual([
    'i386',
    'x86_64',
    'x86_64',
    'x86_64',
  ]);
});
