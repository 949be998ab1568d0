/** The runs of a sweep as a strip that fills: a mark for each, by value. Striped: kept from before. */
import { memo, useId, type FC } from 'react';
import { countOf, type Question } from '../question';
import type { SweepState } from '../sweep';

interface Props {
  question: Question;
  state: Pick<SweepState, 'rows' | 'failed' | 'kept'>;
  at: number;
  width: number;
  onPick: (at: number) => void;
}

const MARK = { width: 10, height: 16, gap: 2 };
const HEAD = 18;
/** More runs than these are a bar for each value. */
const MARKS_MAX = 600;

export const RunStrip: FC<Props> = memo(function RunStrip({ question, state, at, width, onPick }: Props) {
  const hatch = useId();
  const { values } = question.x;
  const each = countOf(question) / values.length;
  const group = width / values.length;
  const per = Math.max(1, Math.floor((group - 12) / (MARK.width + MARK.gap)));
  const marked = countOf(question) <= MARKS_MAX;
  const lines = marked ? Math.ceil(each / per) : 1;
  const height = HEAD + lines * (MARK.height + MARK.gap);
  const lookOf = (run: number) =>
    state.failed.has(run) ? 'failed' : !state.rows[run] ? 'open' : state.kept.has(run) ? 'kept' : 'made';
  return (
    <svg className="cmp-strip" width={width} height={height} aria-hidden="true">
      <pattern id={hatch} width={4} height={4} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path className="cmp-hatch" d="M0 0V4" strokeWidth={2} />
      </pattern>
      {values.map((value, i) => {
        const [left, first] = [i * group, i * each];
        const runs = Array.from({ length: each }, (_, n) => first + n);
        const done = runs.filter((run) => lookOf(run) !== 'open').length;
        return (
          <g
            key={value}
            className="cmp-slot"
            onClick={() => {
              onPick(i);
            }}
          >
            <rect
              className={i === at ? 'cmp-now' : 'cmp-bare'}
              x={left}
              y={0}
              width={group - 4}
              height={height}
            />
            {group > 24 && (
              <text className={i === at ? 't12 b' : 't12 i2'} x={left + 2} y={12}>
                {String(value).replaceAll('_', ' ')}
              </text>
            )}
            {marked ? (
              runs.map((run, n) => (
                <rect
                  key={run}
                  className={`cmp-run ${lookOf(run)}`}
                  x={left + 2 + (n % per) * (MARK.width + MARK.gap)}
                  y={HEAD + Math.floor(n / per) * (MARK.height + MARK.gap)}
                  width={Math.min(MARK.width, group - 8)}
                  height={MARK.height}
                  fill={lookOf(run) === 'kept' ? `url(#${hatch})` : undefined}
                />
              ))
            ) : (
              <>
                <rect
                  className="cmp-run open"
                  x={left + 2}
                  y={HEAD}
                  width={Math.max(1, group - 8)}
                  height={MARK.height}
                />
                <rect
                  className="cmp-run made"
                  x={left + 2}
                  y={HEAD}
                  width={Math.max(0, ((group - 8) * done) / each)}
                  height={MARK.height}
                />
              </>
            )}
          </g>
        );
      })}
    </svg>
  );
});
