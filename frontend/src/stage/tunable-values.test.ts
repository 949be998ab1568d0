import { expect, it } from 'vitest';
import { paramNamed } from '../core/params';
import { listText, parseList, parseNumber, vectorOf } from './tunable-values';

function param(name: string) {
  const found = paramNamed(name);
  if (!found) throw new Error(`no ${name}`);
  return found;
}

it('a vector is cut to what counts', () => {
  const params = { nodes: 4, demand: [1, 1, 5, 1, 1, 1, 1, 1] };
  expect(listText(vectorOf('demand', params))).toBe('1 : 1 : 5 : 1');
});

it('text becomes values, however it is separated', () => {
  expect(parseList(param('demand'), '1:2 ,3  4', 4)).toEqual({ value: [1, 2, 3, 4] });
  expect(parseNumber(param('stop_decisions'), ' 9,600 ')).toEqual({ value: 9600 });
});

it('what the core would refuse is refused here, with the range', () => {
  expect(parseList(param('demand'), '1 2 3', 4)).toEqual({ wrong: '4 numbers, 0 to 100' });
  expect(parseList(param('demand'), '1 2 3 x', 4)).toHaveProperty('wrong');
  expect(parseList(param('demand'), '1 2 3 101', 4)).toHaveProperty('wrong');
  expect(parseNumber(param('nodes'), '17')).toEqual({ wrong: '1 to 16' });
  expect(parseNumber(param('nodes'), '')).toHaveProperty('wrong');
});
