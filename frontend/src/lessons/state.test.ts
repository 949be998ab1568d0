import { expect, test } from 'vitest';
import { addressOf, readAddress } from './state';

test('an address leads to the lesson that it was written for', () => {
  for (const [id, src] of [
    ['in-turn', ''],
    ['from', 'lessons/mine.md'],
    ['from', 'lessons/über uns & mehr?.md'],
  ] as const)
    expect(readAddress(addressOf(id, src))).toEqual({ id, src });
});

test('what others cannot open is none', () => {
  for (const address of ['', 'file', 'from', 'from?src=', 'In-Turn', 'in-turn?src=x', '../x', 'from?src=%'])
    expect(readAddress(address)).toBeNull();
});
