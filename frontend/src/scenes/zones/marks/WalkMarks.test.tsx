import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { textWidth } from '../../font-metrics';
import { gridOf } from './grid';
import { NodeHead } from './NodeHead';
import { WalkMarks } from './WalkMarks';

const LABELS = ['take, unless pages are reserved for high orders', 'take, perhaps', 'take?'];

/** Three zones of a node, of which the first alone is asked: the words beside its disc, and where they and it end. */
function asked(width: number, managed: readonly number[]) {
  const zones = managed.map((pages, i) => ({ id: 3 - i, nid: 0, managed: pages }));
  const layout = gridOf([{ nodes: [{ nid: 0, zones }] }], width);
  const { container, unmount } = render(
    <svg>
      <WalkMarks
        layout={layout}
        walk={{ steps: [{ n: 1, zone: 3, hit: true, labels: LABELS }], more: 0 }}
        kind="zone_select"
        level={null}
        nid={0}
        taken={null}
        pages={1}
        woken={false}
      />
    </svg>,
  );
  const text = [...container.querySelectorAll('text')].find((e) => e.textContent.startsWith('take'));
  const words = text?.textContent ?? '';
  const end = Number(text?.getAttribute('x')) + textWidth(words, 14.5, 600);
  unmount();
  return { words, end, next: layout.columns[1]?.x ?? 0 };
}

test.each([320, 360, 430, 720, 1280])(
  'in %d px the words of a zone that is asked end before the column beside it, which is not asked',
  (width) => {
    const { words, end, next } = asked(width, [3_303_424, 742_912, 3840]);
    expect(LABELS).toContain(words);
    expect(end).toBeLessThan(next);
  },
);

test('where no words are as short as the column, they are said nevertheless', () => {
  expect(asked(360, [3840, 742_912, 3_303_424]).words).toBe('take?');
});

test('a node has its name where nothing else stands in its head', () => {
  const head = (width: number, words: [string, string][]) => {
    const { container, unmount } = render(
      <svg>
        <NodeHead group={{ nid: 1, x: 0, width }} awake={null} words={words} hot={false} direct={0} />
      </svg>,
    );
    const said = [...container.querySelectorAll('text')].map((e) => e.textContent).filter((e) => e !== '');
    unmount();
    return said;
  };
  expect(head(90, [])).toContain('node 1');
  expect(head(90, [['asked', '']])).not.toContain('node 1');
  expect(head(60, [])).not.toContain('node 1');
});
