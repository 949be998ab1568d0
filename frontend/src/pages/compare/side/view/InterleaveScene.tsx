/** Interleave, small: pages in order, the nodes they land on, the list of the open request, how far one node is ahead. */
import type { FC } from 'react';
import { texture, Textures } from '../../../../ui/nodes/Textures';
import { tone } from '../../../../ui/nodes/colours';
import type { StateView } from '../../../../core/types';
import { grouped } from '../../../../core/number';
import { count } from '../../../../scenes/phrases';
import { INTERLEAVE } from '../columns';
import { LAST_SECTORS, LAST_SEGMENTS, MEAN } from '../../../../scenes/interleave/facts/variation';
import { at, mostOf, type SmallScene, type SmallSceneProps } from './scene';
import type { SideRun } from '../runs';

const ROW = 64;
const Y = {
  pages: 6,
  pagesEnd: 22,
  frames: 78,
  framesEnd: 90,
  label: 106,
  list: 146,
  request: 156,
  lead: 204,
} as const;
const [GAP, LIST, LEAD, SEGMENT] = [12, 30, 24, 16];
/** Pages of a request at most, looked at for its segments. */
const BACK = 256;

const nodeOf = (run: SideRun, k: number) => run.cells[run.cell[k - 1] ?? -1]?.place ?? -1;
const firstOf = (k: number) => 1 + ROW * Math.floor((Math.max(1, k) - 1) / ROW);

/** Nodes that any decision of the run goes to. */
const nodesOf = (run: SideRun): number[] =>
  [...new Set(run.cells.flatMap(({ place }) => (place === undefined ? [] : [place])))].sort((a, b) => a - b);

const px = (x: number) => x.toFixed(1);

interface Segment {
  node: number;
  pages: number;
}

/** Segments of the request that is open at decision k. */
function segmentsOf(run: SideRun, k: number): Segment[] {
  const sectors = run.numbers[INTERLEAVE.sectors];
  const segments = run.numbers[INTERLEAVE.segments];
  if (!sectors || !segments) return [];
  let first = k;
  while (
    first > 1 &&
    k - first < BACK &&
    (sectors[first - 1] ?? 0) < (sectors[first] ?? 0) &&
    !Number.isNaN(sectors[first - 1])
  )
    first--;
  const out: Segment[] = [];
  for (let i = first; i <= k; i++) {
    const last = out.at(-1);
    if (last && (segments[i] ?? 0) === (segments[i - 1] ?? 0)) last.pages++;
    else out.push({ node: nodeOf(run, i), pages: 1 });
  }
  return out;
}

const limitOf = (state: StateView) => state.rq.find(({ present }) => present === 1);

/** How far ahead, over the row up to decision k. */
function leadPath(run: SideRun, first: number, k: number, box: number, top: number): string {
  const column = run.numbers[INTERLEAVE.lead];
  let d = `M0 ${Y.lead}`;
  for (let i = first; i <= k; i++) {
    const y = Y.lead - (Math.min(top, column?.[i] ?? 0) / top) * LEAD;
    d += `V${px(y)}H${px((i - first + 1) * box)}`;
  }
  return d;
}

const Scene: FC<SmallSceneProps> = ({ run, demand, k, width, id, top, beside = [] }) => {
  const nodes = nodesOf(run);
  const first = firstOf(k);
  const box = width / ROW;
  const end = Math.min(ROW, demand.decisions - first + 1);
  const room = (width - GAP * (nodes.length - 1)) / Math.max(1, nodes.length);
  const frame = room / ROW;
  const landed = new Map(nodes.map((node) => [node, 0]));
  const pages = new Map<number, string>();
  const frames = new Map<number, string>();
  const threads = new Map<number, string>();
  let now = '';
  let [hotX, hotFrame] = [0, 0];
  for (let i = first; i <= k; i++) {
    const node = nodeOf(run, i);
    const column = nodes.indexOf(node);
    const n = landed.get(node) ?? 0;
    landed.set(node, n + 1);
    const x = (i - first) * box;
    const to = column * (room + GAP) + n * frame;
    pages.set(node, `${pages.get(node) ?? ''}M${px(x + 0.5)} ${Y.pages}h${px(box - 1)}v16h-${px(box - 1)}z`);
    frames.set(
      node,
      `${frames.get(node) ?? ''}M${px(to)} ${Y.frames}h${px(Math.max(1, frame - 0.6))}v12h-${px(Math.max(1, frame - 0.6))}z`,
    );
    const [a, b] = [x + box / 2, to + frame / 2];
    const curve = `M${px(a)} ${Y.pagesEnd}C${px(a)} ${Y.pagesEnd + 30} ${px(b)} ${Y.frames - 30} ${px(b)} ${Y.frames}`;
    if (i === k) {
      now = curve;
      [hotX, hotFrame] = [x, to];
    } else threads.set(node, `${threads.get(node) ?? ''}${curve}`);
  }
  const limits = limitOf(demand.state);
  const most = limits?.max_segments ?? 0;
  const segments = segmentsOf(run, k);
  const sectors = at(run, INTERLEAVE.sectors, k);
  const open = !Number.isNaN(sectors);
  const wide = most > 0 ? width / most : 0;
  const length = limits && limits.max_sectors > 0 ? Math.min(1, sectors / limits.max_sectors) * width : 0;
  const bars = new Map<number, string>();
  segments.forEach(({ node, pages: n }, i) => {
    const height = 3 + (LIST - 3) * Math.min(1, n / SEGMENT);
    bars.set(
      node,
      `${bars.get(node) ?? ''}M${px(i * wide + 0.5)} ${Y.list}v-${px(height)}h${px(wide - 1)}v${px(height)}z`,
    );
  });
  const full = most > 0 && segments.length >= most;
  const line = leadPath(run, first, k, box, top);
  const words = `${grouped(sectors)} sectors, open`;
  return (
    <>
      <Textures id={id} nodes={nodes} />
      <path className="side-open" d={`M0 ${Y.pages}h${px(end * box)}v16h-${px(end * box)}z`} />
      {nodes.map((node, i) => (
        <path
          key={node}
          className="side-open"
          d={`M${px(i * (room + GAP))} ${Y.frames}h${px(room)}v12h-${px(room)}z`}
        />
      ))}
      {nodes.map((node) => (
        <g key={node}>
          <path
            d={threads.get(node) ?? ''}
            fill="none"
            stroke={tone(node).fill}
            strokeWidth="0.9"
            opacity="0.7"
          />
          <path
            d={pages.get(node) ?? ''}
            fill={node === nodes[0] ? tone(node).fill : texture(id, node)}
            stroke={tone(node).fill}
            strokeWidth="0.6"
          />
          <path d={frames.get(node) ?? ''} fill={tone(node).fill} />
          <text x={px(nodes.indexOf(node) * (room + GAP))} y={Y.label} className="t12 i2">
            node {node}: {landed.get(node) === 0 ? 'none' : count(landed.get(node) ?? 0, 'page')}
          </text>
        </g>
      ))}
      {k > 0 && (
        <g className="side-now">
          <path d={now} />
          <rect x={px(hotX - 1)} y={Y.pages - 3} width={px(box + 2)} height="22" rx="2" />
          <rect
            x={px(hotFrame - 1.5)}
            y={Y.frames - 3}
            width={px(Math.max(5, frame + 3))}
            height="18"
            rx="2"
          />
        </g>
      )}
      {open && most > 0 && (
        <>
          <path className="axis" d={`M0 ${Y.list + 0.5}H${width}`} />
          <path d={`M${px(width - 0.5)} ${Y.list - 20}v20`} stroke="var(--ink)" strokeDasharray="3 2" />
          {nodes.map((node) => (
            <path
              key={node}
              d={bars.get(node) ?? ''}
              fill={node === nodes[0] ? tone(node).fill : texture(id, node)}
              stroke={tone(node).fill}
              strokeWidth="0.6"
            />
          ))}
          {full ? (
            <text x={width - 6} y={Y.list - 10} className="t12 w6 inow end">
              the list is full
            </text>
          ) : (
            <text
              x={px(Math.min(width - 130, segments.length * wide + 8))}
              y={Y.list - 10}
              className="t12 w6 side-halo"
            >
              {segments.length} of {most} segments
            </text>
          )}
        </>
      )}
      {open && limits && limits.max_sectors > 0 && (
        <>
          <path className="side-open dashed" d={`M0 ${Y.request}h${width}v11h-${width}z`} />
          <path d={`M0 ${Y.request}h${px(length)}v11h-${px(length)}z`} fill="var(--ink-2)" />
          <text
            x={px(length > width - 120 ? length - 6 : length + 6)}
            y={Y.request + 10}
            className={`t12 ${length > width - 120 ? 'ip end' : 'i2 side-halo'}`}
          >
            {words}
          </text>
        </>
      )}
      {nodes.length > 1 && (
        <>
          {beside.map(
            (other, i) =>
              other && (
                <path
                  key={i}
                  className={i === 0 ? 'side-ghost dotted' : 'side-ghost'}
                  d={leadPath(other, first, k, box, top)}
                />
              ),
          )}
          <path d={`${line}V${Y.lead}z`} fill={tone(nodes[0] ?? -1).wash} />
          <path d={line} fill="none" stroke={tone(nodes[0] ?? -1).fill} strokeWidth="1.5" />
          <path className="axis" d={`M0 ${Y.lead + 0.5}H${width}`} />
          <text x={width} y={Y.lead - LEAD + 4} className="t12 i2 end side-halo">
            lead {grouped(at(run, INTERLEAVE.lead, k) || 0)}, at most{' '}
            {grouped(at(run, INTERLEAVE.most, k) || 0)}
          </text>
        </>
      )}
    </>
  );
};

export const interleaveScene: SmallScene = {
  Scene,
  heightOf: () => Y.lead + 6,
  value: (run, k) => {
    const mean = run.numbers[MEAN]?.at(-1) ?? NaN;
    if (!Number.isNaN(mean)) return [grouped(Math.round(mean)), 'sectors a request, in all'];
    const lead = at(run, INTERLEAVE.most, k);
    return Number.isNaN(lead)
      ? null
      : [grouped(lead), lead === 1 ? 'page ahead at most' : 'pages ahead at most'];
  },
  sentence: (run, _, k) => {
    const requests = at(run, INTERLEAVE.requests, k) || 0;
    const lead = at(run, INTERLEAVE.most, k) || 0;
    const ahead = `One node is ${count(lead, 'page')} ahead at most.`;
    const last = at(run, LAST_SECTORS, k);
    if (Number.isNaN(last)) return `${requests === 0 ? 'No request has gone out yet.' : ''} ${ahead}`.trim();
    const parts = at(run, LAST_SEGMENTS, k);
    return `${count(requests, 'request')}; the last of ${count(last, 'sector')} in ${count(parts, 'segment')}. ${ahead}`;
  },
  topOf: (runs) => Math.min(64, mostOf(runs, [INTERLEAVE.lead], 2)),
};
