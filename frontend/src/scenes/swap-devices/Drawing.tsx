import { useId, useState } from 'react';
import type { FC } from 'react';
import { Textures } from '../../ui/Textures';
import type { DrawingProps } from '../scene';
import { ChainMarks } from './ChainMarks';
import { factsOf, type Facts } from './facts';
import { gridOf, type Grid } from './grid';
import { HeadWords } from './HeadWords';
import { twinId } from './ids';
import { pathOf } from './path';
import { chainPlaces, plateOf, tankPlaces, type ChainPlace } from './places';
import { RowGround, RowHead } from './RowMarks';
import './swap-devices.css';
import { TankMark } from './TankMarks';
import { WalkMarks } from './WalkMarks';
import { walkOf } from './walk';

/** Tells a step back from a step forward, so that motion can play the inverse. */
function useBack(k: number): boolean {
  const [seen, setSeen] = useState({ k, back: false });
  if (seen.k !== k) setSeen({ k, back: k < seen.k });
  return seen.k === k ? seen.back : k < seen.k;
}

/** Under one list for all, every node's row leads to it; the row that asks leads there in red. */
const Bracket: FC<{ grid: Grid; facts: Facts; chain: ChainPlace }> = ({ grid, facts, chain }) => {
  const rows = grid.rows.filter((r) => facts.nodes.some((n) => n.nid === r.nid));
  if (chain.row || rows.length < 2) return null;
  const quiet = rows.filter((r) => r.nid !== facts.event?.nid);
  const ends = [chain.y, ...quiet.map((r) => r.mid)];
  const x = grid.left - (grid.compact ? 10 : 16);
  const from = grid.compact ? 32 : x - 20;
  return (
    <g className="bracket">
      <path d={`M${x} ${Math.min(...ends)}V${Math.max(...ends)}`} className="quiet" />
      {quiet.map((r) => (
        <path key={r.nid} d={`M${from} ${r.mid}H${x}`} className="quiet" />
      ))}
      {facts.event === null && <path d={`M${x} ${chain.y}H${grid.left - 2}`} className="quiet" />}
    </g>
  );
};

/** The swap layer and one decision in it. Its description is the text twin of the same pane. */
export const Drawing: FC<DrawingProps> = (props) => {
  const { pane, label, frame, other, width, animate } = props;
  const id = useId();
  const back = useBack(frame.k);
  const facts = factsOf(frame);
  const all = other ? [facts, factsOf(other.frame)] : [facts];
  const grid = gridOf(all, width);
  const chains = chainPlaces(grid, facts);
  const tanks = tankPlaces(grid, facts);
  const { event } = facts;
  const hot = event?.nid ?? null;
  const heads = grid.rows.flatMap((row) => {
    const node = facts.nodes.find((n) => n.nid === row.nid) ?? null;
    if (!node && (row.nid >= 0 || !tanks.some((t) => t.row.nid === row.nid))) return [];
    return { row, node, place: plateOf(grid, row, node, row.nid === hot ? (event?.cpu ?? null) : null) };
  });
  const asked = chains.find((c) => c.chain.list === event?.list);
  const plate = heads.find((h) => h.row.nid === hot)?.place;
  const plan =
    event && asked && plate ? pathOf(grid, facts, event, walkOf(event), asked, plate, tanks) : null;
  return (
    <svg
      className={`swap-devices${animate ? ' animate' : ''}${back ? ' back' : ''}`}
      width={width}
      height={grid.height}
      viewBox={`0 0 ${width} ${grid.height}`}
      role="img"
      aria-label={label}
      aria-describedby={twinId(pane)}
    >
      <Textures id={id} nodes={facts.devices.map((d) => d.node)} />
      <RowGround grid={grid} hot={hot} own={heads.map((h) => h.row)} />
      <HeadWords grid={grid} facts={facts} />
      {chains.map((c) => (
        <Bracket key={c.chain.list} grid={grid} facts={facts} chain={c} />
      ))}
      {heads.map((h) => (
        <RowHead key={h.row.nid} {...h} />
      ))}
      {chains.map((c) => (
        <ChainMarks
          key={`${facts.rule} ${c.chain.list}`}
          grid={grid}
          facts={facts}
          place={c}
          plan={c === asked ? plan : null}
        />
      ))}
      {tanks.map((t) => (
        <TankMark key={t.device.type} grid={grid} place={t} id={id} />
      ))}
      {plan && <WalkMarks key={frame.k} plan={plan} grid={grid} />}
    </svg>
  );
};
