/** The machine's nodes side by side. Of more than four those alike are one until the reader unfolds them; what is too wide scrolls. */
import { useLayoutEffect, useRef, useState, type FC } from 'react';
import type { Walk } from '../../../scenes/zones/facts/walk';
import { gridOf } from '../../../scenes/zones/marks/grid';
import { AxisNames } from '../../../scenes/zones/marks/MarkLines';
import { Y } from '../../../scenes/zones/marks/scale';
import { Chevron } from '../../../ui/Icons';
import { useWidth } from '../../../ui/use-screen';
import { ALIKE, APART, groupsOf, groupWords, othersOf } from '../node-folds';
import type { Drawn, Marks } from '../zones';
import { NAMED, Tanks } from './Tanks';

interface Props {
  drawn: Drawn;
  walk: Walk;
  /** Further along the axis: what is free by zone, and who gives; null: it is now. */
  moved: { free: ReadonlyMap<number, number>; walk: Walk } | null;
  /** Nodes whose kswapd has been woken. */
  woken: ReadonlySet<number>;
  /** Marks by zone; null where nothing is set. */
  asif: ReadonlyMap<number, Marks> | null;
  choice: { chosen: number; choose: (zone: number) => void };
  /** Zones that are to be seen where they can be, the first before the others. */
  seen: readonly number[];
  label: string;
  describedBy: string;
}

/** Of more nodes than stand apart each has so much room at least. */
const LEAST = 150;
/** Around a zone that is scrolled to. */
const MARGIN = 4;
const NO_MOST = Infinity;

export const NodesDrawing: FC<Props> = ({ drawn, walk, moved, seen, ...rest }) => {
  const [ref, width] = useWidth();
  const scroller = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const groups = groupsOf(drawn, walk, seen);
  const keyOf = ({ nodes }: (typeof groups)[number]) => nodes[0]?.nid ?? -1;
  const folding = groups.filter(({ nodes }) => nodes.length > 1);
  const folded = folding.filter((group) => !open.has(keyOf(group)));
  const nodes = groups
    .flatMap((group) => (folded.includes(group) ? [group.shown] : group.nodes))
    .map(({ nid, zones }) => ({
      nid,
      zones: zones.map((zone) => ({ ...zone, free: moved?.free.get(zone.id) ?? zone.free })),
    }));
  const others = othersOf(folded);
  const wide = nodes.length > APART ? Math.max(width, nodes.length * LEAST) : width;
  const scrolls = wide > width;
  const layout = gridOf([{ nodes }], wide, NO_MOST, NAMED);
  const { left: names } = layout;
  const [first] = seen;
  useLayoutEffect(() => {
    const box = scroller.current;
    const column = box?.querySelector(`[data-zone="${first}"]`)?.getBoundingClientRect();
    if (!box || !column) return;
    const { left, right } = box.getBoundingClientRect();
    const before = column.left - MARGIN - left - names;
    if (before < 0) box.scrollLeft += before;
    else box.scrollLeft += Math.max(0, Math.min(before, column.right + MARGIN - right));
  }, [first, wide, names]);
  return (
    <div className="machine-drawing" ref={ref}>
      {folding.length > 0 && (
        <div className="machine-folds">
          {folding.map((group) => {
            const key = keyOf(group);
            const shut = folded.includes(group);
            return (
              <button
                key={key}
                type="button"
                className="btn"
                aria-expanded={!shut}
                onClick={() => {
                  setOpen(new Set(shut ? [...open, key] : [...open].filter((other) => other !== key)));
                }}
              >
                {groupWords(group)}, {shut ? 'alike' : 'each'}
                <Chevron />
              </button>
            );
          })}
          <p className="note">{ALIKE}</p>
        </div>
      )}
      {width > 0 && (
        <div
          className="machine-scroll"
          ref={scroller}
          {...(scrolls ? { tabIndex: 0, role: 'region', 'aria-label': 'Nodes side by side' } : {})}
        >
          {scrolls && (
            <div className="machine-names" aria-hidden="true">
              <svg width={names - 4} height={Y.foot}>
                <AxisNames layout={layout} pass={0} />
              </svg>
            </div>
          )}
          <Tanks
            {...rest}
            drawn={{ nodes, zones: nodes.flatMap(({ zones }) => zones) }}
            walk={moved?.walk ?? walk}
            width={wide}
            others={others}
            most={NO_MOST}
          />
        </div>
      )}
    </div>
  );
};
