/** A lesson as its file tells it, before anything is computed; and what is wrong with it, by line. */
import { QUESTION_KINDS, type QuestionKind } from '../scenes/question';
import { bare, readHead, type Finding, type AddFinding, type Head } from './head';
import { readMarkdown, textOfBlock, type Block, type Inline } from './markdown';

const ALL_KINDS: readonly string[] = Object.values(QUESTION_KINDS).flat();

export interface Condition {
  when: string;
  words: string;
  line: number;
}

export interface WrittenQuestion {
  line: number;
  ask: string;
  kind: QuestionKind;
  /** A value, or for yesno two and what is said of them; '' where the decision is asked about. */
  of: string;
  /** Where `of` is read, if not where the view stands. */
  at: string;
  /** Decisions that a curve goes on for. */
  for: number;
  within: string;
  many: boolean;
  /** The list is hidden, too. */
  hidesList: boolean;
  /** Seconds; a hint to the teacher. */
  time: number | null;
  pane: 'A' | 'B' | null;
  conditions: readonly Condition[];
}

export interface Step {
  title: string;
  line: number;
  /** All that the class reads before the questions. */
  blocks: readonly Block[];
  view: { href: string; line: number } | null;
  questions: readonly WrittenQuestion[];
  /** For the teacher alone. */
  notes: readonly Block[];
}

export interface Exercises {
  line: number;
  count: number;
  scene: string;
  /** As in a link: model:four-nodes; '' where the scene begins. */
  source: string;
  /** Tunables and what they are drawn from. */
  vary: readonly { name: string; values: readonly string[]; line: number }[];
}

export interface Lesson extends Head {
  steps: readonly Step[];
  exercises: Exercises | null;
}

export type { Finding };

export const LIMITS = { bytes: 65_536, steps: 40, questions: 6, words: 120, exercises: 12 } as const;

/** Reads a lesson. What can be read is, whatever is wrong beside it; null where that is nothing at all. */
export function readLesson(given: string): { lesson: Lesson | null; findings: Finding[] } {
  const findings: Finding[] = [];
  const find = (line: number, of: Finding['of'], words: string) => {
    // Two pictures in one line are one thing to mend.
    if (!findings.some((one) => one.line === line && one.words === words)) findings.push({ line, of, words });
  };
  if (given.trim() === '') {
    find(1, 'file', 'The file is empty.');
    return { lesson: null, findings };
  }
  if (given.length > LIMITS.bytes) {
    find(
      1,
      'file',
      `A lesson has at most ${LIMITS.bytes / 1024} KiB of text, this has more. Make two of it.`,
    );
    return { lesson: null, findings };
  }
  const text = given
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replaceAll('\0', '');
  const all = text.split('\n');
  const end = all.findIndex((row, i) => i > 0 && row.trimEnd() === '---');
  if (all[0]?.trim() !== '---' || end < 0) {
    const words = 'A lesson begins with its head: a line ---, then title:, id: and minutes:, and --- again.';
    find(1, 'file', all[0]?.trim() === '---' ? `The head that begins here has no end. ${words}` : words);
    return { lesson: null, findings };
  }
  const head = readHead(all.slice(1, end), find);
  const { blocks, wrong } = readMarkdown(all.slice(end + 1).join('\n'), end + 2);
  for (const { line, words } of wrong) find(line, 'text', words);
  const steps: Step[] = [];
  let exercises: Exercises | null = null;
  let early = false;
  let step: { -readonly [K in keyof Step]: Step[K] } | null = null;
  for (const block of blocks) {
    if (block.kind === 'heading' && block.depth === 2) {
      if (steps.length === LIMITS.steps) {
        find(block.line, 'file', `A lesson has at most ${LIMITS.steps} steps.`);
        break;
      }
      step = { title: block.text, line: block.line, blocks: [], view: null, questions: [], notes: [] };
      steps.push(step);
    } else if (block.kind === 'fence' && block.info === 'exercises') {
      if (exercises) find(block.line, 'exercises', 'There is one block of exercises, at the end.');
      else exercises = readExercises(block.text, block.line, find);
    } else if (!step) {
      // Said once: where the first step has another heading, all of it stands here.
      if (!early)
        find(block.line, 'file', `A step begins with a line ## and its title. ${beforeSteps(block)}`);
      early = true;
    } else if (block.kind === 'heading')
      find(block.line, 'text', 'Steps begin with ##. There are no other headings in a lesson.');
    else if (block.kind === 'fence' && block.info === 'question') {
      const question = readQuestion(block.text, block.line, find);
      if (step.questions.length === LIMITS.questions)
        find(block.line, 'question', `A step has at most ${LIMITS.questions} questions.`);
      else if (question) step.questions = [...step.questions, question];
    } else if (block.kind === 'fence' && block.info !== '')
      find(
        block.line,
        'text',
        `“${block.info.slice(0, 40)}” is not a block of a lesson: there are question and exercises.`,
      );
    else if (block.kind === 'note') {
      if (block.of === 'teacher') step.notes = [...step.notes, ...block.blocks];
      else find(block.line, 'text', `There is no note “${block.of}”: write > [!teacher].`);
    } else {
      const href = viewIn(block);
      if (href === null) {
        step.blocks = [...step.blocks, block];
        if (block.kind === 'p' && block.of.some(isView))
          find(
            block.line,
            'view',
            'A view stands alone in its paragraph: put an empty line before it and after it.',
          );
      } else if (step.view) find(block.line, 'view', 'A step has one view. Begin another step with ##.');
      else step.view = { href, line: block.line };
    }
  }
  if (steps.length === 0) find(all.length, 'file', 'There is no step: begin one with ## and a title.');
  for (const { title, line, blocks: own } of steps) {
    const words = own.map(textOfBlock).join(' ').split(/\s+/).filter(Boolean).length;
    if (words > LIMITS.words)
      find(
        line,
        'text',
        `“${title}” has ${words} words. A step has at most ${LIMITS.words}: make two of it.`,
      );
  }
  for (const [i, { line, title }] of steps.entries()) {
    const same = steps.slice(0, i).find((one) => said(one) === said(steps[i] ?? one));
    if (same)
      find(line, 'file', `“${title}” is the step of line ${same.line} once more: remove one of them.`);
  }
  return { lesson: { ...head, steps, exercises }, findings };
}

/** All of a step but where it stands. */
const said = (step: Step) =>
  JSON.stringify(step, (key, value: unknown) => (key === 'line' ? undefined : value));

const beforeSteps = (block: Block) =>
  block.kind === 'heading'
    ? `This one begins with ${'#'.repeat(block.depth)}.`
    : 'This stands before the first.';

/** A paragraph that is a link called view and nothing else. */
function viewIn(block: Block): string | null {
  if (block.kind !== 'p') return null;
  const [only, ...rest] = block.of.filter((one) => one.kind !== 'text' || one.text.trim() !== '');
  return only && rest.length === 0 && isView(only) ? only.href : null;
}

function isView(one: Inline): one is Extract<Inline, { kind: 'link' }> {
  const [word] = one.kind === 'link' ? one.of : [];
  return word?.kind === 'text' && word.text === 'view';
}

const QUESTION = ['ask', 'kind', 'of', 'at', 'for', 'within', 'many', 'hide', 'time', 'pane'] as const;
type QuestionKey = (typeof QUESTION)[number];

function readQuestion(text: string, at: number, find: AddFinding): WrittenQuestion | null {
  const values = new Map<QuestionKey, string>();
  const conditions: Condition[] = [];
  for (const [i, row] of text.split('\n').entries()) {
    const line = at + 1 + i;
    // Whatever comes behind it was not meant to be part of it.
    if (/^(```|## |> |\[view\]\()/.test(row)) {
      find(at, 'question', `The block that begins here has no end: a line of \`\`\`.`);
      break;
    }
    if (row.trim() === '' || row.trim().startsWith('#')) continue;
    const [, when, words] = /^if\s+([\w-]+):\s*(.*)$/.exec(row) ?? [];
    if (when !== undefined && words !== undefined) {
      conditions.push({ when, words: words.trim(), line });
      continue;
    }
    const [, name = '', value = ''] = /^(\w+):(.*)$/.exec(row) ?? [];
    const key = QUESTION.find((known) => known === name);
    if (key) values.set(key, key === 'ask' ? value.trim() : bare(value));
    else
      find(
        line,
        'question',
        `“${row.slice(0, 40)}” is not one of a question’s lines: ${QUESTION.join(', ')}, if ….`,
      );
  }
  const of = (key: QuestionKey) => values.get(key) ?? '';
  const kind = ALL_KINDS.find((known) => known === of('kind'));
  if (of('ask') === '') find(at, 'question', 'The question has no text: write ask: and the question.');
  if (kind === undefined) {
    find(at, 'question', `kind is one of ${ALL_KINDS.join(', ')}.`);
    return null;
  }
  const pane = of('pane').toUpperCase();
  const steps = Number(of('for') || 0);
  if (!(Number.isInteger(steps) && steps >= 0 && steps <= 5000))
    find(at, 'question', 'for is a number of decisions, at most 5000.');
  return {
    line: at,
    ask: of('ask'),
    kind: kind as QuestionKind,
    of: of('of'),
    at: of('at'),
    for: steps,
    within: of('within'),
    many: of('many') === 'yes',
    hidesList: of('hide') === 'list',
    time: /^\d{1,4}$/.test(of('time')) ? Number(of('time')) : null,
    pane: pane === 'A' || pane === 'B' ? pane : null,
    conditions,
  };
}

/** "2..4", "2, 4" or "node, roundrobin" */
function readValues(text: string): string[] {
  const [, from, to] = /^(\d{1,9})\s*\.\.\s*(\d{1,9})$/.exec(text) ?? [];
  if (from === undefined || to === undefined)
    return text
      .split(',')
      .map((v) => v.trim())
      .filter(Boolean);
  const [a, b] = [Number(from), Number(to)];
  return b < a || b - a > 63 ? [] : Array.from({ length: b - a + 1 }, (_, i) => String(a + i));
}

function readExercises(text: string, at: number, find: AddFinding): Exercises | null {
  const vary: Exercises['vary'][number][] = [];
  let [count, scene, source] = [0, '', ''];
  for (const [i, row] of text.split('\n').entries()) {
    const line = at + 1 + i;
    if (row.trim() === '' || row.trim().startsWith('#')) continue;
    const [, name = '', given = ''] = /^([\w-]+):(.*)$/.exec(row) ?? [];
    const value = bare(given);
    if (name === 'draw') {
      const [, n = '', from = ''] = /^(\d{1,2}) from ([\w-]+)$/.exec(value) ?? [];
      [count, scene] = [Number(n), from];
    } else if (name === 'source') source = value;
    // Always so: said in the file for who reads it.
    else if (name === 'easy-first' || name === 'never') continue;
    else if (name === '') find(line, 'exercises', `“${row.slice(0, 40)}” is not a line of exercises.`);
    else {
      const values = readValues(value);
      if (values.length === 0)
        find(line, 'exercises', `${name}: write what it is drawn from, as 2..4 or node, roundrobin.`);
      else vary.push({ name, values, line });
    }
  }
  if (count < 1 || count > LIMITS.exercises || scene === '') {
    find(at, 'exercises', `Say what is drawn: draw: 8 from swap-devices; at most ${LIMITS.exercises}.`);
    return null;
  }
  return { line: at, count, scene, source, vary };
}
