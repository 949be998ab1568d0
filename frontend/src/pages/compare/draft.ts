/** The question as it is being written: the parts of the sentence, from a link and to it. Pure. */
import { MEASURES } from '../../core/gen/measures';
import type { MeasureName } from '../../core/session';
import { assumedOf, drivenBy, isAssumed, defaultOf } from './asif';

export interface Draft {
  of: string;
  /** Other tunables of the model, as they stand in the link. */
  more: string;
  x: string;
  xValues: string;
  y: string;
  yValues: string;
  seeds: string;
  measures: readonly MeasureName[];
}

/** Of any text, as far as it can be read. */
export function draftOf(text: string): Draft {
  const pairs = text.split('&').map((pair): [string, string] => {
    const at = pair.indexOf('=');
    return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
  });
  const given = new Map(pairs);
  const axis = (key: string) => {
    const value = given.get(key) ?? '';
    const at = value.indexOf(':');
    return at < 0 ? [value, ''] : [value.slice(0, at), value.slice(at + 1)];
  };
  const [x = '', xValues = ''] = axis('x');
  const [y = '', yValues = ''] = axis('y');
  const named = (given.get('m') ?? '').split(',');
  return {
    of: given.get('of') ?? '',
    more: pairs
      .filter(([key]) => key.startsWith('of.'))
      .map((pair) => pair.join('='))
      .join('&'),
    x,
    xValues,
    y,
    yValues,
    seeds: given.get('seeds') ?? '1',
    measures: MEASURES.filter((m) => named.includes(m.name)).map((m) => m.name),
  };
}

export function textOf({ of, more, x, xValues, y, yValues, seeds, measures }: Draft): string {
  return [
    `of=${of}`,
    more,
    `x=${x}:${xValues}`,
    y === '' ? '' : `y=${y}:${yValues}`,
    seeds === '' || seeds === '1' ? '' : `seeds=${seeds}`,
    measures.length > 0 ? `m=${measures.join(',')}` : '',
  ]
    .filter(Boolean)
    .join('&');
}

export const isCapture = ({ of }: Pick<Draft, 'of'>): boolean => of.startsWith('capture:');

/** What is set besides, by name. */
export function settingsOf({ more }: Pick<Draft, 'more'>): [name: string, value: string][] {
  return more
    .split('&')
    .filter(Boolean)
    .map((pair) => {
      const [name = '', ...value] = pair.replace(/^of\./, '').split('=');
      return [name, value.join('=')];
    });
}

export const setOf = (draft: Draft, name: string): string =>
  settingsOf(draft).find(([own]) => own === name)?.[1] ?? '';

const moreOf = (settings: readonly (readonly [string, string])[]) =>
  settings.map(([name, value]) => `of.${name}=${value}`).join('&');

export function withSetting(draft: Draft, name: string, value: string): Draft {
  const others = settingsOf(draft).filter(([own]) => own !== name);
  return { ...draft, more: moreOf([[name, value], ...others]) };
}

/** Of another source: without what was set of the one before, and without axes that this cannot have. */
export function takenFrom(draft: Draft, of: string): Draft {
  const has = (name: string) => (isCapture({ of }) ? drivenBy(name) !== undefined : !isAssumed(name));
  const axes: readonly (readonly [string, string])[] = [
    [draft.x, draft.xValues],
    [draft.y, draft.yValues],
  ];
  const [[x, xValues] = ['', ''], [y, yValues] = ['', '']] = axes.filter(([name]) => has(name));
  return { ...draft, of, more: '', x, xValues, y, yValues };
}

/** Of a capture: without what does not go with x, and with its switch, where that does not vary. */
export function fitted(draft: Draft): Draft {
  if (!isCapture(draft)) return draft;
  const driven = drivenBy(draft.x);
  if (!driven) return draft;
  const names: readonly string[] = [driven.switch, ...assumedOf(driven)];
  const keeps = draft.y !== draft.x && names.includes(draft.y);
  const [y, yValues] = keeps ? [draft.y, draft.yValues] : ['', ''];
  const set = settingsOf(draft).filter(([name]) => names.includes(name) && name !== draft.x && name !== y);
  const isNamed = [draft.x, y, ...set.map(([name]) => name)].includes(driven.switch);
  const more = moreOf(isNamed ? set : [[driven.switch, defaultOf(driven.switch)], ...set]);
  return { ...draft, y, yValues, more };
}
