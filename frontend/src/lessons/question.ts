/** A question with its answer, which the core gives. Data only: it travels from the builder's thread to the page's. */
import { NOTHING, plain, type Message } from '../core/message';
import type { PaneId } from '../core/panes';
import type { EventRecord } from '../core/types';
import type { Frame } from '../scenes/scene';
import { nodeOf } from '../scenes/voices/zone';
import { solutionChoice } from '../quiz/state';
import { isStill, solutionText, toleranceText } from '../quiz/answers';
import { curveQuestion, MARKS, numberQuestion, namesOf, orderQuestion, POINTS } from '../quiz/builder';
import {
  QUESTION_KINDS,
  type Choice,
  type ChoiceQuestion,
  type Question,
  type Reasons,
} from '../scenes/question';
import { formatValue } from '../quiz/values';
import type { WrittenQuestion, Condition } from './lesson';
import { marked, wordsOf, type Inline } from './markdown';
import { momentOf } from './moments';
import type { Run } from './run';
import { truthOf, valueOf, type Place } from './values';

export interface LessonQuestion {
  question: Question;
  line: number;
  /** The question with its markup. */
  ask: readonly Inline[];
  /** Seconds; a hint to the teacher. */
  time: number | null;
  /** The pane whose number it is; null: of both. */
  pane: PaneId | null;
}

type Common = Pick<Question, 'kind' | 'title' | 'lead' | 'hint' | 'from' | 'k' | 'task' | 'hides'>;
type Built = Pick<LessonQuestion, 'question' | 'pane'>;

export class LessonError extends Error {}

const has = (list: readonly string[], kind: string) => list.includes(kind);

/** Throws Wrong in a sentence. `settle`: what {…} in words comes to. */
export function questionFor(
  asked: WrittenQuestion,
  place: Place,
  settle: (inline: readonly Inline[]) => readonly Inline[],
): LessonQuestion {
  const pane = asked.pane ?? 'A';
  const run = place.runs[pane];
  if (!run)
    throw new LessonError(
      'A question is about what its step shows, and this step has no view, or one that does not open.',
    );
  const here = asked.at === '' ? place : { ...place, k: moment(asked.at, place) };
  const ask = settle(marked(asked.ask));
  const common: Common = {
    kind: asked.kind,
    title: plain(wordsOf(ask)),
    ...{ lead: NOTHING, hint: NOTHING, k: null, task: null, hides: null },
    from: run.info.provenance,
  };
  return { ...built(asked, run, here, common), line: asked.line, ask, time: asked.time };
}

function built(asked: WrittenQuestion, run: Run, here: Place, common: Common): Built {
  const { kind, of } = asked;
  if (has(QUESTION_KINDS.choice, kind)) return choosing(asked, run, here.k, common);
  if (of === '') throw new LessonError(`A question of kind ${kind} says what it asks for: of: a.used.swapC.`);
  if (has(QUESTION_KINDS.number, kind)) return measuring(asked, here, common);
  if (has(QUESTION_KINDS.truth, kind)) return truth(asked, here, common);
  if (has(QUESTION_KINDS.order, kind)) return ordering(asked, here, common);
  return drawing(asked, here, common);
}

function moment(text: string, { runs }: Place): number {
  if (!runs.A) throw new LessonError('The view shows nothing in pane A.');
  return momentOf(text, runs.A, runs.B ?? null);
}

/** The decision of a run as its scene asks about it; null: it does not. */
export function questionAt(run: Run, k: number): { question: ChoiceQuestion; frame: Frame } | null {
  const frame = run.frame(k);
  const question = run.questions?.question(frame, run.info);
  return question ? { question, frame } : null;
}

function choosing(asked: WrittenQuestion, run: Run, k: number, common: Common): Built {
  const found = questionAt(run, k);
  const name = `Decision ${k}`;
  if (!found) throw new LessonError(`${name} has nothing to choose from. Choose another moment.`);
  const { question, frame } = found;
  if (question.kind !== asked.kind)
    throw new LessonError(
      `${name} asks for kind: ${question.kind}, not ${asked.kind}. Choose another moment, or say so.`,
    );
  const solution = [...question.solution, ...(asked.hidesList ? tiedWith(frame.event, question) : [])];
  const right = question.choices.filter(({ key }) => solution.includes(key));
  if (solution.length > 1 && !asked.many) {
    const names = right.map(({ words }) => words);
    throw new LessonError(
      `Two answers are possible: ${names.join(' and ')} take turns here. Choose another moment, or write many: yes.`,
    );
  }
  const answer = solutionChoice(question);
  const reasonOf = (choice: Choice): Message => {
    const own = conditionFor(
      asked.conditions,
      conditionsOf(choice, frame, question, run, k),
      choice === answer,
    );
    return own ? filled(own, answer?.words ?? '') : choice.reason;
  };
  return {
    question: {
      ...question,
      title: common.title,
      choices: question.choices.map((choice) => ({ ...choice, reason: reasonOf(choice) })),
      solution,
      hides: asked.hidesList && frame.event?.kind === 'swap_select' ? frame.event.list : null,
    },
    pane: asked.pane ?? 'A',
  };
}

/** Who stands with the chosen one under the same key: whose turn it is shows in nothing but the list. */
function tiedWith(event: EventRecord | null, { choices, solution }: ChoiceQuestion): string[] {
  if (event?.kind !== 'swap_select') return [];
  const keyOf = (type: number | undefined) => event.list_prio[event.list_type.indexOf(type ?? -1)];
  const own = keyOf(event.type);
  return choices
    .filter(({ key, cell }) => {
      const place = cell?.place;
      if (solution.includes(key) || place === undefined || !event.list_type.includes(place)) return false;
      return keyOf(place) === own;
    })
    .map(({ key }) => key);
}

/** What is true of a choice that is not the answer. */
export const CONDITIONS = [
  ...['right', 'local', 'highest-priority', 'most-free', 'neighbour', 'same-as-last', 'full', 'next-in-turn'],
  ...['above', 'below', 'other'],
] as const;

function conditionFor(
  conditions: readonly Condition[],
  true_: ReadonlySet<string>,
  right: boolean,
): Condition | null {
  if (right) return conditions.find(({ when }) => when === 'right') ?? null;
  return conditions.find(({ when }) => when !== 'right' && (when === 'other' || true_.has(when))) ?? null;
}

const filled = ({ words }: Condition, answer: string) => plain(words.replaceAll('{answer}', answer));

function conditionsOf(
  { cell }: Choice,
  frame: Frame,
  { choices }: ChoiceQuestion,
  run: Run,
  k: number,
): Set<string> {
  const out = new Set<string>();
  const { event, before } = frame;
  const last = run.columns.cells[run.columns.cell[k - 2] ?? -1];
  if (cell && last?.name === cell.name) out.add('same-as-last');
  const place = cell?.place ?? -1;
  if (event?.kind === 'swap_select') {
    const row = before.dev[place];
    const all = choices.flatMap((c) => before.dev[c.cell?.place ?? -1] ?? []);
    const room = (one: (typeof all)[number]) => one.pages - one.used;
    if (row) {
      if (row.node_id === event.nid) out.add('local');
      if (Math.abs(row.node_id - event.nid) === 1 && row.node_id >= 0) out.add('neighbour');
      if (all.every((one) => one.prio <= row.prio)) out.add('highest-priority');
      if (all.every((one) => one === row || room(one) < room(row))) out.add('most-free');
      if (row.pages > 0 && room(row) <= 0) out.add('full');
    }
    const at = event.list_type.indexOf(event.type);
    if (at >= 0 && event.list_type[at + 1] === place) out.add('next-in-turn');
  }
  if (event?.kind === 'zone_select') {
    const row = before.zone[place];
    const all = choices.flatMap((c) => before.zone[c.cell?.place ?? -1] ?? []);
    if (nodeOf(place) === event.list) out.add('local');
    else out.add('neighbour');
    if (row && all.every((one) => one === row || one.free < row.free)) out.add('most-free');
  }
  return out;
}

/** "10 %" of the most it can be, or of the answer; or so much. */
function withinOf(text: string, answer: number, max: number | null): number {
  const [, n = '', cent] = /^(\d{1,9}(?:\.\d{1,3})?)\s*(%?)$/.exec(text) ?? [];
  if (n === '') throw new LessonError('within says what is close: within: 10 %, or a number.');
  return cent === '%' ? (Number(n) / 100) * (max ?? Math.abs(answer)) : Number(n);
}

/** What the file says of an answer; nothing where it says nothing. */
function reasonsFor({ conditions }: WrittenQuestion, answer: string): Reasons {
  const own = (name: string) => {
    const found = conditions.find(({ when }) => when === name);
    return found && filled(found, answer);
  };
  const [above, below] = [own('above'), own('below')];
  return {
    right: own('right') ?? NOTHING,
    other: own('other') ?? NOTHING,
    ...(above && { above }),
    ...(below && { below }),
  };
}

function measuring(asked: WrittenQuestion, place: Place, common: Common): Built {
  const value = valueOf(asked.of, place);
  if (value.number === null) throw new LessonError(`${asked.of} is “${value.text}”, which is not a number.`);
  if (asked.kind === 'amount' && value.max === null)
    throw new LessonError(`${asked.of} has no most, so no bar can be drawn. Ask with kind: number.`);
  const within = withinOf(asked.within, value.number, value.max);
  const made = numberQuestion({ ...value, number: value.number }, within, reasonsFor(asked, value.text));
  return { question: { ...common, hint: plain(toleranceText(made)), ...made }, pane: value.pane };
}

function truth(asked: WrittenQuestion, place: Place, common: Common): Built {
  const { holds, isTied, sides, pane } = truthOf(asked.of, place);
  if (isTied)
    throw new LessonError(
      `${asked.of}: both sides are ${sides.split(' and ')[0] ?? ''}, so the answer is no only because they are equal. Ask with =, <= or >=, or at another moment.`,
    );
  const answer = holds ? 'yes' : 'no';
  const choice = (key: string): Choice => {
    const own = asked.conditions.find(({ when }) => when === (key === answer ? 'right' : 'other'));
    const reason = own ? filled(own, answer) : plain(`It comes to ${sides}.`);
    return { key, words: key === 'yes' ? 'Yes' : 'No', note: '', cell: null, reason };
  };
  return {
    question: { ...common, form: 'choice', choices: [choice('yes'), choice('no')], solution: [answer] },
    pane,
  };
}

function ordering(asked: WrittenQuestion, place: Place, common: Common): Built {
  const value = valueOf(asked.of, place);
  const names = namesOf(value);
  if (!names) throw new LessonError(`${asked.of} is “${value.text}”, which has no order.`);
  const made = orderQuestion(names, reasonsFor(asked, value.text));
  return { question: { ...common, ...made, hides: listIn(asked) }, pane: value.pane };
}

function listIn({ of, at }: WrittenQuestion): number | null {
  const [, list] = /^(?:[ab]\.)?list\.(\d{1,2})$/.exec(of) ?? [];
  return list === undefined || at !== '' ? null : Number(list);
}

function drawing(asked: WrittenQuestion, place: Place, common: Common): Built {
  const now = valueOf(asked.of, place);
  const run = place.runs[now.pane ?? 'A'];
  if (now.number === null || now.max === null || !run)
    throw new LessonError(`${asked.of} has no most, so no curve can be drawn of it.`);
  if (asked.for < POINTS)
    throw new LessonError(`A curve says for how many decisions it goes on: for: 200; at least ${POINTS}.`);
  if (place.k + asked.for > run.decisions)
    throw new LessonError(
      `The curve would end at decision ${place.k + asked.for}; this run has ${run.decisions}.`,
    );
  const path = (name: string, rest: readonly string[]) =>
    [(now.pane ?? 'A').toLowerCase(), name, ...rest].join('.');
  const [name = '', ...rest] = asked.of.replace(/^[ab]\./, '').split('.');
  const ofZone = name === 'free' && /^\d+\.\w/.test(rest.join('.'));
  const { drawn, span } = curveQuestion({
    k: place.k,
    steps: asked.for,
    now: { ...now, max: now.max },
    at: (k) => valueOf(asked.of, { ...place, k }).number ?? 0,
    marks: ofZone
      ? MARKS.map((mark) => ({ name: mark, value: valueOf(path(mark, rest), place).number ?? 0 }))
      : [],
    managed: ofZone ? (valueOf(path('size', rest), place).number ?? 0) : 0,
  });
  const last = formatValue(now.unit, drawn.solution.at(-1)?.value ?? 0);
  const made = {
    ...drawn,
    within: withinOf(asked.within, now.number, span),
    reasons: reasonsFor(asked, last),
  };
  if (isStill(made))
    throw new LessonError(
      `“It stays as it is” would be close, within ${formatValue(made.unit, made.within)}. Ask with a smaller within, or where it moves.`,
    );
  return { question: { ...common, hint: plain(toleranceText(made)), ...made }, pane: now.pane };
}

/** The solution, as the text before a question may give it away. */
export function solutionWords(question: Question): { own: string[]; others: string[] } {
  // Yes and no stand in any text; where a curve ends, nobody says.
  if (question.form === 'curve' || (question.form === 'choice' && question.k === null))
    return { own: [], others: [] };
  if (question.form !== 'choice') return { own: [solutionText(question)], others: [] };
  const words = (right: boolean) =>
    question.choices.filter(({ key }) => question.solution.includes(key) === right).map((c) => c.words);
  return { own: words(true), others: words(false) };
}
