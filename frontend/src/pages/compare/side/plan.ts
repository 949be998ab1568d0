/** What of a question is set side by side: whose demand it is, and what the core is asked for each value. Pure. */
import { DRIVEN } from '../../../core/gen/tables';
import { numberOf, paramNamed, type ParamValues } from '../../../core/params';
import { tunableLabel, tunableValue } from '../../../capture/sources/tunable-phrases';
import { tunablesOf, type SourceSpec } from '../../../capture/sources/spec';
import type { Catalogue } from '../../../capture/sources/catalogue';
import { scenes } from '../../../scenes';
import { assumedOf, drivenBy } from '../asif';
import { sourceAt } from '../panes';
import { labelOf, paramsOf, type Question } from '../question';
import type { Ask } from './runs';
import type { Fixed } from './runs.worker';

export interface Value {
  /** As it is called: "round robin", "granularity 2". */
  words: string;
  /** By its number; null where it has none of its own. */
  number: number | null;
  ask: Ask;
  /** What a pane of the stage shows of it. */
  source: SourceSpec;
}

export interface Plan {
  fixed: Fixed;
  machine: string;
  /** "rule" */
  label: string;
  values: readonly Value[];
  /** Whose demand it is: "the model Four nodes, one device each, rule node, seed 39". */
  whose: string;
  /** The base's own value, of a model; a capture tells its own. */
  own: number | null;
  /** What of the question is not shown so, in a sentence; '' where all is. */
  besides: string;
}

const numberAt = (name: string, value: unknown): number | null => {
  const param = paramNamed(name);
  return param && (typeof value === 'number' || typeof value === 'string') ? numberOf(param, value) : null;
};

/** Of two tunables the first, at the value of the other in this row. Throws an Error, in a sentence, where it cannot be shown so at all. */
export function planOf(question: Question, catalogue: Catalogue, base: string, row = 0): Plan {
  const { of, x, y, seeds } = question;
  const label = tunableLabel(labelOf(x));
  const param = paramNamed(x.name);
  const driven = DRIVEN.find((one) => one.switch === x.name) ?? null;
  const seed = seeds[0] ?? 1;
  const second = y?.values[row] ?? null;
  const given: ParamValues | null =
    of.kind === 'model' ? (catalogue.scenarios.find(({ id }) => id === of.id)?.params ?? null) : null;
  const capture = of.kind === 'capture' ? catalogue.captures.find(({ id }) => id === of.id) : undefined;
  if (of.kind === 'model' && !given) throw new Error(`there is no scenario “${of.id}”`);
  if (of.kind === 'capture' && !capture) throw new Error(`there is no bundled capture “${of.id}”`);
  if (of.kind === 'capture' && !driven) {
    const under = drivenBy(x.name);
    throw new Error(
      `Side by side shows values of ${under?.switch ?? 'a switch'}: ${label} is what is assumed beside it (${under ? assumedOf(under).join(', ') : ''}). The sweep shows what it changes`,
    );
  }
  const own: ParamValues | null = given && {
    ...given,
    ...tunablesOf(of),
    ...(y && second !== null
      ? paramsOf({ ...question, x: y, y: null }, { x: second, y: null, seed }, given)
      : {}),
    seed,
  };
  const machine = of.kind === 'capture' ? (driven?.machine ?? 'swap') : String(own?.machine ?? 'swap');
  const scene = scenes.find(({ policy }) => policy?.machine === machine)?.id ?? '';
  const ownValue = own ? (own[x.name] ?? param?.default) : null;
  const valueWords = (value: number | string) =>
    param && param.enum !== null ? tunableValue(param.enum, String(value)) : `${label} ${value}`;
  const values = x.values.map((value): Value => {
    const model = own ? paramsOf({ ...question, y: null }, { x: value, y: null, seed }, own) : null;
    const asif: ParamValues | null = !driven
      ? null
      : own
        ? { ...own, machine: driven.machine, [driven.switch]: value, seed: 1 }
        : paramsOf(question, { x: value, y: second, seed }, {});
    return {
      words: valueWords(value),
      number: numberAt(x.name, value),
      ask: { name: x.name, asif, model, driven },
      source: sourceAt(question, value, row),
    };
  });
  const title =
    of.kind === 'model' ? catalogue.scenarios.find(({ id }) => id === of.id)?.title : capture?.title;
  const more = [
    ...(y ? [`${tunableLabel(labelOf(y))} ${second ?? ''} alone`] : []),
    ...(seeds.length > 1 ? [`seed ${seed} alone`] : []),
  ];
  return {
    fixed: {
      scene,
      name: x.name,
      params: own,
      capture: capture ? new URL(capture.file, base).href : null,
    },
    machine,
    label,
    values,
    whose:
      of.kind === 'capture'
        ? `the recording “${title ?? of.id}”`
        : `the model’s run “${title ?? of.id}” with ${typeof ownValue === 'object' ? label : valueWords(ownValue ?? '')}, seed ${seed}`,
    own: typeof ownValue === 'object' ? null : numberAt(x.name, ownValue),
    besides: more.length > 0 ? `Here with ${more.join(' and ')}; the sweep has them all.` : '',
  };
}
