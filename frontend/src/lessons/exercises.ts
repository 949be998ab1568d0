/** Exercises of a lesson, drawn by a seed: the same sheet for all who have the seed. Pure but for what `Host` does. */
import { letterOf } from '../core/number';
import type { ParamValue, ParamValues } from '../core/params';
import type { ChoiceQuestion } from '../scenes/question';
import type { Frame, SourceInfo } from '../scenes/scene';
import { formatSpec, parseSpec, type SourceSpec } from '../capture/sources/spec';
import { parseTunable } from '../capture/sources/tunable';
import { solutionText } from '../quiz/answers';
import { questionSet, random } from '../quiz/question-set';
import { questionAt } from './question';
import { exerciseParam } from './builder';
import type { Exercises } from './lesson';
import { Runs, type Host } from './run';

export interface Exercise {
  scene: string;
  /** The source, as a link has it. */
  source: readonly (readonly [string, string])[];
  info: SourceInfo;
  /** The state that the decision meets, and nobody who decides. */
  frame: Frame;
  question: ChoiceQuestion;
}

/** Runs are short, so that a sheet is drawn at once. */
const RUN = 1500;
const TRIES = 12;
/** The same answer comes no more often than this in a row. */
const ROW = 2;

const pick = <T>(all: readonly T[], next: () => number): T | undefined =>
  all[Math.floor(next() * all.length)];

/** A machine of the size that was drawn: what the scenario says of each node or device is said of all again. */
function machineOf(base: ParamValues, drawn: ParamValues): ParamValues {
  const out: Partial<Record<string, ParamValue>> = { ...drawn };
  const nodes = Number(drawn.nodes ?? base.nodes ?? 1);
  const devices = Number(drawn.devices ?? base.devices ?? 0);
  if (drawn.nodes === undefined && drawn.devices === undefined) return drawn;
  const again = (name: keyof ParamValues, n: number, of: (i: number) => number | string | undefined) => {
    if (base[name] === undefined || drawn[name] !== undefined) return;
    const lanes = Array.from({ length: n }, (_, i) => of(i));
    out[name] = lanes.filter((lane) => lane !== undefined);
  };
  const lane = (name: keyof ParamValues) => (i: number) => {
    const value = base[name];
    return typeof value === 'object' ? value[i % value.length] : value;
  };
  again('demand', nodes, lane('demand'));
  again('dev_pages', devices, lane('dev_pages'));
  again('dev_node', devices, (i) => i % nodes);
  again('dev_name', devices, (i) => `swap${letterOf(i)}`);
  return out;
}

export async function drawExercises(asked: Exercises, seed: number, host: Host): Promise<Exercise[]> {
  const scene = host.scenes.find(({ id }) => id === asked.scene);
  if (!scene) return [];
  const next = random(seed);
  const runs = new Runs(host);
  const first = parseSpec(asked.source || scene.start, {});
  const out: Exercise[] = [];
  for (let n = 0; n < asked.count; n++) {
    for (let tried = 0; tried < TRIES; tried++) {
      const spec = drawn(first, asked, next, host);
      if (!spec) break;
      const run = await runs.of(spec, scene.id).catch(() => null);
      if (!run) continue;
      const k = pick(questionSet(run.columns, 1 + Math.floor(next() * 9999)), next);
      const found = k === undefined ? null : questionAt(run, k);
      if (k === undefined || !found) continue;
      const { question } = found;
      const words = solutionText(question);
      if (out.length >= ROW && out.slice(-ROW).every((one) => wordsIn(one) === words) && tried < TRIES - 1)
        continue;
      const before = run.frame(k - 1);
      const frame = run.questions?.mask?.(before) ?? before;
      out.push({ scene: scene.id, source: formatSpec('a', spec), info: run.info, frame, question });
      break;
    }
  }
  // Easy ones first: fewer to choose from; then as they were drawn, unless that puts three alike in a row.
  return spread(out.sort((a, b) => a.question.choices.length - b.question.choices.length));
}

const wordsIn = ({ question }: Exercise) => solutionText(question);

/** Never the same answer three times running, where the others can come between. */
function spread<T extends Exercise>(all: readonly T[]): T[] {
  const left = [...all];
  const out: T[] = [];
  while (left.length > 0) {
    const last = out.slice(-ROW).map(wordsIn);
    const worn = last.length === ROW && last.every((w) => w === last[0]) ? last[0] : null;
    const at = Math.max(
      0,
      left.findIndex((one) => wordsIn(one) !== worn),
    );
    out.push(...left.splice(at, 1));
  }
  return out;
}

function drawn(
  first: SourceSpec,
  { vary }: Exercises,
  next: () => number,
  { catalogue }: Host,
): Exclude<SourceSpec, { kind: 'none' }> | null {
  if (first.kind !== 'model') return first.kind === 'none' ? null : first;
  const scenario = catalogue.scenarios.find(({ id }) => id === first.id);
  if (!scenario) return null;
  const values: Partial<Record<string, ParamValue>> = { seed: 1 + Math.floor(next() * 9999) };
  for (const { name, values: from } of vary) {
    const one = pick(from, next);
    if (one === undefined) continue;
    const [tunable, value] = parseTunable(exerciseParam(name), one);
    values[tunable] = value;
  }
  const limit = Number(scenario.params.stop_decisions ?? 0);
  if (limit > RUN) values['stop_decisions'] = RUN;
  return { ...first, overrides: machineOf(scenario.params, values) };
}
