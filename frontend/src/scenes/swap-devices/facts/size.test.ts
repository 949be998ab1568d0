import { expect, test } from 'vitest';
import { humanSize } from './size';

// As `fincore -o SIZE` of util-linux 2.38.1 prints a file of so many pages; it shares the function with swapon.
test.each([
  [0, '0B'],
  [1, '4K'],
  [243, '972K'],
  [255, '1020K'],
  [256, '1M'],
  [460, '1.8M'],
  [1011, '3.9M'],
  [3653, '14.3M'],
  [26841, '104.8M'],
  [35331, '138M'],
  [247347, '966.2M'],
  [262143, '1024M'],
  [262144, '1G'],
  [524288, '2G'],
  [600000, '2.3G'],
])('%i pages are %s', (pages, text) => {
  expect(humanSize(pages)).toBe(text);
});
