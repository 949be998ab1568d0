/**
 * The sheet of a figure: the sentence it says, the panes with their tags and eras, where each number is from, and the
 * command that makes it again. State and size in, SVG out; laid out without a browser.
 */
import type { FC } from 'react';
import { textOf } from '../../core/message';
import type { PaneId } from '../../core/panes';
import type { Scene, SceneParts, SourceFrame } from '../../scenes/scene';
import type { Era, PaneNarration } from '../../scenes/narration';
import type { Provenance } from '../../scenes/provenance';
import { textWidth } from '../../scenes/font-metrics';
import { Disc } from '../../ui/marks/Disc';
import { cut, linesOf } from './lines';
import { EraMark, eraWidth, TagMark, tagWidth, VerdictSign } from './PaneMarks';

/** A pane as it is drawn. */
interface SheetPane extends SourceFrame {
  pane: PaneId;
}

export interface Sheet {
  scene: Pick<Scene, 'id' | 'title'>;
  parts: SceneParts;
  panes: readonly SheetPane[];
  /** px; panes stand beside each other where each has room. */
  width: number;
  /** Whether the reasons are written below each pane. */
  why: boolean;
  /** Where the numbers are from, a line each. */
  provenance: readonly string[];
  /** The command that makes the figure again. */
  command: string;
}

/** What a pane tells; `era`: null where no one release is meant. */
type Told = Pick<PaneNarration, 'sentences' | 'functions' | 'twin'> & { era: Era | null };

/** What stands around the drawings, whatever they are of. */
export interface Around extends Pick<Sheet, 'width' | 'why' | 'provenance' | 'command'> {
  /** The sentence it says, and a line of context. */
  title: string;
  context: string;
  panes: readonly { pane: PaneId; title: string; provenance: Provenance; told: Told }[];
}

/** Of panes that show sources. */
export function around({ scene, parts, panes, width, why, provenance, command }: Sheet): Around {
  const [first, second] = panes;
  const caption = first ? parts.narrate(first, second ?? null) : null;
  return {
    title: caption ? textOf(caption.title) : scene.title,
    context: caption ? textOf(caption.context) : '',
    panes: panes.map((seen) => ({
      pane: seen.pane,
      title: seen.info.title,
      provenance: seen.info.provenance,
      told: parts.narrate(seen, null),
    })),
    width,
    why,
    provenance,
    command,
  };
}

const MARGIN = 16;
const GAP = 24;
/** px; with less, panes stand below each other. */
const SIDE = 330;
const HEAD = 34;
const CAPTION = { px: 18, line: 24, small: 13, smallLine: 18 };
const FOOT = { px: 11, line: 15 };
const REASON = { px: 13, line: 18, in: 24 };

/** px each pane has. */
export function paneWidth({ panes, width }: { panes: readonly unknown[]; width: number }): number {
  const inner = width - 2 * MARGIN;
  const half = Math.floor((inner - GAP) / 2);
  return panes.length > 1 && half >= SIDE ? half : inner;
}

/** What a sheet's parts take, in px: of several that take turns, each is given as much as the largest. */
export interface PartSizes {
  /** The sentence, and what stands around it. */
  top: number;
  /** Each pane with all that belongs to it. */
  panes: readonly number[];
}

export interface Outline {
  /** Everything but the drawings. */
  Marks: FC;
  /** Where each drawing's top left corner is. */
  at: readonly { x: number; y: number }[];
  height: number;
  room: PartSizes;
  title: string;
  described: string;
}

const NO_ROOM: PartSizes = { top: 0, panes: [] };

/** `heights`: of the drawings, in px. `least`: what the parts take at least. */
export function outline(given: Around, heights: readonly number[], least: PartSizes = NO_ROOM): Outline {
  const { title, context, panes, width, provenance, command, why } = given;
  const inner = width - 2 * MARGIN;
  const own = paneWidth(given);
  const beside = panes.length > 1 && own < inner;
  const titleLines = linesOf(title, inner, CAPTION.px, 600);
  const contextLines = linesOf(context, inner, CAPTION.small);
  const captioned = MARGIN + titleLines.length * CAPTION.line + contextLines.length * CAPTION.smallLine + 10;
  const top = Math.max(captioned, least.top);
  const reasons = panes.map(({ told }) => (why ? reasonsOf(told, own) : []));
  const below = panes.map(({ told }, i) => placesHeight(told) + heightOf(reasons[i] ?? []));
  const full = panes.map((_, i) => Math.max(HEAD + (heights[i] ?? 0) + (below[i] ?? 0), least.panes[i] ?? 0));
  const at: { x: number; y: number }[] = [];
  let y = top;
  for (const [i, height] of full.entries()) {
    at.push({ x: MARGIN + (beside && i > 0 ? own + GAP : 0), y: y + HEAD });
    if (!beside) y += height + (i < full.length - 1 ? GAP : 0);
  }
  const end = beside ? top + Math.max(...full) : y;
  const footLines = [
    ...provenance.flatMap((line) => linesOf(line, inner, FOOT.px)),
    ...linesOf(command, inner, FOOT.px),
  ];
  const foot = end + 14;
  const height = Math.ceil(foot + footLines.length * FOOT.line + MARGIN);
  const Marks: FC = () => (
    <>
      {titleLines.map((line, i) => (
        <text key={i} x={MARGIN} y={MARGIN + 17 + i * CAPTION.line} className="t18 w6">
          {line}
        </text>
      ))}
      {contextLines.map((line, i) => (
        <text
          key={i}
          x={MARGIN}
          y={MARGIN + titleLines.length * CAPTION.line + 13 + i * CAPTION.smallLine}
          className="t13 i2"
        >
          {line}
        </text>
      ))}
      {panes.map((p, i) => {
        const place = at[i];
        if (!place) return null;
        return (
          <g key={p.pane}>
            <Head of={p} x={place.x} y={place.y - HEAD} width={own} several={panes.length > 1} />
            <Below
              told={p.told}
              reasons={reasons[i] ?? []}
              x={place.x}
              y={place.y + (heights[i] ?? 0)}
              width={own}
            />
          </g>
        );
      })}
      {beside && <path className="hair" d={`M${MARGIN + own + GAP / 2} ${top}V${end}`} />}
      <path className="hair" d={`M${MARGIN} ${foot - 4}H${width - MARGIN}`} />
      {footLines.map((line, i) => (
        <text key={i} x={MARGIN} y={foot + 11 + i * FOOT.line} className="i2" style={{ fontSize: FOOT.px }}>
          {line}
        </text>
      ))}
    </>
  );
  const described = [context, ...panes.map(({ told }) => textOf(told.twin.title)), ...provenance].join(' ');
  return { Marks, at, height, room: { top, panes: full }, title, described };
}

const Head: FC<{
  of: Around['panes'][number];
  x: number;
  y: number;
  width: number;
  several: boolean;
}> = ({ of: { pane, title, provenance, told }, x, y, width, several }) => {
  const letter = several ? 24 : 0;
  const tag = tagWidth(provenance);
  const era = told.era ? eraWidth(told.era) : 0;
  const from = x + letter + tag + 8;
  return (
    <g>
      {several && (
        <>
          <circle cx={x + 9} cy={y + 12} r="8.5" fill="none" stroke="var(--ink)" />
          <text x={x + 9} y={y + 16.5} className="t12 w6 mid">
            {pane}
          </text>
        </>
      )}
      <TagMark of={provenance} x={x + letter} y={y + 2} />
      <text x={from} y={y + 17} className="w6">
        {cut(title, x + width - era - 12 - from, 14, 600)}
      </text>
      {told.era && <EraMark era={told.era} x={x + width - era} y={y + 16} />}
    </g>
  );
};

interface Reason {
  n: number | null;
  lines: readonly string[];
  off: boolean;
}

function reasonsOf({ sentences }: Told, width: number): Reason[] {
  return sentences.map(({ n, words, off = false }) => ({
    n,
    off,
    lines: linesOf(textOf(words), width - REASON.in, REASON.px),
  }));
}

const heightOf = (reasons: readonly Reason[]) =>
  reasons.reduce((sum, { lines }) => sum + lines.length * REASON.line + 4, reasons.length > 0 ? 8 : 0);

const PLACE = 18;
const placesHeight = ({ functions: places }: Told) => (places.length > 0 ? places.length * PLACE + 8 : 0);

/** The reasons, and the functions that decided, with what the checker says of each. */
const Below: FC<{
  told: Told;
  reasons: readonly Reason[];
  x: number;
  y: number;
  width: number;
}> = ({ told, reasons, x, y, width }) => {
  const tops: number[] = [];
  let down = y + 8;
  for (const { lines } of reasons) {
    tops.push(down);
    down += lines.length * REASON.line + 4;
  }
  const places = reasons.length > 0 ? down : y;
  return (
    <g>
      {reasons.map(({ n, lines, off }, i) => (
        <g key={i}>
          {n !== null && <Disc n={n} x={x + 9} y={(tops[i] ?? 0) + 9} />}
          {lines.map((line, at) => (
            <text
              key={at}
              x={x + REASON.in}
              y={(tops[i] ?? 0) + 13.5 + at * REASON.line}
              className={off ? 't13 i3' : 't13'}
            >
              {line}
            </text>
          ))}
        </g>
      ))}
      {told.functions.map(({ fn, verdict }, i) => {
        const base = places + 20 + i * PLACE;
        const word = verdict && verdict.kind !== 'unchecked' ? verdict.kind : null;
        const words = word ? `recomputed: ${word}` : '';
        const from = x + width - textWidth(words, 12) - 20;
        return (
          <g key={fn}>
            <text x={x} y={base} className="t12 i2">
              {cut(fn, (word ? from - 8 : x + width) - x, 12)}
            </text>
            {word && (
              <>
                <VerdictSign kind={word} x={from} y={base - 9.5} />
                <text x={x + width} y={base} className="t12 i2 end">
                  {words}
                </text>
              </>
            )}
          </g>
        );
      })}
    </g>
  );
};
