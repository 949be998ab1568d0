import { expect, test } from 'vitest';
import { nodesOf, textOfNode } from './markup';
import { overlay, type StepSpan } from './overlay';

const name = (part: string, { from, count }: StepSpan) => `[${from}+${count} ${part}]`;
const merged = (...drawings: string[]) => overlay(drawings, name);

test('markup is a tree, and its text is the markup', () => {
  const markup = '<svg x="1"><g class="a&gt;b"><path d="M0 0"/><text>a &lt; b</text></g></svg><g></g>';
  const nodes = nodesOf(markup);
  expect(nodes.map(textOfNode).join('')).toBe(markup);
  expect(nodes.map((node) => (typeof node === 'string' ? node : node.name))).toEqual(['svg', 'g']);
  for (const wrong of ['<g>', '</g>', '<g><a></g></a>']) expect(() => nodesOf(wrong)).toThrow();
});

test('what is the same in all stands there once', () => {
  expect(merged('<g><a/><b/></g>', '<g><a/><b/></g>')).toBe('<g><a/><b/></g>');
});

test('what differs stands there as often as it changes, and no more of it', () => {
  expect(merged('<g><a/><b y="1"/><c/></g>', '<g><a/><b y="2"/><c/></g>', '<g><a/><b y="2"/><c/></g>')).toBe(
    '<g><a/>[0+1 <b y="1"/>][1+2 <b y="2"/>]<c/></g>',
  );
});

test('what comes or goes between the same neighbours leaves them alone', () => {
  expect(merged('<g><a/><c/></g>', '<g><a/><b/><c/></g>')).toBe('<g><a/>[1+1 <b/>]<c/></g>');
});

test('words are not taken apart', () => {
  expect(merged('<text>a<tspan>1</tspan></text>', '<text>a<tspan>2</tspan></text>')).toBe(
    '[0+1 <text>a<tspan>1</tspan></text>][1+1 <text>a<tspan>2</tspan></text>]',
  );
});

test('what others refer to takes turns with all that refer to it, under ids of its own', () => {
  const tank = (width: number) =>
    `<g><clipPath id="t"><rect width="${width}"/></clipPath><path clip-path="url(#t)"/></g>`;
  expect(merged(tank(1) + '<a/>', tank(2) + '<a/>')).toBe(
    `[0+1 ${tank(1).replaceAll(/\bt\b(?=[")])/g, 't.0')}][1+1 ${tank(2).replaceAll(/\bt\b(?=[")])/g, 't.1')}]<a/>`,
  );
  expect(() => merged('<defs a="1"/>', '<defs a="2"/>')).toThrow('stands by itself');
});
