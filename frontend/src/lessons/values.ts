/** What a lesson's {…} and the `of` of its questions come to, each asked of the core. Pure. */
import { MEASURES } from '../core/gen/measures';
import { grouped, unitWord } from '../core/number';
import { keyOf } from '../core/decision';
import { textAt } from '../core/manifest';
import { PANES, type PaneId } from '../core/panes';
import {
  cellAt,
  countValue,
  VALUES,
  valueIn,
  ownEntry,
  percentValue,
  textValue,
  type QuizValue,
} from '../quiz/values';
import { clean } from '../scenes/phrases';
import { momentOf } from './moments';
import type { Run } from './run';

/** Where a value is read: the view's runs and where it stands. */
export interface Place {
  runs: Readonly<Partial<Record<PaneId, Run>>>;
  k: number;
}

export interface Value extends QuizValue {
  /** Pane it is of; null: of both. */
  pane: PaneId | null;
}

/** Throws a sentence where there is no such value. */
export function valueOf(path: string, place: Place): Value {
  const [main = '', moment] = path.split('@');
  const [first = '', ...more] = main.split('.');
  const pane = PANES.find((id) => id.toLowerCase() === first);
  const [name = '', ...args] = pane ? more : [first, ...more];
  const both = ownEntry(BOTH, name);
  if (both) return { ...both(place), pane: null };
  const run = place.runs[pane ?? 'A'];
  if (!run) throw new Error(`{${path}}: the view shows nothing in pane ${pane ?? 'A'}.`);
  const other = place.runs[pane === 'B' ? 'A' : 'B'] ?? null;
  const k = moment === undefined ? place.k : momentOf(moment, run, other);
  const read = ownEntry(ONE, name);
  if (!read) {
    const known = [...Object.keys(ONE), ...Object.keys(BOTH)].join(', ');
    throw new Error(`{${path}}: there is no value “${name}”. There are ${known}.`);
  }
  const at = Math.min(k, run.decisions);
  try {
    return { ...read(run, at, args.join('.')), pane: pane ?? 'A' };
  } catch (error) {
    throw new Error(`{${path}}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

/** Of one run, at decision k. */
const ONE: Readonly<Record<string, (run: Run, k: number, arg: string) => QuizValue>> = {
  ...VALUES,
  title: (run) => textValue(run.info.title),
  kernel: (run) => {
    const { start } = run.session.manifest();
    const release = textAt(start, 'kernel', 'release') ?? textAt(start, 'kernel');
    if (release === null) throw new Error('a model has no kernel.');
    return textValue(clean(release));
  },
  verdict: (run) => {
    const { same, decisions } = run.checked();
    return textValue(
      same === decisions
        ? `all ${grouped(decisions)} the same`
        : `${grouped(same)} of ${grouped(decisions)} the same`,
    );
  },
  measure: (run, _, arg) => {
    const [name = '', part] = arg.split('.');
    const rows = run.measures().filter(({ measure }) => measure === name);
    const row = part === undefined ? rows[0] : rows.find((one) => one.part === Number(part));
    const known = [...new Set(run.measures().map(({ measure }) => measure))].join(', ');
    if (!row) throw new Error(`there is no measure “${arg}”. This run has ${known}.`);
    const unit = MEASURES.find((m) => m.name === name)?.unit ?? '';
    const n = Number(row.text);
    if (unit === '%') return percentValue(n);
    return valueIn(n, unitWord(unit), null);
  },
};

function differencesOf({ runs: { A, B } }: Place): { n: number; of: number; first: number } {
  if (!A || !B) throw new Error('A and B are compared, and the view has one pane.');
  const of = Math.min(A.decisions, B.decisions);
  let [n, first] = [0, 0];
  for (let k = 1; k <= of; k++) {
    const [a, b] = [cellAt(A, k), cellAt(B, k)];
    if (!a || !b || keyOf(a) === keyOf(b)) continue;
    n++;
    first ||= k;
  }
  return { n, of, first };
}

/** Of both runs together. */
const BOTH: Readonly<Record<string, (place: Place) => QuizValue>> = {
  same_per_100: (place) => {
    const { n, of } = differencesOf(place);
    return { ...countValue(of === 0 ? 0 : (100 * (of - n)) / of), max: 100 };
  },
  differences: (place) => countValue(differencesOf(place).n),
  first_difference: (place) => countValue(differencesOf(place).first),
};

const SAID = /^(.+?)\s*(<=|>=|<|>|=)\s*(.+)$/;

/** "a.full.swapC > 50": is it so? `isTied`: it is not because both are equal. Throws a sentence. */
export function truthOf(
  text: string,
  place: Place,
): { holds: boolean; isTied: boolean; sides: string; pane: PaneId | null } {
  const [, left = '', how = '', right = ''] = SAID.exec(text) ?? [];
  if (how === '') throw new Error(`“${text}” compares nothing: write, for instance, a.full.swapC > 50.`);
  const a = valueOf(left.trim(), place);
  const b = /^-?[\d.]+$/.test(right.trim()) ? null : valueOf(right.trim(), place);
  const [x, y] = [a.number, b ? b.number : Number(right)];
  if (x === null || y === null) throw new Error(`“${text}”: only numbers are compared.`);
  const holds =
    how === '<' ? x < y : how === '>' ? x > y : how === '<=' ? x <= y : how === '>=' ? x >= y : x === y;
  const isTied = x === y && (how === '<' || how === '>');
  return { holds, isTied, sides: `${a.text}${b ? ` and ${b.text}` : ''}`, pane: a.pane };
}
