import { expect, test } from 'vitest';
import { svgOf, wrapped } from './drawing-file';

test('a line of provenance is broken where it may be', () => {
  expect(wrapped('mmscope, model: of=model:x&x=granularity:1,2&m=sectors', 24)).toEqual([
    'mmscope, model:',
    'of=model:x',
    '&x=granularity:1,2',
    '&m=sectors',
  ]);
  expect(wrapped('short', 24)).toEqual(['short']);
});

test('text of a file is text, never markup', () => {
  const svg = svgOf(
    {
      width: 10,
      height: 10,
      paper: '#ffffff',
      shapes: [
        {
          kind: 'text',
          text: '</text><script>',
          x: 0,
          y: 0,
          anchor: 'start',
          size: 11,
          weight: '400',
          family: '"A" & B',
          fill: '#000000',
        },
      ],
    },
    '<b>',
  );
  expect(svg).toContain('&lt;/text&gt;&lt;script&gt;');
  expect(svg).toContain('<title>&lt;b&gt;</title>');
  expect(svg).not.toContain('<script>');
});
