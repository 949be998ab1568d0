import { useEffect, useRef, type FC } from 'react';
import type { EventRecord } from '../../core/types';
import type { VerdictStruct } from '../../core/gen/tables';
import { textOf } from '../../core/message';
import { grouped } from '../../core/number';
import { tone } from '../../ui/nodes/colours';
import { memoMark } from '../../ui/memo';
import { VerdictMark } from '../../ui/Verdict';
import type { DrawingProps } from '../scene';
import { kindOf } from '../voices/verdict';
import { voiceOf } from '../voices';
import { namesOf, type Names } from '../voices/names';
import './decisions.css';

/** Narrower than this, sentences take two lines, and fewer of them are shown. */
const NARROW = 480;
const FEW = 6;

interface RowProps {
  k: number;
  event: EventRecord;
  verdict: VerdictStruct | null;
  names: Names;
  now: boolean;
  /** One row takes part in the order of tab stops: the arrows move the cursor, and with it the focus. */
  tab: boolean;
  seek: DrawingProps['seek'];
}

const Row = memoMark<RowProps>('Row', ({ k, event, verdict, names, now, tab, seek }) => {
  const voice = voiceOf(event);
  const { lead, rest } = voice.say(event, names);
  const { letter, node } = voice.cell(event, names);
  const { fill, on } = tone(node);
  const kind = kindOf(verdict);
  return (
    <li>
      <button
        type="button"
        className="decision"
        tabIndex={tab ? 0 : -1}
        {...(now ? { 'aria-current': 'step' as const } : {})}
        onClick={() => {
          seek(k);
        }}
      >
        <span className="k">{grouped(k)}</span>{' '}
        <span className="plate" style={{ background: fill, color: on }} aria-hidden="true">
          {letter}
        </span>
        <span className="said">
          <b>{textOf(lead)}</b> <span>{textOf(rest)}</span>
        </span>{' '}
        <span className="mark" title={kind}>
          {kind !== 'unchecked' && <VerdictMark kind={kind} />}
          {kind !== 'unchecked' && <span className="visually-hidden">{kind}</span>}
        </span>
      </button>
    </li>
  );
});

/** A page of decisions around the cursor, each in one sentence. */
export const Drawing: FC<DrawingProps> = ({ pane, frame, info, width, describedBy, seek }) => {
  const list = useRef<HTMLOListElement>(null);
  const names = namesOf(frame.before);
  const narrow = width < NARROW;
  const at = frame.neighbours.findIndex((n) => n.k === frame.k);
  const from = narrow ? Math.max(0, Math.min(at - 2, frame.neighbours.length - FEW)) : 0;
  const rows = narrow ? frame.neighbours.slice(from, from + FEW) : frame.neighbours;
  const stop = at >= 0 ? frame.k : (rows[0]?.k ?? 0);
  useEffect(() => {
    if (list.current?.contains(document.activeElement)) {
      list.current.querySelector<HTMLElement>('[aria-current]')?.focus({ preventScroll: true });
    }
  }, [frame.k]);
  return (
    <div
      className="decisions"
      role="group"
      aria-label={`Decisions, pane ${pane}`}
      aria-describedby={describedBy}
    >
      {info.decisions === 0 && <p className="small">No decision was recorded here.</p>}
      <ol ref={list} start={rows[0]?.k ?? 1}>
        {rows.map((n) => (
          <Row
            key={n.k}
            k={n.k}
            event={n.event}
            verdict={n.verdict}
            names={names}
            now={n.k === frame.k}
            tab={n.k === stop}
            seek={seek}
          />
        ))}
      </ol>
    </div>
  );
};
