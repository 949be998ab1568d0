import { useId, useMemo, type FC } from 'react';
import { memoMark } from '../../ui/memo';
import { Textures } from '../../ui/nodes/Textures';
import type { DrawingProps, Ghost } from '../scene';
import { AnswerTargets } from '../marks/AnswerTargets';
import { DrawingRoot } from '../marks/DrawingRoot';
import { fitted } from '../font-metrics';
import { TaskMarks } from './marks/TaskMarks';
import { BatchMarks } from './marks/BatchMarks';
import { FooterMarks } from './marks/FooterMarks';
import { factsBefore, factsOf, isLevelMissing, NO_LEVELS, type Facts, type Zone } from './facts/facts';
import { kswapdPhrases } from './facts/kswapd-phrases';
import { gridKey, gridOf, type Grid } from './marks/grid';
import { NodeHead } from './marks/NodeHead';
import { AxisNames, MarkLines, ReservePattern } from './marks/MarkLines';
import { levelY, Y } from './marks/scale';
import { Tank } from './marks/Tank';
import { TankLabels, arrowX } from './marks/TankLabels';
import { walkOf } from './facts/walk';
import { WalkMarks } from './marks/WalkMarks';
import './zones.css';
import { GhostArrow } from '../marks/GhostMark';
import { begun, eased } from '../timing';
import { factsAt, made, partsOf } from './marks/parts';

/** Longer ago than this, a level is no longer that of the decision. */
const STALE_NS = 1e9;

const level = ({ marks, free }: Zone) => (marks && free !== null ? levelY(marks, free) : null);
const reserve = ({ marks, reserve: pages }: Zone) =>
  marks && pages > 0 ? levelY(marks, marks.low + pages) : null;

const NO_DATA = [
  'This capture has no zone data: neither free pages nor watermarks.',
  'This capture has no zone data.',
];

/** In place of tanks, where marks without zones would say something that is not known; or above empty ones. */
const Missing = memoMark<{ layout: Grid; labels: readonly string[] }>('Missing', ({ layout, labels }) => (
  <text x={layout.left} y={Y.walk + 5} className="t13 i2">
    {fitted(labels, layout.width - layout.left, 13)}
  </text>
));

function directOf(facts: Facts, nid: number): number {
  return facts.directs.filter((e) => e.nid === nid).reduce((sum, e) => sum + e.reclaimed, 0);
}

/** Nodes, their zones and one decision. Its description is the text twin of the same pane. */
export const Drawing: FC<DrawingProps> = (props) => {
  const { label, describedBy, info, frame, other, width, animate, at = 1, ghost: elsewhere, targets } = props;
  const id = useId();
  const whole = factsOf(frame, info);
  const walk = walkOf(whole.event);
  const parts = partsOf(walk);
  const facts = at < 1 ? factsAt(whole, factsBefore(frame, info), walk, at) : whole;
  const all = other ? [whole, factsOf(other.frame, other.info)] : [whole];
  const key = gridKey(all, width);
  // The key names all that a layout depends on.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  const layout = useMemo(() => gridOf(all, width), [key]);
  const known = layout.columns.length > 0;
  const { event } = facts;
  const walked = { ...walk, steps: made(walk, at) };
  const hit = event?.kind === 'zone_select' ? facts.byId.get(event.zone) : undefined;
  const ghost = facts.byId.get(elsewhere?.cell.place ?? -1);
  const drawn = layout.columns.flatMap((column) => {
    const zone = facts.byId.get(column.zone);
    return zone ? [{ column, zone }] : [];
  });
  return (
    <DrawingRoot
      name="zones"
      k={frame.k}
      animate={animate}
      width={width}
      height={layout.height}
      label={label}
      describedBy={describedBy}
    >
      <Textures id={id} nodes={layout.groups.map((g) => g.nid)} />
      <ReservePattern id={id} />
      {known && <AxisNames layout={layout} pass={event?.kind === 'zone_select' ? event.pass : 0} />}
      {layout.groups.map((group) => {
        const node = facts.nodes.find((n) => n.nid === group.nid);
        return (
          node && (
            <NodeHead
              key={group.nid}
              group={group}
              awake={node.kswapd?.awake ?? null}
              words={kswapdPhrases(facts, node)}
              hot={event?.kind === 'kswapd_wake' && event.nid === group.nid && begun(parts.wakes, at)}
              direct={directOf(facts, group.nid)}
            />
          )
        );
      })}
      {drawn.map(({ column, zone }) => (
        <Tank key={zone.id} column={column} id={id} level={level(zone)} reserveTop={reserve(zone)} />
      ))}
      {known ? <MarkLines layout={layout} /> : <Missing layout={layout} labels={NO_DATA} />}
      {isLevelMissing(facts) && <Missing layout={layout} labels={NO_LEVELS} />}
      {drawn.map(({ column, zone }) => (
        <TankLabels
          key={zone.id}
          column={column}
          name={zone.name}
          managed={zone.managed}
          free={zone.free}
          level={level(zone)}
          min={zone.marks?.min ?? null}
          low={zone.marks?.low ?? null}
          high={zone.marks?.high ?? null}
          reserve={zone.reserve}
          reserveTop={reserve(zone)}
          hit={zone === hit && begun(parts.taken, at)}
          stale={zone.stale > STALE_NS}
        />
      ))}
      {event && event.kind !== 'zone_batch' && (
        <WalkMarks
          layout={layout}
          walk={walked}
          taken={event.kind === 'zone_select' && begun(parts.taken, at) ? eased(parts.taken, at) : null}
          pages={event.kind === 'zone_select' ? 2 ** event.order : 0}
          woken={begun(parts.wakes, at)}
          kind={event.kind}
          level={hit ? level(hit) : null}
          nid={event.kind === 'kswapd_wake' ? event.nid : -1}
        />
      )}
      {elsewhere && at >= 1 && (
        <GhostMarks layout={layout} elsewhere={elsewhere} level={ghost ? level(ghost) : null} />
      )}
      {targets && (
        <AnswerTargets
          targets={targets}
          boxOf={(place) => {
            const column = layout.columns.find((c) => c.zone === place);
            return column
              ? { x: column.x - 3, y: Y.name - 18, width: column.width + 6, height: Y.foot - Y.name + 24 }
              : null;
          }}
        />
      )}
      {targets?.asker && !event && <TaskMarks layout={layout} asker={targets.asker} />}
      {known && <BatchMarks layout={layout} facts={facts} />}
      {known && <FooterMarks layout={layout} facts={facts} info={info} id={id} />}
      {layout.folded > 0 && (
        <text x={width} y={layout.height - 3} className="t13 i2 end">
          {layout.folded} more {layout.folded === 1 ? 'node' : 'nodes'}: in the table below
        </text>
      )}
    </DrawingRoot>
  );
};

interface GhostMarksProps {
  layout: Grid;
  elsewhere: Ghost;
  /** Of the zone's free pages; null: not known. */
  level: number | null;
}

/** The zone another rule takes the page from. */
const GhostMarks: FC<GhostMarksProps> = ({ layout, elsewhere, level }) => {
  const column = layout.columns.find((c) => c.zone === elsewhere.cell.place);
  if (!column) return null;
  const x = arrowX(column);
  const from = Y.walk + 11;
  const end = Math.max(level ?? Y.high, from + 16);
  const px = 13;
  const words = fitted([elsewhere.words], x - 6 - column.x, px, 600);
  return (
    <g data-ghost={elsewhere.cell.place}>
      <GhostArrow d={`M${x} ${from}V${end}`} x={x} y={end} to="down" />
      {words !== '' && (
        <text x={x - 6} y={from + 11} className="ghost-words end" style={{ fontSize: px }}>
          {words}
        </text>
      )}
    </g>
  );
};
