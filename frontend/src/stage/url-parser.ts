/** A view from the text that url.ts writes. What cannot be read is named, and the rest still counts. */
import { isParamName, type ParamValue } from '../core/params';
import { decode, KINDS, NONE, pairsOf, parseSpec, type SourceSpec } from '../capture/sources/spec';
import { parseTunable } from '../capture/sources/tunable';
import { SPEEDS } from './cursor/clock';
import { PANES, type PaneId } from '../core/panes';
import { adviceOfTunable, faultsOfNames, nearestName } from '../core/suggestion';
import { RULES_SHOWN, VERSION, type View } from './state/view';
import { scenes } from '../scenes';
import { NAMES, versioned, type Name } from './url';

const LENGTH_MAX = 16384;

export interface Parsed {
  view: View;
  /** What in the link could not be read, in words. */
  complaints: string[];
  /** What to do about it; '' where nothing can be said. */
  advice: string;
  /** True when the link names a scene and nothing else. */
  bare?: boolean;
}

type Unread = Omit<Parsed, 'view' | 'bare'> & { view: null };

const nothing = (...complaints: string[]): Unread => ({ view: null, complaints, advice: '' });

/** Null when there is nothing to read, or nothing that can be; then `complaints` says which. */
export function parseView(hash: string): Parsed | Unread {
  const text = versioned(hash);
  if (text === '') return nothing();
  const match = /^#(v\d+)\/([\w-]{1,64})(?:\?(.*))?$/s.exec(text.slice(0, LENGTH_MAX));
  if (!match) return nothing('This link is not one of mmscope’s.');
  const [, version, scene = '', query] = match;
  if (version !== VERSION) return nothing(`This link was made by another version of mmscope (${version}).`);
  const pairs = pairsOf(query);
  const { complaints, advice } = strange(pairs);
  const values = new Map<string, string>(pairs) as Pick<ReadonlyMap<Name, string>, 'get' | 'has'>;
  const number = (key: Name, fallback: number): number => {
    const given = values.get(key);
    if (given === undefined) return fallback;
    const value = Number(given);
    if (/^\d{1,16}$/.test(given) && Number.isSafeInteger(value)) return value;
    complaints.push(`“${key}=${given.slice(0, 40)}” is not a number.`);
    return fallback;
  };
  const one = (key: Name, known: readonly string[]): string | undefined => {
    const given = values.get(key);
    if (given !== undefined && !known.includes(given))
      complaints.push(
        `“${key}=${given.slice(0, 40)}” is none of ${known.join(', ') || 'this scene: it has no such part'}.`,
      );
    return given;
  };
  const others = RULES_SHOWN.find((shown) => shown === one('others', RULES_SHOWN));
  const parts = scenes.find(({ id }) => id === scene)?.parts?.map(({ id }) => id) ?? [];
  const large = one('large', parts);
  const asked = /^([ab])(\d{1,6})$/.exec(values.get('predict') ?? '');
  if (values.has('predict') && !asked)
    complaints.push(
      `“predict=${(values.get('predict') ?? '').slice(0, 40)}” is not a pane and seed, such as a1.`,
    );
  const source = (pane: PaneId) => readSource(pane.toLowerCase(), pairs, complaints);
  const view: View = {
    scene,
    sources: { A: source('A'), B: source('B') },
    position: {
      align: one('align', ['decision', 'time']) === 'time' ? 'time' : 'decision',
      k: number('k', 0),
      t: number('t', 0),
    },
    speed: SPEEDS.find((s) => String(s) === one('speed', SPEEDS.map(String))) ?? 1,
    ...(large !== undefined && parts.includes(large) ? { large } : {}),
    ...(others ? { others } : {}),
    ...(asked ? { predict: { pane: asked[1] === 'b' ? 'B' : 'A', seed: Number(asked[2]) } } : {}),
  };
  return {
    view,
    complaints,
    advice: [...new Set(advice)].filter(Boolean).join(' '),
    ...(query === undefined ? { bare: true } : {}),
  };
}

const TUNABLE = /^([ab])\.(.*)$/s;

/** What stands behind the scene that nothing reads, or that something else takes the place of. */
function strange(pairs: readonly [string, string][]): { complaints: string[]; advice: string[] } {
  const names = pairs.map(([name]) => name);
  const { complaints, advice } = faultsOfNames(names, NAMES, (name) => TUNABLE.test(name));
  for (const name of new Set(names)) {
    const [, key, tunable = ''] = TUNABLE.exec(name) ?? [];
    if (key === undefined) continue;
    advice.push(isParamName(decode(tunable)) ? '' : adviceOfTunable(decode(tunable)));
    if (!names.includes(key))
      complaints.push(`“${name.slice(0, 40)}” is of no source: the link has no “${key}”.`);
  }
  for (const pane of PANES) {
    const [kind = '', ...name] = (pairs.find(([key]) => key === pane.toLowerCase())?.[1] ?? '').split(':');
    if (name.length > 0 && !KINDS.some((known) => known === kind))
      advice.push(nearestName(kind, KINDS) || `Kinds are ${KINDS.join(', ')}.`);
  }
  return { complaints, advice };
}

function readSource(key: string, pairs: [string, string][], complaints: string[]): SourceSpec {
  const spec = pairs.find(([k]) => k === key)?.[1];
  if (spec === undefined) return NONE;
  const overrides: Record<string, ParamValue> = {};
  for (const [k, text] of pairs) {
    if (!k.startsWith(`${key}.`)) continue;
    const name = decode(k.slice(key.length + 1));
    try {
      const [tunable, value] = parseTunable(name, text);
      overrides[tunable] = value;
    } catch (error) {
      complaints.push(complaintOf(error));
    }
  }
  try {
    return parseSpec(spec, overrides);
  } catch (error) {
    complaints.push(complaintOf(error));
    return NONE;
  }
}

function complaintOf(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error);
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`;
}
