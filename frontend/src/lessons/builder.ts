/**
 * Builds a lesson: opens its views, finds its moments, computes its values and answers, and says by line what is
 * wrong. The same code checks a file on the command line and shows it in the page. Pure but for what `Host` does.
 */
import { failureOf, sentence } from '../core/error';
import { adviceOfTunable } from '../core/suggestion';
import { isParamName } from '../core/params';
import { grouped } from '../core/number';
import { PANES, type PaneId } from '../core/panes';
import type { Provenance } from '../scenes/provenance';
import { parseSpec } from '../capture/sources/spec';
import type { View } from '../stage/state/view';
import { ERA_NAMES, eraNamed } from '../ui/era';
import { CONDITIONS, questionFor, solutionWords, LessonError, type LessonQuestion } from './question';
import { readLesson, type Finding, type Lesson, type Step } from './lesson';
import { mapped, marked, piecesOf, textOfBlock, wordsOf, type Block, type Inline } from './markdown';
import { adviceOf, deadLink } from './links';
import { momentOf } from './moments';
import { Runs, UnreachableError, type Host, type Run } from './run';
import { valueOf, type Place } from './values';

export interface BuilderHost extends Host {
  /** Reads a link of the app; complaints are sentences. */
  view: (hash: string) => { view: View | null; complaints: string[] };
  /** Words of the pages beside the stage, as links have them. */
  pages: readonly string[];
  isTerm: (word: string) => boolean;
  /** All words of the glossary. */
  terms: readonly string[];
  /** Ids of the lessons that links lead to; null: they are not known. */
  lessons: () => Promise<readonly string[] | null>;
}

export interface BuiltStep {
  title: string;
  line: number;
  blocks: readonly Block[];
  notes: readonly Block[];
  /** Null where the step has none, or one that does not open: then `broken` says why. */
  view: View | null;
  broken: string | null;
  questions: readonly LessonQuestion[];
  /** Where the computed numbers come from, pane by pane. */
  from: Readonly<Partial<Record<PaneId, Provenance>>>;
}

export interface BuiltLesson {
  lesson: Omit<Lesson, 'steps'>;
  /** Titles of all steps, known before they are built. */
  titles: readonly string[];
  steps: readonly BuiltStep[];
  findings: readonly Finding[];
  counts: { questions: number; values: number; terms: number; words: number };
}

/** A lesson on its way; `findings` when it is whole. */
export interface PartialLesson {
  /** Of the text (homework.ts); '' while there is none. */
  version: string;
  /** Of the file. */
  name: string;
  lesson: BuiltLesson['lesson'] | null;
  titles: readonly string[];
  steps: readonly (BuiltStep | undefined)[];
  findings: readonly Finding[] | null;
  failure: string | null;
}

/** `onStep`: as each is ready. Null where the file is no lesson; its findings say why. */
export async function buildLesson(
  text: string,
  around: BuilderHost,
  onStep: (step: BuiltStep, i: number, built: Pick<BuiltLesson, 'lesson' | 'titles'>) => void = () =>
    undefined,
): Promise<{ built: BuiltLesson | null; findings: readonly Finding[] }> {
  const { lesson, findings } = readLesson(text);
  if (!lesson) return { built: null, findings };
  const titles = lesson.steps.map(({ title }) => title);
  const { steps: read, ...rest } = lesson;
  await checkHead(lesson, around, findings);
  const runs = new Runs(around);
  const counts = { questions: 0, values: 0, terms: 0, words: 0 };
  const steps: BuiltStep[] = [];
  for (const [i, step] of read.entries()) {
    const built = await buildStep(step, around, runs, findings, counts);
    steps.push(built);
    onStep(built, i, { lesson: rest, titles });
  }
  await checkExercises(lesson, around, runs, findings);
  findings.sort((a, b) => a.line - b.line);
  return { built: { lesson: rest, titles, steps, findings, counts }, findings };
}

async function checkHead(lesson: Lesson, around: BuilderHost, findings: Finding[]): Promise<void> {
  const wrong = (key: 'before' | 'scene' | 'touch' | 'era', words: string) =>
    findings.push({ line: lesson.lines[key] ?? 1, of: 'file', words });
  const names = around.scenes.map(({ id }) => id);
  if (lesson.scene !== '' && !names.includes(lesson.scene))
    wrong('scene', `There is no scene “${lesson.scene.slice(0, 40)}”. There are ${names.join(', ')}.`);
  for (const name of lesson.touch)
    if (!isParamName(name))
      wrong('touch', `touch: there is no tunable “${name.slice(0, 40)}”. ${adviceOfTunable(name)}`);
  if (lesson.era !== '' && !eraNamed(lesson.era))
    wrong('era', `era names a rule: one of ${ERA_NAMES.join(', ')}.`);
  if (lesson.before === '') return;
  if (lesson.before === lesson.id) {
    wrong('before', 'before: a lesson does not come before itself.');
    return;
  }
  const known = await around.lessons();
  if (known && !known.includes(lesson.before))
    wrong(
      'before',
      `before: there is no lesson “${lesson.before.slice(0, 40)}”. There are ${known.join(', ')}.`,
    );
}

/** The link without its moment, and the moment. */
function splitMoment(href: string): { hash: string; at: string | null } {
  const [path = '', query = ''] = href.split('?');
  const pairs = query.split('&').filter(Boolean);
  const at = pairs.find((pair) => pair.startsWith('at='))?.slice(3) ?? null;
  const rest = pairs.filter((pair) => !pair.startsWith('at='));
  return { hash: rest.length > 0 ? `${path}?${rest.join('&')}` : path, at: at && decodeURIComponent(at) };
}

async function open(href: string, around: BuilderHost, runs: Runs): Promise<{ view: View; place: Place }> {
  const { hash, at } = splitMoment(href);
  const { view, complaints } = around.view(hash);
  if (!view || complaints.length > 0)
    throw new LessonError(complaints.join(' ') || 'This link leads to no view.');
  if (!around.scenes.some(({ id }) => id === view.scene))
    throw new LessonError(`There is no scene “${view.scene}”.`);
  const opened: Partial<Record<PaneId, Run>> = {};
  for (const id of PANES) {
    const spec = view.sources[id];
    if (spec.kind === 'none') continue;
    const run = await runs.of(spec, view.scene);
    if (run.decisions === 0)
      throw new LessonError(`“${run.info.title}” has nothing that the scene ${view.scene} shows.`);
    opened[id] = run;
  }
  const first = opened.A ?? opened.B;
  if (!first) throw new LessonError('The view shows nothing: name a source, as in a=model:four-nodes.');
  const k = at === null ? view.position.k : momentOf(at, first, opened.A ? (opened.B ?? null) : null);
  const longest = Math.max(...Object.values(opened).map(({ decisions }) => decisions));
  if (k > longest) throw new LessonError(`There is no decision ${k}: this run has ${longest}.`);
  const position = { align: 'decision' as const, k, t: 0 };
  return { view: { ...view, position }, place: { runs: opened, k } };
}

async function buildStep(
  step: Step,
  around: BuilderHost,
  runs: Runs,
  findings: Finding[],
  counts: BuiltLesson['counts'],
): Promise<BuiltStep> {
  const wrong = (line: number, of: Finding['of'], words: string) => findings.push({ line, of, words });
  let place: Place = { runs: {}, k: 0 };
  let view: View | null = null;
  let broken: string | null = null;
  if (step.view) {
    try {
      ({ view, place } = await open(step.view.href, around, runs));
    } catch (error) {
      broken = error instanceof Error ? error.message : failureOf(error).message;
      if (!(error instanceof UnreachableError))
        wrong(step.view.line, 'view', `${sentence(broken)} ${adviceOf(step.view.href, around)}`.trim());
    }
  }
  const settleOne =
    (line: number) =>
    (one: Inline): Inline => {
      if (one.kind === 'term') {
        counts.terms++;
        if (!around.isTerm(one.word))
          wrong(line, 'text', `“${one.word}” is not in the glossary. It has ${around.terms.join(', ')}.`);
      }
      if (one.kind !== 'value' || one.path === 'answer') return one;
      counts.values++;
      try {
        return { ...one, text: valueOf(one.path, place).text };
      } catch (error) {
        if (broken === null) wrong(line, 'text', error instanceof Error ? error.message : String(error));
        return one;
      }
    };
  const settle = (block: Block) => mapped(block, settleOne(block.line));
  const blocks = step.blocks.map(settle);
  const notes = step.notes.map(settle);
  counts.words += blocks.map(textOfBlock).join(' ').split(/\s+/).filter(Boolean).length;
  if (broken === null) for (const block of blocks) checkTyped(block, place, wrong);
  for (const block of [...blocks, ...notes])
    for (const one of piecesOf(block)) {
      const dead = one.kind === 'link' ? await deadLink(one.href, around) : null;
      if (dead !== null) wrong(block.line, 'text', dead);
    }
  const questions: LessonQuestion[] = [];
  for (const asked of step.questions) {
    for (const { when, line } of asked.conditions)
      if (!CONDITIONS.some((known) => known === when))
        wrong(line, 'question', `“if ${when}” is none of ${CONDITIONS.join(', ')}.`);
    // What is wrong with the view has been said.
    if (broken !== null) continue;
    try {
      const all = (inline: readonly Inline[]) => inline.map(settleOne(asked.line));
      // What is said afterwards may have values, too; the answer itself comes last.
      const conditions = asked.conditions.map((one) => ({
        ...one,
        words: wordsOf(marked(one.words).map(settleOne(one.line))),
      }));
      const ready = questionFor({ ...asked, conditions }, place, all);
      const other = otherNode(ready, place);
      if (other !== null) wrong(asked.line, 'question', other);
      counts.questions++;
      questions.push(ready);
      const given = givenAway(ready, blocks);
      if (given !== null)
        wrong(
          asked.line,
          'question',
          `The text before it gives the answer away: “${given}”. Ask first, answer in the next step.`,
        );
    } catch (error) {
      wrong(asked.line, 'question', error instanceof Error ? error.message : String(error));
    }
  }
  const from = Object.fromEntries(
    PANES.flatMap((id) => (place.runs[id] ? [[id, place.runs[id].info.provenance]] : [])),
  ) as BuiltStep['from'];
  return { title: step.title, line: step.line, blocks, notes, view, broken, questions, from };
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const stands = (word: string, text: string) =>
  new RegExp(`(?<![\\w.,])${escaped(word)}(?![\\w])`, 'i').test(text);

/** The answer that the text before a question names, and no other choice; null where it does not. */
function givenAway({ question }: LessonQuestion, blocks: readonly Block[]): string | null {
  const text = blocks.map(textOfBlock).join('\n');
  const { own, others } = solutionWords(question);
  const said = own.find((word) => stands(word, text));
  return said !== undefined && !others.some((word) => stands(word, text)) ? said : null;
}

/** The question is said to come from one node, and comes from another. */
function otherNode({ question, ask, pane }: LessonQuestion, { runs }: Place): string | null {
  const run = runs[pane ?? 'A'];
  const { kind, form, k } = question;
  if (kind !== 'device' || form !== 'choice' || k === null || !run) return null;
  const typed = [...wordsOf(ask.filter(({ kind }) => kind !== 'value')).matchAll(/\bnode (\d{1,2})\b/g)];
  const { event } = run.frame(k);
  if (typed.length === 0 || event?.kind !== 'swap_select') return null;
  return typed.some(([, n]) => Number(n) === event.nid)
    ? null
    : `“${typed[0]?.[0] ?? ''}” is typed. Write {node}: the core says node ${event.nid}.`;
}

/** Nouns that the core counts. */
const COUNTED = ['nodes', 'devices', 'decisions', 'zones'] as const;
const TYPED = new RegExp(`(?<![\\w.,])(\\d[\\d,]*)\\s+(${COUNTED.join('|')})\\b`, 'g');

/** Numbers that were typed where the core has them. */
function checkTyped(
  block: Block,
  place: Place,
  wrong: (line: number, of: 'text', words: string) => void,
): void {
  const text = [...piecesOf(block)].map((one) => (one.kind === 'text' ? one.text : '\u2063')).join('');
  const asked = (path: string) => {
    try {
      return valueOf(path, place).text;
    } catch {
      return null;
    }
  };
  for (const [all, digits = '', noun = ''] of text.matchAll(TYPED)) {
    const known = [asked(noun), asked(`b.${noun}`)].filter((one) => one !== null);
    if (known.length > 0 && !known.some((one) => one.replaceAll(',', '') === digits.replaceAll(',', '')))
      wrong(block.line, 'text', `“${all}” is typed. Write {${noun}}: the core says ${known.join(' and ')}.`);
  }
  for (const [all] of text.matchAll(/\d[\d.]* of (?:every )?100\b/g)) {
    const core = asked('same_per_100');
    wrong(
      block.line,
      'text',
      `“${all}” is typed. ${core === null ? 'Ask the core for it in braces.' : `Write {same_per_100}: the core says ${core}.`}`,
    );
  }
  for (const [all] of text.matchAll(/\d[\d.,]*\s?%/g))
    wrong(
      block.line,
      'text',
      `“${all}” is typed. Ask the core for it, as in {a.full.swapC} or {a.measure.home}.`,
    );
}

async function checkExercises(
  lesson: Lesson,
  { scenes }: BuilderHost,
  runs: Runs,
  findings: Finding[],
): Promise<void> {
  const { exercises } = lesson;
  if (!exercises) return;
  const wrong = (line: number, words: string) => findings.push({ line, of: 'exercises', words });
  const scene = scenes.find(({ id }) => id === exercises.scene);
  if (!scene?.asks) {
    wrong(
      exercises.line,
      `“${exercises.scene}” is not a scene that asks. There are ${scenes.flatMap((s) => (s.asks ? [s.id] : [])).join(', ')}.`,
    );
    return;
  }
  for (const { name, line } of exercises.vary)
    if (!isParamName(exerciseParam(name)))
      wrong(line, `There is no tunable “${name}”. ${adviceOfTunable(name)}`);
  const source = exercises.source || scene.start;
  try {
    const spec = parseSpec(source, {});
    if (spec.kind === 'none') throw new Error('there is no source');
    await runs.of(spec, scene.id);
  } catch (error) {
    if (error instanceof UnreachableError) return;
    wrong(exercises.line, `source: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Lines of exercises say rules, as one speaks; tunables are called as params.def has them. */
export const exerciseParam = (name: string): string => (name === 'rules' ? 'rule' : name);

/** What the check prints. */
export function report(
  name: string,
  { built, findings }: { built: BuiltLesson | null; findings: readonly Finding[] },
): string[] {
  const out: string[] = [];
  if (built) {
    const { questions, values, terms } = built.counts;
    const parts = [
      [built.titles.length, 'step'],
      [questions, 'question'],
      [values, 'computed value'],
      [terms, 'glossary word'],
      [built.lesson.minutes, 'minute'],
    ] as const;
    out.push(`${name}: ${parts.map(([n, noun]) => `${grouped(n)} ${noun}${n === 1 ? '' : 's'}`).join(', ')}`);
  } else out.push(`${name}: no lesson`);
  for (const { line, of, words } of findings) out.push(`line ${line}  ${of.padEnd(9)} ${words}`);
  if (findings.length > 0)
    out.push(`${findings.length} ${findings.length === 1 ? 'thing' : 'things'} to mend.`);
  return out;
}
