import { expect, it } from 'vitest';
import { paramNamed } from '../../core/params';
import { optionsOf } from '../state/tunable-options';
import { foldAt } from '../state/tunable-fold';
import { listText, nodesText, parseList, parseNodes, parseNumber, vectorOf } from './tunable-values';

function param(name: string) {
  const found = paramNamed(name);
  if (!found) throw new Error(`no ${name}`);
  return found;
}

it('a vector is cut to what counts', () => {
  const params = { nodes: 4, demand: [1, 1, 5, 1, 1, 1, 1, 1] };
  const shown = (name: string, values: object) =>
    listText(param(name), vectorOf(param(name), { ...params, ...values }));
  expect(shown('demand', {})).toBe('1 : 1 : 5 : 1');
  expect(shown('lowmem_reserve_ratio', { lowmem_reserve_ratio: [256, 256, 256] })).toBe('256 : 256 : 256');
  const loads = {
    load: [1, 2, 0, 0, 0, 0, 0, 0],
    load_rate: [5, 30000, 30000, 30000, 30000, 30000, 30000, 30000],
  };
  expect(shown('load_rate', loads)).toBe('5 : 30000');
  expect(shown('load', loads)).toMatch(/^[a-z]+ : [a-z]+$/);
});

it('text becomes values, however it is separated', () => {
  expect(parseList(param('demand'), '1:2 ,3  4', 4)).toEqual({ value: [1, 2, 3, 4] });
  expect(parseNumber(param('stop_decisions'), ' 9,600 ')).toEqual({ value: 9600 });
});

it('a mask of nodes is a list of nodes', () => {
  const mask = param('policy_nodes');
  expect([1, 3, 13, 0b1011_0111].map(nodesText)).toEqual(['0', '0-1', '0, 2-3', '0-2, 4-5, 7']);
  for (const value of [1, 3, 13, 0b1011_0111])
    expect(parseNodes(mask, nodesText(value), 8)).toEqual({ value });
  expect(parseNodes(mask, 'all', 4)).toEqual({ value: 15 });
  for (const wrong of ['', '4', '1-', '3-1', 'x']) expect(parseNodes(mask, wrong, 4)).toHaveProperty('wrong');
});

it('few values are chosen, and the one in force is always among them', () => {
  const words = (name: string, value: number) => optionsOf(param(name), value)?.map(([, w]) => w);
  expect(words('slots_cache', 1)).toEqual(['on', 'off']);
  expect(words('mempolicy', 3)).toEqual(['default', 'interleave', 'weighted']);
  expect(words('granularity', 3)).toEqual(['1', '2', '3', '4', '8', '16']);
  expect(words('max_segments', 40)).toBeUndefined();
});

it('as many tunables are shown as fit in a line, one at least', () => {
  expect(foldAt([10, 10, 10], 400)).toBe(3);
  expect(foldAt([10, 10, 10], 320)).toBe(2);
  expect(foldAt([90, 10, 10], 320)).toBe(1);
  expect(foldAt([], 320)).toBe(0);
});

it('what the core would refuse is refused here, with the range', () => {
  expect(parseList(param('demand'), '1 2 3', 4)).toEqual({ wrong: '4 values, 0 to 100' });
  expect(parseList(param('demand'), '1 2 3 x', 4)).toHaveProperty('wrong');
  expect(parseList(param('demand'), '1 2 3 101', 4)).toHaveProperty('wrong');
  expect(parseNumber(param('nodes'), '17')).toEqual({ wrong: '1 to 16' });
  expect(parseNumber(param('nodes'), '')).toHaveProperty('wrong');
});
