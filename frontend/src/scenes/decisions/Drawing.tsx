import { useEffect, useRef, type FC } from 'react';
import type { EventRecord } from '../../core/contract';
import { grouped } from '../../core/number';
import { tone } from '../../ui/nodes';
import { still } from '../../ui/still';
import { VerdictMark } from '../../ui/Verdict';
import type { Found, PaneProps } from '../scene';
import { tellerOf } from './tellers';
import { twinId } from './ids';
import { namedIn, namesOf, type Named } from './names';
import { kindOf } from './verdict-words';
import './decisions.css';

/** Narrower than this, sentences take two lines, and fewer of them are shown. */
const NARROW = 480;
const FEW = 6;

interface RowProps {
  k: number;
  event: EventRecord;
  verdict: Found | null;
  named: Named;
  now: boolean;
  /** One row takes part in the order of tab stops: the arrows move the cursor, and with it the focus. */
  tab: boolean;
  seek: PaneProps['seek'];
}

const Row = still<RowProps>('Row', ({ k, event, verdict, named, now, tab, seek }) => {
  const names = namesOf(named);
  const teller = tellerOf(event);
  const { lead, rest } = teller.say(event, names);
  const { letter, node } = teller.cell(event, names);
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
          <b>{lead}</b> <span>{rest}</span>
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
export const Drawing: FC<PaneProps> = ({ pane, frame, info, width, seek }) => {
  const list = useRef<HTMLOListElement>(null);
  const named = namedIn(frame.before);
  const narrow = width < NARROW;
  const at = frame.near.findIndex((n) => n.k === frame.k);
  const from = narrow ? Math.max(0, Math.min(at - 2, frame.near.length - FEW)) : 0;
  const rows = narrow ? frame.near.slice(from, from + FEW) : frame.near;
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
      aria-describedby={twinId(pane)}
    >
      {info.decisions === 0 && <p className="small">No decision was recorded here.</p>}
      <ol ref={list} start={rows[0]?.k ?? 1}>
        {rows.map((n) => (
          <Row
            key={n.k}
            k={n.k}
            event={n.event}
            verdict={n.verdict}
            named={named}
            now={n.k === frame.k}
            tab={n.k === stop}
            seek={seek}
          />
        ))}
      </ol>
    </div>
  );
};
