/**
 * What of a drawing can be taken hold of: a scene says it as data (`handlesOf` in its `controls.ts`), from the table of
 * tunables; the stage draws the grips, moves them and opens the run that comes of it (stage/touch). Pure.
 */
import { PARAM_DOCS } from '../core/gen/param-docs';
import type { ParamName } from '../core/gen/tables';
import type { Entity } from '../core/key';
import { grouped } from '../core/number';
import { paramNamed, type ParamsInForce } from '../core/params';

export interface Point {
  x: number;
  y: number;
}

/** A number of a model: a tunable, or one element of it. */
export interface Setting {
  name: ParamName;
  /** Of a list; null: it is one number. */
  lane: number | null;
  /** "node of swapC" */
  words: string;
  value: number;
  min: number;
  max: number;
  /** By one press of an arrow, and of Page Up. */
  step: number;
  leap: number;
  /** What the table of tunables begins with. */
  home: number;
  /** e.g. "64M" */
  text: (value: number) => string;
  /** What to type on a real machine; null: no sysctl or command sets it. */
  command: ((value: number) => string) | null;
}

export interface Handle {
  id: string;
  of: Entity | undefined;
  /** Where its values grow to. */
  grows: 'up' | 'down' | 'right';
  main: Setting;
  /** Of the same thing, without a place in the drawing; `+` and `-` change the first. */
  also: readonly Setting[];
  /** In px of the drawing: where the grip stands at a value, and the other way round. */
  place: (value: number) => Point;
  valueAt: (at: Point) => number;
  /** Outline of what stands there at a value: before one lets go, and as what was there before. */
  outline: (value: number) => string;
  /** What it means, in a sentence. */
  note: (value: number) => string;
}

type Own = Pick<Setting, 'words' | 'step' | 'leap'> & Partial<Omit<Setting, 'name' | 'lane'>>;

/** The name that its explanation begins with. */
const sysctlOf = (name: ParamName) => /^vm\.[\w.-]+/.exec(PARAM_DOCS[name])?.[0];

/** A setting as the table of tunables and the run have it; null where the run has no such number. */
export function settingOf(
  params: ParamsInForce,
  name: ParamName,
  lane: number | null,
  own: Own,
): Setting | null {
  const row = paramNamed(name);
  const all = params[name];
  const value = typeof all === 'object' ? all[lane ?? 0] : all;
  if (!row || typeof value !== 'number') return null;
  const { min, max, unit } = row;
  const sysctl = sysctlOf(name);
  const text = own.text ?? ((v: number) => (unit === '' ? grouped(v) : `${grouped(v)} ${unit}`));
  const command = sysctl === undefined ? null : (v: number) => `${sysctl} = ${v}`;
  return { name, lane, value, min, max, home: row.default, command, ...own, text };
}

/** The nearest value that the setting can have. */
export const within = ({ min, max }: Setting, value: number): number =>
  Math.max(min, Math.min(max, Math.round(value)));
