/** Questions beyond the next decision: a number, an order or a course some decisions ahead, drawn by a seed. Pure. */
import type { Columns } from '../core/columns';
import { keyOf } from '../core/decision';
import { amount, msg, NOTHING, plain, type Message } from '../core/message';
import {
  curveQuestion,
  MARKS,
  numberQuestion,
  momentsOf,
  namesOf,
  orderQuestion,
  type Made,
} from './builder';
import type { CurveQuestion, NumberQuestion, OrderQuestion, Question } from '../scenes/question';
import { isStill } from './answers';
import { readValue, formatValue, type QuizValue, type QuizRun } from './values';
import type { Frame, SourceInfo, Forecast } from '../scenes/scene';

interface ForecastRun {
  info: SourceInfo;
  columns: Columns;
  frame: (k: number) => Promise<Frame | null>;
}

/** Decisions that are asked ahead. */
const AHEAD = [50, 100, 200, 500, 20] as const;
/** Up to a decision that is no nearer, so that a curve has a point for each handle, and no further. */
const UNTIL = { least: 8, most: 800 } as const;
/** Questions that are tried before there is none: where nothing changes, nothing can be predicted. */
const TRIES = 8;
/** What counts as close, as a share of the most it can be, or of the answer. */
const WITHIN = { amount: 0.05, number: 0.1, curve: 0.08, order: 0 } as const;

/** Of many, parts say nothing: what is close is said in whole ones. */
const whole = (n: number) => (n < MANY ? n : Math.round(n));
const MANY = 100;

/** One of `forecasts`, asked at decision `from`; null where none of those drawn can be. `next`: numbers from 0 to 1. */
export async function forecastAt(
  forecasts: readonly Forecast[],
  from: number,
  run: ForecastRun,
  next: () => number,
): Promise<Question | null> {
  const left = [...forecasts];
  for (let tried = 0; tried < TRIES && left.length > 0; tried++) {
    const [one] = left.splice(Math.floor(next() * left.length), 1);
    const first = Math.floor(next() * AHEAD.length);
    if (!one) break;
    for (const steps of aheadOf(one, from, run.columns, first)) {
      const asked = await asks(one, from, steps, run);
      if (asked) return asked;
    }
  }
  return null;
}

/** How far ahead it may be asked, in the order to try. */
function aheadOf(one: Forecast, from: number, columns: Columns, first: number): number[] {
  const { cell, cells, gaps } = columns;
  // What was lost between is in no event: nothing that is asked reaches over it.
  const end = Math.min(cell.length, ...gaps.flatMap(({ k }) => (k >= from ? [k] : [])));
  const fits = (steps: number) => from + steps <= end;
  const { until } = one;
  if (!until) {
    const all = [...AHEAD.slice(first), ...AHEAD.slice(0, first)];
    return (one.steps === undefined ? all : [one.steps]).filter(fits);
  }
  for (let k = from + 1; k <= Math.min(end, from + UNTIL.most); k++) {
    const at = cells[cell[k - 1] ?? -1];
    if (at && keyOf(at) === until.key) return k - from >= UNTIL.least ? [k - from] : [];
  }
  return [];
}

async function asks(one: Forecast, from: number, steps: number, run: ForecastRun): Promise<Question | null> {
  const k = from + steps;
  const { before, after } = one.kind === 'curve' ? momentsOf(from, steps) : NO_MOMENTS;
  const frames = new Map<number, Frame>();
  for (const moment of new Set([from, k, ...before, ...after])) {
    const frame = await run.frame(moment);
    if (!frame) return null;
    frames.set(moment, frame);
  }
  const [now, then] = [frames.get(from), frames.get(k)];
  if (!now || !then) return null;
  const quizRun: QuizRun = {
    ...run,
    decisions: run.columns.cell.length,
    frame: (at) => {
      const frame = frames.get(at);
      if (!frame) throw new Error(`decision ${at} is not at hand.`);
      return frame;
    },
  };
  const reason = one.because(now, then);
  const made = makeOf(one, quizRun, from, k, reason);
  if (!made) return null;
  const when =
    one.until?.words ??
    (one.gained
      ? msg`in the next ${amount(steps, 'decision')}`
      : msg`after ${amount(steps, 'more decision')}`);
  const going = one.kind === 'curve' && !one.until ? msg`for ${amount(steps, 'more decision')}` : when;
  return {
    kind: one.kind,
    title: one.title(going),
    hint: one.hint,
    from: run.info.provenance,
    k,
    task: null,
    hides: null,
    ...made,
  };
}

const NO_MOMENTS = { before: [], after: [] };

/** What decisions between add, one each at most. */
function gainOf(was: QuizValue | null, is: QuizValue | null, steps: number): QuizValue | null {
  if (was?.number == null || is?.number == null) return null;
  const gain = is.number - was.number;
  return { ...is, number: gain, text: formatValue(is.unit, gain), max: steps };
}

/** `lead`: what is so far. */
type Parts = (Made<NumberQuestion> | Made<OrderQuestion> | Made<CurveQuestion>) & { lead: Message };

/** Null where it is not known, or a glance would say as much. */
function makeOf(one: Forecast, quizRun: QuizRun, from: number, k: number, reason: Message): Parts | null {
  const read = (at: number, value = one.value): QuizValue | null => {
    try {
      return readValue(quizRun, at, value, one.of);
    } catch {
      return null;
    }
  };
  const [was, end] = [read(from), read(k)];
  const is = one.gained ? gainOf(was, end, k - from) : end;
  const reasons = { right: reason, other: reason };
  const share = one.within ?? WITHIN[one.kind];
  if (!is) return null;
  if (one.kind === 'order') {
    const [old, names] = [was && namesOf(was), namesOf(is)];
    if (!old || !names || names.every((name, i) => name === old[i])) return null;
    return { ...orderQuestion(names, reasons), lead: msg`Now it is ${plain(old.join(', '))}.` };
  }
  if (is.number === null) return null;
  if (one.kind === 'curve') {
    if (was?.number == null || was.max === null) return null;
    const marks =
      one.value === 'free' ? MARKS.map((name) => ({ name, value: read(from, name)?.number ?? 0 })) : [];
    const at = (moment: number) => read(moment)?.number ?? NaN;
    const managed = marks.length > 0 ? (read(from, 'size')?.number ?? 0) : 0;
    const now = { ...was, max: was.max };
    const { drawn, span } = curveQuestion({ k: from, steps: k - from, now, at, marks, managed });
    const all = [...drawn.before.slice(-1), ...drawn.solution].map(({ value }) => value);
    const within = whole(share * span);
    if (all.some(Number.isNaN) || Math.max(...all) - Math.min(...all) <= within) return null;
    const lead = msg`It is ${formatValue(was.unit, was.number)} now.`;
    const made = { ...drawn, within, reasons, lead };
    return isStill(made) ? null : made;
  }
  if (one.kind === 'amount' && is.max === null) return null;
  const within = whole(
    one.kind === 'amount' ? share * (is.max ?? 0) : Math.max(1, share * Math.abs(is.number)),
  );
  const moved = was?.number == null ? null : Math.abs(is.number - was.number);
  // Where hardly anything moves, "as it is" would be close.
  const apart = one.fresh ?? one.gained;
  if (!apart && (moved === null || moved <= within)) return null;
  return {
    ...numberQuestion({ ...is, number: is.number }, within, reasons),
    lead: apart || was?.number == null ? NOTHING : msg`It is ${formatValue(was.unit, was.number)} now.`,
  };
}
